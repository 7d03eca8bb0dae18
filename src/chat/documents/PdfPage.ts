/** One page of a PDF: its text with what stands in its fields and on top of it, and why it is shown as a picture. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { coverOf, hasBoxes, hasMark, MOST } from "./PdfCover.ts"
import { cutAway } from "./PdfCrop.ts"
import * as PdfForm from "./PdfForm.ts"
import * as PdfNotes from "./PdfNotes.ts"
import * as PdfText from "./PdfText.ts"
import * as PdfTurnedValues from "./PdfTurnedValues.ts"
import * as PdfValues from "./PdfValues.ts"

type Line = PdfText.Line

/** Letters and digits below which a page with something on it counts as a picture: a stamp, a page number. */
const FEW_LETTERS = 16
/** One character in so many without Unicode makes a page unreadable. */
const UNKNOWN_IN = 10

/** The share of a page below which a picture is an ornament. */
const LEAST_COVER = 0.01
/** The share from which pictures may be what a page is about, and how many times the room of its words they then take. */
const MUCH_COVER = 0.1
const TIMES_ITS_WORDS = 4

/** Why a page is shown as a picture. */
export type Reason =
  | "isPicture"
  | "isCovered"
  | "isUnreadable"
  | "isGarbled"
  | "isForm"
  | "isDrawnOn"
  | "hasBoxes"
  | "runsDown"

export interface Page {
  readonly lines: ReadonlyArray<Line>
  /** Comments and marks, a line each. */
  readonly notes: ReadonlyArray<string>
  readonly reason: Reason | undefined
  /** Some of its characters have no Unicode. */
  readonly hasUnknown: boolean
  /** Pictures lie on it that are more than ornaments. */
  readonly hasPictures: boolean
  /** Plural nouns. */
  readonly leftOut: ReadonlyArray<string>
}

const letters = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)

/** The share of a page that its words take, about: a letter is half as wide as high, and a line a fifth higher. */
const roomOfWords = (pdfium: Pdfium, page: number, lines: ReadonlyArray<Line>): number => {
  const area = pdfium._FPDF_GetPageWidth(page) * pdfium._FPDF_GetPageHeight(page)
  const words = lines.reduce((sum, { size, text }) => sum + text.length * size * size * 0.6, 0)
  return area > 0 ? words / area : 1
}

/**
 * A letter of another script within an Ethiopic word: affixes of foreign words have no letter behind them too. Lines of
 * tables and signs of sums stand between letters as they are.
 */
const STRANGE = /[\u1200-\u135a\u1380-\u138f](?!\p{Script=Ethiopic})\p{L}(?=[\u1200-\u135a\u1380-\u138f])/gu
/** Of such words so many, and one in so many Ethiopic letters, tell of a font whose Unicode is not true. */
const FEWEST_STRANGE = 3
const LETTERS_OF_STRANGE = 100

/** Whether what a file says its letters are is not true for some of them, as printers that remake a PDF leave it. */
const isGarbled = (lines: ReadonlyArray<Line>): boolean => {
  const count = (pattern: RegExp) => lines.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
  const strange = count(STRANGE)
  return strange >= FEWEST_STRANGE && strange * LETTERS_OF_STRANGE >= count(/\p{Script=Ethiopic}/gu)
}

interface Upon {
  readonly hasFilled: boolean
  /** It has values of a form that were made a part of it. */
  readonly hasValues: boolean
  /** Some of them are objects of their own. */
  readonly isFlattened: boolean
  /** Its lines run downwards, and some of them are not known. */
  readonly isDownward: boolean
  readonly isDrawnOn: boolean
  /** The share of the page that pictures cover. */
  readonly cover: number
}

const reasonOf = (
  pdfium: Pdfium,
  page: number,
  { characters, lines, unknown }: PdfText.PageText,
  { cover, hasFilled, hasValues, isDownward, isDrawnOn, isFlattened }: Upon,
  scratch: number
): Reason | undefined => {
  if (letters(lines) < FEW_LETTERS && pdfium._FPDFPage_CountObjects(page) > 0) return "isPicture"
  if (unknown > 0 && unknown * UNKNOWN_IN >= characters) return "isUnreadable"
  if (isDownward) return "runsDown"
  if (hasFilled) return "isForm"
  if (isDrawnOn) return "isDrawnOn"
  if (cover > MOST) return "isCovered"
  if (cover >= MUCH_COVER && cover >= TIMES_ITS_WORDS * roomOfWords(pdfium, page, lines)) return "isCovered"
  const isMarked = isFlattened && hasMark(pdfium, page, scratch)
  if (isMarked || hasBoxes(pdfium, page, hasValues, scratch)) return "hasBoxes"
  return isGarbled(lines) ? "isGarbled" : undefined
}

/** What nobody can read is left to the picture, where there is one. */
const linesOf = ({ isMarked, lines }: PdfText.PageText, reason: Reason | undefined): ReadonlyArray<Line> => {
  if (reason === "isUnreadable" || reason === "isGarbled" || reason === "isPicture") return PdfText.readable(lines)
  return isMarked ? PdfText.marked(lines) : lines
}

/** The text of a page after so many quarter turns clockwise: PDFium takes lines that begin at one height for one line. */
const loadTurned = (pdfium: Pdfium, page: number, turns: number): number => {
  pdfium._FPDFPage_SetRotation(page, turns)
  return pdfium._FPDFText_LoadPage(page)
}

