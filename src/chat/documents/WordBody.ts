/** The paragraphs, tables, text boxes and pictures of a part of a Word document. */
import type { Label, Numbers } from "./Numbering.ts"
import type { Outline } from "./Outline.ts"
import { shownIn, symbolsOf } from "./Symbols.ts"
import { FormField, OpenFields } from "./WordForm.ts"
import { levelOfOutline, type Styles } from "./WordStyles.ts"
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
  /** Letters or digits have been written that are not the pages' numbers. */
  readonly onWords?: () => void
}

/**
 * What was deleted or moved away, former properties, the second drawing of what
 * is drawn twice, and how ruby text is pronounced.
 */
const SKIPPED = new Set(["moveFrom", "Fallback", "del", "pPrChange", "rPrChange", "rt"])

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
  altChunk: "Parts in other formats"
}

const symbol = (attributes: Xml.Attributes): string => {
  const code = Number.parseInt(attributes.get("char") ?? "", 16)
  const font = attributes.get("font") ?? ""
  if (!(code >= 0x20 && code < 0x10000)) return ""
  // Some writers leave out what lifts a code into the private use area.
  return symbolsOf(font)?.(code & 0xff) ?? shownIn(font, String.fromCharCode(code))
}

/** A paragraph: what its properties say before its text begins. */
interface Paragraph {
  style: string | undefined
  outline: number | undefined
  list: string | undefined
  listLevel: number | undefined
  /** Its end was deleted: it goes on in the next. */
  isJoined: boolean
  label: Label | undefined
  hasText: boolean
}

const none = (): Paragraph => ({
  style: undefined,
  outline: undefined,
  list: undefined,
  listLevel: undefined,
  isJoined: false,
  label: undefined,
  hasText: false
})

/** List 0 takes a paragraph out of its style's list. */
const isList = (list: string | undefined): list is string => list !== undefined && list !== "0"

const setProperty = (paragraph: Paragraph, name: string, value: string | undefined): void => {
  if (name === "pStyle") paragraph.style = value
  else if (name === "outlineLvl") paragraph.outline = levelOfOutline(value)
  else if (name === "numId") paragraph.list = value
  else if (name === "ilvl") paragraph.listLevel = Number(value ?? "0") || 0
}

const listLevelOf = ({ listLevel, style }: Paragraph, list: string, { numbers, styles }: Context): number => {
  const linked = style === undefined ? undefined : numbers.levelOfStyle(list, style)
  return listLevel ?? linked ?? styles.listLevelOf(style) ?? 0
}

/** Begins paragraphs as what they are. */
const blocks = (outline: Outline, context: Context) => {
  const { numbers, styles } = context
  return {
    /** Counts the paragraph, and begins it. */
    begin: (paragraph: Paragraph): void => {
      const list = paragraph.list ?? styles.listOf(paragraph.style)
      const isNumbered = isList(list) && !paragraph.isJoined
      paragraph.listLevel = isNumbered ? listLevelOf(paragraph, list, context) : undefined
      paragraph.label = isNumbered ? numbers.next(list, paragraph.listLevel ?? 0) : undefined
    },
    write: ({ label, listLevel = 0, outline: own, style }: Paragraph): void => {
      const level = own ?? styles.levelOf(style)
      const number = label?._tag === "Number" ? label.text : ""
      if (level !== undefined) outline.heading(level, number)
      else if (label?._tag === "Bullet") outline.item(listLevel)
      else if (number !== "") outline.numbered(listLevel, number)
      else outline.paragraph()
    }
  }
}

