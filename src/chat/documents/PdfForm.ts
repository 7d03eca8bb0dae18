/** The fields of a PDF's form: what stands in them, and where in the page's text it belongs. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { allocate, type Box, floats, stringOf, upright } from "./PdfModule.ts"
import type * as PdfText from "./PdfText.ts"
import { isBeside, OVERLAP, overlap } from "./PdfText.ts"
import type { Placeable, Values } from "./PdfValues.ts"

/** FPDF_ANNOT_WIDGET. */
const WIDGET = 20
/** FPDF_FORMFIELD_…: a field's kind. */
const CHECKBOX = 2
const RADIO = 3
const COMBO = 4
const LIST = 5
const TEXT = 6
const SIGNATURE = 7
/** FPDF_ANNOT_FLAG_HIDDEN, FPDF_ANNOT_FLAG_NOVIEW. */
const UNSEEN = 2 | 32
/** FPDF_FORMFLAG_TEXT_PASSWORD. */
const PASSWORD = 1 << 13
/** Fields of one page, options of one field, and characters of all values of a page. */
const MAX_FIELDS = 5_000
const MAX_OPTIONS = 1_000
const MAX_CHARACTERS = 200_000
/** Bytes of FPDF_FORMFILLINFO, of which all but the version may be 0. */
const INFO_BYTES = 256

export interface Field {
  /** As it is written into the text. */
  readonly shown: string
  /** The client is told something by it: a text, a choice, a mark. */
  readonly isFilled: boolean
  /** A box to mark, whose label mostly stands to the right of it. */
  readonly isMark: boolean
  readonly name: string
  /** In the page's own space: left, top, right, bottom. */
  readonly rectangle: ReadonlyArray<number>
}

/** A form's handle; 0 where the document has none. */
export const open = (pdfium: Pdfium, document: number): number => {
  if (pdfium._FPDF_GetFormType(document) === 0) return 0
  const info = allocate(pdfium, INFO_BYTES)
  pdfium.HEAPU8[info] = 2
  return pdfium._FPDFDOC_InitFormFillEnvironment(document, info)
}

const chosen = (pdfium: Pdfium, form: number, field: number): string => {
  const count = Math.min(pdfium._FPDFAnnot_GetOptionCount(form, field), MAX_OPTIONS)
  const labels: Array<string> = []
  for (let index = 0; index < count; index++) {
    if (pdfium._FPDFAnnot_IsOptionSelected(form, field, index) === 0) continue
    labels.push(stringOf(pdfium, (at, bytes) => pdfium._FPDFAnnot_GetOptionLabel(form, field, index, at, bytes)))
  }
  return labels.join(", ")
}

const valueOf = (pdfium: Pdfium, form: number, field: number, kind: number): string => {
  const value = () => stringOf(pdfium, (at, bytes) => pdfium._FPDFAnnot_GetFormFieldValue(form, field, at, bytes))
  const text = kind === COMBO || kind === LIST ? chosen(pdfium, form, field) || value() : value()
  return text.replace(/\s+/g, " ").trim()
}

