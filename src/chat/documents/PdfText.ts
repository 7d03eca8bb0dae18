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

/** Where the character at `index` stands on the page after so many quarter turns clockwise; undefined where it has no place. */
const boxOf = (pdfium: Pdfium, text: number, index: number, turns: number, scratch: number): Box | undefined =>
  pdfium._FPDFText_GetLooseCharBox(text, index, scratch) === 0
    ? undefined
    : upright(turns, floats(pdfium, scratch, RECTANGLE))

/** PDFium's mark for a hyphen at the end of a line whose word goes on; the line break is not said. */
const SOFT_HYPHENS = new Set([0x02, 0xfffe])
const REPLACEMENT = "\ufffd"

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0

/** Whether a font that gives a character this code says by it what the character is. */
const isMeant = (unit: number): boolean => (unit > 0x1f || unit === 0x09) && unit <= 0x10ffff && unit !== 0xfffd

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

/** What of a text page is read, and how. */
export interface ReadOptions {
  /** Quarter turns clockwise after which it is read. */
  readonly turns: number
  readonly insertions: Insertions
  /** Characters that are left out. */
  readonly moved: ReadonlySet<number>
}

interface PlacedLine extends Line {
  /** Where its first character stands. */
  readonly start: Box | undefined
}

/** How far letters may be apart that stand one below the other, as a share of their height, and how many make a word. */
const STACKED = 0.35
const FEWEST_STACKED = 3

const isLetter = ({ text }: Line): boolean => /^\p{L}\p{M}*$/u.test(text)

/** Whether a letter stands right below another. */
const isBelow = (one: PlacedLine, other: PlacedLine): boolean => {
  const [{ start: above }, { start: below }] = [one, other]
  if (above === undefined || below === undefined || !isLetter(one) || !isLetter(other)) return false
  const height = above.top - above.bottom
  const gap = above.bottom - below.top
  const apart = Math.abs(above.left + above.right - below.left - below.right) / 2
  return Math.abs(gap) < STACKED * height && apart < height / 2
}

/** Letters that stand one below the other as words. */
const joinStacked = (lines: ReadonlyArray<PlacedLine>): ReadonlyArray<Line> => {
  const joined: Array<Line> = []
  let stack: Array<PlacedLine> = []
  const end = (): void => {
    const [first] = stack
    if (first !== undefined && stack.length >= FEWEST_STACKED)
      joined.push({ text: stack.map(({ text }) => text).join(""), size: first.size })
    else joined.push(...stack)
    stack = []
  }
  for (const line of lines) {
    const last = stack.at(-1)
    if (last !== undefined && !isBelow(last, line)) end()
    stack.push(line)
  }
  end()
  return joined
}

/** Whether one line begins right of another, on the same height: what was between them has been left out. */
const isOneRow = (left: Box | undefined, right: Box | undefined): boolean =>
  left !== undefined &&
  right !== undefined &&
  left.left < right.left &&
  Math.min(left.top, right.top) - Math.max(left.bottom, right.bottom) > (left.top - left.bottom) / 2

/** The lines of a text page, with what is to be inserted. `scratch` has room for four floats. */
export const read = (
  pdfium: Pdfium,
  text: number,
  scratch: number,
  { insertions, moved, turns }: ReadOptions
): PageText => {
  const lines: Array<PlacedLine> = []
  let start: Box | undefined
  /** The line has characters that are left out; nothing but such came since the last one that is kept. */
  let [hasMoved, isBehindMoved] = [false, false]
  const keep = (line: PlacedLine): void => {
    const last = lines.at(-1)
    if (isBehindMoved && last !== undefined && isOneRow(last.start, line.start))
      lines[lines.length - 1] = { ...last, text: `${last.text} ${line.text}` }
    else lines.push(line)
  }
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
      if (line !== "") keep({ text: line, size, start })
      isBehindMoved = hasMoved && (line === "" || isBehindMoved)
      hasMoved = false
      units = []
      size = 0
      start = undefined
      continue
    }
    if (unit === 0x0d || SOFT_HYPHENS.has(unit)) continue
    if (moved.has(index)) {
      hasMoved = true
      continue
    }
    characters++
    const certainty = isBlank(unit) ? "isKnown" : fonts.certaintyAt(index)
    const isUnknown =
      !isMeant(unit) || certainty === "isUnknown" || pdfium._FPDFText_HasUnicodeMapError(text, index) === 1
    if (isUnknown || certainty === "isDoubtful" || isPrivate(unit)) unknown++
    if (start === undefined && !isBlank(unit)) {
      start = boxOf(pdfium, text, index, turns, scratch)
      size = start === undefined ? 0 : start.top - start.bottom
    }
    units.push(isUnknown ? REPLACEMENT : String.fromCodePoint(unit))
  }
  return {
    lines: joinStacked(lines),
    characters,
    unknown,
    isMarked: lines.some(({ text }) => text.includes(REPLACEMENT))
  }
}

