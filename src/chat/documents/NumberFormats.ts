/** How a workbook shows its numbers, dates and times: the number formats of its cell styles (ECMA-376 part 1, 18.8.30). */
import { format, getFormatDateInfo, getFormatFromId, getFormatInfo } from "numfmt"
import { setIn, symbolsOf } from "./Symbols.ts"
import * as Xml from "./Xml.ts"
import type { Archive } from "./Zip.ts"

/** Characters of a format; Excel writes no longer one. */
const LONGEST_CODE = 255
/** Digits that a workbook keeps; the rest is the noise of binary fractions. */
const DIGITS = 15
const SECONDS_A_DAY = 86_400
/** Days between the first days of the two date systems, as workbooks count them. */
const DAYS_TO_1904 = 1_462
const DAYS_TO_1970 = 25_569
/** The day after the last one that workbooks know, of the year 9999. */
const END_OF_DAYS = 2_958_466

/** How the cells of a style show what is in them. */
export interface Format {
  readonly number: (value: number) => string
  readonly text: (value: string) => string
  /** A date as ISO 8601, which strict workbooks have in the place of a number. */
  readonly date: (value: string) => string
  /** Letters that are set in the style's font, which may be one of symbols. */
  readonly letters: (value: string) => string
}

const digits = (value: number): string => String(Number(value.toPrecision(DIGITS)))

/** `2024-05-01T12:30:00.000Z`; the day, the time or the fraction may be missing. */
const ISO = /^(?:(\d{4}-\d\d-\d\d)T?)?(?:(\d\d:\d\d(?::\d\d)?)(?:\.\d*)?)?Z?$/

/** As a date and a time that is not midnight. */
export const plainDate = (value: string): string => {
  const [, day = "", time = ""] = ISO.exec(value) ?? []
  const shown = [day, /^00:00(:00)?$/.test(time) && day !== "" ? "" : time].filter((part) => part !== "").join(" ")
  return shown === "" ? value : shown
}

/** The day on which the dates of workbooks and of the calendar meet: before it, workbooks have a day that never was. */
const FIRST_OF_MARCH_1900 = 61

/** Days of the first system, whose first is that of 1900; undefined for what is no date. */
const serialOf = (value: string): number | undefined => {
  const match = ISO.exec(value)
  const [, day = "1899-12-30", time = "00:00:00"] = match ?? []
  const at = Date.parse(`${day}T${time}Z`)
  if (match === null || Number.isNaN(at)) return undefined
  const days = at / (SECONDS_A_DAY * 1_000) + DAYS_TO_1970
  return days >= 1 && days < FIRST_OF_MARCH_1900 ? days - 1 : days
}

const same = (value: string): string => value

const plain: Format = { number: digits, text: same, date: plainDate, letters: same }

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
  const dated = (serial: number, value: number): string => {
    if (serial < 0 || serial >= END_OF_DAYS) return digits(value)
    return day && month && year ? isoDate(serial) : shown(code, year || month || day ? serial : value)
  }
  return {
    ...plain,
    number: (value) => dated(is1904 ? value + DAYS_TO_1904 : value, value),
    date: (value) => {
      const serial = day && month && year ? undefined : serialOf(value)
      return serial === undefined ? plainDate(value) : dated(serial, serial)
    }
  }
}

/** A currency with the language that it is of: Excel separates digits as its reader does, whatever language that is. */
const OF_LANGUAGE = /\[\$([^\]-]*)-[^\]]*\]/g

const withoutLanguage = (code: string): string =>
  code.replace(OF_LANGUAGE, (_, currency: string) => (currency === "" ? "" : `[$${currency}]`))

/** How numbers and texts are shown by a format's code. */
export const formatOf = (code: string, is1904: boolean): Format => {
  const { isDate, isText, type } = getFormatInfo(code)
  const isGeneral = type === "general" && /^(\[[^\]]*\])*general$/i.test(code)
  if (code.length > LONGEST_CODE || type === "error" || isGeneral || isText) return plain
  if (isDate) return dateFormat(code, is1904)
  const own = withoutLanguage(code)
  return {
    ...plain,
    number: (value) => shown(own, value),
    text: code.includes("@") ? (value) => shown(own, value) : same
  }
}

/** Each style's format, by the number that cells have for it. */
export type Formats = (style: number) => Format

interface Style {
  readonly code: string
  readonly font: string
}

/** The number formats and fonts of cell styles, in their order. */
const readStyles = async (archive: Archive, part: string | undefined): Promise<ReadonlyArray<Style>> => {
  const own = new Map<number, string>()
  const fonts: Array<string> = []
  const styles: Array<Style> = []
  if (part === undefined) return styles
  let within: "fonts" | "cellXfs" | undefined
  await Xml.read(archive.read(part), {
    open: (name, attributes) => {
      const id = Number(attributes.get("numFmtId") ?? "0")
      if (name === "numFmt") own.set(id, attributes.get("formatCode") ?? "")
      else if (name === "cellXfs" || name === "fonts") within = name
      else if (name === "font" && within === "fonts") fonts.push("")
      else if (name === "name" && within === "fonts") fonts[fonts.length - 1] = attributes.get("val") ?? ""
      else if (name === "xf" && within === "cellXfs") {
        const font = fonts[Number(attributes.get("fontId") ?? "0")] ?? ""
        styles.push({ code: own.get(id) ?? getFormatFromId(id), font })
      }
    },
    close: (name) => {
      if (name === within) within = undefined
    }
  })
  return styles
}

export const read = async (archive: Archive, part: string | undefined, is1904: boolean): Promise<Formats> => {
  const styles = await readStyles(archive, part)
  const formats = new Map<string, Format>()
  const known = (code: string): Format => {
    const format = formats.get(code) ?? (code === "" ? plain : formatOf(code, is1904))
    formats.set(code, format)
    return format
  }
  return (style) => {
    const { code, font } = styles[style] ?? { code: "", font: "" }
    return symbolsOf(font) === undefined ? known(code) : { ...known(code), letters: (value) => setIn(font, value) }
  }
}