/** Characters of what draws a field that are looked at. */
const LONGEST_APPEARANCE = 64 * 1024
/** A string that is shown and not blank, or the end of an array of them (ISO 32000-1, 9.4.3). */
const SHOWN_TEXT =
  /\((?:\\.|[^()\\])*[^()\\\s](?:\\.)?\s*\)\s*(?:Tj|['"])|[\da-fA-F]>\s*(?:Tj|['"])|[^(<][)>]\s*\]\s*TJ/

/** A drawing of its own, or words: what a signature shows is layers of both. */
const DRAWN = /(?:^|\s)(?:Do|BI)\s|[)\]>]\s*(?:Tj|TJ|['"])/

const isDrawnAs = (pdfium: Pdfium, field: number, pattern: RegExp): boolean => {
  const drawn = stringOf(pdfium, (at, bytes) => pdfium._FPDFAnnot_GetAP(field, 0, at, bytes))
  return pattern.test(drawn.slice(0, LONGEST_APPEARANCE))
}

/** A signature that can be seen, which says who has signed, and when, in a drawing alone. */
const signatureOf = (pdfium: Pdfium, field: number, rectangle: ReadonlyArray<number>): Field | undefined => {
  const [left = 0, top = 0, right = 0, bottom = 0] = rectangle
  const isSeen = Math.min(Math.abs(right - left), Math.abs(top - bottom)) > 1 && isDrawnAs(pdfium, field, DRAWN)
  return isSeen ? { shown: "", isFilled: true, isMark: false, name: "", rectangle } : undefined
}

const MARKS: Readonly<Record<string, string>> = {
  [`${CHECKBOX} 0`]: "[ ]",
  [`${CHECKBOX} 1`]: "[x]",
  [`${RADIO} 0`]: "( )",
  [`${RADIO} 1`]: "(x)"
}

const fieldOf = (pdfium: Pdfium, form: number, field: number, scratch: number): Field | undefined => {
  if (pdfium._FPDFAnnot_GetSubtype(field) !== WIDGET || (pdfium._FPDFAnnot_GetFlags(field) & UNSEEN) !== 0)
    return undefined
  const kind = pdfium._FPDFAnnot_GetFormFieldType(form, field)
  if (kind < CHECKBOX || kind > SIGNATURE || pdfium._FPDFAnnot_GetRect(field, scratch) === 0) return undefined
  if (kind === SIGNATURE) return signatureOf(pdfium, field, floats(pdfium, scratch, 4))
  const isMark = kind === CHECKBOX || kind === RADIO
  const isPassword = kind === TEXT && (pdfium._FPDFAnnot_GetFormFieldFlags(form, field) & PASSWORD) !== 0
  // Some writers draw a value and do not say it.
  const isDrawn = kind === TEXT && !isPassword && isDrawnAs(pdfium, field, SHOWN_TEXT)
  const isMarked = isMark && pdfium._FPDFAnnot_IsChecked(form, field) !== 0
  const value = isMark || isPassword ? "" : valueOf(pdfium, form, field, kind)
  const alternate = stringOf(pdfium, (at, bytes) => pdfium._FPDFAnnot_GetFormFieldAlternateName(form, field, at, bytes))
  const name = stringOf(pdfium, (at, bytes) => pdfium._FPDFAnnot_GetFormFieldName(form, field, at, bytes))
  return {
    shown: isMark ? (MARKS[`${kind} ${isMarked ? 1 : 0}`] ?? "") : value,
    isFilled: isMarked || isDrawn || value !== "",
    isMark,
    name: alternate || name,
    rectangle: floats(pdfium, scratch, 4)
  }
}

/** The fields of a page that can be seen. `scratch` has room for four floats. */
export const fields = (pdfium: Pdfium, form: number, page: number, scratch: number): ReadonlyArray<Field> => {
  const found: Array<Field> = []
  let characters = 0
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), MAX_FIELDS)
  for (let index = 0; index < count && characters < MAX_CHARACTERS; index++) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const field = fieldOf(pdfium, form, annotation, scratch)
    pdfium._FPDFPage_CloseAnnot(annotation)
    if (field === undefined) continue
    characters += field.shown.length
    found.push(field)
  }
  return found
}

/** Fields and letters of one page that are held against each other. */
const MAX_PLACED = 1_000
export const MAX_GLYPHS = 10_000
/** Points that a label may be away from its field, to its side where one stands above or below, and above or below. */
const FAR = 150
const NEAR = 24
interface Place {
  readonly index: number
  readonly distance: number
}

const nearest = (places: ReadonlyArray<Place>): Place | undefined =>
  places.reduce<Place | undefined>(
    (best, next) => (best === undefined || next.distance < best.distance ? next : best),
    undefined
  )

