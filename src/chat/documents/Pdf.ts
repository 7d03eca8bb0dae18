/**
 * PDF by PDFium: text page by page with the larger lines as headings, what stands
 * in a form's fields beside their labels. A page that shows more than its text
 * says is drawn. Each document gets an instance of the module of its own, which
 * dies with it.
 */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import type { Excerpt } from "./Excerpt.ts"
import { Outline } from "./Outline.ts"
import * as PdfForm from "./PdfForm.ts"
import { allocate, instantiate, openDocument } from "./PdfModule.ts"
import { sayFiles } from "./PdfNotes.ts"
import { type Page, type Reason, readPage } from "./PdfPage.ts"
import type { Line } from "./PdfText.ts"
import * as PdfXfa from "./PdfXfa.ts"
import { fromPixels, type Picture } from "./Pictures.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Pages that are read. */
const MAX_PAGES = 300
/** Pages that are drawn, because their text is not all that they show. */
const MAX_DRAWN = 8
/** Characters after which no further page is read; far past what is kept of them. */
const MAX_CHARACTERS = 1_000_000
/** Milliseconds after which no further page is read, so that a slow document is cut and not refused. */
const MAX_TIME = 15_000
/** Pixels of a drawn page's longest side: 140 dots an inch on A4, on which small print can be read. */
const DRAWN_SIDE = 1_600
/** Pages that are named one by one where they are left out. */
const MOST_NUMBERS = 20
/** Bytes that values are read through: six floats, or a short name. */
const SCRATCH_BYTES = 32
/** FPDFBitmap_BGR: rows of three bytes a pixel, filled up to four. */
const BLUE_GREEN_RED = 2
/** FPDF_ANNOT. */
const WITH_ANNOTATIONS = 1

/** How much larger than the text around it a line is that counts as a heading, and its length at most. */
const HEADING_RATIO = 1.2
const LONGEST_HEADING = 200

const draw = async (pdfium: Pdfium, page: number, form: number): Promise<Picture> => {
  const points = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)] as const
  const scale = DRAWN_SIDE / Math.max(...points, 1)
  const [width, height] = [Math.max(1, Math.round(points[0] * scale)), Math.max(1, Math.round(points[1] * scale))]
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BLUE_GREEN_RED, 0, 0)
  if (bitmap === 0) throw new Unreadable(DAMAGED)
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS)
  if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, 0)
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

interface PdfContent {
  /** A page that cannot be loaded is undefined. */
  readonly pages: ReadonlyArray<Page | undefined>
  readonly pictures: ReadonlyArray<Picture>
  /** For each page that is shown, by its index, which of the pictures shows it, from 1. */
  readonly numbers: ReadonlyMap<number, number>
  readonly pageCount: number
  /** Sentences about what the document has besides its pages. */
  readonly beside: ReadonlyArray<string>
  /** What is filled in in a form that is not drawn, behind the names of its fields. */
  readonly values: ReadonlyArray<string>
}

/** FORMTYPE_XFA_FULL, whose fields are in XML alone; FORMTYPE_XFA_FOREGROUND, which has them as fields of the PDF too. */
const XFA_FULL = 2
const XFA = new Set([XFA_FULL, 3])

const sayBeside = (pdfium: Pdfium, document: number, hasValues: boolean): ReadonlyArray<string> => {
  const files = sayFiles(pdfium, document)
  const isXfa = XFA.has(pdfium._FPDF_GetFormType(document))
  const what = hasValues
    ? "Of the PDF's XFA form only the values of its fields are included."
    : "What the PDF has as an XFA form is not included."
  return [...(files === undefined ? [] : [files]), ...(isXfa ? [what] : [])]
}

/** The address of a page; 0 where it cannot be loaded. */
const load = (pdfium: Pdfium, document: number, form: number, index: number): number => {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page !== 0 && form !== 0) pdfium._FORM_OnAfterLoadPage(page, form)
  return page
}

const close = (pdfium: Pdfium, form: number, page: number): void => {
  if (form !== 0) pdfium._FORM_OnBeforeClosePage(page, form)
  pdfium._FPDF_ClosePage(page)
}