/** A character that can be seen, and where. */
export interface Glyph {
  readonly index: number
  /** The number of its line. */
  readonly line: number
  readonly box: Box
}

/** Quarter turns clockwise that make a character stand upright; undefined for one that is not seen. */
const turnsOfCharacter = (pdfium: Pdfium, text: number, index: number): number | undefined => {
  if (pdfium._FPDFText_GetUnicode(text, index) <= 0x20) return undefined
  const angle = pdfium._FPDFText_GetCharAngle(text, index)
  return angle < 0 ? 0 : (4 - Math.round(angle / (Math.PI / 2))) % 4
}

/** How many characters of a page stand upright after no, one, two and three quarter turns clockwise. */
export const turnedCharacters = (pdfium: Pdfium, text: number): ReadonlyArray<number> => {
  const counts = [0, 0, 0, 0]
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < count; index++) {
    const turns = turnsOfCharacter(pdfium, text, index)
    if (turns !== undefined) counts[turns] = (counts[turns] ?? 0) + 1
  }
  return counts
}

/** Quarter turns clockwise that make most of the text of a page run from left to right. */
export const quarterTurns = (counts: ReadonlyArray<number>): number => counts.indexOf(Math.max(...counts))

/** Pairs of characters that are looked at to know how lines run. */
const MAX_PAIRS = 2_000

/**
 * Whether lines run downwards and letters stand upright, as Chinese and Japanese are also written: PDFium knows such lines,
 * and not their order, and loses short ones. `scratch` has room for four floats.
 */
export const runsDown = (pdfium: Pdfium, text: number, scratch: number): boolean => {
  let [down, across] = [0, 0]
  let last: Box | undefined
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < count && down + across < MAX_PAIRS; index++) {
    const isSeen = turnsOfCharacter(pdfium, text, index) === 0
    const box = isSeen ? boxOf(pdfium, text, index, 0, scratch) : undefined
    if (last !== undefined && box !== undefined) {
      const apart = Math.abs(last.left + last.right - box.left - box.right) / 2
      const isDown = apart < (box.right - box.left) / 4 && Math.abs(last.bottom - box.top) < (box.top - box.bottom) / 2
      if (isDown) down++
      else across++
    }
    last = box
  }
  return down > across
}

/** Quarter turns after which lines that run downwards, beginning at the right, are lines from left to right. */
export const TURNS_OF_DOWNWARD = 3

/** The characters that stand upright only after other quarter turns than these. */
export const turnedOtherwise = (pdfium: Pdfium, text: number, turns: number): ReadonlySet<number> => {
  const others = new Set<number>()
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < count; index++) {
    const own = turnsOfCharacter(pdfium, text, index)
    if (own !== undefined && own !== turns) others.add(index)
  }
  return others
}

/** The first characters of a text page that can be seen, in order, on the page after so many quarter turns clockwise. */
export const glyphs = (
  pdfium: Pdfium,
  text: number,
  scratch: number,
  quarterTurns: number,
  most: number,
  others: ReadonlySet<number>
): ReadonlyArray<Glyph> => {
  const found: Array<Glyph> = []
  let line = 0
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index < count && found.length < most; index++) {
    const unit = pdfium._FPDFText_GetUnicode(text, index)
    if (unit === 0x0a) line++
    else if (others.has(index)) continue
    else if (unit > 0x20 && unit !== 0xa0 && pdfium._FPDFText_GetLooseCharBox(text, index, scratch) !== 0) {
      found.push({ index, line, box: upright(quarterTurns, floats(pdfium, scratch, RECTANGLE)) })
    }
  }
  return found
}

/** Points that boxes may overlap and still stand side by side. */
export const OVERLAP = 3

export const overlap = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(to, otherTo) - Math.max(from, otherFrom)

/** Whether a character stands on one line with a box. */
export const isBeside = (of: Box, { box }: Glyph): boolean =>
  overlap(of.bottom, of.top, box.bottom, box.top) > Math.min(of.top - of.bottom, box.top - box.bottom) / 2