/** The last character of a line behind one, as far as no gap is wider than a letter is high: a label may be wider than its field. */
const endOfStretch = (from: PdfText.Glyph, glyphs: ReadonlyArray<PdfText.Glyph>): number => {
  let last = from
  for (const glyph of glyphs) {
    if (glyph.index <= last.index) continue
    const gap = glyph.box.left - last.box.right
    if (glyph.line !== from.line || Math.abs(gap) > last.box.top - last.box.bottom) break
    last = glyph
  }
  return last.index
}

/** Behind the last letter of what stands above or below, in the field's column. */
const placeInColumn = (field: Box, glyphs: ReadonlyArray<PdfText.Glyph>): Place | undefined => {
  const inColumn = glyphs.filter(({ box }) => overlap(field.left, field.right, box.left, box.right) > 0)
  const distanceTo = ({ box }: PdfText.Glyph) => Math.max(0, box.bottom - field.top, field.bottom - box.top)
  const best = nearest(inColumn.map((glyph) => ({ index: glyph.line, distance: distanceTo(glyph) })))
  if (best === undefined || best.distance > NEAR) return undefined
  const last = inColumn.findLast(({ line }) => line === best.index)
  return last === undefined ? undefined : { index: endOfStretch(last, glyphs) + 1, distance: best.distance }
}

/** Where in the text a field's value belongs: the index of a character; undefined where no text is near. */
const placeOf = (
  { box, isMark }: { readonly box: Box; readonly isMark: boolean },
  glyphs: ReadonlyArray<PdfText.Glyph>
): number | undefined => {
  const beside = glyphs.filter((glyph) => isBeside(box, glyph))
  const before = nearest(
    beside
      .filter((glyph) => glyph.box.right <= box.left + OVERLAP)
      .map((glyph) => ({ index: glyph.index + 1, distance: box.left - glyph.box.right }))
  )
  const after = nearest(
    beside
      .filter((glyph) => glyph.box.left >= box.right - OVERLAP)
      .map(({ index, box: { left } }) => ({ index, distance: left - box.right }))
  )
  if (isMark && after !== undefined && after.distance <= (before?.distance ?? FAR)) return after.index
  const column = placeInColumn(box, glyphs)
  if (before !== undefined && (before.distance <= FAR || column === undefined)) return before.index
  return (column ?? before ?? after)?.index
}

/** How a page is read: the quarter turns that make its text run from left to right, and its first glyphs. */
export interface Reading {
  readonly turns: number
  readonly glyphs: ReadonlyArray<PdfText.Glyph>
}

/** The fields, and values that are a part of the page, by their place in the text: those of one place in the order of reading, those of none at the end with their names. */
export const insertions = (
  pdfium: Pdfium,
  text: number,
  fields: ReadonlyArray<Field>,
  values: Values,
  { glyphs, turns }: Reading
): PdfText.Insertions => {
  const near = values.moved.size === 0 ? glyphs : glyphs.filter(({ index }) => !values.moved.has(index))
  const end = pdfium._FPDFText_CountChars(text)
  const places = new Map(values.places)
  const add = (index: number, text: string) => {
    const before = places.get(index)
    places.set(index, before === undefined ? text : `${before} ${text}`)
  }
  const inOrder = [
    ...fields.map((field): Placeable => ({ ...field, box: upright(turns, field.rectangle) })),
    ...values.fields
  ]
    .filter(({ shown }) => shown !== "")
    .toSorted((a, b) => b.box.top - a.box.top || a.box.left - b.box.left)
  const unplaced: Array<string> = []
  for (const [index, field] of inOrder.entries()) {
    const place = index < MAX_PLACED ? placeOf(field, near) : undefined
    if (place === undefined) unplaced.push(field.name === "" ? field.shown : `${field.name}: ${field.shown}`)
    else add(place, field.shown)
  }
  if (unplaced.length > 0) add(end, `\n${unplaced.join("\n")}`)
  return places
}
