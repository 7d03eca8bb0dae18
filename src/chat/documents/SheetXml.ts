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
/** Bytes that are read before it is asked whether they are enough. */
const SLICE = 64 * 1024

const ROOT = /^<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/

export const isSheetXml = (bytes: Buffer): boolean => opensWith(ROOT, bytes, LONGEST_HEAD)

/** Formats that have names of their own. */
const NAMED_FORMATS: ReadonlyMap<string, string> = new Map([
  ["General Number", "General"],
  ["Percent", "0.00%"],
  ["Fixed", "0.00"],
  ["Standard", "#,##0.00"],
  ["Scientific", "0.00E+00"],
  // Whose currency it is, the file does not say.
  ["Currency", "#,##0.00_);(#,##0.00)"],
  ["Euro Currency", '"€"#,##0.00_);("€"#,##0.00)'],
  ["General Date", "m/d/yyyy h:mm"],
  ["Long Date", "dddd, mmmm dd, yyyy"],
  ["Medium Date", "d-mmm-yy"],
  ["Short Date", "m/d/yyyy"],
  ["Long Time", "h:mm:ss AM/PM"],
  ["Medium Time", "h:mm AM/PM"],
  ["Short Time", "h:mm"],
  ["Yes/No", '"Yes";"Yes";"No"'],
  ["True/False", '"True";"True";"False"'],
  ["On/Off", '"On";"On";"Off"']
])

interface Cell {
  readonly style: string
  readonly formula: string
  type: string
  text: string
  comment: string
}

/** The handler for a whole workbook. */
const workbook = (outline: Outline): Xml.Handler => {
  const formats = new Map<string, NumberFormats.Format>()
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
    const format = formats.get(own)
    if (type === "DateTime") return format?.date(text) ?? NumberFormats.plainDate(text)
    return type === "Number" && format !== undefined ? format.number(Number(text)) : text
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
        if (code !== "") formats.set(style, NumberFormats.formatOf(NAMED_FORMATS.get(code) ?? code, false))
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
    for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
  })()
  const damaged = orSay(() => {
    if (!excerpt.isEmpty()) excerpt.leaveOut("The file is damaged: what comes after the damage is not included.")
  })
  await Xml.read(pieces, workbook(new Outline(excerpt)), excerpt.isEnough).catch(damaged)
  return !excerpt.isEmpty()
}
