/**
 * Where written Amharic and Afaan Oromo may be divided. One question, asked of
 * a mark or a white space: does something end here, how strongly, and where
 * does what follows begin?
 */

import {
  isCloser,
  isDigit,
  isEthiopicLetter,
  isHighSurrogate,
  isJoined,
  isLatinLetter,
  isLineBreak,
  isSpoken,
  isWhitespace
} from "./Letters.ts"
import { isAbbreviation } from "./reading/Abbreviations.ts"

/** How strongly a text divides: a greater number is a longer pause. */
export const Strength = { none: 0, word: 1, clause: 2, sentence: 3 } as const
export type Strength = (typeof Strength)[keyof typeof Strength]

/** What ends at a place of the text. */
export interface Boundary {
  /** UTF-16 offset of what follows the marks, closing quotes and white space. */
  readonly end: number
  readonly strength: Strength
}

/** The answer depends on text that has not arrived yet. */
export const undecided = "undecided"
/** The marks and spaces run past the limit. */
export const overlong = "overlong"

/** No abbreviation is longer; bounds the look back from a full stop. */
const longestAbbreviation = 24
/** Numbers of a list ("1.", "12.") have at most this many digits; years have more. */
const longestEnumerator = 3

const sentenceMarks = "።፧፨፠"
const clauseMarks = "፣፤፥፦"
const latinMarks = ".!?…,;:"
const dashes = "—–"

const isMark = (character: string): boolean =>
  sentenceMarks.includes(character) ||
  clauseMarks.includes(character) ||
  latinMarks.includes(character) ||
  character === "፡"

/** Whether a boundary may begin with this code unit: cheap, for every character of a text. */
export const mayDivide = (unit: number): boolean => {
  if (isWhitespace(unit)) return true
  if (unit < 0x80)
    return unit === 0x2e || unit === 0x2c || unit === 0x21 || unit === 0x3f || unit === 0x3a || unit === 0x3b
  return (unit >= 0x1360 && unit <= 0x1368) || unit === 0x2026 || unit === 0x2013 || unit === 0x2014
}

/** Marks and closers from `at`, then white space: the run between what ends and what follows. */
interface Run {
  readonly marks: string
  readonly end: number
  readonly spaced: boolean
  readonly lineBreak: boolean
}

const opensRun = (character: string): boolean => isMark(character) || dashes.includes(character)

/** `፡-` is how ፦ is typed where it is not on the keyboard. */
const continuesRun = (text: string, at: number): boolean =>
  isMark(text.charAt(at)) ||
  isCloser(text.charCodeAt(at)) ||
  isJoined(text, at) ||
  (text.charAt(at) === "-" && text.charAt(at - 1) === "፡")

const runAt = (text: string, at: number, limit: number): Run => {
  const stop = Math.min(text.length, limit + 1)
  let marksEnd = at
  while (marksEnd < stop) {
    if (!(marksEnd === at ? opensRun(text.charAt(at)) : continuesRun(text, marksEnd))) break
    marksEnd++
  }
  let end = marksEnd
  let lineBreak = false
  while (end < stop && (isWhitespace(text.charCodeAt(end)) || (end > marksEnd && isJoined(text, end)))) {
    lineBreak ||= isLineBreak(text.charCodeAt(end))
    end++
  }
  return { marks: text.slice(at, marksEnd), end, spaced: end > marksEnd, lineBreak }
}

const lowerCase = /^\p{Ll}/u
const startsLowerCase = (text: string, at: number): boolean =>
  isLatinLetter(text.charCodeAt(at)) && lowerCase.test(text.charAt(at))

/** The word that ends at `at`, no further back than `start`. */
const wordBefore = (text: string, at: number, start: number): string => {
  let from = at
  const least = Math.max(start, at - longestAbbreviation)
  while (from > least) {
    const unit = text.charCodeAt(from - 1)
    const within = isLatinLetter(unit) || isEthiopicLetter(unit) || isDigit(unit) || unit === 0x2e || unit === 0x2f
    if (!within) break
    from--
  }
  return text.slice(from, at)
}

