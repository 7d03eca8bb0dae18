/** What a message says that may be an argument of a tool: numbers, quotations, names after prepositions. */
import { withoutTriggers } from "./OutcomeTriggers.ts"

export interface Clues {
  /** The message without triggers, to the length that is searched. */
  readonly text: string
  /** The first number not yet taken that fits. */
  readonly takeNumber: (fits: (value: number) => boolean) => number | undefined
  /** The same for quotations, then for names. */
  readonly takeString: (fits: (value: string) => boolean) => string | undefined
  /** Whether the message has the word or words, whatever their case. */
  readonly mentions: (words: string) => boolean
}

/** A message is searched to this length, in UTF-16 code units. */
const SEARCHED = 4_000

const quotation = /"([^"\n]{1,200})"|“([^”\n]{1,200})”|«([^»\n]{1,200})»/g
const numeral = /(?<![\p{L}\d.])-?\d{1,15}(?:\.\d{1,6})?(?![\d\p{L}])/gu
/** A run of capitalised words after a preposition: a name, more often than not. */
const name = /\b(?:in|at|for|to|from|of|about|near|on|with)\s+(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)/gu

const matchesOf = (text: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(text.matchAll(pattern), (match) => match.slice(1).find((group) => group !== undefined) ?? match[0])

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
  const text = withoutTriggers(message.slice(0, SEARCHED))
  const lowered = text.toLowerCase()
  return {
    text,
    takeNumber: taking(matchesOf(text, numeral).map(Number)),
    takeString: taking([...matchesOf(text, quotation), ...matchesOf(text.replace(quotation, " "), name)]),
    mentions: (words) => words !== "" && words.length <= text.length && lowered.includes(words.toLowerCase())
  }
}
