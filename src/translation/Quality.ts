/**
 * How good a translation is, from checks that need no second model:
 *
 * - script: its letters are of the target's script (names aside);
 * - length: it is neither far shorter nor far longer than the source;
 * - numbers: it has the source's numbers, no others;
 * - placeholders: it has the source's placeholders, each as often;
 * - copy: it is not the source again.
 *
 * Each check passes, doubts or fails; the worst decides: `high`, `medium`,
 * `low`. What the engine vouches for word for word is `high`.
 */
import { isEthiopicLetter } from "../text/Letters.ts"
import type { Quality, TranslationLanguage } from "./Api.ts"
import { keepsPlaceholders, removePlaceholders } from "./Placeholders.ts"

export interface TranslationPair {
  readonly source: string
  readonly translation: string
  readonly targetLanguage: TranslationLanguage
}

/** 0 passes, 1 doubts, 2 fails. */
type QualityScore = 0 | 1 | 2

/** Shares of letters in the target's script, from which a text passes, and from which it does not fail. */
const SCRIPT_PASS = 0.8
const SCRIPT_DOUBT = 0.4
/** A fidel writes a consonant and a vowel, so it counts as two Latin letters. */
const FIDEL_LETTERS = 2
/** Lengths are compared from this many letters on: below, one word more is half the text. */
const COMPARABLE_LETTERS = 12
/** How many times longer or shorter a translation may be to pass, and not to fail. */
const LENGTH_PASS = 2.2
const LENGTH_DOUBT = 4
/** A copy of fewer words may be a name, which is the same in every language. */
const COPIED_WORDS = 3

const lettersOf = (text: string): ReadonlyArray<string> => text.match(/\p{L}/gu) ?? []

const isFidel = (letter: string): boolean => isEthiopicLetter(letter.charCodeAt(0))

const script = ({ targetLanguage, translation }: TranslationPair): QualityScore => {
  const letters = lettersOf(removePlaceholders(translation))
  if (letters.length === 0) return 2
  const ownLetters = letters.filter((letter) =>
    targetLanguage === "am" ? isFidel(letter) : /\p{Script=Latin}/u.test(letter)
  ).length
  const share = ownLetters / letters.length
  return share >= SCRIPT_PASS ? 0 : share >= SCRIPT_DOUBT ? 1 : 2
}

const weigh = (text: string): number =>
  lettersOf(removePlaceholders(text)).reduce((sum, letter) => sum + (isFidel(letter) ? FIDEL_LETTERS : 1), 0)

const length = ({ source, translation }: TranslationPair): QualityScore => {
  const before = weigh(source)
  const after = weigh(translation)
  if (before < COMPARABLE_LETTERS) return 0
  const factor = after === 0 ? Number.POSITIVE_INFINITY : Math.max(before / after, after / before)
  return factor <= LENGTH_PASS ? 0 : factor <= LENGTH_DOUBT ? 1 : 2
}

/** Numbers as digits alone, so that `1,000` and `1000` are the same. */
const numbersOf = (text: string): ReadonlyArray<string> =>
  (removePlaceholders(text).match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replace(/[.,]/g, "")).sort()

const numbers = ({ source, translation }: TranslationPair): QualityScore => {
  const before = numbersOf(source)
  const after = numbersOf(translation)
  return before.length === after.length && before.every((number, index) => number === after[index]) ? 0 : 1
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  removePlaceholders(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}'’]+/gu) ?? []

const copy = ({ source, translation }: TranslationPair): QualityScore => {
  const before = wordsOf(source)
  const after = wordsOf(translation)
  if (before.join(" ") !== after.join(" ")) return 0
  return before.length >= COPIED_WORDS ? 2 : 1
}

const grades = ["high", "medium", "low"] as const satisfies ReadonlyArray<Quality>

/** The worst verdict of all checks. A text without a letter has nothing that could be wrong but its placeholders and numbers. */
export const assess = (translated: TranslationPair): Quality => {
  const placeholders: QualityScore = keepsPlaceholders(translated.source, translated.translation) ? 0 : 2
  const wordless = lettersOf(removePlaceholders(translated.source)).length === 0
  const worded = wordless ? [] : [script(translated), length(translated), copy(translated)]
  const worst = Math.max(placeholders, numbers(translated), ...worded)
  return grades[worst] ?? "low"
}