/**
 * The text of a page that is turned so that most of it runs from left to right, and after how many turns its letters
 * stand upright: of lines that run downwards others. The page is left turned.
 */
const loadText = (pdfium: Pdfium, page: number, scratch: number) => {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return undefined
  const counts = PdfText.turnedCharacters(pdfium, text)
  const standing = PdfText.quarterTurns(counts)
  const isDownward = standing === 0 && PdfText.runsDown(pdfium, text, scratch)
  const turns = isDownward ? PdfText.TURNS_OF_DOWNWARD : standing
  const others = counts.flatMap((count, other) => (count > 0 && other !== standing ? [other] : []))
  const loaded = { others, standing, turns, isDownward }
  if (turns === pdfium._FPDFPage_GetRotation(page)) return { text, ...loaded }
  pdfium._FPDFText_ClosePage(text)
  const turned = loadTurned(pdfium, page, turns)
  return turned === 0 ? undefined : { text: turned, ...loaded }
}

const NO_INSERTIONS: PdfText.Insertions = new Map()
const NONE: ReadonlySet<number> = new Set()

interface TurnedText {
  /** Its values, for the page's text; their characters are not in its own. */
  readonly values: PdfValues.Values
  readonly rest: PdfText.PageText
}

/** What runs in other directions than most of the page. The page is left turned. */
const readTurned = (
  pdfium: Pdfium,
  page: number,
  others: ReadonlyArray<number>,
  usual: PdfTurnedValues.UsualText,
  scratch: number
): ReadonlyArray<TurnedText> =>
  others.flatMap((turns) => {
    const text = loadTurned(pdfium, page, turns)
    if (text === 0) return []
    const otherwise = PdfText.turnedOtherwise(pdfium, text, turns)
    const glyphs = PdfText.glyphs(pdfium, text, scratch, turns, PdfForm.MAX_GLYPHS, otherwise)
    const values = PdfTurnedValues.read(pdfium, text, glyphs, turns, usual)
    const cut = cutAway(pdfium, page, text, scratch)
    const moved = values.moved.size + cut.size === 0 ? otherwise : new Set([...otherwise, ...values.moved, ...cut])
    const rest = PdfText.read(pdfium, text, scratch, { insertions: NO_INSERTIONS, moved, turns })
    pdfium._FPDFText_ClosePage(text)
    return [{ values, rest }]
  })

/** The lines that run in other directions than most, behind those. */
const withTurned = (most: PdfText.PageText, turned: ReadonlyArray<TurnedText>): PdfText.PageText =>
  turned.reduce(
    (all, { rest }) => ({
      lines: [...all.lines, ...rest.lines],
      characters: all.characters + rest.characters,
      unknown: all.unknown + rest.unknown,
      isMarked: all.isMarked || rest.isMarked
    }),
    most
  )

const typedField = ({ rectangle, shown }: PdfNotes.Typed): PdfForm.Field => ({
  shown,
  isFilled: true,
  isMark: false,
  name: "",
  rectangle
})

/** What a page says, with what stands in its fields where one of them is filled; undefined where it has no text page. */
export const readPage = (pdfium: Pdfium, page: number, form: number, scratch: number): Page | undefined => {
  const rotation = pdfium._FPDFPage_GetRotation(page)
  const loaded = loadText(pdfium, page, scratch)
  if (loaded === undefined) return undefined
  const { isDownward, standing, text, turns } = loaded
  const fields = form === 0 ? [] : PdfForm.fields(pdfium, form, page, scratch)
  const notes = PdfNotes.read(pdfium, page, text, form !== 0, scratch)
  const hasFilled = fields.some(({ isFilled }) => isFilled)
  const placed = [...(hasFilled ? fields : []), ...notes.typed.map(typedField)]
  const others = loaded.others.length === 0 ? NONE : PdfText.turnedOtherwise(pdfium, text, standing)
  const glyphs = PdfText.glyphs(pdfium, text, scratch, turns, PdfForm.MAX_GLYPHS, others)
  const owners = PdfValues.ownersOf(pdfium, page)
  const level = PdfValues.read(pdfium, text, glyphs, owners)
  const orders = PdfTurnedValues.ordersOf(pdfium, text, others)
  const usual = { text, turns, glyphs, owners, orders }
  const turned = readTurned(pdfium, page, loaded.others, usual, scratch)
  const values = PdfTurnedValues.together(
    level,
    turned.map((found) => found.values)
  )
  const insertions = PdfForm.insertions(pdfium, text, placed, values, { turns, glyphs })
  const cut = cutAway(pdfium, page, text, scratch)
  const elsewhere = others.size + cut.size === 0 ? values.moved : new Set([...values.moved, ...others, ...cut])
  const upright = PdfText.read(pdfium, text, scratch, { insertions, moved: elsewhere, turns })
  pdfium._FPDFText_ClosePage(text)
  const found = withTurned(upright, turned)
  pdfium._FPDFPage_SetRotation(page, rotation)
  const cover = coverOf(pdfium, page, scratch)
  const hasValues = values.fields.length > 0 || values.places.size > 0
  const isFlattened = values.fields.length > 0
  const upon = { cover, hasFilled, hasValues, isDownward, isDrawnOn: notes.isDrawn, isFlattened }
  const reason = reasonOf(pdfium, page, found, upon, scratch)
  return {
    lines: linesOf(found, reason),
    notes: notes.lines,
    reason,
    hasUnknown: found.isMarked,
    hasPictures: cover >= LEAST_COVER,
    leftOut: notes.leftOut
  }
}
