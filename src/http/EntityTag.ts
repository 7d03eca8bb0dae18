/** Entity tags, by which a client asks for a thing only where it has changed (RFC 9110, section 13). */

const someIn = (list: string, isIt: (tag: string) => boolean): boolean =>
  list.trim() === "*" || list.split(",").some((tag) => isIt(tag.trim()))

/** Whether a list of entity tags names `etag`, strong or weak: for `If-None-Match` that is the same. */
export const names = (list: string, etag: string): boolean => someIn(list, (tag) => tag.replace(/^W\//, "") === etag)

/** Whether it names the strong `etag` as such, which `If-Match` asks for. */
export const namesStrongly = (list: string, etag: string): boolean => someIn(list, (tag) => tag === etag)
