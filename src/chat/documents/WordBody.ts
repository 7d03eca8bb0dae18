/** The paragraphs, tables, text boxes and pictures of a part of a Word document. */

import type { Numbers } from "./Numbering.ts"
import { withFormulas } from "./OfficeFormulas.ts"
import type { Outline } from "./Outline.ts"
import { inScript } from "./Scripts.ts"
import { setIn, shownIn, symbolsOf } from "./Symbols.ts"
import type { Comments } from "./WordComments.ts"
import { FormField, OpenFields } from "./WordForm.ts"
import type { NoteMarks } from "./WordNotes.ts"
import { blocks, type Paragraph, plainParagraph, setProperty } from "./WordParagraph.ts"
import { plainRun, setRunProperty } from "./WordRun.ts"
import type { Styles } from "./WordStyles.ts"
import * as Xml from "./Xml.ts"

/** What a part refers to, and where what cannot be written goes. */
export interface Context {
  readonly styles: Styles
  readonly numbers: Numbers
  /** What stands in the text for the picture of a relationship. */
  readonly picture: (id: string, description: string) => string
  /** What stands in the text for a chart or a diagram, which is written at the end; undefined where there is none. */
  readonly figure: (id: string) => string | undefined
  /** What of this name is not included: charts, diagrams, objects. */
  readonly leaveOut: (what: string) => void
  readonly notes: NoteMarks
  readonly comments: Comments
  /** The text of a part in another format, by its relationship; undefined where it cannot be read. */
  readonly chunk: (id: string) => string | undefined
  /** Letters or digits have been written that are not the pages' numbers. */
  readonly onWords?: () => void
}

/** What was deleted or moved away, former properties, and how ruby text is pronounced. */
const SKIPPED = new Set(["moveFrom", "del", "pPrChange", "rPrChange", "rt"])

const breaks: Readonly<Record<string, string>> = {
  tab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
  ptab: "\t"
}

/** What a model is not given, by the elements that hold it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  chart: "Charts",
  relIds: "Diagrams",
  OLEObject: "Embedded objects",
  subDoc: "Documents that this one only refers to"
}

const CHUNKS = "Parts in other formats"
/** Stands for the number of a page in the heads and feet of pages. */
const PAGE_NUMBER = "…"

const symbol = (attributes: Xml.Attributes): string => {
  const code = Number.parseInt(attributes.get("char") ?? "", 16)
  const font = attributes.get("font") ?? ""
  if (!(code >= 0x20 && code < 0x10000)) return ""
  // Some writers leave out what lifts a code into the private use area.
  return symbolsOf(font)?.(code & 0xff) ?? shownIn(font, String.fromCharCode(code))
}

/** Where a large first letter stands (`framePr`). */
const DROP_CAPS = new Set(["drop", "margin"])

