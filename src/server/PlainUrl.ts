/** Addresses of requests, resolved as Bun resolves them for whoever asks it. */

/** What is left to be resolved of an address: Bun (1.4) does that itself, but not where the `Host` is no host. */
const UNRESOLVED = /\\|\/(?:\.|%2e)/i

/** A request's path and query as Bun gives them to others, so that no header decides what is found there. */
export const plainUrl = (url: string): string => {
  if (!UNRESOLVED.test(url) || !URL.canParse(`http://host${url}`)) return url
  const { pathname, search } = new URL(`http://host${url}`)
  return pathname + search
}
