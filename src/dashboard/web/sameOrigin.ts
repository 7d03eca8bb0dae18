/**
 * Addresses that the API answers bear the server's public name, which need not be
 * the one that this page was opened by; the page may load only from its own.
 */
export const sameOrigin = (address: string): string => {
  const { pathname, search } = new URL(address, location.href)
  return `${location.origin}${pathname}${search}`
}

/** The same of a socket's address. */
export const sameOriginSocket = (address: string): string =>
  sameOrigin(address.replace(/^ws/, "http")).replace(/^http/, "ws")
