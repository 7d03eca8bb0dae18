/**
 * Whether a text has some words in it, as people look for them: capitals or not,
 * the apostrophe of Qubee in all the ways it is typed, and fidel that sound alike.
 */
import { soundAlike } from "./Fidel.ts"
import { letterPairs } from "./LetterPairs.ts"

/** What is typed for an apostrophe, in Qubee above all. */
export const APOSTROPHES = "'’‘ʼʻ`´ʔ′＇"

/** Orders of a row of fidel that are written for those of another. */
const ORDERS = 7

/** Fidel of one row that are written for one another: the first and fourth order of ሀ and አ are both "a". */
const ALIKE_IN_A_ROW = letterPairs("ሃ:ሀ ኣ:አ")

/** Each letter that has others said alike, with all of these. */
const alike: ReadonlyMap<string, string> = (() => {
  const sets = new Map<string, Set<string>>()
  const join = (left: string, right: string) => {
    const all = new Set([left, right, ...(sets.get(left) ?? []), ...(sets.get(right) ?? [])])
    for (const letter of all) sets.set(letter, all)
  }
  for (const [row, common] of soundAlike) {
    for (let order = 0; order < ORDERS; order++) {
      join(String.fromCharCode(row.charCodeAt(0) + order), String.fromCharCode(common.charCodeAt(0) + order))
    }
  }
  for (const [left, right] of ALIKE_IN_A_ROW) join(left, right)
  for (const mark of APOSTROPHES) join(mark, "'")
  return new Map([...sets].map(([letter, all]) => [letter, [...all].join("")]))
})()

const BLANKS = /\s+/u
const SYNTAX = /[\\^$.*+?()[\]{}|/]/u

const patternOf = (character: string): string => {
  const others = alike.get(character)
  if (others !== undefined) return `[${others}]`
  if (BLANKS.test(character)) return "\\s+"
  return SYNTAX.test(character) ? `\\${character}` : character
}

/** A check of texts for `words`; what the words have of white space may be any. */
export const finder = (words: string): ((text: string) => boolean) => {
  const characters = words.normalize("NFC").toWellFormed().replaceAll(/\s+/gu, " ")
  const pattern = new RegExp(Array.from(characters, patternOf).join(""), "iu")
  return (text) => pattern.test(text.normalize("NFC"))
}
