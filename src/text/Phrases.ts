/**
 * Division of text into phrases, for speech that begins before all of it is
 * made. Always: the phrases, joined, are the text; each knows its offset; none
 * is empty or longer than its plan allows; the same text always divides alike,
 * in time linear in its length. Text that arrives in pieces divides as the
 * whole would, whatever the pieces.
 */
import { boundaryAt, goesOn, isBetweenNumerals, mayDivide, overlong, Strength, undecided } from "./Boundaries.ts"
import { Joint, joints } from "./Joints.ts"
import { isSpoken, isWhitespace } from "./Letters.ts"

/** A stretch of text that is synthesised, or translated, at once. */
export interface Phrase {
  /** The phrase as the client wrote it; all phrases joined are the text. */
  readonly text: string
  /** UTF-16 offset of the phrase in the whole text. */
  readonly offset: number
}

/** Where a phrase may end. Lengths in UTF-16 code units. */
interface Plan {
  /** From this length on a phrase may end at a comma; it may end with a sentence at any length. */
  readonly comfortable: number
  /** No phrase is longer. */
  readonly longest: number
}

/** The greatest length of a phrase, in UTF-16 code units. */
export const longestPhrase = 300
/** The greatest length of what `sentences` gives, in UTF-16 code units. */
export const longestSentence = 1000

/** Short, so that the first sound comes early: a clause of some three words will do. */
const first: Plan = { comfortable: 16, longest: 120 }
/** A long sentence of both languages has some 160 characters (about 12 s of speech). */
const later: Plan = { comfortable: 160, longest: longestPhrase }
const sentence: Plan = { comfortable: Number.POSITIVE_INFINITY, longest: longestSentence }

const phrasePlan = (index: number): Plan => (index === 0 ? first : later)
const sentencePlan = (): Plan => sentence

const graphemes = new Intl.Segmenter("am", { granularity: "grapheme" })

/** Whether one character as a reader sees it ends at `at` for certain: ASCII or plain fidel on both sides. */
const plain = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  const simple = (unit: number) => (unit > 0x1f && unit < 0x7f) || (unit >= 0x1200 && unit <= 0x135a)
  return simple(before) && simple(after)
}

/**
 * The last place, `limit` at most, that is between two graphemes; where one
 * grapheme fills the whole stretch, between two code points.
 */
const graphemeCut = (text: string, start: number, limit: number): number => {
  if (plain(text, limit)) return limit
  // Two more code units decide whether `limit` itself is a boundary.
  let cut = start
  for (const { index } of graphemes.segment(text.slice(start, limit + 2))) {
    if (start + index > limit) break
    cut = start + index
  }
  if (cut > start) return cut
  const halves = /[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(limit - 1, limit + 1))
  return halves ? limit - 1 : limit
}

/** The end of the word at `from`, `to` at most. */
const endOfWord = (text: string, from: number, to: number): number => {
  let at = from
  while (at < to && !isWhitespace(text.charCodeAt(at))) at++
  return at
}

/** So much behind the limit decides where a phrase that grew too long is cut: enough to tell whether a grapheme ends at it. */
const BEHIND_LIMIT = 2

/** A phrase that grew too long ends in its last part, so many UTF-16 code units long, and not in its first half. */
const LAST_PART = 100

/**
 * The best end among the ends of `words`: in the last part, where words belong
 * together the least, and there the last. What follows must have arrived whole.
 */
const bestWord = (text: string, start: number, limit: number, words: ReadonlyArray<number>): number => {
  const least = Math.max(start + (limit - start) / 2, limit - LAST_PART)
  const known = Math.min(text.length, limit + BEHIND_LIMIT)
  const ends = words.filter((end, at) => end >= least || (words[at + 1] ?? 0) >= least)
  const last = endOfWord(text, ends.at(-1) ?? start, known)
  const isWhole = last < known || text.length < limit + BEHIND_LIMIT
  const tokens = [...ends.slice(1), last].map((end, at) => text.slice(ends[at], end).trim())
  const found = joints(isWhole ? tokens : tokens.slice(0, -1))
  let best = words.at(-1) ?? start
  let loosest: number = Joint.bound
  for (const [at, joint] of found.entries()) {
    if (Math.max(Joint.clause, joint) > loosest) continue
    loosest = Math.max(Joint.clause, joint)
    best = ends[at + 1] ?? best
  }
  return best
}