/** The handler for the body of a document, of its notes, headers or footers. */
export const body = (outline: Outline, context: Context): Required<Xml.Handler> => {
  const skip = Xml.alternatives(SKIPPED)
  const block = blocks(outline, context)
  /** Paragraphs within paragraphs: those of text boxes. */
  const outer: Array<Paragraph> = []
  /** Columns that the last cell of each row that is open spans. */
  const spans: Array<number> = []
  let paragraph = plainParagraph()
  /** The last paragraph goes on in the next. */
  let goesOn = false
  let run = plainRun()
  let description = ""
  let inProperties = false
  let inText = false
  let inInstruction = false
  let formField: FormField | undefined
  const openFields = new OpenFields()

  const begin = () => {
    block.begin(paragraph)
    block.write(paragraph)
  }
  const write = (text: string, isComment = false) => {
    if (run.isHidden || openFields.isInstruction()) return
    if (context.onWords !== undefined && openFields.isPageNumber()) return
    if (text.trim() !== "") {
      skip.write()
      if (paragraph.isJoined && !paragraph.hasText) begin()
      paragraph.hasText = true
    }
    if (/[\p{L}\p{N}]/u.test(text)) context.onWords?.()
    if (!isComment) context.comments.hear(text)
    outline.text(inScript(text, isComment ? "line" : run.script))
  }
  const beginParagraph = () => {
    outer.push(paragraph)
    paragraph = plainParagraph()
    if (goesOn) paragraph.isBegun = true
    else outline.paragraph()
    goesOn = false
  }
  const endProperties = () => {
    inProperties = false
    if (!paragraph.isBegun && !paragraph.isJoined) begin()
  }
  const endParagraph = () => {
    const isInBox = outer.length > 1
    goesOn = (paragraph.isJoined || paragraph.isDropCap) && paragraph.hasText && !isInBox
    paragraph = outer.pop() ?? plainParagraph()
    // A text box ends inside the paragraph that it is anchored in, whose number may be still to come.
    if (isInBox && !paragraph.hasText) block.write(paragraph)
    else if (!goesOn) outline.paragraph()
  }
  const cell = () => {
    goesOn = false
    outline.cell((spans.at(-1) ?? 1) - 1)
    spans[spans.length - 1] = 1
  }
  const chunk = (id: string) => {
    const text = context.chunk(id)
    if (text === undefined) return context.leaveOut(CHUNKS)
    outline.paragraph()
    outline.text(text)
    outline.paragraph()
  }
  const drawing = (name: string, attributes: Xml.Attributes) => {
    if (name === "docPr") description = attributes.get("descr") ?? ""
    const id = name === "blip" ? attributes.get("embed") : name === "imagedata" ? attributes.get("r:id") : undefined
    if (id !== undefined) write(context.picture(id, description))
    else if (name === "blip" && attributes.has("link")) context.leaveOut("Pictures that the document only refers to")
    if (name === "textpath") write(attributes.get("string") ?? "")
    const figure = name === "chart" ? attributes.get("r:id") : name === "relIds" ? attributes.get("dm") : undefined
    const mark = figure === undefined ? undefined : context.figure(figure)
    if (mark !== undefined) return write(mark)
    const what = LEFT_OUT[name]
    if (what !== undefined) context.leaveOut(what)
  }
  const endOfField = () => {
    const isNumber = openFields.isPageNumber()
    const drawn = openFields.end()
    if (drawn !== "") write(drawn)
    if (isNumber && context.onWords !== undefined && !openFields.isPageNumber()) outline.text(PAGE_NUMBER)
  }
  const field = (name: string, attributes: Xml.Attributes): boolean => {
    if (name === "fldSimple") openFields.begin(attributes.get("instr"))
    else if (name === "fldChar") {
      const type = attributes.get("fldCharType")
      if (type === "begin") openFields.begin()
      else if (type === "separate") openFields.separate()
      else if (type === "end") endOfField()
    } else if (name === "instrText") inInstruction = true
    else if (name === "ffData") formField = new FormField()
    else if (formField !== undefined) formField.define(name, attributes)
    else return false
    return true
  }
  const endField = (name: string) => {
    if (name === "fldSimple") endOfField()
    else if (name === "instrText") inInstruction = false
    else if (name === "ffData") {
      write(formField?.text() ?? "")
      formField = undefined
    }
  }
  const element = (name: string, attributes: Xml.Attributes) => {
    if (field(name, attributes)) return
    const between = breaks[name]
    const note = context.notes.markOf(name, attributes)
    const comment = context.comments.lineOf(name, attributes)
    if (between !== undefined) write(between)
    else if (comment !== undefined) write(comment !== "" && paragraph.hasText ? ` ${comment}` : comment, true)
    else if (note !== undefined) write(note)
    else if (name === "r") run = plainRun(context.styles.isHidden(paragraph.style))
    else if (name === "p") beginParagraph()
    else if (name === "t") inText = true
    else if (name === "sym") write(symbol(attributes))
    else if (name === "tr") {
      spans.push(1)
      outline.beginRow()
    } else if (name === "tc") cell()
    else if (name === "gridSpan") spans[spans.length - 1] = Number(attributes.get("val")) || 1
    else if (name === "gridBefore") spans[spans.length - 1] = 1 + (Number(attributes.get("val")) || 0)
    else if (name === "rFonts") run.font = attributes.get("ascii") ?? attributes.get("hAnsi") ?? run.font
    else if (name === "altChunk") chunk(attributes.get("r:id") ?? "")
    else if (!setRunProperty(run, name, attributes.get("val"), context.styles)) drawing(name, attributes)
  }
  const handler: Required<Xml.Handler> = {
    open: (name, attributes) => {
      if (inProperties && (name === "del" || name === "moveFrom")) paragraph.isJoined = true
      if (inProperties && DROP_CAPS.has(attributes.get("dropCap") ?? "")) paragraph.isDropCap = true
      if (skip.open(name)) return
      if (name === "pPr") inProperties = true
      if (inProperties) setProperty(paragraph, name, attributes.get("val"))
      else element(name, attributes)
    },
    close: (name) => {
      if (skip.close(name)) return
      if (name === "pPr") endProperties()
      else if (name === "t") inText = false
      else if (name === "r") run = plainRun()
      else if (name === "tr") {
        spans.pop()
        outline.endRow()
      } else if (name === "p") endParagraph()
      else endField(name)
    },
    text: (text) => {
      if (skip.isActive()) return
      if (inText) write(setIn(run.font, text))
      else if (inInstruction) openFields.add(text)
    }
  }
  return withFormulas(handler, (text) => write(text), skip.isActive)
}