const enumerator = /^\d+$/

/** "1." at the beginning of the phrase numbers it. */
const isEnumerator = (text: string, word: string, at: number, start: number): boolean =>
  word.length <= longestEnumerator && enumerator.test(word) && text.slice(start, at).trim() === word

/** What a full stop before white space ends. */
const afterStop = (text: string, at: number, start: number, next: number): Strength => {
  const word = wordBefore(text, at, start)
  const goesOn = isAbbreviation(word) || isEnumerator(text, word, at, start) || startsLowerCase(text, next)
  return goesOn ? Strength.word : Strength.sentence
}

const hasAny = (marks: string, of: string): boolean => {
  for (const mark of marks) if (of.includes(mark)) return true
  return false
}

/** What marks end that stand between two letters or digits, without a space. */
const glued = (text: string, at: number, run: Run): Strength => {
  const ethiopic = isEthiopicLetter(text.charCodeAt(run.end))
  if (!ethiopic) return Strength.none
  if (hasAny(run.marks, "!?")) return Strength.sentence
  const between = isEthiopicLetter(text.charCodeAt(at - 1))
  if (!between) return Strength.none
  if (run.marks.startsWith("::")) return Strength.sentence
  if (hasAny(run.marks, ",;…")) return Strength.clause
  return run.marks === ":" ? Strength.word : Strength.none
}

/** What marks end that are followed by white space or by the end of the text. */
const spaced = (text: string, at: number, start: number, run: Run): Strength => {
  const { end, marks } = run
  if (marks === "") return Strength.word
  const lower = startsLowerCase(text, end)
  if (hasAny(marks, "!?")) return lower ? Strength.clause : Strength.sentence
  if (marks.startsWith("::") && isEthiopicLetter(text.charCodeAt(at - 1))) return Strength.sentence
  if (marks.startsWith("…") || marks.startsWith("..")) {
    return !lower && isLatinLetter(text.charCodeAt(end)) ? Strength.sentence : Strength.clause
  }
  const pause = hasAny(marks, ",;:—–") ? Strength.clause : Strength.word
  if (!marks.startsWith(".")) return pause
  return afterStop(text, at, start, end) === Strength.sentence ? Strength.sentence : pause
}

const strengthOf = (text: string, at: number, start: number, run: Run): Strength => {
  if (run.lineBreak || hasAny(run.marks, sentenceMarks) || run.marks.includes("፡፡")) return Strength.sentence
  if (hasAny(run.marks, clauseMarks) || run.marks.includes("፡-")) return Strength.clause
  if (run.marks.startsWith("፡")) return Strength.word
  return run.spaced || run.end === text.length ? spaced(text, at, start, run) : glued(text, at, run)
}

/**
 * What ends at `at`, where `mayDivide` holds. `start` is where the phrase
 * begins, nothing before it is looked at; `limit` is the greatest end that is
 * of use. While more text may come (`final` false), the answer is `undecided`
 * until it cannot change any more.
 */
export const boundaryAt = (
  text: string,
  at: number,
  start: number,
  limit: number,
  final: boolean
): Boundary | typeof undecided | typeof overlong => {
  // Most boundaries are one space before a letter: what follows gives the same answer for these, but slower.
  if (text.charCodeAt(at) === 0x20 && at < limit && isSpoken(text.charCodeAt(at + 1))) {
    return { end: at + 1, strength: Strength.word }
  }
  const run = runAt(text, at, limit)
  if (run.end > limit) return overlong
  const known = run.end < text.length - 1 || (run.end < text.length && !isHighSurrogate(text.charCodeAt(run.end)))
  if (!final && !known) return undecided
  if (isJoined(text, run.end)) return { end: run.end, strength: Strength.none }
  return { end: Math.max(run.end, at + 1), strength: strengthOf(text, at, start, run) }
}
