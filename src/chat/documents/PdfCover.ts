/** What is drawn on a PDF's page: how much pictures cover, by cells of a grid whose centres lie in one, and boxes to tick. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { floats } from "./PdfModule.ts"

/** Cells along each side of the page. */
const CELLS = 64
/** Objects of one page that are looked at, and how deep they may lie in each other. */
const MAX_OBJECTS = 20_000
const MAX_DEPTH = 8
/** The share of a page above which pictures cover most of it. */
export const MOST = 0.5

/** FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_FORM. */
const PATH = 2
const IMAGE = 3
const FORM = 5

/** a, b, c, d, e, f: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = readonly [number, number, number, number, number, number]
/** Left, bottom, right, top. */
type Rectangle = readonly [number, number, number, number]

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
const compose = (inner: Matrix, outer: Matrix): Matrix => {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D, E, F] = outer
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F]
}

const boundsOf = (points: ReadonlyArray<readonly [number, number]>): Rectangle => {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  return [left, bottom, right, top]
}

const common = (one: Rectangle, other: Rectangle): Rectangle => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3])
]

const point = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const

const NO_MATRIX: Matrix = [0, 0, 0, 0, 0, 0]

const matrixOf = (pdfium: Pdfium, object: number, scratch: number): Matrix => {
  if (pdfium._FPDFPageObj_GetMatrix(object, scratch) === 0) return NO_MATRIX
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = floats(pdfium, scratch, 6)
  return [a, b, c, d, e, f]
}

/** Points of a clip that are looked at; of a longer one its bounds would be no closer. */
const MAX_CLIP_POINTS = 2_000

/** What the bounds of an object's clip leave of `within`. */
const clipped = (pdfium: Pdfium, object: number, matrix: Matrix, within: Rectangle, scratch: number): Rectangle => {
  const clip = pdfium._FPDFPageObj_GetClipPath(object)
  const paths = clip === 0 ? 0 : Math.max(0, pdfium._FPDFClipPath_CountPaths(clip))
  let left = within
  let budget = MAX_CLIP_POINTS
  for (let path = 0; path < paths && budget > 0; path++) {
    const count = pdfium._FPDFClipPath_CountPathSegments(clip, path)
    if (count <= 0 || count > budget) continue
    budget -= count
    const points = Array.from({ length: count }, (_, index) => {
      const segment = pdfium._FPDFClipPath_GetPathSegment(clip, path, index)
      pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)
      const [x = 0, y = 0] = floats(pdfium, scratch, 2)
      return point(matrix, x, y)
    })
    left = common(left, boundsOf(points))
  }
  return left
}

class Grid {
  private readonly cells = new Uint8Array(CELLS * CELLS)
  private count = 0

  constructor(private readonly page: Rectangle) {}

  /** The share of the page that is covered. */
  share(): number {
    return this.count / (CELLS * CELLS)
  }

  /** Covers the unit square's image under `matrix`, within a rectangle. */
  cover(matrix: Matrix, within: Rectangle): void {
    const [a, b, c, d, e, f] = matrix
    const determinant = a * d - b * c
    const corners = [point(matrix, 0, 0), point(matrix, 1, 0), point(matrix, 0, 1), point(matrix, 1, 1)]
    const [left, bottom, right, top] = common(boundsOf(corners), within)
    const [x0, y0, x1, y1] = this.page
    const [wide, high] = [(x1 - x0) / CELLS, (y1 - y0) / CELLS]
    if (!(Math.abs(determinant) > 0) || !(wide > 0) || !(high > 0)) return
    const first = (from: number, start: number, size: number) => Math.max(0, Math.ceil((from - start) / size - 0.5))
    const last = (to: number, start: number, size: number) => Math.min(CELLS - 1, Math.floor((to - start) / size - 0.5))
    for (let row = first(bottom, y0, high); row <= last(top, y0, high); row++) {
      for (let column = first(left, x0, wide); column <= last(right, x0, wide); column++) {
        const [x, y] = [x0 + (column + 0.5) * wide - e, y0 + (row + 0.5) * high - f]
        const [u, v] = [(d * x - c * y) / determinant, (a * y - b * x) / determinant]
        if (u >= 0 && u <= 1 && v >= 0 && v <= 1) this.mark(row * CELLS + column)
      }
    }
  }

  private mark(cell: number): void {
    if (this.cells[cell] === 1) return
    this.cells[cell] = 1
    this.count++
  }
}

/**
 * The share of the page that pictures cover, also those within form XObjects: from 0 to 1, and above `MOST` no more than
 * that it is. `scratch` has room for six floats.
 */
