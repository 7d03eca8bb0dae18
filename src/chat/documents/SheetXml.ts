/**
 * Workbooks in one file of XML (Excel's of 2003), as many programs export their tables: each sheet under its name, row by
 * row, as the workbooks of today are written.
 */
import type { Excerpt } from "./Excerpt.ts"
import { opensWith } from "./MarkupRoot.ts"
import * as NumberFormats from "./NumberFormats.ts"
import { Outline } from "./Outline.ts"
import { orSay } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"

/** Bytes in which it is looked for what the file is. */
const LONGEST_HEAD = 2_048

const ROOT = /^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/

export const isSheetXml = (bytes: Buffer): boolean => opensWith(ROOT, bytes, LONGEST_HEAD)

/** Formats that have names of their own. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  Percent: "0.00%",
  Fixed: "0.00",
  Standard: "#,##0.00",
  Scientific: "0.00E+00"
}

interface Cell {
  readonly style: string
  readonly formula: string
  type: string
  text: string
  comment: string
}

/** The handler for a whole workbook. */
const workbook = (outline: Outline): Xml.Handler => {
  const formats = new Map<string, string>()
  let style = ""
  let cell: Cell | undefined
  /** Columns that the row has so far, and those of them that are written. */
  let [columns, written] = [0, 0]
  let inComment = false
  let inData = false

  const beginCell = (attributes: Xml.Attributes) => {
    const column = Math.max(Number(attributes.get("Index") ?? "0") - 1, columns)
    outline.cell(column - written)
    written = column + 1
    // Cells that are merged with this one are not in the file.
    columns = written + Math.max(0, Number(attributes.get("MergeAcross") ?? "0") || 0)
    const [own = "", formula = ""] = [attributes.get("StyleID"), attributes.get("Formula")]
    cell = { style: own, formula, type: "String", text: "", comment: "" }
  }
  const shown = ({ formula, style: own, text, type }: Cell): string => {
    if (text === "") return formula
    if (type === "Boolean") return text === "1" ? "TRUE" : "FALSE"
    if (type === "DateTime") return NumberFormats.plainDate(text)
    const code = formats.get(own) ?? ""
    return type === "Number" && code !== "" ? NumberFormats.formatOf(code, false).number(Number(text)) : text
  }
  const endCell = (ended: Cell) => {
    outline.text(shown(ended))
    const comment = ended.comment.replace(/\s+/g, " ").trim()
    if (comment !== "") outline.text(` [Comment: ${comment}]`)
    cell = undefined
  }
  return {
    open: (name, attributes) => {
      if (name === "Style") style = attributes.get("ID") ?? ""
      else if (name === "NumberFormat") {
        const code = attributes.get("Format") ?? ""
        formats.set(style, NAMED_FORMATS[code] ?? code)
      } else if (name === "Worksheet") {
        outline.heading(1)
        outline.text(`Sheet: ${attributes.get("Name") ?? ""}`)
      } else if (name === "Row") {
        columns = 0
        written = 0
        outline.beginRow()
      } else if (name === "Cell") beginCell(attributes)
      else if (name === "Comment") inComment = true
      else if (name === "Data" && cell !== undefined) {
        inData = true
        if (!inComment) cell.type = attributes.get("Type") ?? "String"
      }
    },
    close: (name) => {
      if (name === "Row") outline.endRow()
      else if (name === "Cell" && cell !== undefined) endCell(cell)
      else if (name === "Comment") inComment = false
      else if (name === "Data") inData = false
    },
    text: (text) => {
      if (cell === undefined || !inData) return
      if (inComment) cell.comment += text
      else cell.text += text
    }
  }
}

/** Writes the sheets. False, and nothing, where the file is not well-formed from its beginning. */
export const write = async (bytes: Uint8Array, excerpt: Excerpt): Promise<boolean> => {
  const pieces = (async function* () {
    yield bytes
  })()
  const damaged = orSay(() => {
    if (!excerpt.isEmpty()) excerpt.leaveOut("The file is damaged: what comes after the damage is not included.")
  })
  await Xml.read(pieces, workbook(new Outline(excerpt)), excerpt.isEnough).catch(damaged)
  return !excerpt.isEmpty()
}
