/**
 * Letters to words: where the spaces are, and which known word was meant. The
 * network's own probabilities and the list of known words are weighed against
 * each other, the cheapest division of the last letters wins (dynamic programming).
 * Letters far enough back are settled for good, by rules that see letters alone
 * and no pieces of sound, so that memory is bounded and the text the same however
 * the sound came.
 */

import { SPACE } from "./AcousticUnits.ts"
import type { Letter } from "./LetterReader.ts"
import { makePricer } from "./UnitModel.ts"
import type { Lexicon } from "./WordLexicon.ts"

export interface Word {
  readonly letters: ReadonlyArray<Letter>
  readonly text: string
  /** Whether it is in the list. */
  readonly known: boolean
  /** What its letters cost by `UnitModel`, on average. */
  readonly likeness: number
  /** The probability, by the network alone, of the least sure of its borders and of the joints inside it. */
  readonly border: number
  /** Where its letters begin among those that were divided. */
  readonly from: number
}

/** Costs are negative natural logarithms. */
export interface Costs {
  /** Of a word that is not in the list. */
  readonly unknown: number
  /** How much it counts, besides, how little such a word looks like one of the language (`UnitModel`). */
  readonly likeness: number
  /** Of a word in the list as it was written down. */
  readonly known: number
  /** Of one of the forms that are made of those. */
  readonly formed: number
  /** Of taking a letter for what it may be instead, besides what the network says of it. */
  readonly other: number
  /** How much the network's probabilities count. */
  readonly acoustic: number
}

/** Letters that may wait to be divided, and how many of them are kept when the rest is settled. */
const MOST_PENDING = 72
const KEPT_PENDING = 32
/** Output frames without a letter that part two phrases: 0.5 s. */
const PAUSE = 25
const LEAST = 1e-4
/** What is less probable is not tried instead of a letter. */
const LEAST_OTHER = 0.02

const clamped = (probability: number): number => Math.min(1 - LEAST, Math.max(LEAST, probability))

/** One letter's costs. */
interface LetterCosts {
  readonly symbol: string
  /** Of a space before it, and of none. */
  readonly space: number
  readonly none: number
  /** What it may be instead, where that is worth a try. */
  readonly other: string | undefined
  readonly swap: number
}

const priced =
  ({ acoustic, other }: Costs) =>
  ({ probability, second, space, symbol }: Letter): LetterCosts => ({
    symbol,
    space: -Math.log(clamped(space)) * acoustic,
    none: -Math.log(1 - clamped(space)) * acoustic,
    other: second.probability < LEAST_OTHER ? undefined : second.symbol,
    swap: Math.log(probability / second.probability) * acoustic + other
  })

/** A way to have read all letters up to one: its last word. */
interface Step {
  readonly cost: number
  readonly from: number
  /** Letters before that word, without one that was taken for a space. */
  readonly before: number
  readonly spelling: string | undefined
  readonly likeness: number
}

const BEGINNING: Step = { cost: 0, from: 0, before: 0, spelling: undefined, likeness: 0 }

/** A word of the list, and what it costs to have meant it. */
interface ListedWord {
  readonly spelling: string
  readonly cost: number
}

const listedAs = (word: string, lexicon: Lexicon, costs: Costs): ListedWord | undefined => {
  const entry = lexicon.find(word)
  return entry === undefined ? undefined : { spelling: entry.spelling, cost: entry.base ? costs.known : costs.formed }
}

/** A word as it was recognised, or with one letter taken for its second. */
const spelt = (
  letters: ReadonlyArray<LetterCosts>,
  from: number,
  word: string,
  lexicon: Lexicon,
  costs: Costs
): ListedWord | undefined => {
  if (word.length > lexicon.longest) return undefined
  const own = listedAs(word, lexicon, costs)
  if (own !== undefined) return own
  let best: ListedWord | undefined
  for (let at = 0; at < word.length; at++) {
    const { other, swap = 0 } = letters[from + at] ?? {}
    if (other === undefined || other === SPACE || swap >= (best?.cost ?? Number.POSITIVE_INFINITY)) continue
    const meant = listedAs(word.slice(0, at) + other + word.slice(at + 1), lexicon, costs)
    if (meant === undefined || meant.cost + swap >= (best?.cost ?? Number.POSITIVE_INFINITY)) continue
    best = { spelling: meant.spelling, cost: meant.cost + swap }
  }
  return best
}

