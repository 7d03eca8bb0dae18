/**
 * Where written Amharic and Afaan Oromo may be divided. One question, asked of
 * a mark or a white space: does something end here, how strongly, and where
 * does what follows begin?
 */
import { isWithinSpan } from "./Joints.ts"
import {
  isCloser,
  isDigit,
  isEthiopicLetter,
  isEthiopicNumeral,
  isHighSurrogate,
  isJoined,
  isLatinLetter,
  isLineBreak,
  isSpoken,
  isWhitespace
} from "./Letters.ts"
import { isSaid } from "./Quotations.ts"
import { endsAt, endsUnspaced, goesOnBehindStop, startsLowerCase } from "./Stops.ts"

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

const sentenceMarks = "።፧፨፠"
const clauseMarks = "፣፤፥፦"
const latinMarks = ".!?…,;:"
const dashes = "—–"
const quotationMarks = "\"'”’»›“"

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

const hasAny = (marks: string, of: string): boolean => {
  for (const mark of marks) if (of.includes(mark)) return true
  return false
}

/** What marks end that stand between two letters or digits, without a space. */
const glued = (text: string, at: number, start: number, run: Run): Strength => {
  if (run.marks === "." && endsUnspaced(text, at, start, run.end)) return Strength.sentence
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
  if (hasAny(marks, "!?")) return lower && !/^[!?]+$/u.test(marks) ? Strength.clause : Strength.sentence
  if (marks.startsWith("::") && isEthiopicLetter(text.charCodeAt(lastSpoken(text, at, start)))) return Strength.sentence
  if (marks.startsWith("…") || marks.startsWith("..")) {
    return !lower && isLatinLetter(text.charCodeAt(end)) ? Strength.sentence : Strength.clause
  }
  const pause = hasAny(marks, ",;:—–") ? Strength.clause : Strength.word
  if (!marks.startsWith(".")) return pause
  return endsAt(text, at, start, end, marks === ".") ? Strength.sentence : pause
}

const strengthOf = (text: string, at: number, start: number, run: Run): Strength => {
  if (run.lineBreak || hasAny(run.marks, sentenceMarks) || run.marks.includes("፡፡")) return Strength.sentence
  if (hasAny(run.marks, clauseMarks) || run.marks.includes("፡-")) return Strength.clause
  if (run.marks.startsWith("፡")) return Strength.word
  return run.spaced || run.end === text.length ? spaced(text, at, start, run) : glued(text, at, start, run)
}

const isQuotationMark = (mark: string): boolean => quotationMarks.includes(mark)

/** Whether the run ends something said, whose verb of saying may follow: a quotation, or a question or call without marks. */
const endsSpeech = (text: string, at: number, { marks }: Run): "quoted" | "unquoted" | undefined => {
  if (Array.from(marks).some(isQuotationMark) || isQuotationMark(text.charAt(at - 1))) return "quoted"
  return hasAny(marks, "!?፧") ? "unquoted" : undefined
}

const isNumeral = (unit: number): boolean => isDigit(unit) || isEthiopicNumeral(unit)

/** So much before and behind marks is read, to tell whether they stand within a date, a number or the like: UTF-16 code units. */
const READ_BEFORE = 64
const READ_BEHIND = 32
/** Words behind the marks that are enough to tell. */
const WORDS_BEHIND = 2

/** The end of the words behind `from` that are read; undefined where they have not all arrived. */
const readEnd = (text: string, from: number, final: boolean): number | undefined => {
  let words = 0
  for (let at = from; at < from + READ_BEHIND; at++) {
    if (at >= text.length) return final ? text.length : undefined
    if (isWhitespace(text.charCodeAt(at)) && ++words === WORDS_BEHIND) return at
  }
  return from + READ_BEHIND
}

/** Where the words before `at` that are read begin, no further back than `start`. */
const readStart = (text: string, at: number, start: number): number => {
  const least = Math.max(start, at - READ_BEFORE)
  if (least === start) return start
  for (let from = least; from < at; from++) if (isWhitespace(text.charCodeAt(from))) return from
  return least
}

/** Whether numbers stand on both sides of the marks at `at`, which end at `end`. */
export const isBetweenNumerals = (text: string, at: number, start: number, end: number): boolean =>
  isNumeral(text.charCodeAt(end)) && isNumeral(text.charCodeAt(lastSpoken(text, at, start)))

/** The last place before `at` without white space. */
const lastSpoken = (text: string, at: number, start: number): number => {
  let last = at - 1
  while (last > start && isWhitespace(text.charCodeAt(last))) last--
  return last
}

/** Whether marks between numbers stand within what is read as one: "Adoolessa 12, 2016". */
const isWithinNumber = (text: string, at: number, start: number, end: number, final: boolean): boolean | undefined => {
  const to = readEnd(text, end, final)
  if (to === undefined) return undefined
  const from = readStart(text, at, start)
  return isWithinSpan(text.slice(from, to), lastSpoken(text, at, start) + 1 - from, end - from)
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

/**
 * Whether what follows belongs to what is before all the same, where a sentence
 * or clause ends at `at` by its marks: a verb of saying behind a quotation, the
 * rest of a date. Undefined while more text must come to tell.
 */
export const goesOn = (text: string, at: number, start: number, limit: number, final: boolean): boolean | undefined => {
  const run = runAt(text, at, limit)
  if (run.lineBreak || (!run.spaced && run.end !== text.length)) return false
  const speech = endsSpeech(text, at, run)
  if (speech !== undefined) return isSaid(text, run.end, speech === "quoted", final)
  if (hasAny(run.marks, sentenceMarks)) return false
  // A chapter and verse behind the name of their book, which may be cut short: "ዮሐ. 3፥16".
  const mayBeSpan =
    run.marks === "." ? isNumeral(text.charCodeAt(run.end)) : isBetweenNumerals(text, at, start, run.end)
  const within = mayBeSpan ? isWithinNumber(text, at, start, run.end, final) : false
  return within === false && run.marks === "." ? goesOnBehindStop(text, at, start, run.end, final) : within
}
