/**
 * How long an attached engine will speak, of which nothing is known but the
 * text: an unhurried reading, by the kinds of its characters. The
 * catalog's `rate` is the embedded engine's, and is not sent.
 */
import { isDigit, isEthiopicLetter, isEthiopicNumeral, isLatinLetter, isWhitespace } from "../../text/Letters.ts"
import type { DurationRequest } from "../Synthesizer.ts"

/** The pace that the protocol allows, as a factor. */
const slowest = 0.25
const fastest = 4

/** The pace that an engine is asked for. */
export const paceOf = (speed: number): number => Math.max(slowest, Math.min(fastest, speed))

interface Seconds {
  readonly likely: number
  /** Half as long again at most; signs, that most engines leave out, aside. */
  readonly held: number
  /** Twice to three times as long, so that no slow reader is cut short; and any sign may be read by its name. */
  readonly longest: number
}

/** Of a text, and of each of its characters; the likely ones come to what the embedded engine takes at 165 words a minute. */
const once: Seconds = { likely: 0.1, held: 0.15, longest: 1 }
const fidel: Seconds = { likely: 0.14, held: 0.2, longest: 0.3 }
const latin: Seconds = { likely: 0.077, held: 0.11, longest: 0.22 }
const digit: Seconds = { likely: 0.38, held: 0.55, longest: 0.9 }
const numeral: Seconds = { likely: 0.38, held: 0.55, longest: 3 }
const space: Seconds = { likely: 0.02, held: 0.03, longest: 0.06 }
const clause: Seconds = { likely: 0.3, held: 0.42, longest: 0.8 }
const sentence: Seconds = { likely: 0.45, held: 0.6, longest: 1 }
const other: Seconds = { likely: 0, held: 0.05, longest: 3 }

const clauseMarks = ",;፣፤፥"
const sentenceMarks = ".!?።፧፨\n"

const ofCharacter = (character: string): Seconds => {
  const unit = character.charCodeAt(0)
  if (isEthiopicLetter(unit)) return fidel
  if (isLatinLetter(unit)) return latin
  if (isDigit(unit)) return digit
  if (isEthiopicNumeral(unit)) return numeral
  if (clauseMarks.includes(character)) return clause
  if (sentenceMarks.includes(character)) return sentence
  return isWhitespace(unit) ? space : other
}

const seconds =
  (kind: keyof Seconds) =>
  ({ speed, text }: DurationRequest): number => {
    let sum = 0
    for (const character of text) sum += ofCharacter(character)[kind]
    return sum === 0 ? 0 : (once[kind] + sum) / paceOf(speed)
  }

/** Seconds of speech, pauses included, as people read. Linear in the text's length. */
export const estimate = seconds("likely")

/** Seconds whose cost is held. */
export const held = seconds("held")

/** Seconds that no reading at this pace needs more of. Linear in the text's length. */
export const longest = seconds("longest")
