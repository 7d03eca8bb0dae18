/** What is drawn on a sheet: pictures and text boxes, each with the cell at its upper left corner. */
import { lettersOf } from "./CellReferences.ts"
import type { Outline } from "./Outline.ts"
import * as Xml from "./Xml.ts"

/** What a drawing refers to. */
interface Context {
  /** What stands in the text for the picture of a relationship; empty where there is none. */
  readonly mark: (id: string, description: string) => string
  /** Boxes to tick, by the numbers of their shapes. */
  readonly boxes: ReadonlyMap<string, string>
  /** Pictures are only referred to. */
  readonly onLink: () => void
}

const ANCHORS = new Set(["twoCellAnchor", "oneCellAnchor", "absoluteAnchor"])

/** The handler for a drawing. */
export const drawing = (outline: Outline, { boxes, mark, onLink }: Context): Xml.Handler => {
  const skip = Xml.alternatives(new Set())
  let texts: Array<string> = []
  let description = ""
  let inFrom = false
  let number = ""
  let [column, row] = [-1, -1]

  const begin = () => {
    texts = []
    description = ""
    column = -1
    row = -1
  }
  const end = () => {
    const said = texts.join("").trim()
    if (said === "") return
    outline.paragraph()
    outline.text(column < 0 || row < 0 ? said : `${lettersOf(column)}${row + 1}: ${said}`)
  }
  const add = (text: string) => {
    if (text.trim() !== "") skip.write()
    texts.push(text)
  }
  const describe = (attributes: Xml.Attributes) => {
    description = attributes.get("descr") ?? ""
    const box = boxes.get(attributes.get("id") ?? "")
    if (box !== undefined) add(`${box} `)
  }
  const picture = (attributes: Xml.Attributes) => {
    const id = attributes.get("embed")
    if (id !== undefined) add(mark(id, description))
    else if (attributes.has("link")) onLink()
  }
  let target: "cell" | "text" | undefined
  return {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (ANCHORS.has(name)) begin()
      else if (name === "from") inFrom = true
      else if (inFrom && (name === "col" || name === "row")) target = "cell"
      else if (name === "cNvPr") describe(attributes)
      else if (name === "t") target = "text"
      else if (name === "br") texts.push("\n")
      else if (name === "blip") picture(attributes)
      // What is drawn there for older programs says that they cannot draw it.
      else if (name === "graphicFrame") skip.write()
    },
    close: (name) => {
      if (skip.close(name)) return
      if (ANCHORS.has(name)) end()
      else if (name === "from") inFrom = false
      else if (inFrom && name === "col") column = Math.min(Number(number) || 0, 16_383)
      else if (inFrom && name === "row") row = Number(number) || 0
      else if (name === "p") texts.push("\n")
      target = undefined
      number = ""
    },
    text: (text) => {
      if (skip.isActive()) return
      if (target === "text") add(text)
      else if (target === "cell") number += text
    }
  }
}
