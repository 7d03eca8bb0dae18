/**
 * How long words will take to speak, without speaking them: a linear model of
 * the embedded engine, fitted to 180 sentences a language at 175 words a minute.
 * Of these 90 % are within 8 % of it. Numbers are in words (`text/reading`).
 */
import type { Language } from "../../Domain.ts"
import { isEthiopicLetter, isLatinLetter } from "../../text/Letters.ts"
import type { DurationRequest } from "../Synthesizer.ts"
import { pauseAfter } from "./Pauses.ts"
import { tempoOf, wordsPerMinute } from "./Protocol.ts"

/** The pace of the sentences that the weights were fitted to. */
const fittedPace = 175

/** Seconds that a clause takes beside its letters: its last syllable is drawn out. */
const clauseSeconds: Readonly<Record<Language, number>> = { am: 0.136, om: 0.156 }
/** Seconds of a fidel: a consonant and a vowel, or, in the sixth order, a consonant with half a vowel or none. */
const fidelSeconds = { sixthOrder: 0.116, other: 0.151 } as const
/** Seconds of a Latin letter; a vowel that follows itself makes the first one long. */
const latinSeconds = { vowel: 0.075, lengthening: 0.076, consonant: 0.068, silent: 0 } as const

const isVowel = (letter: string): boolean => "aeiou".includes(letter)
/** The second letter of ch, dh, ny, ph, sh and ts: no sound of its own. */
const isDigraph = (before: string, letter: string): boolean =>
  (letter === "h" && "cdps".includes(before)) || (letter === "y" && before === "n")

const latinLetter = (before: string, letter: string): number => {
  if (isVowel(letter)) return before === letter ? latinSeconds.lengthening : latinSeconds.vowel
  return before !== "" && isDigraph(before, letter) ? latinSeconds.silent : latinSeconds.consonant
}

/** Fidel stand in rows of eight orders; the sixth is the sixth of its row. */
const fidelLetter = (unit: number): number => ((unit & 7) === 5 ? fidelSeconds.sixthOrder : fidelSeconds.other)

/** Seconds of the letters of a clause at `fittedPace`. */
const lettersOf = (clause: string): number => {
  let seconds = 0
  let before = ""
  for (const letter of clause.toLowerCase()) {
    const unit = letter.charCodeAt(0)
    if (isEthiopicLetter(unit)) seconds += fidelLetter(unit)
    else if (isLatinLetter(unit) || letter === "'" || letter === "’") seconds += latinLetter(before, letter)
    before = letter
  }
  return seconds
}

/** After what the engine makes a pause. Looks back over punctuation only from a space: elsewhere it would for each letter. */
const clauseEnd = /(?=\s)(?<=[.?!።፧…,፣፥;፤:፦][\p{P}\p{S}]*)\s+|(?<=[።፣፤])|[\r\n\u2028\u2029]+/u

/**
 * How far the engine is from speaking in inverse proportion to its pace: the
 * measured length of all sentences at a pace, as a factor of what proportion
 * would have, with straight lines between.
 */
const atPace: Readonly<Record<Language, ReadonlyArray<readonly [pace: number, factor: number]>>> = {
  am: [
    [80, 0.97],
    [90, 1.02],
    [175, 1],
    [250, 1.015],
    [360, 1.14],
    [450, 1.19]
  ],
  om: [
    [80, 1.01],
    [90, 1.06],
    [175, 1],
    [250, 0.97],
    [320, 0.935],
    [450, 0.97]
  ]
}

const factorAt = (language: Language, pace: number): number => {
  const points = atPace[language]
  const next = points.findIndex(([other]) => other >= pace)
  const [low, high] = [points[next - 1], points[next]]
  if (low === undefined || high === undefined) return (high ?? points.at(-1))?.[1] ?? 1
  return low[1] + ((high[1] - low[1]) * (pace - low[0])) / (high[0] - low[0])
}

/** Estimated seconds of speech, pauses included. Linear in the text's length. */
export const estimateSeconds = ({ speed, text, voice: { language, rate } }: DurationRequest): number => {
  const pace = wordsPerMinute(rate, speed)
  let letters = 0
  let pauses = 0
  for (const clause of text.split(clauseEnd)) {
    const seconds = lettersOf(clause)
    if (seconds === 0) continue
    letters += seconds + clauseSeconds[language]
    pauses += pauseAfter(clause, pace)
  }
  return ((letters * fittedPace * factorAt(language, pace)) / pace + pauses) / tempoOf(speed)
}
