/** What people have put onto a PDF's page: typed words, comments, marks, stamps, drawings, attached files. */
import type { Pdfium } from "@hyzyla/pdfium/dist/index.esm.js"
import { oneLine } from "./Excerpt.ts"
import { allocate, floats, stringOf } from "./PdfModule.ts"

/** FPDF_ANNOT_…: kinds of annotations. */
const LINK = 2
const TYPED = 3
const MARKS: Readonly<Record<number, string>> = {
  9: "Highlighted",
  10: "Underlined",
  11: "Underlined",
  12: "Struck out"
}
const STICKY = 1
const POPUP = 16
const ATTACHED_FILE = 17
const WIDGET = 20
/** Sounds, films, screens, three-dimensional and rich media. */
const MEDIA = new Set([18, 19, 21, 25, 26])
/** Kinds that show nothing but what this module writes of them. */
const UNDRAWN = new Set([STICKY, LINK, POPUP, ATTACHED_FILE])
/** FPDF_ANNOT_FLAG_HIDDEN, FPDF_ANNOT_FLAG_NOVIEW. */
const UNSEEN = 2 | 32

/** Notes of one page, and characters of all of them. */
const MAX_NOTES = 2_000
const MAX_CHARACTERS = 100_000
/** Marked passages of one page whose words are looked up, and characters that a page may have for it. */
const MAX_PASSAGES = 200
const MAX_PAGE_CHARACTERS = 100_000
const MORE_CHARACTERS = `notes beyond the first ${MAX_CHARACTERS} characters`
const MORE_PASSAGES = `words of marked passages beyond the first ${MAX_PASSAGES}, or on a page of more than ${MAX_PAGE_CHARACTERS} characters,`
/** Characters of a marked passage, and of a name. */
const LONGEST_PASSAGE = 300
const LONGEST_NAME = 100

export interface Typed {
  readonly shown: string
  /** In the page's own space: left, top, right, bottom. */
  readonly rectangle: ReadonlyArray<number>
}

export interface Notes {
  /** Words that are typed onto the page. */
  readonly typed: ReadonlyArray<Typed>
  /** Comments and marks, a line each. */
  readonly lines: ReadonlyArray<string>
  /** Something is drawn on the page that its text does not have. */
  readonly isDrawn: boolean
  /** What it has of files, or of sound and film: plural nouns. */
  readonly leftOut: ReadonlyArray<string>
}

const NONE: Notes = { typed: [], lines: [], isDrawn: false, leftOut: [] }

/** Keys of annotations as C strings; they live as long as the module. */
const keys = (pdfium: Pdfium) => {
  const known = new Map<string, number>()
  return (key: string): number => {
    const before = known.get(key)
    if (before !== undefined) return before
    const at = allocate(pdfium, key.length + 1)
    pdfium.HEAPU8.set(Buffer.from(key, "latin1"), at)
    known.set(key, at)
    return at
  }
}

/** The words of a text page that lie in a rectangle. */
const passage = (pdfium: Pdfium, text: number, [left = 0, top = 0, right = 0, bottom = 0]: ReadonlyArray<number>) => {
  const read = (at: number, units: number) => pdfium._FPDFText_GetBoundedText(text, left, top, right, bottom, at, units)
  const units = read(0, 0)
  if (units <= 0) return ""
  const at = allocate(pdfium, (units + 1) * 2)
  const written = read(at, units)
  const words = Buffer.from(pdfium.HEAPU8.slice(at, at + written * 2)).toString("utf16le")
  pdfium.wasmExports.free(at)
  return oneLine(words.replaceAll("\0", "")).slice(0, LONGEST_PASSAGE)
}

/** A line about a comment, a mark or both; undefined where nothing is said. */
const lineOf = (mark: string | undefined, words: string, author: string, comment: string): string | undefined => {
  const quoted = words === "" ? "" : `“${words}”`
  if (comment === "") return mark === undefined || quoted === "" ? undefined : `[${mark}: ${quoted}]`
  const by = author === "" ? "" : ` by ${author.slice(0, LONGEST_NAME)}`
  return `[Comment${by}${quoted === "" ? "" : ` on ${quoted}`}: ${comment}]`
}

