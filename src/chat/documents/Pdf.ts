/**
 * PDF by PDFium: text page by page with the larger lines as headings; a page
 * that is only a picture is drawn. Each document gets an instance of the module
 * of its own, which dies with it, in memory that cannot grow past a limit.
 */
import { PDFiumModule, type Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import type { Excerpt } from "./Excerpt.ts"
import { Outline } from "./Outline.ts"
import { fromPixels, type Picture } from "./Pictures.ts"
import { DAMAGED, ENCRYPTED, Unreadable } from "./Unreadable.ts"

/** Pages that are read. */
const MAX_PAGES = 300
/** Pages that are drawn, because they hold no text. */
const MAX_DRAWN = 8
/** Characters after which no further page is read; far past what is kept of them. */
const MAX_CHARACTERS = 1_000_000
/** Milliseconds after which no further page is read, so that a slow document is cut and not refused. */
const MAX_TIME = 15_000
/** Bytes of memory of one document in the module. */
const MAX_MEMORY = 512 * 1024 * 1024
/** Pixels of a drawn page's longest side: 140 dots an inch on A4, on which small print can be read. */
const DRAWN_SIDE = 1_600
/** Pages that are named one by one where they are left out. */
const MOST_NUMBERS = 20
/** Letters and digits below which a page with something on it counts as a picture: a stamp, a page number. */
const FEW_LETTERS = 16

/** Of FPDF_GetLastError. */
const PASSWORD_WANTED = 4
const UNKNOWN_PROTECTION = 5
/** FPDFBitmap_BGR: rows of three bytes a pixel, filled up to four. */
const BLUE_GREEN_RED = 2
/** FPDF_ANNOT. */
const WITH_ANNOTATIONS = 1

/** How much larger than the text around it a line is that counts as a heading, and its length at most. */
const HEADING_RATIO = 1.2
const LONGEST_HEADING = 200

interface Line {
  readonly text: string
  /** Height of its letters in points. */
  readonly size: number
}

interface Page {
  readonly lines: ReadonlyArray<Line>
  readonly isPicture: boolean
}

const instantiate = (wasm: WebAssembly.Module): Promise<Pdfium> =>
  PDFiumModule({
    instantiateWasm: (imports, done) => {
      const environment = imports.env ?? {}
      const grow = environment.emscripten_resize_heap
      const limited = {
        ...imports,
        env: {
          ...environment,
          emscripten_resize_heap: (size: number) =>
            size >>> 0 <= MAX_MEMORY && typeof grow === "function" ? grow(size) : 0
        }
      }
      const instance = new WebAssembly.Instance(wasm, limited)
      done(instance)
      return instance.exports
    },
    print: () => {},
    printErr: () => {}
  })

const openDocument = (pdfium: Pdfium, bytes: Uint8Array): number => {
  const at = pdfium.wasmExports.malloc(bytes.length)
  if (at === 0) throw new Unreadable(DAMAGED)
  pdfium.HEAPU8.set(bytes, at)
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0)
  if (document !== 0) return document
  const error = pdfium._FPDF_GetLastError()
  throw new Unreadable(error === PASSWORD_WANTED || error === UNKNOWN_PROTECTION ? ENCRYPTED : DAMAGED)
}

const RECTANGLE_BYTES = 16

/** Height of the character at `index`, in points; 0 where it has none. */
const heightOf = (pdfium: Pdfium, text: number, index: number, rectangle: number): number => {
  if (pdfium._FPDFText_GetLooseCharBox(text, index, rectangle) === 0) return 0
  const view = new DataView(pdfium.HEAPU8.buffer, rectangle, RECTANGLE_BYTES)
  return Math.abs(view.getFloat32(4, true) - view.getFloat32(12, true))
}

/** PDFium's mark for a hyphen at the end of a line whose word goes on; the line break is not said. */
const SOFT_HYPHENS = new Set([0x02, 0xfffe])

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0

const readLines = (pdfium: Pdfium, page: number, rectangle: number): ReadonlyArray<Line> => {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return []
  const lines: Array<Line> = []
  let units: Array<string> = []
  let size = 0
  const count = Math.min(pdfium._FPDFText_CountChars(text), MAX_CHARACTERS)
  for (let index = 0; index <= count; index++) {
    const unit = index === count ? 0x0a : pdfium._FPDFText_GetUnicode(text, index)
    if (unit === 0x0a) {
      const line = units.join("").trim()
      if (line !== "") lines.push({ text: line, size })
      units = []
      size = 0
    } else if (unit !== 0x0d && unit !== 0 && unit <= 0x10ffff && !SOFT_HYPHENS.has(unit)) {
      if (size === 0 && !isBlank(unit)) size = heightOf(pdfium, text, index, rectangle)
      units.push(String.fromCodePoint(unit))
    }
  }
  pdfium._FPDFText_ClosePage(text)
  return lines
}

const letters = (lines: ReadonlyArray<Line>): number =>
  lines.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0)

const draw = async (pdfium: Pdfium, page: number): Promise<Picture> => {
  const points = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)] as const
  const scale = DRAWN_SIDE / Math.max(...points, 1)
  const [width, height] = [Math.max(1, Math.round(points[0] * scale)), Math.max(1, Math.round(points[1] * scale))]
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BLUE_GREEN_RED, 0, 0)
  if (bitmap === 0) throw new Unreadable(DAMAGED)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS)
  const at = pdfium._FPDFBitmap_GetBuffer(bitmap)
  const pixels = pdfium.HEAPU8.slice(at, at + pdfium._FPDFBitmap_GetStride(bitmap) * height)
  pdfium._FPDFBitmap_Destroy(bitmap)
  return await fromPixels(pixels, width, height)
}

