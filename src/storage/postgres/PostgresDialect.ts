/** What PostgreSQL takes and gives otherwise than SQLite, where one text is written for both. */
import type { CustomTypesConfig } from "pg"
import { storable } from "../StorableText.ts"

/** What is skipped whole: texts and names in quotes, comments; or else a parameter's place. */
const PLACES = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g

/** The same text with what `place` says for each `?`, counted from 0. */
export const filled = (text: string, place: (index: number) => string): string => {
  let index = 0
  return text.replace(PLACES, (mark) => (mark === "?" ? place(index++) : mark))
}

/** The same text with `$1`, `$2` … in the places of `?`. */
export const numbered = (text: string): string => filled(text, (index) => `$${index + 1}`)

/** The parameters as the driver takes them. */
export const parametersOf = (parameters: ReadonlyArray<unknown>): Array<unknown> =>
  parameters.map((value) => (typeof value === "string" ? storable(value) : value))

/** Of the types' own numbers (`pg_type.oid`), those that are no text here. */
const BOOL = 16
const INTEGERS = [20, 21, 23, 26]
const FLOATS = [700, 701]
/** What `SUM` makes of a `BIGINT`. */
const NUMERIC = 1700

const integer = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no integer that can be told exactly`)
  return value
}

const numeric = (text: string): number => (/^-?\d+$/.test(text) ? integer(text) : Number(text))

/** Numbers where SQLite has numbers, 0 and 1 for what is false and true, and all else as text. */
const parserOf = (type: number): ((text: string) => string | number) => {
  if (INTEGERS.includes(type)) return integer
  if (FLOATS.includes(type)) return Number
  if (type === NUMERIC) return numeric
  return type === BOOL ? (text) => (text === "t" ? 1 : 0) : (text) => text
}

export const types: CustomTypesConfig = { getTypeParser: parserOf }
