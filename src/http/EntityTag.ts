/** Entity tags, by which a client asks for a thing only where it has changed (RFC 9110, section 13). */

/** Whether a list of entity tags names `etag`, strong or weak: for `If-None-Match` that is the same. */
export const names = (list: string, etag: string): boolean =>
  list.trim() === "*" || list.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
