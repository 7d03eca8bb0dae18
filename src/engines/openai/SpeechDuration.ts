/**
 * How long an attached engine will speak, of which nothing is known but the
 * text: an unhurried reading, by the kinds of its characters. The
 * catalog's `rate` is the embedded engine's, and is not sent.
 */
import { isDigit, isEthiopicLetter, isEthiopicNumeral, isLatinLetter, isWhitespace } from "../../text/Letters.ts"
import type { SpeechDurations } from "../Synthesizer.ts"

/** The pace that the protocol allows, as a factor. */
const slowest = 0.25
const fastest = 4

/** The pace that an engine is asked for. */
export const paceOf = (speed: number): number => Math.max(slowest, Math.min(fastest, speed))

/**
 * Of a text, and of each of its characters; the likely ones come to what the embedded engine takes at 165 words a minute.
 * Held is half as long again at most, signs, that most engines leave out, aside. The longest is twice to three times as
 * long, so that no slow reader is cut short; and any sign may be read by its name.
 */
const once: SpeechDurations = { likely: 0.1, held: 0.15, longest: 1 }
const fidel: SpeechDurations = { likely: 0.14, held: 0.2, longest: 0.3 }
const latin: SpeechDurations = { likely: 0.077, held: 0.11, longest: 0.22 }
const digit: SpeechDurations = { likely: 0.38, held: 0.55, longest: 0.9 }
const numeral: SpeechDurations = { likely: 0.38, held: 0.55, longest: 3 }
const space: SpeechDurations = { likely: 0.02, held: 0.03, longest: 0.06 }
const clause: SpeechDurations = { likely: 0.3, held: 0.42, longest: 0.8 }
const sentence: SpeechDurations = { likely: 0.45, held: 0.6, longest: 1 }
const other: SpeechDurations = { likely: 0, held: 0.05, longest: 3 }

const clauseMarks = ",;፣፤፥"
const sentenceMarks = ".!?።፧፨\n"

const ofCharacter = (character: string): SpeechDurations => {
  const unit = character.charCodeAt(0)
  if (isEthiopicLetter(unit)) return fidel
  if (isLatinLetter(unit)) return latin
  if (isDigit(unit)) return digit
  if (isEthiopicNumeral(unit)) return numeral
  if (clauseMarks.includes(character)) return clause
  if (sentenceMarks.includes(character)) return sentence
  return isWhitespace(unit) ? space : other
}

/** Seconds of speech at a factor of pace, as people read. Linear in the text's length. */
export const durationsOf = (text: string, speed: number): SpeechDurations => {
  let [likely, held, longest] = [0, 0, 0]
  for (const character of text) {
    const of = ofCharacter(character)
    likely += of.likely
    held += of.held
    longest += of.longest
  }
  const whole = (sum: number, beside: number): number => (sum === 0 ? 0 : (beside + sum) / paceOf(speed))
  return { likely: whole(likely, once.likely), held: whole(held, once.held), longest: whole(longest, once.longest) }
}
