/**
 * Values of a PDF's form that were made a part of its page: they stand behind all labels in the file, and beside them on
 * the page. Programs that flatten forms draw each field's value as a form XObject of its own; those that print them draw
 * it as words behind the page's.
 */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { HIGHEST_VALUE, isOneBlock, type Line, labelsAbove } from "./PdfBlocks.ts"
import type { Box } from "./PdfModule.ts"
import { type Glyph, type Insertions, isBeside, OVERLAP } from "./PdfText.ts"

/** FPDF_PAGEOBJ_FORM, FPDF_PAGEOBJ_TEXT. */
const FORM = 5
const TEXT = 1
/** Objects of one page that are looked at, and how deep they may lie in each other. */
const MAX_OBJECTS = 20_000
const MAX_DEPTH = 4
/** Values, and lines of a page that are held against its glyphs. */
const MAX_VALUES = 1_000
export const MAX_LINES = 1_000
/** Characters of a value: more of it is a part of the page. */
export const LONGEST_VALUE = 500
/** How much higher than the letters of the page those of a value may be: a watermark's are much higher. */
const HIGHER = 2.5
/** Signs with which a label ends, or a line to write on. */
const LABEL_ENDS: ReadonlySet<string> = new Set([...":：፡፦_….?)*="])

/** What is to be placed beside its label. */
export interface Placeable {
  readonly shown: string
  /** A box to mark, whose label mostly stands to the right of it. */
  readonly isMark: boolean
  readonly name: string
  /** On the page as it is read. */
  readonly box: Box
}

export interface Values {
  /** Those that are to be placed. */
  readonly fields: ReadonlyArray<Placeable>
  /** Those whose place is known: what stands before the character of an index. */
  readonly places: Insertions
  /** The characters of all of them, by their indexes. */
  readonly moved: ReadonlySet<number>
}

const NO_VALUES: Values = { fields: [], places: new Map(), moved: new Set() }

/** The form XObject of a page that each object of text stands in, by their handles. */
export type Owners = ReadonlyMap<number, number>

export const ownersOf = (pdfium: Pdfium, page: number): Owners => {
  const owners = new Map<number, number>()
  let budget = MAX_OBJECTS
  const look = (object: number, owner: number, depth: number): void => {
    if (object === 0 || budget-- <= 0) return
    const type = pdfium._FPDFPageObj_GetType(object)
    if (type === TEXT && depth > 0) owners.set(object, owner)
    if (type !== FORM || depth >= MAX_DEPTH) return
    const count = pdfium._FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count && budget > 0; index++)
      look(pdfium._FPDFFormObj_GetObject(object, index), depth === 0 ? object : owner, depth + 1)
  }
  const count = pdfium._FPDFPage_CountObjects(page)
  for (let index = 0; index < count && budget > 0; index++) look(pdfium._FPDFPage_GetObject(page, index), 0, 0)
  return owners
}

const boxOf = (glyphs: ReadonlyArray<Glyph>): Box => {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { box } of glyphs) {
    left = Math.min(left, box.left)
    right = Math.max(right, box.right)
    bottom = Math.min(bottom, box.bottom)
    top = Math.max(top, box.top)
  }
  return { left, right, bottom, top }
}

const heightOf = ({ box }: Glyph): number => box.top - box.bottom

const medianHeight = (glyphs: ReadonlyArray<Glyph>): number => {
  const heights = glyphs.map(heightOf).toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? 0
}

/** The text of characters that are behind one another, on one line; undefined where one of them is not known. */
const textOf = (pdfium: Pdfium, text: number, first: number, last: number): string | undefined => {
  let said = ""
  for (let index = first; index <= last; index++) {
    if (pdfium._FPDFText_HasUnicodeMapError(text, index) === 1) return undefined
    const unit = pdfium._FPDFText_GetUnicode(text, index)
    said += unit > 0x20 && unit <= 0x10ffff ? String.fromCodePoint(unit) : " "
  }
  return said.replace(/\s+/g, " ").trim()
}