export const coverOf = (pdfium: Pdfium, page: number, scratch: number): number => {
  if (pdfium._FPDF_GetPageBoundingBox(page, scratch) === 0) return 0
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, scratch, 4)
  const whole: Rectangle = [left, bottom, right, top]
  const grid = new Grid(whole)
  let budget = MAX_OBJECTS
  const look = (object: number, outer: Matrix, within: Rectangle, depth: number): void => {
    if (object === 0 || budget-- <= 0 || grid.share() > MOST) return
    const type = pdfium._FPDFPageObj_GetType(object)
    if (type !== IMAGE && type !== FORM) return
    const matrix = compose(matrixOf(pdfium, object, scratch), outer)
    const inside = clipped(pdfium, object, outer, within, scratch)
    if (type === IMAGE) {
      grid.cover(matrix, inside)
      return
    }
    const count = depth < MAX_DEPTH ? pdfium._FPDFFormObj_CountObjects(object) : 0
    for (let index = 0; index < count && budget > 0; index++) {
      look(pdfium._FPDFFormObj_GetObject(object, index), matrix, inside, depth + 1)
    }
  }
  const count = pdfium._FPDFPage_CountObjects(page)
  for (let index = 0; index < count && budget > 0; index++) {
    look(pdfium._FPDFPage_GetObject(page, index), IDENTITY, whole, 0)
  }
  return grid.share()
}

/** Points of the side of a box, or of a circle, that is to be ticked; how far one side may differ from the other. */
const LEAST_SIDE = 6
const MOST_SIDE = 20
const NEARLY_SQUARE = 1.15
/** Boxes, or marks of their size, from which a page is a form: one alone may be an ornament, but where it has values. */
const FEWEST_BOXES = 2
const FEWEST_WITH_VALUES = 1

const isBox = ([left, bottom, right, top]: Rectangle): boolean => {
  const [wide, high] = [right - left, top - bottom]
  const [short, long] = [Math.min(wide, high), Math.max(wide, high)]
  return short >= LEAST_SIDE && long <= MOST_SIDE && long <= short * NEARLY_SQUARE
}

/**
 * Whether the page has boxes to tick that are drawn and not written, as a form has whose fields were made a part of the
 * page: which of them are ticked is seen only. `hasValues`: it has values of such fields. `scratch` has room for six floats.
 */
export const hasBoxes = (pdfium: Pdfium, page: number, hasValues: boolean, scratch: number): boolean => {
  const boxes = new Set<string>()
  const fewest = hasValues ? FEWEST_WITH_VALUES : FEWEST_BOXES
  let budget = MAX_OBJECTS
  const look = (object: number, outer: Matrix, depth: number): void => {
    if (object === 0 || budget-- <= 0 || boxes.size >= fewest) return
    const type = pdfium._FPDFPageObj_GetType(object)
    if (type === PATH && pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0) {
      const [left = 0, bottom = 0, right = 0, top = 0] = floats(pdfium, scratch, 4)
      const bounds = boundsOf([
        point(outer, left, bottom),
        point(outer, right, bottom),
        point(outer, left, top),
        point(outer, right, top)
      ])
      if (isBox(bounds)) boxes.add(`${Math.round(bounds[0] / LEAST_SIDE)} ${Math.round(bounds[1] / LEAST_SIDE)}`)
    }
    if (type !== FORM || depth >= MAX_DEPTH) return
    const matrix = compose(matrixOf(pdfium, object, scratch), outer)
    const count = pdfium._FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count && budget > 0; index++) {
      look(pdfium._FPDFFormObj_GetObject(object, index), matrix, depth + 1)
    }
  }
  const count = pdfium._FPDFPage_CountObjects(page)
  for (let index = 0; index < count && budget > 0; index++) {
    look(pdfium._FPDFPage_GetObject(page, index), IDENTITY, 0)
  }
  return boxes.size >= fewest
}

/** FPDF_PAGEOBJ_TEXT. */
const TEXT = 1

/**
 * Whether a mark as large as a box to tick is drawn as a form XObject of its own, as a box of a form is that was ticked
 * and made a part of the page. `scratch` has room for six floats.
 */
export const hasMark = (pdfium: Pdfium, page: number, scratch: number): boolean => {
  const count = Math.min(pdfium._FPDFPage_CountObjects(page), MAX_OBJECTS)
  let budget = MAX_OBJECTS
  for (let index = 0; index < count && budget > 0; index++) {
    const object = pdfium._FPDFPage_GetObject(page, index)
    if (object === 0 || pdfium._FPDFPageObj_GetType(object) !== FORM) continue
    if (pdfium._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = floats(pdfium, scratch, 4)
    if (!isBox([left, bottom, right, top])) continue
    const inside = Math.min(pdfium._FPDFFormObj_CountObjects(object), budget)
    budget -= inside
    const kinds = Array.from({ length: Math.max(0, inside) }, (_, at) =>
      pdfium._FPDFPageObj_GetType(pdfium._FPDFFormObj_GetObject(object, at))
    )
    if (kinds.includes(PATH) && !kinds.includes(TEXT)) return true
  }
  return false
}
