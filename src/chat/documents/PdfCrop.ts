/** What of a PDF's page was cut away (its `/CropBox`): no reader shows it, though its text is still in the file. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { floats } from "./PdfModule.ts"

const RECTANGLE = 4
const BYTES = RECTANGLE * 4
/** Characters of one page that are looked at. */
const MAX_CHARACTERS = 1_000_000
/** Points that a letter may reach beyond the edge, and more: only what is wholly outside is cut away. */
const TOLERANCE = 1

/** Left, bottom, right, top of what is shown; undefined where that is all of the page. `scratch` has room for eight floats. */
const shownOf = (pdfium: Pdfium, page: number, scratch: number): ReadonlyArray<number> | undefined => {
  // The crop box within the media box, of the page itself or of the group of pages that it is in.
  if (pdfium._FPDF_GetPageBoundingBox(page, scratch) === 0) return undefined
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, scratch, RECTANGLE)
  // Where the two do not meet, there is nothing that a reader could show.
  if (right <= left || top <= bottom) return undefined
  const shown = [left, bottom, right, top]
  const media = scratch + BYTES
  // 0 where the page has none of its own.
  if (pdfium._FPDFPage_GetMediaBox(page, media, media + 4, media + 8, media + 12) === 0) return shown
  const whole = floats(pdfium, media, RECTANGLE)
  return shown.every((side, index) => Math.abs(side - (whole[index] ?? 0)) <= TOLERANCE) ? undefined : shown
}

/** The characters of a text page that lie outside of what is shown of its page. `scratch` has room for eight floats. */
export const cutAway = (pdfium: Pdfium, page: number, text: number, scratch: number): ReadonlySet<number> => {
  const outside = new Set<number>()
  const shown = shownOf(pdfium, page, scratch)
  if (shown === undefined) return outside
  const [left = 0, bottom = 0, right = 0, top = 0] = shown
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < count; index++) {
    if (pdfium._FPDFText_GetUnicode(text, index) <= 0x20) continue
    if (pdfium._FPDFText_GetLooseCharBox(text, index, scratch) === 0) continue
    // Of this rectangle the top comes before the right.
    const [from = 0, high = 0, to = 0, low = 0] = floats(pdfium, scratch, RECTANGLE)
    const isOutside =
      to < left - TOLERANCE || from > right + TOLERANCE || high < bottom - TOLERANCE || low > top + TOLERANCE
    if (isOutside) outside.add(index)
  }
  return outside
}