/** What no word shares with its neighbour: vowels, and the stop before them. */
const unshared = /[aeiouAEIOUɨ@']/

/**
 * A word that lacks its last consonant, because the next word begins with it: ማን
 * ነው has one long n. Only where it is no word without it. Whatever more it cost
 * brought errors back (fresh sentences of Amharic: 2.7 % of words without this,
 * 2.1 % as it is, 2.7 % with 0.5 more, 3.2 % with 0.7 less).
 */
const sharing = (
  word: string,
  next: LetterCosts | undefined,
  lexicon: Lexicon,
  costs: Costs
): ListedWord | undefined => {
  if (next === undefined || unshared.test(next.symbol) || lexicon.find(word) !== undefined) return undefined
  const meant = listedAs(word + next.symbol, lexicon, costs)
  // The next word pays for the space before it, which nobody hears here.
  return meant === undefined ? undefined : { spelling: meant.spelling, cost: meant.cost - next.space }
}

/** The cheapest way to begin a word at a letter: after a recognised space, or in the place of the letter before. */
const beginning = (steps: ReadonlyArray<Step>, letters: ReadonlyArray<LetterCosts>, from: number) => {
  if (from === 0) return { cost: 0, before: 0 }
  const parted = { cost: (steps[from]?.cost ?? 0) + (letters[from]?.space ?? 0), before: from }
  const { other, swap = 0 } = letters[from - 1] ?? {}
  if (other !== SPACE || from < 2) return parted
  const instead = (steps[from - 1]?.cost ?? 0) + swap
  return instead < parted.cost ? { cost: instead, before: from - 1 } : parted
}

/** For each number of letters the cheapest way to have read them. */
const cheapest = (letters: ReadonlyArray<LetterCosts>, lexicon: Lexicon, costs: Costs): ReadonlyArray<Step> => {
  const likeness = makePricer(lexicon.likeness, letters.map(({ symbol }) => symbol).join(""))
  const steps: Array<Step> = [BEGINNING]
  for (let end = 1; end <= letters.length; end++) {
    let best: Step = { ...BEGINNING, cost: Number.POSITIVE_INFINITY }
    let inside = 0
    let word = ""
    for (let from = end - 1; from >= 0; from--) {
      word = (letters[from]?.symbol ?? "") + word
      const start = beginning(steps, letters, from)
      const alone = spelt(letters, from, word, lexicon, costs)
      const shared = sharing(word, letters[end], lexicon, costs)
      const asKnown = shared !== undefined && shared.cost < (alone?.cost ?? Number.POSITIVE_INFINITY) ? shared : alone
      const unlike = likeness(from, end)
      const asUnknown = costs.unknown + costs.likeness * unlike
      const own = asKnown?.cost ?? asUnknown
      const known = own < asUnknown
      const cost = start.cost + inside + Math.min(own, asUnknown)
      if (cost < best.cost)
        best = {
          cost,
          from,
          before: start.before,
          spelling: known ? asKnown?.spelling : undefined,
          likeness: unlike / (end - from + 1)
        }
      inside += letters[from]?.none ?? 0
      // A space that is certain is not overruled by any word: what lies before it need not be tried.
      if (inside > best.cost) break
    }
    steps.push(best)
  }
  return steps
}

/** The probability, by the network, of what parts a word from the one before. */
const borderBefore = (letters: ReadonlyArray<Letter>, { before, from }: Step): number =>
  from === 0 ? 1 : ((before < from ? letters[before]?.second.probability : letters[from]?.space) ?? 0)

/** The cheapest division of `letters` into words. */
export const divide = (letters: ReadonlyArray<Letter>, lexicon: Lexicon, costs: Costs): ReadonlyArray<Word> => {
  const steps = cheapest(letters.map(priced(costs)), lexicon, costs)
  const words: Array<Word> = []
  let after = 1
  for (let end = letters.length; end > 0; ) {
    const step = steps[end] ?? BEGINNING
    const own = letters.slice(step.from, end)
    const before = borderBefore(letters, step)
    const joints = own.slice(1).reduce((least, { space }) => Math.min(least, 1 - space), 1)
    words.push({
      letters: own,
      text: step.spelling ?? lexicon.write(own.map(({ symbol }) => symbol).join("")),
      known: step.spelling !== undefined,
      likeness: step.likeness,
      border: Math.min(before, joints, after),
      from: step.from
    })
    after = before
    end = step.before
  }
  return words.reverse()
}

export interface WordReader<TimedWord> {
  readonly push: (letters: ReadonlyArray<Letter>) => void
  /** All words so far; those that are not settled may still change. */
  readonly words: () => ReadonlyArray<TimedWord>
  /** How many of them are settled. */
  readonly settled: () => number
}

export interface WordReaderOptions<TimedWord> {
  readonly lexicon: Lexicon
  readonly costs: Costs
  /** What is kept of a word. */
  readonly keep: (word: Word) => TimedWord
}

/**
 * One letter alone between two pauses is no word of either language, but what a
 * tone or a click may sound like.
 */
const phrase = (letters: ReadonlyArray<Letter>): ReadonlyArray<Letter> => (letters.length > 1 ? letters : [])

/** Keeps of settled words what `keep` makes of them, and the letters that are not settled. */
export const makeWordReader = <TimedWord>({
  costs,
  keep,
  lexicon
}: WordReaderOptions<TimedWord>): WordReader<TimedWord> => {
  const settled: Array<TimedWord> = []
  let pending: Array<Letter> = []

  const settleAll = () => {
    for (const word of divide(phrase(pending), lexicon, costs)) settled.push(keep(word))
    pending = []
  }
  const settleOld = () => {
    const words = divide(pending, lexicon, costs)
    // The first that is not settled: later than the first word, so that something always is.
    const open = words.findIndex(
      ({ from, letters }, at) => at > 0 && from + letters.length > MOST_PENDING - KEPT_PENDING
    )
    for (const word of open < 0 ? words : words.slice(0, open)) settled.push(keep(word))
    pending = open < 0 ? [] : pending.slice(words[open]?.from ?? 0)
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
    words: () => [...settled, ...divide(phrase(pending), lexicon, costs).map(keep)],
    settled: () => settled.length
  }
}