/** Reads page after page until one of the limits. */
const readPages = async (pdfium: Pdfium, document: number): Promise<PdfContent> => {
  const started = performance.now()
  const scratch = allocate(pdfium, SCRATCH_BYTES)
  const form = PdfForm.open(pdfium, document)
  const pageCount = pdfium._FPDF_GetPageCount(document)
  const pages: Array<Page | undefined> = []
  const drawn = new Map<number, Picture>()
  let characters = 0
  for (let index = 0; index < Math.min(pageCount, MAX_PAGES); index++) {
    if (characters > MAX_CHARACTERS || performance.now() - started > MAX_TIME) break
    const page = load(pdfium, document, form, index)
    if (page === 0) {
      pages.push(undefined)
      continue
    }
    const read = readPage(pdfium, page, form, scratch)
    for (const { length } of [...(read?.lines.map(({ text }) => text) ?? []), ...(read?.notes ?? [])])
      characters += length
    const isDrawn = read?.reason !== undefined && read.reason !== "isGarbled" && drawn.size < MAX_DRAWN
    if (isDrawn) drawn.set(index, await draw(pdfium, page, form))
    pages.push(read)
    close(pdfium, form, page)
  }
  // Most of such a page can be read: it is shown where no other needs the place.
  for (const [index, read] of pages.entries()) {
    if (read?.reason !== "isGarbled" || drawn.size >= MAX_DRAWN || performance.now() - started > MAX_TIME) continue
    const page = load(pdfium, document, form, index)
    if (page === 0) continue
    drawn.set(index, await draw(pdfium, page, form))
    close(pdfium, form, page)
  }
  const shown = [...drawn].toSorted(([a], [b]) => a - b)
  const pictures = shown.map(([, picture]) => picture)
  const numbers = new Map(shown.map(([index], at) => [index, at + 1]))
  const isInXmlAlone = pdfium._FPDF_GetFormType(document) === XFA_FULL
  const values = isInXmlAlone ? await PdfXfa.read(pdfium, document, scratch) : []
  return { pages, pictures, numbers, pageCount, values, beside: sayBeside(pdfium, document, values.length > 0) }
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

/** What stands at the head of a page that shows more than its text says; `number` is that of its picture, where it has one. */
const announcement = (reason: Reason, number: number | undefined): string => {
  const isShown = number !== undefined
  if (reason === "isPicture")
    return isShown ? `[This page is a picture: picture ${number}.]` : "[This page is a picture, not shown.]"
  return isShown ? `[This page is also shown: picture ${number}.]` : "[This page shows more than this text.]"
}

/** The pages, and what is said of one of them or of several. */
const saying = (pages: ReadonlyArray<number>, one: string, several: string): string => {
  const shown = pages.slice(0, MOST_NUMBERS).join(", ")
  if (pages.length === 1) return `Page ${shown} ${one}`
  const more = pages.length - MOST_NUMBERS
  return more > 0 ? `Pages ${shown} and ${more} more ${several}` : `Pages ${shown} ${several}`
}

const sayLeftOut = (
  { beside, numbers: shown, pageCount, pages }: Omit<PdfContent, "pictures">,
  excerpt: Excerpt
): void => {
  const say = (pages: ReadonlyArray<number>, one: string, several: string) => {
    if (pages.length > 0) excerpt.leaveOut(`${saying(pages, one, several)}.`)
  }
  const numbers = (which: (page: Page | undefined, index: number) => boolean) =>
    pages.flatMap((page, index) => (which(page, index) ? [index + 1] : []))
  say(
    numbers((page) => page === undefined),
    "is damaged",
    "are damaged"
  )
  const limit = `not shown: at most ${MAX_DRAWN} pages are shown as pictures`
  say(
    numbers((page, index) => page?.reason !== undefined && !shown.has(index)),
    `is ${limit}`,
    `are ${limit}`
  )
  const unknown = "characters without Unicode, which are left out"
  say(
    numbers((page) => page?.hasUnknown === true && page.reason === undefined),
    `has ${unknown}`,
    `have ${unknown}`
  )
  const pictures = "pictures, which are not included"
  say(
    numbers((page) => page?.hasPictures === true && page.reason === undefined),
    `has ${pictures}`,
    `have ${pictures}`
  )
  for (const [index, page] of pages.entries()) {
    for (const what of page?.leftOut ?? []) excerpt.leaveOut(`Page ${index + 1}: ${what} are not included.`)
  }
  for (const sentence of beside) excerpt.leaveOut(sentence)
  const next = pages.length + 1
  if (next === pageCount) excerpt.leaveOut(`Page ${pageCount} is not included.`)
  else if (next < pageCount) excerpt.leaveOut(`Pages ${next} to ${pageCount} are not included.`)
}

const write = (content: PdfContent, excerpt: Excerpt): void => {
  const { pages } = content
  const outline = new Outline(excerpt)
  const levels = headingLevels(pages.flatMap((page) => page?.lines ?? []))
  for (const [index, page] of pages.entries()) {
    outline.heading(1)
    outline.text(`Page ${index + 1}`)
    outline.paragraph()
    if (page === undefined) outline.text("[This page is damaged.]")
    else if (page.reason !== undefined) outline.text(announcement(page.reason, content.numbers.get(index)))
    writeLines(outline, page?.lines ?? [], levels)
    outline.paragraph()
    outline.text(page?.notes.join("\n") ?? "")
  }
  if (content.values.length > 0) {
    outline.heading(1)
    outline.text("Values of the form")
    outline.paragraph()
    outline.text(content.values.join("\n"))
  }
  sayLeftOut(content, excerpt)
}

const REPAIRED = "The file is damaged or was cut off: what was lost is not included."

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
  const content = await Promise.resolve()
    .then(() => {
      pdfium._FPDF_InitLibrary()
      const { document, hasLost } = openDocument(pdfium, bytes)
      if (hasLost) excerpt.leaveOut(REPAIRED)
      return readPages(pdfium, document)
    })
    .catch(orDamaged)
  if (content.pages.every((page) => page === undefined)) throw new Unreadable(DAMAGED)
  write(content, excerpt)
  return content.pictures
}
