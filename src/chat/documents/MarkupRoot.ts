/** How a file of markup opens: by that a document is told from source that only mentions one. */

/** A byte order mark, read as Latin 1. */
const MARK = /^(?:\xff\xfe|\xfe\xff|\xef\xbb\xbf)/

/** Code among the markup, which a server runs: PHP, ASP, JSP and their like. */
const TEMPLATE = /<\?(?:php\b|=|\s)|<%/i

const latin = (bytes: Buffer, end: number): string => bytes.toString("latin1", 0, end).replaceAll("\0", "")

/** From the first element on; what comes before it is what XML and HTML allow there. */
const rootOf = (head: string): string => {
  const prologue = /\s+|<!doctype[^>]*>|<\?(?:xml|mso-application)\b[^>]*\?>|<!--[\s\S]*?-->/iy
  let at = 0
  while (prologue.test(head)) at = prologue.lastIndex
  return head.slice(at)
}

/** Whether the file's first element, which begins within so many bytes, is this one, and the file is no template of such. */
export const opensWith = (root: RegExp, bytes: Buffer, longest: number): boolean =>
  root.test(rootOf(latin(bytes, longest).replace(MARK, ""))) && !TEMPLATE.test(latin(bytes, bytes.length))
