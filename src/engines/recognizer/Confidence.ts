/** How sure a word is, and a whole utterance. */
import type { RecognizedWord } from "../Recognizer.ts"
import type { Calibration } from "./Calibration.ts"
import type { Word } from "./Words.ts"

const LEAST = 1e-4

/** Natural logarithm of the odds, within ±9. */
const logit = (probability: number): number => {
  const within = Math.min(1 - LEAST, Math.max(LEAST, probability))
  return Math.log(within / (1 - within))
}

const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** What tells a right word from a wrong one: its least sure letter, its least sure border, whether it is known, what it looks like. */
export const featuresOf = (word: Word): readonly [letter: number, border: number, known: number, likeness: number] => [
  logit(word.letters.reduce((least, { probability }) => Math.min(least, probability), 1)),
  logit(word.border),
  word.known ? 1 : 0,
  word.likeness
]

/** The probability that the word is right, as calibrated on words that were not trained on. */
export const confidenceOf = (word: Word, { confidence }: Calibration): number => {
  const [letter, border, known, likeness] = featuresOf(word)
  return logistic(
    confidence.bias +
      confidence.letter * letter +
      confidence.border * border +
      confidence.known * known +
      confidence.likeness * likeness
  )
}

/** The words' mean, long words counting more; 1 where nothing was said. */
export const overall = (words: ReadonlyArray<RecognizedWord>): number => {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (letters === 0) return 1
  return words.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0) / letters
}