/** The notes of a page. `text` is its text page, `scratch` has room for four floats. `hasForm`: its fields are read elsewhere. */
export const read = (pdfium: Pdfium, page: number, text: number, hasForm: boolean, scratch: number): Notes => {
  const all = pdfium._FPDFPage_GetAnnotCount(page)
  const count = Math.min(all, MAX_NOTES)
  if (count <= 0) return NONE
  const key = keys(pdfium)
  const [typed, lines]: [Array<Typed>, Array<string>] = [[], []]
  const leftOut = new Set(all > count ? [`notes beyond the first ${MAX_NOTES}`] : [])
  let isDrawn = false
  let characters = 0
  let passages = pdfium._FPDFText_CountChars(text) > MAX_PAGE_CHARACTERS ? 0 : MAX_PASSAGES

  const look = (note: number): void => {
    const kind = pdfium._FPDFAnnot_GetSubtype(note)
    if (kind === LINK || kind === POPUP || (kind === WIDGET && hasForm)) return
    if ((pdfium._FPDFAnnot_GetFlags(note) & UNSEEN) !== 0) return
    // A reply that only sets the state of another, such as "Accepted", is shown by no reader as a comment.
    if (pdfium._FPDFAnnot_HasKey(note, key("StateModel")) !== 0) return
    const value = (name: string) =>
      oneLine(stringOf(pdfium, (at, bytes) => pdfium._FPDFAnnot_GetStringValue(note, key(name), at, bytes)))
    const whole = value("Contents")
    const comment = whole.slice(0, MAX_CHARACTERS - characters)
    if (comment.length < whole.length) leftOut.add(MORE_CHARACTERS)
    const rectangle = pdfium._FPDFAnnot_GetRect(note, scratch) === 0 ? [] : floats(pdfium, scratch, 4)
    const mark = MARKS[kind]
    characters += comment.length
    if (kind === ATTACHED_FILE) leftOut.add("attached files")
    if (MEDIA.has(kind)) leftOut.add("sounds, films and models")
    if (mark === undefined && !UNDRAWN.has(kind)) {
      isDrawn ||= kind === TYPED || pdfium._FPDFAnnot_HasKey(note, key("AP")) !== 0
    }
    if (kind === TYPED) {
      if (comment !== "") typed.push({ shown: comment, rectangle })
      return
    }
    if (mark !== undefined && passages <= 0) leftOut.add(MORE_PASSAGES)
    const words = mark !== undefined && passages-- > 0 ? passage(pdfium, text, rectangle) : ""
    const line = kind === WIDGET ? undefined : lineOf(mark, words, value("T"), comment)
    if (line !== undefined) lines.push(line)
  }
  for (let index = 0; index < count; index++) {
    if (characters >= MAX_CHARACTERS) {
      leftOut.add(MORE_CHARACTERS)
      break
    }
    const note = pdfium._FPDFPage_GetAnnot(page, index)
    if (note === 0) continue
    look(note)
    pdfium._FPDFPage_CloseAnnot(note)
  }
  return { typed, lines, isDrawn, leftOut: [...leftOut] }
}

/** Names of attached files that are told. */
const MOST_NAMES = 10

/** A sentence about the files that are attached to the whole document; undefined where there are none. */
export const sayFiles = (pdfium: Pdfium, document: number): string | undefined => {
  const count = pdfium._FPDFDoc_GetAttachmentCount(document)
  if (count <= 0) return undefined
  const names = Array.from({ length: Math.min(count, MOST_NAMES) }, (_, index) => {
    const file = pdfium._FPDFDoc_GetAttachment(document, index)
    const name = (at: number, bytes: number) => pdfium._FPDFAttachment_GetName(file, at, bytes)
    return file === 0 ? "" : oneLine(stringOf(pdfium, name)).slice(0, LONGEST_NAME)
  }).filter((name) => name !== "")
  const more = count > names.length ? [`${count - names.length} more`] : []
  return `Files attached to the PDF are not included: ${[...names, ...more].join(", ")}.`
}
