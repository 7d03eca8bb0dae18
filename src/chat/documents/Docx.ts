/**
 * Word documents: paragraphs, headings by their styles' outline levels, lists,
 * tables, text boxes, footnotes, in the order of the file.
 *
 * Own walk over the XML and not mammoth's (or officeparser's): they hold the
 * inflated document as a tree several times over, and know no cut-off.
 */
import type { Excerpt } from "./Excerpt.ts"
import { Outline } from "./Outline.ts"
import * as Relationships from "./Relationships.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** A paragraph style: its outline level from 1, its own or inherited. */
interface Style {
  readonly basedOn: string | undefined
  readonly level: number | undefined
}

/** Styles inherit from styles; deeper than this is a circle. */
const MAX_INHERITANCE = 20

const levelByName = (name: string): number | undefined => {
  const lower = name.toLowerCase()
  if (lower === "title") return 1
  const level = /^heading ([1-9])$/.exec(lower)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** Outline levels count from 0, and 9 is plain text. */
const levelOfOutline = (value: string | undefined): number | undefined => {
  const level = Number(value ?? "9")
  return level >= 0 && level < 9 ? level + 1 : undefined
}

const readStyles = async (archive: Archive, part: string | undefined): Promise<ReadonlyMap<string, Style>> => {
  const styles = new Map<string, Style>()
  if (part === undefined) return styles
  let id: string | undefined
  let style: Style = { basedOn: undefined, level: undefined }
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      if (name === "style") {
        id = attributes.get("styleId")
        style = { basedOn: undefined, level: undefined }
      } else if (name === "name") style = { ...style, level: levelByName(attributes.get("val") ?? "") ?? style.level }
      else if (name === "basedOn") style = { ...style, basedOn: attributes.get("val") }
      else if (name === "outlineLvl") style = { ...style, level: levelOfOutline(attributes.get("val")) ?? style.level }
    },
    close: (name) => {
      if (name === "style" && id !== undefined) styles.set(id, style)
    }
  })
  return styles
}

const levelOfStyle = (styles: ReadonlyMap<string, Style>, id: string | undefined): number | undefined => {
  let style = id === undefined ? undefined : styles.get(id)
  for (let steps = 0; style !== undefined && steps < MAX_INHERITANCE; steps++) {
    if (style.level !== undefined) return style.level
    style = style.basedOn === undefined ? undefined : styles.get(style.basedOn)
  }
  return undefined
}

/** What was deleted or moved away, former properties, and the second drawing of what is drawn twice. */
const SKIPPED = new Set(["moveFrom", "Fallback", "del", "pPrChange"])

const breaks: Readonly<Record<string, string>> = {
  tab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
  ptab: "\t"
}

/** What a paragraph's properties say before its text begins. */
interface Properties {
  style: string | undefined
  outline: number | undefined
  isItem: boolean
  listLevel: number
}

const none = (): Properties => ({ style: undefined, outline: undefined, isItem: false, listLevel: 0 })

/** The handler for the body of a document or of its notes. */
const body = (outline: Outline, styles: ReadonlyMap<string, Style>): Xml.Handler => {
  const skip = Xml.skipping(SKIPPED)
  let properties = none()
  let inProperties = false
  let inText = false

  const beginBlock = () => {
    const level = properties.outline ?? levelOfStyle(styles, properties.style)
    if (level !== undefined) outline.heading(level)
    else if (properties.isItem) outline.item(properties.listLevel)
    else outline.paragraph()
  }
  const property = (name: string, value: string | undefined) => {
    if (name === "pStyle") properties.style = value
    else if (name === "outlineLvl") properties.outline = levelOfOutline(value)
    else if (name === "numId") properties.isItem = value !== "0"
    else if (name === "ilvl") properties.listLevel = Number(value ?? "0") || 0
  }
  const element = (name: string, attributes: Xml.Attributes) => {
    if (name === "p") {
      properties = none()
      outline.paragraph()
    } else if (name === "t") inText = true
    else if (name === "tr") outline.beginRow()
    else if (name === "tc") outline.cell()
    else if (name === "footnoteReference" || name === "endnoteReference") outline.text(`[^${attributes.get("r:id")}]`)
    else {
      const between = breaks[name]
      if (between !== undefined) outline.text(between)
    }
  }
  return {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "pPr") inProperties = true
      if (inProperties) property(name, attributes.get("val"))
      else element(name, attributes)
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "pPr") {
        inProperties = false
        beginBlock()
      } else if (name === "t") inText = false
      else if (name === "tr") outline.endRow()
      // A text box ends inside the paragraph that it is anchored in.
      else if (name === "p") outline.paragraph()
    },
    text: (text) => {
      if (inText && !skip.isActive()) outline.text(text)
    }
  }
}

/** Notes are paragraphs too, each begun with its number; the separators that Word keeps among them are not. */
const notes = (outline: Outline, styles: ReadonlyMap<string, Style>): Xml.Handler => {
  const inner = body(outline, styles)
  let isSeparator = false
  let mark = ""
  return {
    open: (name, attributes) => {
      if (name === "footnote" || name === "endnote") {
        isSeparator = attributes.has("type")
        mark = attributes.get("r:id") ?? ""
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

/** Throws `Unreadable`. */
export const read = async (bytes: Uint8Array, excerpt: Excerpt): Promise<void> => {
  const { archive, main, partOf } = await Relationships.open(bytes)
  const styles = await readStyles(archive, partOf("styles"))
  const outline = new Outline(excerpt)
  await Xml.read(archive.read(main), body(outline, styles), excerpt.isEnough)
  for (const type of ["footnotes", "endnotes"]) {
    const part = partOf(type)
    if (part !== undefined) await Xml.read(archive.read(part), notes(outline, styles), excerpt.isEnough)
  }
}
