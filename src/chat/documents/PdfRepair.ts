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

/** The text of a file without its streams; what was cut off within one is left out. */
const withoutStreams = (file: Buffer): string => {
  const parts: Array<string> = []
  let at = 0
  while (at < file.length) {
    const start = file.indexOf("stream", at)
    parts.push(file.toString("latin1", at, start < 0 ? file.length : start))
    const end = start < 0 ? -1 : file.indexOf("endstream", start)
    if (end < 0) break
    at = end + "endstream".length
  }
  return parts.join("")
}

/** Pages and what is drawn on them may lack: without them the others are as they were. */
const PAGES = /\/(?:Kids|Contents)\s*(?:\[[\d\sR]*\]|\d{1,10}\s+\d{1,5}\s+R\b)/g

/** Whether all is there that pages need besides: of a font without its description the text would be another. */
const hasAllParts = (file: Buffer): boolean => {
  const text = withoutStreams(file)
  // The last one may be cut off.
  const whole = text.slice(0, text.lastIndexOf("endobj"))
  const objects = new Set(Array.from(whole.matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+obj\b/g), ([, number]) => number))
  const needed = text.replace(PAGES, "").matchAll(/\b(\d{1,10})\s+(\d{1,5})\s+R\b/g)
  for (const [, number] of needed) if (!objects.has(number)) return false
  return true
}

/** What PDFium searches a file without an index for; without it, it does not open the file. What is encrypted needs more. */
export const withTrailer = (bytes: Uint8Array): Uint8Array | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const catalog = file.includes("/Encrypt") ? undefined : catalogOf(file)
  if (catalog === undefined || !hasAllParts(file)) return undefined
  return Buffer.concat([file, Buffer.from(`\nendobj\ntrailer\n<</Root ${catalog} R>>\nstartxref\n0\n%%EOF\n`)])
}
