/**
 * Letters to words: where the spaces are. The ear's own probability of a space
 * and the list of known words are weighed against each other, the cheapest
 * division of the last letters wins (dynamic programming). Letters far enough
 * back are settled for good, by rules that see letters alone and no pieces of
 * sound, so that memory is bounded and the text the same however the sound came.
 */
import type { Letter } from "./Letters.ts"
import type { Lexicon } from "./Lexicon.ts"

export interface Word {
  readonly letters: ReadonlyArray<Letter>
  readonly text: string
  /** Whether it is in the list. */
  readonly known: boolean
  /** The probability, by ear alone, of the least sure of its borders and of the joints inside it. */
  readonly border: number
}

/** Costs are negative natural logarithms. */
export interface Costs {
  /** Of a word that is not in the list. */
  readonly unknown: number
  /** Of each letter of such a word, besides. */
  readonly letter: number
  /** Of an unknown word of one letter, besides. */
  readonly lone: number
  /** Of any word in the list. */
  readonly known: number
  /** How much the ear counts. */
  readonly ear: number
}

/** Letters that may wait to be divided, and how many of them are kept when the rest is settled. */
const MOST_PENDING = 72
const KEPT_PENDING = 32
/** Output frames without a letter that part two phrases: 0.5 s. */
const PAUSE = 25
const LEAST = 1e-4

const clamped = (probability: number): number => Math.min(1 - LEAST, Math.max(LEAST, probability))

const borderOf = (letters: ReadonlyArray<Letter>, from: number, end: number): number => {
  let least = 1
  for (let at = Math.max(1, from); at <= Math.min(end, letters.length - 1); at++) {
    const space = letters[at]?.space ?? 0
    least = Math.min(least, at === from || at === end ? space : 1 - space)
  }
  return least
}

const wordOf = (letters: ReadonlyArray<Letter>, from: number, end: number, lexicon: Lexicon): Word => {
  const own = letters.slice(from, end)
  const sound = own.map(({ symbol }) => symbol).join("")
  const spelling = lexicon.spelling(sound)
  return {
    letters: own,
    text: spelling ?? lexicon.write(sound),
    known: spelling !== undefined,
    border: borderOf(letters, from, end)
  }
}

/** The cheapest division of `letters` into words. */
export const divide = (letters: ReadonlyArray<Letter>, lexicon: Lexicon, costs: Costs): ReadonlyArray<Word> => {
  const symbols = letters.map(({ symbol }) => symbol)
  const space = letters.map((letter) => -Math.log(clamped(letter.space)) * costs.ear)
  const none = letters.map((letter) => -Math.log(1 - clamped(letter.space)) * costs.ear)
  const best: Array<{ readonly cost: number; readonly from: number }> = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= letters.length; end++) {
    let cheapest = { cost: Number.POSITIVE_INFINITY, from: 0 }
    let inside = 0
    let word = ""
    for (let from = end - 1; from >= 0; from--) {
      word = (symbols[from] ?? "") + word
      const start = from === 0 ? 0 : (space[from] ?? 0)
      const own =
        word.length <= lexicon.longest && lexicon.spelling(word) !== undefined
          ? costs.known
          : costs.unknown + costs.letter * (end - from) + (end - from === 1 ? costs.lone : 0)
      const cost = (best[from]?.cost ?? 0) + start + inside + own
      if (cost < cheapest.cost) cheapest = { cost, from }
      inside += none[from] ?? 0
      // A space that was heard for certain is not overruled by any word: what lies before it need not be tried.
      if (inside + (best[0]?.cost ?? 0) > cheapest.cost) break
    }
    best.push(cheapest)
  }
  const words: Array<Word> = []
  for (let end = letters.length; end > 0; ) {
    const from = best[end]?.from ?? 0
    words.push(wordOf(letters, from, end, lexicon))
    end = from
  }
  return words.reverse()
}

export interface WordReader<Heard> {
  readonly push: (letters: ReadonlyArray<Letter>) => void
  /** All words so far; those that are not settled may still change. */
  readonly words: () => ReadonlyArray<Heard>
}

export interface WordReaderOptions<Heard> {
  readonly lexicon: Lexicon
  readonly costs: Costs
  /** What is kept of a word. */
  readonly keep: (word: Word) => Heard
}

/**
 * One letter alone between two pauses is no word of either language, but what a
 * tone or a click may sound like.
 */
const phrase = (letters: ReadonlyArray<Letter>): ReadonlyArray<Letter> => (letters.length > 1 ? letters : [])

/** Keeps of settled words what `keep` makes of them, and the letters that are not settled. */
export const makeWordReader = <Heard>({ costs, keep, lexicon }: WordReaderOptions<Heard>): WordReader<Heard> => {
  const settled: Array<Heard> = []
  let pending: Array<Letter> = []

  const settleAll = () => {
    for (const word of divide(phrase(pending), lexicon, costs)) settled.push(keep(word))
    pending = []
  }
  const settleOld = () => {
    let taken = 0
    for (const word of divide(pending, lexicon, costs)) {
      const after = taken + word.letters.length
      if (after > MOST_PENDING - KEPT_PENDING && taken > 0) break
      settled.push(keep(word))
      taken = after
    }
    pending = pending.slice(taken)
  }

  return {
    push: (letters) => {
      for (const letter of letters) {
        const before = pending.at(-1)
        if (before !== undefined && letter.start - before.end > PAUSE) settleAll()
        pending.push(letter)
        if (pending.length >= MOST_PENDING) settleOld()
      }
    },
    words: () => [...settled, ...divide(phrase(pending), lexicon, costs).map(keep)]
  }
}
