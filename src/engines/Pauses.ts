/**
 * Silence after a phrase. Engines make pauses inside what they are given, none
 * at its end; these are the lengths that the embedded one makes itself (measured
 * at 175 words a minute, and in proportion to its pace).
 */
import { isHighSurrogate, isLowSurrogate } from "../text/Letters.ts"

const afterLine = 0.5
const atNeutralPace: ReadonlyArray<readonly [mark: RegExp, seconds: number]> = [
  [/[.?!…።፧፨፠]|፡፡|::/u, 0.3],
  [/[;:፤፦]/u, 0.22],
  [/[,፣፥–—-]/u, 0.15]
]

/** A phrase that was cut between two words. */
const betweenWords = 0.03

export const neutralPace = 175

const lineBreak = /[\r\n\u2028\u2029]/u
const silent = /^[\p{P}\p{S}\s]$/u

/** The marks and spaces in which a phrase ends. From its end: a pattern would look on from each of its letters. */
const endingOf = (phrase: string): string => {
  let start = phrase.length
  while (start > 0) {
    const isPair = isLowSurrogate(phrase.charCodeAt(start - 1)) && isHighSurrogate(phrase.charCodeAt(start - 2))
    const before = isPair ? start - 2 : start - 1
    if (!silent.test(phrase.slice(before, start))) break
    start = before
  }
  return phrase.slice(start)
}

const secondsAfter = (phrase: string): number => {
  if (lineBreak.test(phrase.slice(phrase.trimEnd().length))) return afterLine
  const ending = endingOf(phrase)
  const [, seconds] = atNeutralPace.find(([mark]) => mark.test(ending)) ?? [undefined, betweenWords]
  return seconds
}

/** Seconds of silence after `phrase`, by its closing punctuation. */
export const pauseAfter = (phrase: string, wordsPerMinute: number): number =>
  (secondsAfter(phrase) * neutralPace) / wordsPerMinute
