/** How a workbook shows its numbers, dates and times: the number formats of its cell styles (ECMA-376 part 1, 18.8.30). */
import { format, getFormatDateInfo, getFormatFromId, getFormatInfo } from "numfmt"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Characters of a format; Excel writes no longer one. */
const LONGEST_CODE = 255
/** Digits that a workbook keeps; the rest is the noise of binary fractions. */
const DIGITS = 15
const SECONDS_A_DAY = 86_400
/** Days between the first days of the two date systems, as workbooks count them. */
const DAYS_TO_1904 = 1_462
/** The day after the last one that workbooks know, of the year 9999. */
const END_OF_DAYS = 2_958_466

/** How the cells of a style show what is in them. */
interface Format {
  readonly number: (value: number) => string
  readonly text: (value: string) => string
}

const digits = (value: number): string => String(Number(value.toPrecision(DIGITS)))

const plain: Format = { number: digits, text: (value) => value }

/** ISO 8601: of `3/4/2024` nobody can say which is the month. */
const isoDate = (serial: number): string => {
  const isDay = Math.round(serial * SECONDS_A_DAY) % SECONDS_A_DAY === 0
  if (serial >= 1) return format(isDay ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss", serial)
  return format("hh:mm:ss", serial)
}

/** As the format says; blanks that only align are left out. */
const shown = (code: string, value: number | string): string => format(code, value).trim()

const dateFormat = (code: string, is1904: boolean): Format => {
  const { day, month, year } = getFormatDateInfo(code)
  return {
    number: (value) => {
      const serial = is1904 ? value + DAYS_TO_1904 : value
      if (serial < 0 || serial >= END_OF_DAYS) return digits(value)
      return day && month && year ? isoDate(serial) : shown(code, year || month || day ? serial : value)
    },
    text: plain.text
  }
}

const formatOf = (code: string, is1904: boolean): Format => {
  const { isDate, isText, type } = getFormatInfo(code)
  const isGeneral = type === "general" && /^(\[[^\]]*\])*general$/i.test(code)
  if (code.length > LONGEST_CODE || type === "error" || isGeneral || isText) return plain
  if (isDate) return dateFormat(code, is1904)
  return {
    number: (value) => shown(code, value),
    text: code.includes("@") ? (value) => shown(code, value) : plain.text
  }
}

/** Each style's format, by the number that cells have for it. */
export type Formats = (style: number) => Format

/** The codes of cell styles, in their order. */
const readCodes = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<string>> => {
  const own = new Map<number, string>()
  const codes: Array<string> = []
  if (part === undefined) return codes
  let inCellStyles = false
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      const id = Number(attributes.get("numFmtId") ?? "0")
      if (name === "numFmt") own.set(id, attributes.get("formatCode") ?? "")
      else if (name === "cellXfs") inCellStyles = true
      else if (name === "xf" && inCellStyles) codes.push(own.get(id) ?? getFormatFromId(id))
    },
    close: (name) => {
      if (name === "cellXfs") inCellStyles = false
    }
  })
  return codes
}

export const read = async (archive: Archive, part: string | undefined, is1904: boolean): Promise<Formats> => {
  const codes = await readCodes(archive, part)
  const formats = new Map<string, Format>()
  return (style) => {
    const code = codes[style] ?? ""
    const known = formats.get(code) ?? (code === "" ? plain : formatOf(code, is1904))
    formats.set(code, known)
    return known
  }
}
