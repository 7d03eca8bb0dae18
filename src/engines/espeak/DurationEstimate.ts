/**
 * How long words will take to speak, without speaking them: a linear model of
 * the embedded engine, fitted to 600 texts a language at 175 words a minute, most
 * of them of one to four words. Of 61 others at eight paces and voices 98 % are
 * within 15 % of it. Numbers are in words (`text/reading`).
 */
import type { Language } from "../../Domain.ts"
import { isEthiopicLetter, isLatinLetter } from "../../text/Letters.ts"
import { pauseAfter } from "../Pauses.ts"
import { frame, type SpokenWords, sampleRate, shortestSilence, tempoOf, wordsPerMinute } from "./EspeakMessages.ts"

/** The pace of the sentences that the weights were fitted to. */
const fittedPace = 175

/** Seconds that a clause takes beside its letters: its last syllable is drawn out. */
const clauseSeconds: Readonly<Record<Language, number>> = { am: 0.145, om: 0.172 }
/**
 * Seconds of a fidel: a consonant and a vowel, or, in the sixth order, a consonant with half a vowel or none, and with
 * none at the end of a word; and of a word beside its fidel.
 */
const fidelSeconds = { word: 0.052, sixthOrder: 0.105, sixthOrderLast: 0.068, other: 0.138 } as const
/** Seconds of a Latin letter; a vowel that follows itself makes the first one long. */
const latinSeconds = { vowel: 0.061, lengthening: 0.098, consonant: 0.069, silent: 0 } as const

const isVowel = (letter: string): boolean => "aeiou".includes(letter)
/** The second letter of ch, dh, ny, ph, sh and ts: no sound of its own. */
const isDigraph = (before: string, letter: string): boolean =>
  (letter === "h" && "cdps".includes(before)) || (letter === "y" && before === "n")

const latinLetter = (before: string, letter: string): number => {
  if (isVowel(letter)) return before === letter ? latinSeconds.lengthening : latinSeconds.vowel
  return before !== "" && isDigraph(before, letter) ? latinSeconds.silent : latinSeconds.consonant
}

/** Fidel stand in rows of eight orders; the sixth is the sixth of its row. */
const fidelLetter = (before: string, unit: number, after: number): number => {
  const begun = isEthiopicLetter(before.charCodeAt(0)) ? 0 : fidelSeconds.word
  if ((unit & 7) !== 5) return begun + fidelSeconds.other
  return begun + (isEthiopicLetter(after) ? fidelSeconds.sixthOrder : fidelSeconds.sixthOrderLast)
}

/** Seconds of the letters of a clause at `fittedPace`. */
const lettersOf = (clause: string): number => {
  const letters = clause.toLowerCase()
  let seconds = 0
  let before = ""
  for (let at = 0; at < letters.length; at++) {
    const letter = letters.charAt(at)
    const unit = letters.charCodeAt(at)
    if (isEthiopicLetter(unit)) seconds += fidelLetter(before, unit, letters.charCodeAt(at + 1))
    else if (isLatinLetter(unit) || letter === "'" || letter === "’") seconds += latinLetter(before, letter)
    before = letter
  }
  return seconds
}

/** After what the engine makes a pause. Looks back over punctuation only from a space: elsewhere it would for each letter. */
const clauseEnd = /(?=\s)(?<=[.?!።፧…,፣፥;፤:፦][\p{P}\p{S}]*)\s+|(?<=[።፣፤])(?![\s\p{P}\p{S}])|[\r\n\u2028\u2029]+/u

/**
 * How far the engine is from speaking in inverse proportion to its pace: the
 * measured length of all sentences at a pace, as a factor of what proportion
 * would have, with straight lines between.
 */
const atPace: Readonly<Record<Language, ReadonlyArray<readonly [pace: number, factor: number]>>> = {
  am: [
    [80, 0.92],
    [90, 0.97],
    [175, 1],
    [250, 1.03],
    [360, 1.14],
    [450, 1.19]
  ],
  om: [
    [80, 0.94],
    [90, 1],
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

/** Quotation marks and brackets, each of which parts what stands on its two sides. */
const QUOTES = '«»“”„"()\\[\\]‹›'
/** One beside a word, and not before the mark that ends a clause. */
const quote = new RegExp(`[${QUOTES}](?![.?!።፧…,፣፥;፤:፦]|$)`, "gu")
/** One behind the stop of a sentence: the engine pauses for that, and again after it. */
const quotedStop = new RegExp(`[.?!።፧…][${QUOTES}]+$`, "u")

/**
 * Seconds that the marks of a clause take, by how much longer sentences with them are than without (16 sentences a
 * language at 80, 165 and 330 words a minute): at a quick pace nothing, at a slow one more than in proportion.
 */
const marksOf = (clause: string, slowness: number): number => {
  const quotes = clause.match(quote)?.length ?? 0
  return quotes * Math.max(0, 0.2 * slowness - 0.075) + (quotedStop.test(clause) ? 0.27 * slowness ** 1.4 : 0)
}

/** What the engine's own pauses, inside a phrase, have of those behind it; measured as the above. */
const innerPause = (clause: string, slowness: number): number =>
  1.4 * Math.max(0, slowness - 0.5) * pauseAfter(clause, fittedPace)

/** The silence that a phrase ends in at least, and half a frame: it has whole ones. */
const leastEnd = (shortestSilence + frame / 2) / sampleRate

/** Estimated seconds of a phrase in words, its pauses included; `phrase` is what was written. Linear in its length. */
export const estimateSeconds = (
  { speed, text, voice: { language, rate } }: SpokenWords,
  phrase: string = text
): number => {
  const pace = wordsPerMinute(rate, speed)
  const slowness = fittedPace / pace
  let letters = 0
  let pauses = 0
  let last = ""
  for (const clause of text.split(clauseEnd)) {
    const seconds = lettersOf(clause)
    if (seconds === 0) continue
    if (last !== "") pauses += innerPause(last, slowness)
    letters += seconds + clauseSeconds[language]
    pauses += marksOf(clause, slowness)
    last = clause
  }
  if (last === "") return 0
  const spoken = letters * slowness * factorAt(language, pace) + pauses
  return (
    spoken / tempoOf(speed) + Math.max(leastEnd, pauseAfter(phrase, pace * tempoOf(speed)) + frame / 2 / sampleRate)
  )
}