export const groupsOf = <Key>(
  glyphs: ReadonlyArray<Glyph>,
  keyOf: (glyph: Glyph) => Key | undefined
): ReadonlyMap<Key, ReadonlyArray<Glyph>> => {
  const groups = new Map<Key, Array<Glyph>>()
  for (const glyph of glyphs) {
    const key = keyOf(glyph)
    if (key === undefined) continue
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [glyph])
    else known.push(glyph)
  }
  return groups
}

export const groupsByOwner = (pdfium: Pdfium, text: number, glyphs: ReadonlyArray<Glyph>, owners: Owners) =>
  owners.size === 0
    ? new Map<number, ReadonlyArray<Glyph>>()
    : groupsOf(glyphs, ({ index }) => owners.get(pdfium._FPDFText_GetTextObject(text, index)))

/** A page that is all in such objects has no labels of its own. */
const hasLabels = (groups: ReadonlyMap<number, ReadonlyArray<Glyph>>, glyphs: ReadonlyArray<Glyph>): boolean =>
  glyphs.length > [...groups.values()].reduce((sum, { length }) => sum + length, 0)

/** The values that are drawn as form XObjects. */
export const drawnAlone = (
  pdfium: Pdfium,
  text: number,
  glyphs: ReadonlyArray<Glyph>,
  groups: ReadonlyMap<number, ReadonlyArray<Glyph>>
) => {
  if (groups.size > MAX_VALUES) return []
  const usual = medianHeight(glyphs)
  return [...groups.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)]
    const box = boxOf(own)
    const isValue =
      first !== undefined &&
      last !== undefined &&
      // Before its blanks are counted: objects of one line may stand far apart in it.
      last.index - first.index < 2 * LONGEST_VALUE &&
      own.length <= LONGEST_VALUE &&
      own.length === last.index - first.index + 1 - blanksIn(pdfium, text, first.index, last.index) &&
      box.top - box.bottom <= HIGHEST_VALUE &&
      medianHeight(own) <= HIGHER * usual
    return isValue ? [{ first: first.index, last: last.index, box }] : []
  })
}

const blanksIn = (pdfium: Pdfium, text: number, first: number, last: number): number => {
  let blanks = 0
  for (let index = first; index <= last; index++) {
    const unit = pdfium._FPDFText_GetUnicode(text, index)
    if (unit <= 0x20 || unit === 0xa0) blanks++
  }
  return blanks
}

/** The place behind the end of a label that stands to the left of a line, and earlier in the file; undefined where there is none. */
const labelOf = (pdfium: Pdfium, text: number, line: Line, glyphs: ReadonlyArray<Glyph>): number | undefined => {
  let nearest: Glyph | undefined
  for (const glyph of glyphs)
    if (
      (glyph.line !== line.number || line.isBack) &&
      glyph.index < line.first &&
      glyph.box.right <= line.box.left + OVERLAP &&
      isBeside(line.box, glyph)
    )
      if (nearest === undefined || glyph.box.right > nearest.box.right) nearest = glyph
  if (nearest !== undefined && line.isBack) return nearest.index + 1
  if (nearest === undefined || nearest.line >= line.number - 1) return undefined
  return LABEL_ENDS.has(String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, nearest.index)))
    ? nearest.index + 1
    : undefined
}

/** How wide a gap within a line is that parts it, as a share of the height of its letters. */
const PARTING = 1.5

