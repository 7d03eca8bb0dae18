/**
 * Silence after a phrase. The engine makes pauses inside what it is given, none
 * at its end; these are the lengths that it makes itself (measured at 175 words
 * a minute, and in proportion to its pace).
 */
const atNeutralPace: ReadonlyArray<readonly [ending: RegExp, seconds: number]> = [
  [/[\r\n\u2028\u2029]\s*$/u, 0.5],
  [/(?:[.?!…።፧፨፠]|፡፡|::)[\p{P}\p{S}\s]*$/u, 0.3],
  [/[;:፤፦][\p{P}\p{S}\s]*$/u, 0.22],
  [/[,፣፥–—-][\p{P}\p{S}\s]*$/u, 0.15]
]

/** A phrase that was cut between two words. */
const betweenWords = 0.03

const neutralPace = 175

/** Seconds of silence after `phrase`, by its closing punctuation. */
export const pauseAfter = (phrase: string, wordsPerMinute: number): number => {
  const [, seconds] = atNeutralPace.find(([ending]) => ending.test(phrase)) ?? [undefined, betweenWords]
  return (seconds * neutralPace) / wordsPerMinute
}
