/** What a message says that may be an argument of a tool: numbers, quotations, places, named values. */
import { withoutTriggers } from "./Triggers.ts"

export interface Clues {
  /** The message without triggers. */
  readonly text: string
  /** The value that the message gives for `name` (`order_id: 7`, `city Adama`); an empty list: none. */
  readonly named: (name: string) => ReadonlyArray<string>
  /** The numbers not yet used that fit, in the order of the text; the first one is used up. */
  readonly takeNumber: (fits: (value: number) => boolean) => number | undefined
  /** The same for quotations, then for names after prepositions. */
  readonly takeString: (fits: (value: string) => boolean) => string | undefined
  readonly numbers: ReadonlyArray<number>
  readonly quotations: ReadonlyArray<string>
  /** Whether the message has the word or words, whatever their case. */
  readonly mentions: (words: string) => boolean
}

/** A message is looked through to this length, in UTF-16 code units. */
const SEARCHED = 4_000

const quotation = /"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»/g
const numeral = /(?<![\p{L}\d.])-?\d{1,15}(?:\.\d{1,6})?(?![\d\p{L}])/gu
/** A run of capitalised words after a preposition: a name, more often than not. */
const name = /\b(?:in|at|for|to|from|of|about|near|on|with)\s+(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)/gu

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

const found = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(text.matchAll(pattern), (match) => match.slice(1).find((group) => group !== undefined) ?? match[0])

const capitalised = /^\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/u

const namedIn = (text: string) => (name: string) => {
  const spoken = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[\s_.-]+/)
    .filter((word) => word !== "")
    .map(escape)
    .join("[\\s_-]*")
  if (spoken === "") return []
  const given = new RegExp(
    `(?<!\\p{L})${spoken}\\s*(?:\\bis\\b|[=:፦])\\s*("[^"\n]+"|“[^”\n]+”|«[^»\n]+»|[^\\s,;።፣]+)`,
    "iu"
  ).exec(text)
  const before = new RegExp(`(?<!\\p{L})${spoken}\\s+(?=\\p{L})`, "iu").exec(text)
  const after = before === null ? null : capitalised.exec(text.slice(before.index + before[0].length))
  return [given?.[1], after?.[0]]
    .filter((value) => value !== undefined)
    .map((value) => value.replace(/^["“«]|["”»]$|[.?!]$/g, ""))
}

/** Takes the first that fits out of `pool`. */
const taking = <A>(pool: ReadonlyArray<A>) => {
  const left = [...pool]
  return (fits: (value: A) => boolean): A | undefined => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
}

/** Reads a message. What `take…` gives is not given again. */
export const read = (message: string): Clues => {
  const text = withoutTriggers(message).slice(0, SEARCHED)
  const quotations = found(text, quotation)
  const unquoted = text.replace(quotation, " ")
  const numbers = found(text, numeral).map(Number)
  const lowered = text.toLowerCase()
  return {
    text,
    numbers,
    quotations,
    named: namedIn(text),
    takeNumber: taking(numbers),
    takeString: taking([...quotations, ...found(unquoted, name)]),
    mentions: (words) => words !== "" && lowered.includes(words.toLowerCase())
  }
}
