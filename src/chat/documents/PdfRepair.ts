/** PDFs that have lost their index, at the end of the file, or never got one: PDFium does not open them as they are. */

/** Bytes before the word for a catalog in which its object begins, and catalogs that are looked at. */
const CATALOG_WITHIN = 4_000
const MOST_CATALOGS = 100

/** The number of the last catalog that stands in the file as an object of its own; undefined where there is none. */
const catalogOf = (file: Buffer): string | undefined => {
  let at = file.lastIndexOf("/Catalog")
  for (let count = 0; at > 0 && count < MOST_CATALOGS; count++) {
    const before = file.toString("latin1", Math.max(0, at - CATALOG_WITHIN), at)
    const last = [...before.matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+obj\b/g)].at(-1)
    if (last !== undefined && !before.slice(last.index).includes("endobj")) return `${last[1]} ${last[2]}`
    at = file.lastIndexOf("/Catalog", at - 1)
  }
  return undefined
}

/** Bytes behind a stream's description, or more, in which its word and the end of its line stand. */
const NEAR_STREAM = 32

/** Where the next stream begins: its word stands behind a description and at the end of a line. -1 where there is none. */
const streamAt = (file: Buffer, from: number): number => {
  for (let at = file.indexOf("stream", from); at >= 0; at = file.indexOf("stream", at + 1)) {
    const before = file.toString("latin1", Math.max(from, at - NEAR_STREAM), at)
    if (/>>\s*$/.test(before) && /^stream[ \t]*[\r\n]/.test(file.toString("latin1", at, at + NEAR_STREAM))) return at
  }
  return -1
}

/** The text of a file without its streams; what was cut off within one is left out. */
const withoutStreams = (file: Buffer): string => {
  const parts: Array<string> = []
  let at = 0
  while (at < file.length) {
    const start = streamAt(file, at)
    parts.push(file.toString("latin1", at, start < 0 ? file.length : start))
    const end = start < 0 ? -1 : file.indexOf("endstream", start)
    if (end < 0) break
    at = end + "endstream".length
  }
  return parts.join("")
}

/**
 * What may lack: pages and what is drawn on them, for without them the others are as they were; the length of a stream,
 * which ends where it says; and what adds to pages: notes, bookmarks, places, tags, what the document says of itself.
 */
const MAY_LACK = new RegExp(
  `/(?:${[
    "Kids|Contents|Length|Annots|Popup|Info|Metadata|PieceInfo|Thumb|OutputIntents|PageLabels|Names|Dests|OpenAction",
    "Outlines|First|Last|Next|Prev|StructTreeRoot|ParentTree|ClassMap|RoleMap|IDTree|Pg|P|K|Obj"
  ].join("|")})\\s*(?:\\[[\\d\\sR]*\\]|\\d{1,10}\\s+\\d{1,5}\\s+R\\b)`,
  "g"
)

interface Parts {
  /** All is there that pages need: of a font without its description the text would be another. */
  readonly hasNeeded: boolean
  /** All is there that anything refers to. */
  readonly hasAll: boolean
}

const partsOf = (file: Buffer): Parts => {
  const text = withoutStreams(file)
  // The last one may be cut off.
  const whole = text.slice(0, text.lastIndexOf("endobj"))
  const objects = new Set(Array.from(whole.matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+obj\b/g), ([, number]) => number))
  const hasAllOf = (said: string): boolean => {
    for (const [, number] of said.matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+R\b/g)) if (!objects.has(number)) return false
    return true
  }
  return { hasNeeded: hasAllOf(text.replace(MAY_LACK, "")), hasAll: hasAllOf(text) }
}

interface Repaired {
  readonly file: Uint8Array
  /** Nothing but the index was lost. */
  readonly isWhole: boolean
}

/** What PDFium searches a file without an index for; without it, it does not open the file. What is encrypted needs more. */
export const withTrailer = (bytes: Uint8Array): Repaired | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const catalog = file.includes("/Encrypt") ? undefined : catalogOf(file)
  const parts = catalog === undefined ? undefined : partsOf(file)
  if (parts?.hasNeeded !== true) return undefined
  const trailer = Buffer.from(`\nendobj\ntrailer\n<</Root ${catalog} R>>\nstartxref\n0\n%%EOF\n`)
  return { file: Buffer.concat([file, trailer]), isWhole: parts.hasAll }
}