/** Where a phrase that grew too long is cut: after a clause if that leaves enough, else after a word, else anywhere. */
const overlongCut = (
  text: string,
  start: number,
  limit: number,
  clause: number,
  words: ReadonlyArray<number>
): number => {
  if (clause - start >= (limit - start) / 4) return clause
  return words.length > 0 ? bestWord(text, start, limit, words) : graphemeCut(text, start, limit)
}

/** More text is needed to tell where the phrase ends. */
const unknown = -1

/** Where the phrase that begins at `start` ends, or `unknown`, which is only answered while more may come. */
const endOf = (text: string, start: number, plan: Plan, final: boolean): number => {
  const limit = start + plan.longest
  let clause = start
  const words: Array<number> = []
  let spoken = false
  let at = start
  while (at < text.length && at < limit) {
    const unit = text.charCodeAt(at)
    if (!mayDivide(unit)) {
      spoken ||= isSpoken(unit)
      at++
      continue
    }
    const boundary = boundaryAt(text, at, start, limit, final)
    if (boundary === undecided) return unknown
    if (boundary === overlong) break
    const mark = at
    at = boundary.end
    if (!spoken || boundary.strength === Strength.none) continue
    const isClause = boundary.strength === Strength.clause
    if (boundary.strength === Strength.sentence || (isClause && at - start >= plan.comfortable)) {
      const on = goesOn(text, mark, start, limit, final)
      if (on === undefined) return unknown
      if (!on) return at
    } else if (isClause && !isBetweenNumerals(text, mark, start, at)) clause = at
    words.push(at)
  }
  // Whether a grapheme ends at the limit is told by the two code units after it.
  if (text.length < limit + BEHIND_LIMIT && !final) return unknown
  if (text.length <= limit) return text.length
  if (mayDivide(text.charCodeAt(at)) && at < limit) return graphemeCut(text, start, limit)
  return overlongCut(text, start, limit, clause, words)
}

const divide = (text: string, plan: (index: number) => Plan): ReadonlyArray<Phrase> => {
  const parts: Array<Phrase> = []
  let start = 0
  while (start < text.length) {
    const end = endOf(text, start, plan(parts.length), true)
    parts.push({ text: text.slice(start, end), offset: start })
    start = end
  }
  return parts
}

/**
 * Divides text for speech: the first phrase short, later ones about a sentence
 * each, none longer than `longestPhrase`. A phrase without a letter or digit
 * occurs only at the end of a text, or where such characters fill a whole phrase.
 */
export const phrases = (text: string): ReadonlyArray<Phrase> => divide(text, phrasePlan)

/** Divides text at the ends of sentences only, none longer than `longestSentence`. */
export const sentences = (text: string): ReadonlyArray<Phrase> => divide(text, sentencePlan)

/** What a divider remembers between two pieces: at most one phrase's text. */
export interface DividerState {
  /** Text that has arrived and whose phrase is not complete. */
  readonly pending: string
  /** UTF-16 offset of `pending` in the whole text. */
  readonly offset: number
  /** How many phrases were complete. */
  readonly count: number
}

/**
 * `phrases` for text that arrives in pieces: a state machine without effects.
 * A phrase is handed out as soon as no further text could change it, so every
 * way of cutting a text into pieces gives the phrases of the whole.
 */
export const Divider = {
  empty: { pending: "", offset: 0, count: 0 } satisfies DividerState,

  /** Takes the next piece; gives the state after it and the phrases that it completed. */
  push: (state: DividerState, piece: string): readonly [DividerState, ReadonlyArray<Phrase>] => {
    const text = state.pending + piece
    const complete: Array<Phrase> = []
    let start = 0
    while (start < text.length) {
      const end = endOf(text, start, phrasePlan(state.count + complete.length), false)
      if (end === unknown) break
      complete.push({ text: text.slice(start, end), offset: state.offset + start })
      start = end
    }
    return [
      { pending: text.slice(start), offset: state.offset + start, count: state.count + complete.length },
      complete
    ]
  },

  /** No more text comes (or what has come is wanted now): the phrases of what is pending. */
  finish: (state: DividerState): readonly [DividerState, ReadonlyArray<Phrase>] => {
    const rest = divide(state.pending, (index) => phrasePlan(state.count + index))
    return [
      { pending: "", offset: state.offset + state.pending.length, count: state.count + rest.length },
      rest.map((phrase) => ({ text: phrase.text, offset: state.offset + phrase.offset }))
    ]
  }
} as const
