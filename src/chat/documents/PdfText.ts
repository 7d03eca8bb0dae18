/** The text of a PDF's page in lines, and how much of it has no Unicode. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import * as PdfFonts from "./PdfFonts.ts"
import { type Box, floats, upright } from "./PdfModule.ts"

/** Characters of one page that are read. */
const MAX_CHARACTERS = 1_000_000

export interface Line {
  readonly text: string
  /** Height of its letters in points. */
  readonly size: number
}

/** What stands before the character of an index, or at the end of the text, besides the page's own text. */
export type Insertions = ReadonlyMap<number, string>

export interface PageText {
  readonly lines: ReadonlyArray<Line>
  /** Characters that PDFium has found in the page, line ends aside. */
  readonly characters: number
  /** Those of them that nobody knows the meaning of: without Unicode, or of a private use. */
  readonly unknown: number
  /** The text has a mark in the place of some character without Unicode. */
  readonly isMarked: boolean
}

const RECTANGLE = 4

/** Height of the character at `index`, in points; 0 where it has none. */
const heightOf = (pdfium: Pdfium, text: number, index: number, scratch: number): number => {
  if (pdfium._FPDFText_GetLooseCharBox(text, index, scratch) === 0) return 0
  const [, top = 0, , bottom = 0] = floats(pdfium, scratch, RECTANGLE)
  return Math.abs(top - bottom)
}

/** PDFium's mark for a hyphen at the end of a line whose word goes on; the line break is not said. */
const SOFT_HYPHENS = new Set([0x02, 0xfffe])
const REPLACEMENT = "\ufffd"

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0

/** Whether a font that gives a character this code says by it what the character is. */
const isMeant = (unit: number): boolean => unit > 0 && unit <= 0x10ffff && unit !== 0xfffd

const isPrivate = (unit: number): boolean => (unit >= 0xe000 && unit <= 0xf8ff) || (unit >= 0xf0000 && unit <= 0x10ffff)

const PRIVATE_USE = /\p{Co}/gu

/** Lines in which one mark stands for each stretch of what nobody can read. */
export const marked = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  lines.map(({ size, text }) => ({
    size,
    text: text.replace(PRIVATE_USE, REPLACEMENT).replace(/\ufffd[\ufffd\s]*\ufffd/g, REPLACEMENT)
  }))

/** Those lines without the ones that have nothing else. */
export const readable = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> =>
  marked(lines).filter(({ text }) => !text.includes(REPLACEMENT) || /[\p{L}\p{N}]/u.test(text))

/** The lines of a text page, with what is to be inserted. `scratch` has room for four floats. */
export const read = (pdfium: Pdfium, text: number, scratch: number, insertions: Insertions): PageText => {
  const lines: Array<Line> = []
  let units: Array<string> = []
  let [size, characters, unknown] = [0, 0, 0]
  const insert = (index: number) => {
    const inserted = insertions.get(index)
    if (inserted === undefined) return
    const before = units.at(-1)
    units.push(before === undefined || before === " " ? inserted : ` ${inserted}`, " ")
  }
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  const fonts = PdfFonts.read(pdfium, text, count)
  for (let index = 0; index <= count; index++) {
    const unit = index === count ? 0x0a : pdfium._FPDFText_GetUnicode(text, index)
    insert(index)
    if (unit === 0x0a) {
      const line = (
        insertions.size > 0 ? units.join("").replace(/ {2,}/g, " ").replace(/ \n/g, "\n") : units.join("")
      ).trim()
      if (line !== "") lines.push({ text: line, size })
      units = []
      size = 0
      continue
    }
    if (unit === 0x0d || SOFT_HYPHENS.has(unit)) continue
    characters++
    const certainty = isBlank(unit) ? "isKnown" : fonts.certaintyAt(index)
    const isUnknown =
      !isMeant(unit) || certainty === "isUnknown" || pdfium._FPDFText_HasUnicodeMapError(text, index) === 1
    if (isUnknown || certainty === "isDoubtful" || isPrivate(unit)) unknown++
    if (size === 0 && !isBlank(unit)) size = heightOf(pdfium, text, index, scratch)
    units.push(isUnknown ? REPLACEMENT : String.fromCodePoint(unit))
  }
  return { lines, characters, unknown, isMarked: lines.some(({ text }) => text.includes(REPLACEMENT)) }
}

/** A character that can be seen, and where. */
export interface Glyph {
  readonly index: number
  /** The number of its line. */
  readonly line: number
  readonly box: Box
}

/** Quarter turns clockwise that make the text of a page run from left to right, by its first character that can be seen. */
export const quarterTurns = (pdfium: Pdfium, text: number): number => {
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  let index = 0
  while (index < count && pdfium._FPDFText_GetUnicode(text, index) <= 0x20) index++
  const angle = index < count ? pdfium._FPDFText_GetCharAngle(text, index) : 0
  return angle < 0 ? 0 : (4 - Math.round(angle / (Math.PI / 2))) % 4
}

/** The first characters of a text page that can be seen, in order, on the page after so many quarter turns clockwise. */
export const glyphs = (
  pdfium: Pdfium,
  text: number,
  scratch: number,
  quarterTurns: number,
  most: number
): ReadonlyArray<Glyph> => {
  const found: Array<Glyph> = []
  let line = 0
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < count && found.length < most; index++) {
    const unit = pdfium._FPDFText_GetUnicode(text, index)
    if (unit === 0x0a) line++
    else if (unit > 0x20 && unit !== 0xa0 && pdfium._FPDFText_GetLooseCharBox(text, index, scratch) !== 0) {
      found.push({ index, line, box: upright(quarterTurns, floats(pdfium, scratch, RECTANGLE)) })
    }
  }
  return found
}
