/**
 * Workbooks: each sheet under its name, row by row; values as they were last
 * calculated, dates as ISO 8601.
 *
 * Own walk over the XML: SheetJS on npm has not been released since 2022,
 * exceljs since 2023, and readers that keep the sheet as a tree know no cut-off.
 */
import type { Excerpt } from "./Excerpt.ts"
import { Outline } from "./Outline.ts"
import * as Relationships from "./Relationships.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly id: string
}

interface Workbook {
  readonly sheets: ReadonlyArray<Sheet>
  /** Days count from 1904 and not from 1900. */
  readonly is1904: boolean
}

const readWorkbook = async (archive: Archive, main: string): Promise<Workbook> => {
  const sheets: Array<Sheet> = []
  let is1904 = false
  await Xml.read(archive.read(main), {
    open: (name, attributes) => {
      const id = attributes.get("r:id")
      if (name === "sheet" && id !== undefined) {
        const isHidden = (attributes.get("state") ?? "visible") !== "visible"
        sheets.push({ name: attributes.get("name") ?? "", isHidden, id })
      } else if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes.get("date1904") ?? "")
    }
  })
  return { sheets, is1904 }
}

/** The texts that cells refer to by number; what a phonetic guide says of them is left out. */
const readStrings = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<string>> => {
  const strings: Array<string> = []
  if (part === undefined) return strings
  const skip = Xml.skipping(new Set(["rPh"]))
  let inText = false
  let current: Array<string> = []
  await Xml.read(archive.read(part), {
    open: (name) => {
      if (skip.open(name)) return
      if (name === "si") current = []
      else if (name === "t") inText = true
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "t") inText = false
      else if (name === "si") strings.push(current.join(""))
    },
    text: (text) => {
      if (inText && !skip.isActive()) current.push(text)
    }
  })
  return strings
}

/** Built-in number formats that show dates or times (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** A format's letters of date and time, outside quotes, brackets and escapes. */
const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, ""))

/** For each cell style, whether it shows a date. */
const readDateStyles = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<boolean>> => {
  const codes = new Map<number, string>()
  const styles: Array<boolean> = []
  if (part === undefined) return styles
  let inCellStyles = false
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      const id = Number(attributes.get("numFmtId") ?? "0")
      if (name === "numFmt") codes.set(id, attributes.get("formatCode") ?? "")
      else if (name === "cellXfs") inCellStyles = true
      else if (name === "xf" && inCellStyles) {
        const code = codes.get(id)
        styles.push(code === undefined ? isBuiltInDate(id) : isDateCode(code))
      }
    },
    close: (name) => {
      if (name === "cellXfs") inCellStyles = false
    }
  })
  return styles
}

const MILLIS_A_DAY = 86_400_000
/** Day 0 as workbooks count: 1900 is taken for a leap year, so that it lies a day before its time. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
/** The last day that workbooks know, of the year 9999. */
const LAST_DAY = 2_958_466

const formatDate = (serial: number, is1904: boolean): string => {
  const epoch = is1904 ? EPOCH_1904 : EPOCH_1900
  const iso = new Date(epoch + Math.round((serial * MILLIS_A_DAY) / 1000) * 1000).toISOString()
  if (serial < 1) return iso.slice(11, 19)
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19).replace("T", " ")
}

/** Digits that a workbook shows at most; the rest is the noise of binary fractions. */
const DIGITS = 15

const formatNumber = (value: string): string => {
  const number = Number(value)
  return Number.isFinite(number) ? String(Number(number.toPrecision(DIGITS))) : value
}

interface Cells {
  readonly strings: ReadonlyArray<string>
  readonly dateStyles: ReadonlyArray<boolean>
  readonly is1904: boolean
}

const formatValue = (cells: Cells, type: string, style: number, value: string): string => {
  if (value === "") return ""
  if (type === "s") return cells.strings[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type !== "n") return value
  const serial = Number(value)
  const isDate = cells.dateStyles[style] === true && serial >= 0 && serial < LAST_DAY
  return isDate ? formatDate(serial, cells.is1904) : formatNumber(value)
}

/** The column of a reference such as `BC12`, from 0. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? "")?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The handler for a sheet. */
const sheet = (outline: Outline, cells: Cells): Xml.Handler => {
  const skip = Xml.skipping(new Set(["rPh", "f", "extLst"]))
  let next = 0
  let skipped = 0
  let type = "n"
  let style = 0
  let inValue = false
  let value: Array<string> = []

  const beginCell = (attributes: Xml.Attributes) => {
    const column = Math.max(columnOf(attributes.get("r")) ?? next, next)
    skipped = column - next
    next = column + 1
    type = attributes.get("t") ?? "n"
    style = Number(attributes.get("s") ?? "0")
    value = []
  }
  const endCell = () => {
    outline.cell(skipped)
    outline.text(formatValue(cells, type, style, value.join("")))
  }
  return {
    open: (name, attributes) => {
      if (skip.open(name)) return
      if (name === "row") {
        next = 0
        outline.beginRow()
      } else if (name === "c") beginCell(attributes)
      else if (name === "v" || name === "t") inValue = true
    },
    close: (name) => {
      if (skip.close()) return
      if (name === "row") outline.endRow()
      else if (name === "c") endCell()
      else if (name === "v" || name === "t") inValue = false
    },
    text: (text) => {
      if (inValue && !skip.isActive()) value.push(text)
    }
  }
}

/** Throws `Unreadable`. */
export const read = async (bytes: Uint8Array, excerpt: Excerpt): Promise<void> => {
  const { archive, main, partOf, related } = await Relationships.open(bytes)
  const { is1904, sheets } = await readWorkbook(archive, main)
  const strings = await readStrings(archive, partOf("sharedStrings"))
  const dateStyles = await readDateStyles(archive, partOf("styles"))
  const outline = new Outline(excerpt)
  for (const { id, isHidden, name } of sheets) {
    if (excerpt.isEnough()) return
    const part = related.get(id)
    if (part === undefined) throw new Unreadable(DAMAGED)
    outline.heading(1)
    outline.text(`Sheet: ${name}${isHidden ? " (hidden)" : ""}`)
    if (part.type === "worksheet")
      await Xml.read(archive.read(part.target), sheet(outline, { strings, dateStyles, is1904 }), excerpt.isEnough)
  }
}
