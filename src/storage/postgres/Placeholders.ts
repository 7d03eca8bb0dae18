/** Statements are written with `?`, as SQLite takes them; Postgres wants other words in these places. */

/** A quoted text or name, or a place. */
const PLACES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g

/** The text with what `place` says for each `?` that is not quoted, counted from 0. */
export const filled = (text: string, place: (index: number) => string): string => {
  let index = 0
  return text.replace(PLACES, (found) => (found === "?" ? place(index++) : found))
}

/** Postgres has no U+0000 in its texts: what a client sent of it becomes U+FFFD, as half a surrogate pair does. */
export const withoutNul = (text: string): string => (text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text)
