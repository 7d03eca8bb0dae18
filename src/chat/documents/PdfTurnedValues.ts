/** Values of a PDF's form that were made a part of its page and run in another direction than their labels. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { type Box, upright } from "./PdfModule.ts"
import { type Glyph, isBeside, OVERLAP } from "./PdfText.ts"
import * as PdfValues from "./PdfValues.ts"

/** A page as most of it is read. */
export interface UsualText {
  readonly text: number
  /** Quarter turns clockwise that make it run from left to right. */
  readonly turns: number
  readonly glyphs: ReadonlyArray<Glyph>
  readonly owners: PdfValues.Owners
  /** Where in `text` the objects begin that run in other directions. */
  readonly orders: ReadonlyMap<number, number>
}

export const ordersOf = (pdfium: Pdfium, text: number, others: ReadonlySet<number>): ReadonlyMap<number, number> => {
  const orders = new Map<number, number>()
  for (const index of others) {
    const object = pdfium._FPDFText_GetTextObject(text, index)
    if (!orders.has(object)) orders.set(object, index)
  }
  return orders
}

/** Signs with which a label ends whose value may run in another direction, and points that it may be away. */
const CERTAIN_ENDS: ReadonlySet<string> = new Set([...":：፡፦_…"])
const FAR = 200

/** The place behind the label that the first letter of a word stands beside that runs in another direction. */
const labelOfTurned = (pdfium: Pdfium, { glyphs, text }: UsualText, box: Box, order: number): number | undefined => {
  let label: Glyph | undefined
  for (const glyph of glyphs) {
    const { right } = glyph.box
    if (glyph.index >= order || right > box.left + OVERLAP || box.left - right > FAR || !isBeside(box, glyph)) continue
    if (label === undefined || right > label.box.right) label = glyph
  }
  if (label === undefined) return undefined
  const sign = String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, label.index))
  return CERTAIN_ENDS.has(sign) ? label.index + 1 : undefined
}

/** Objects of one stretch that stand further apart than letters are high: one below the other, they are values of their own. */
const partedByObjects = (
  pdfium: Pdfium,
  text: number,
  stretch: ReadonlyArray<Glyph>
): ReadonlyArray<ReadonlyArray<Glyph>> => {
  const parts: Array<Array<Glyph>> = []
  let last: Glyph | undefined
  for (const glyph of stretch) {
    const object = (of: Glyph) => pdfium._FPDFText_GetTextObject(text, of.index)
    const isParted =
      last === undefined ||
      (glyph.box.left - last.box.right > last.box.top - last.box.bottom && object(glyph) !== object(last))
    const open = parts.at(-1)
    if (open === undefined || isParted) parts.push([glyph])
    else open.push(glyph)
    last = glyph
  }
  return parts
}

/**
 * The values that run in another direction than the labels: objects of their own, on the page as most of it is read, and
 * words behind labels. `glyphs` are those that stand upright after `turns`, in `text`.
 */
export const read = (
  pdfium: Pdfium,
  text: number,
  glyphs: ReadonlyArray<Glyph>,
  turns: number,
  usual: UsualText
): PdfValues.Values => {
  const { fields: fieldsOf, moved, take } = PdfValues.taking(pdfium, text)
  const asUsual = ({ bottom, left, right, top }: Box) =>
    upright((4 + usual.turns - turns) % 4, [left, top, right, bottom])
  const alone = fieldsOf(
    PdfValues.drawnAlone(pdfium, text, glyphs, PdfValues.groupsByOwner(pdfium, text, glyphs, usual.owners))
  )
  const fields = alone.map((field) => ({ ...field, box: asUsual(field.box) }))
  const places = new Map<number, string>()
  const left = glyphs.filter(({ index }) => !moved.has(index))
  const lines = [...PdfValues.groupsOf(left, ({ line }) => line).values()]
    .flatMap(PdfValues.stretchesOf)
    .flatMap((stretch) => partedByObjects(pdfium, text, stretch))
  for (const stretch of lines.length > PdfValues.MAX_LINES ? [] : lines) {
    const [first, last] = [stretch[0], stretch.at(-1)]
    if (first === undefined || last === undefined || stretch.length > PdfValues.LONGEST_VALUE) continue
    const order = usual.orders.get(pdfium._FPDFText_GetTextObject(text, first.index)) ?? -1
    const place = labelOfTurned(pdfium, usual, asUsual(first.box), order)
    const shown = place === undefined ? undefined : take(first.index, last.index)
    const before = place === undefined ? undefined : places.get(place)
    if (place !== undefined && shown !== undefined)
      places.set(place, before === undefined ? shown : `${before} ${shown}`)
  }
  return { fields, places, moved }
}

/** The values of a page, with those that run in other directions; their characters are not of the page's text. */
export const together = (level: PdfValues.Values, turned: ReadonlyArray<PdfValues.Values>): PdfValues.Values => {
  const places = new Map(level.places)
  for (const [place, shown] of turned.flatMap((found) => [...found.places])) {
    const before = places.get(place)
    places.set(place, before === undefined ? shown : `${before} ${shown}`)
  }
  return { fields: [...level.fields, ...turned.flatMap(({ fields }) => fields)], places, moved: level.moved }
}