/** Letters that run from right to left: of their lines the file's order is the readers'. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

const isRightToLeft = (pdfium: Pdfium, text: number, glyphs: ReadonlyArray<Glyph>): boolean =>
  glyphs.some(({ index }) => RIGHT_TO_LEFT.test(String.fromCodePoint(pdfium._FPDFText_GetUnicode(text, index))))

/** Stretches of a line without gaps, in which values may have been written that have another between them. */
export const stretchesOf = (glyphs: ReadonlyArray<Glyph>): ReadonlyArray<ReadonlyArray<Glyph>> => {
  const stretches: Array<Array<Glyph>> = []
  let last: Glyph | undefined
  for (const glyph of glyphs) {
    const gap = last === undefined ? 0 : glyph.box.left - last.box.right
    const isParted = last === undefined || gap > PARTING * heightOf(last) || glyph.box.right < last.box.left
    const open = stretches.at(-1)
    if (open === undefined || isParted) stretches.push([glyph])
    else open.push(glyph)
    last = glyph
  }
  return stretches
}

/** The values that are words of the page, each a line that stands behind a label on the page, and not in the file. */
const drawnBehind = (pdfium: Pdfium, text: number, glyphs: ReadonlyArray<Glyph>) => {
  const lines = [...groupsOf(glyphs, ({ line }) => line)].flatMap(([number, all]) => {
    if (isRightToLeft(pdfium, text, all)) return []
    let reached = Number.NEGATIVE_INFINITY
    return stretchesOf(all).flatMap((own): ReadonlyArray<Line> => {
      const [first, last] = [own[0], own.at(-1)]
      if (first === undefined || last === undefined) return []
      const box = boxOf(own)
      const isBack = box.left < reached - OVERLAP
      reached = Math.max(reached, box.right)
      return [{ isBack, number, first: first.index, last: last.index, box }]
    })
  })
  if (lines.length > MAX_LINES) return []
  const beside = lines.map((line) => labelOf(pdfium, text, line, glyphs))
  const above = labelsAbove(lines, (at) => beside[at] !== undefined)
  const found = lines.map((line, at) => {
    const label = lines[above.get(at) ?? -1]
    return { line, place: beside[at] ?? (label === undefined ? undefined : label.last + 1) }
  })
  return found.filter(({ line, place }, at) => {
    const isWord = (other: (typeof found)[number] | undefined) =>
      other !== undefined && other.place === undefined && isOneBlock(line, other.line)
    return place !== undefined && !isWord(found[at - 1]) && !isWord(found[at + 1])
  })
}

/** Gathers values, and the characters that they take from the text. */
export const taking = (pdfium: Pdfium, text: number) => {
  const moved = new Set<number>()
  const take = (first: number, last: number): string | undefined => {
    const said = textOf(pdfium, text, first, last)
    for (let index = first; said !== undefined && index <= last; index++) moved.add(index)
    return said
  }
  const fields = (drawn: ReturnType<typeof drawnAlone>): ReadonlyArray<Placeable> =>
    drawn.flatMap(({ box, first, last }) => {
      const shown = take(first, last)
      return shown === undefined ? [] : [{ shown, isMark: false, name: "", box }]
    })
  return { moved, take, fields }
}

/** The values that are a part of a page. `glyphs` are its first ones. */
export const read = (pdfium: Pdfium, text: number, glyphs: ReadonlyArray<Glyph>, owners: Owners): Values => {
  const { fields: fieldsOf, moved, take } = taking(pdfium, text)
  const groups = groupsByOwner(pdfium, text, glyphs, owners)
  const fields = hasLabels(groups, glyphs) ? fieldsOf(drawnAlone(pdfium, text, glyphs, groups)) : []
  const places = new Map<number, string>()
  const left = moved.size === 0 ? glyphs : glyphs.filter(({ index }) => !moved.has(index))
  for (const { line, place } of drawnBehind(pdfium, text, left)) {
    const shown = place === undefined ? undefined : take(line.first, line.last)
    const before = place === undefined ? undefined : places.get(place)
    if (place !== undefined && shown !== undefined)
      places.set(place, before === undefined ? shown : `${before} ${shown}`)
  }
  return moved.size === 0 ? NO_VALUES : { fields, places, moved }
}
