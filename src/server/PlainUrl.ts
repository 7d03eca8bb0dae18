/** Addresses of requests, resolved as Bun resolves them for whoever asks it. */

/** What is left to be resolved of an address: Bun (1.4) does that itself, but not where the `Host` is no host. */
const UNRESOLVED = /\\|\/(?:\.|%2e)/i

/** A letter, a digit or one of `-._~` that a path has as an escape (RFC 3986, 2.3). */
const UNRESERVED = /%(2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi

/** The same address with such characters as themselves (RFC 3986, 6.2.2.2), as the router reads them. */
const withLetters = (url: string): string => {
  const end = url.indexOf("?")
  const path = end === -1 ? url : url.slice(0, end)
  if (!path.includes("%")) return url
  const plain = path.replace(UNRESERVED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return plain + url.slice(path.length)
}

/** A request's path and query as Bun gives them to others, so that no header decides what is found there. */
export const plainUrl = (raw: string): string => {
  const url = withLetters(raw)
  if (!UNRESOLVED.test(url) || !URL.canParse(`http://host${url}`)) return url
  const { pathname, search } = new URL(`http://host${url}`)
  return pathname + search
}