/** Sizes as they are compared: half points. */
const rounded = (size: number): number => Math.round(size * 2) / 2

/** For each size of a heading its level, from 2; page numbers have the first. */
const headingLevels = (lines: ReadonlyArray<Line>): ReadonlyMap<number, number> => {
  const weights = new Map<number, number>()
  for (const { size, text } of lines) weights.set(rounded(size), (weights.get(rounded(size)) ?? 0) + text.length)
  const [body = 0] = [...weights].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const larger = [...weights.keys()]
    .filter((size) => body > 0 && size >= body * HEADING_RATIO)
    .toSorted((a, b) => b - a)
  return new Map(larger.map((size, index) => [size, index + 2]))
}

const isHeading = (line: Line): boolean => line.text.length <= LONGEST_HEADING && /\p{L}/u.test(line.text)

interface Found {
  readonly pages: ReadonlyArray<Page | undefined>
  readonly pictures: ReadonlyArray<Picture>
  readonly pageCount: number
}

/** Reads page after page until one of the limits. A page that cannot be loaded is undefined. */
const readPages = async (pdfium: Pdfium, document: number): Promise<Found> => {
  const started = performance.now()
  const rectangle = pdfium.wasmExports.malloc(RECTANGLE_BYTES)
  const pageCount = pdfium._FPDF_GetPageCount(document)
  const pages: Array<Page | undefined> = []
  const pictures: Array<Picture> = []
  let characters = 0
  for (let index = 0; index < Math.min(pageCount, MAX_PAGES); index++) {
    if (characters > MAX_CHARACTERS || performance.now() - started > MAX_TIME) break
    const page = pdfium._FPDF_LoadPage(document, index)
    if (page === 0) {
      pages.push(undefined)
      continue
    }
    const lines = readLines(pdfium, page, rectangle)
    characters += lines.reduce((sum, { text }) => sum + text.length, 0)
    const isPicture = letters(lines) < FEW_LETTERS && pdfium._FPDFPage_CountObjects(page) > 0
    if (isPicture && pictures.length < MAX_DRAWN) pictures.push(await draw(pdfium, page))
    pages.push({ lines, isPicture })
    pdfium._FPDF_ClosePage(page)
  }
  return { pages, pictures, pageCount }
}

const writeLines = (outline: Outline, lines: ReadonlyArray<Line>, levels: ReadonlyMap<number, number>): void => {
  let inHeading = true
  for (const line of lines) {
    const level = isHeading(line) ? levels.get(rounded(line.size)) : undefined
    if (level !== undefined) outline.heading(level)
    else if (inHeading) outline.paragraph()
    else outline.text("\n")
    inHeading = level !== undefined
    outline.text(line.text)
  }
}

const numbered = (pages: ReadonlyArray<number>): string => {
  if (pages.length === 1) return `Page ${pages[0]} is`
  const shown = pages.slice(0, MOST_NUMBERS).join(", ")
  const more = pages.length - MOST_NUMBERS
  return more > 0 ? `Pages ${shown} and ${more} more are` : `Pages ${shown} are`
}

const sayLeftOut = ({ pageCount, pages }: Pick<Found, "pages" | "pageCount">, excerpt: Excerpt): void => {
  const numbers = (which: (page: Page | undefined) => boolean) =>
    pages.flatMap((page, index) => (which(page) ? [index + 1] : []))
  const damaged = numbers((page) => page === undefined)
  const undrawn = numbers((page) => page?.isPicture === true).slice(MAX_DRAWN)
  if (damaged.length > 0) excerpt.leaveOut(`${numbered(damaged)} damaged.`)
  if (undrawn.length > 0) {
    excerpt.leaveOut(`${numbered(undrawn)} not shown: at most ${MAX_DRAWN} pages are shown as pictures.`)
  }
  const next = pages.length + 1
  if (next === pageCount) excerpt.leaveOut(`Page ${pageCount} is not included.`)
  else if (next < pageCount) excerpt.leaveOut(`Pages ${next} to ${pageCount} are not included.`)
}

const write = ({ pageCount, pages }: Found, excerpt: Excerpt): void => {
  const outline = new Outline(excerpt)
  const levels = headingLevels(pages.flatMap((page) => page?.lines ?? []))
  let drawn = 0
  for (const [index, page] of pages.entries()) {
    outline.heading(1)
    outline.text(`Page ${index + 1}`)
    outline.paragraph()
    if (page === undefined) outline.text("[This page is damaged.]")
    else if (page.isPicture) {
      drawn++
      outline.text(
        drawn <= MAX_DRAWN ? `[This page is a picture: picture ${drawn}.]` : "[This page is a picture, not shown.]"
      )
    }
    writeLines(outline, page?.lines ?? [], levels)
  }
  sayLeftOut({ pageCount, pages }, excerpt)
}

/** What goes wrong inside the module, such as a need for more memory than it may have, ends it. */
const orDamaged = (cause: unknown): never => {
  throw cause instanceof Unreadable ? cause : new Unreadable("is damaged, or too complex to be read")
}

/** Writes the text, and answers the pictures that it mentions, in their order. Throws `Unreadable`. */
export const read = async (
  wasm: WebAssembly.Module,
  bytes: Uint8Array,
  excerpt: Excerpt
): Promise<ReadonlyArray<Picture>> => {
  const pdfium = await instantiate(wasm)
  const found = await Promise.resolve()
    .then(() => {
      pdfium._FPDF_InitLibrary()
      return readPages(pdfium, openDocument(pdfium, bytes))
    })
    .catch(orDamaged)
  if (found.pages.every((page) => page === undefined)) throw new Unreadable(DAMAGED)
  write(found, excerpt)
  return found.pictures
}