/** The handler for the body of a document, of its notes, headers or footers. */
export const body = (outline: Outline, context: Context): Xml.Handler => {
  const skip = Xml.skipping(SKIPPED)
  const block = blocks(outline, context)
  /** Paragraphs within paragraphs: those of text boxes. */
  const outer: Array<Paragraph> = []
  /** Columns that the last cell of each row that is open spans. */
  const spans: Array<number> = []
  let paragraph = none()
  let description = ""
  let inProperties = false
  let inText = false
  let isHidden = false
  let inInstruction = false
  let formField: FormField | undefined
  const openFields = new OpenFields()

  const write = (text: string) => {
    if (isHidden) return
    if (text.trim() !== "") paragraph.hasText = true
    if (/[\p{L}\p{N}]/u.test(text) && !openFields.isPageNumber()) context.onWords?.()
    outline.text(text)
  }
  const beginParagraph = () => {
    outer.push(paragraph)
    paragraph = none()
    outline.paragraph()
  }
  const endParagraph = () => {
    const isInBox = outer.length > 1
    paragraph = outer.pop() ?? none()
    // A text box ends inside the paragraph that it is anchored in, whose number may be still to come.
    if (isInBox && !paragraph.hasText) block.write(paragraph)
    else outline.paragraph()
  }
  const cell = () => {
    outline.cell((spans.at(-1) ?? 1) - 1)
    spans[spans.length - 1] = 1
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
  const field = (name: string, attributes: Xml.Attributes): boolean => {
    if (name === "fldSimple") openFields.begin(attributes.get("instr"))
    else if (name === "fldChar") {
      const type = attributes.get("fldCharType")
      if (type === "begin") openFields.begin()
      else if (type === "end") openFields.end()
    } else if (name === "instrText") inInstruction = true
    else if (name === "ffData") formField = new FormField()
    else if (formField !== undefined) formField.define(name, attributes)
    else return false
    return true
  }
  const endField = (name: string) => {
    if (name === "fldSimple") openFields.end()
    else if (name === "instrText") inInstruction = false
    else if (name === "ffData") {
      write(formField?.text() ?? "")
      formField = undefined
    }
  }
  const element = (name: string, attributes: Xml.Attributes) => {
    if (field(name, attributes)) return
    const between = breaks[name]
    if (between !== undefined) write(between)
    else if (name === "r") isHidden = false
    else if (name === "vanish") isHidden = !/^(0|false|off)$/.test(attributes.get("val") ?? "")
    else if (name === "p") beginParagraph()
    else if (name === "t") inText = true
    else if (name === "sym") write(symbol(attributes))
    else if (name === "tr") {
      spans.push(1)
      outline.beginRow()
    } else if (name === "tc") cell()
    else if (name === "gridSpan") spans[spans.length - 1] = Number(attributes.get("val")) || 1
    else if (name === "footnoteReference") write(`[^${attributes.get("r:id")}]`)
    else if (name === "endnoteReference") write(`[^e${attributes.get("r:id")}]`)
    else drawing(name, attributes)
  }
  return {
    open: (name, attributes) => {
      if (inProperties && name === "del") paragraph.isJoined = true
      if (skip.open(name)) return
      if (name === "pPr") inProperties = true
      if (inProperties) setProperty(paragraph, name, attributes.get("val"))
      else element(name, attributes)
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "pPr") {
        inProperties = false
        block.begin(paragraph)
        block.write(paragraph)
      } else if (name === "t") inText = false
      else if (name === "r") isHidden = false
      else if (name === "tr") {
        spans.pop()
        outline.endRow()
      } else if (name === "p") endParagraph()
      else endField(name)
    },
    text: (text) => {
      if (skip.isActive()) return
      if (inText) write(text)
      else if (inInstruction) openFields.add(text)
    }
  }
}

/** Notes are paragraphs too, each begun with its mark; the separators that Word keeps among them are not. */
export const notes = (outline: Outline, context: Context): Xml.Handler => {
  const inner = body(outline, context)
  let isSeparator = false
  let mark = ""
  return {
    open: (name, attributes) => {
      if (name === "footnote" || name === "endnote") {
        isSeparator = (attributes.get("type") ?? "normal") !== "normal"
        mark = `${name === "endnote" ? "e" : ""}${attributes.get("r:id") ?? ""}`
      }
      if (isSeparator) return
      if (name === "footnoteRef" || name === "endnoteRef") outline.text(`[^${mark}]: `)
      inner.open?.(name, attributes)
    },
    close: (name) => {
      if (!isSeparator) inner.close?.(name)
      if (name === "footnote" || name === "endnote") isSeparator = false
    },
    text: (text) => {
      if (!isSeparator) inner.text?.(text)
    }
  }
}
