/** Edit distances, and what is compared: letters with homophones folded, no punctuation. */
import type { Language } from "../../src/Domain.ts"
import { units } from "../../src/engines/recognizer/AcousticUnits.ts"

/** The writing with all that sounds alike spelt alike. */
export const folded = (language: Language, text: string): string =>
  units[language].read(text).split(" ").map(units[language].write).join(" ")

/** The least insertions, deletions and changes from one list to the other. */
export const edits = <A>(one: ReadonlyArray<A>, other: ReadonlyArray<A>): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [i, a] of one.entries()) {
    const next = [i + 1]
    for (const [j, b] of other.entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (a === b ? 0 : 1)))
    row = next
  }
  return row[other.length] ?? 0
}

/** Which word of `one` is which of `other` in a cheapest alignment of equal and changed words; -1 for none. */
export const aligned = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): ReadonlyArray<number> => {
  const cost: Array<Array<number>> = Array.from({ length: one.length + 1 }, () => [])
  const at = (i: number, j: number): number => cost[i]?.[j] ?? 0
  for (let i = 0; i <= one.length; i++)
    for (let j = 0; j <= other.length; j++)
      cost[i]?.push(
        i === 0 || j === 0
          ? i + j
          : Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1))
      )
  const found = one.map(() => -1)
  let i = one.length
  let j = other.length
  while (i > 0 && j > 0) {
    if (at(i, j) === at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)) found[--i] = --j
    else if (at(i, j) === at(i - 1, j) + 1) i--
    else j--
  }
  return found
}

export interface Score {
  letters: number
  wrongLetters: number
  bareLetters: number
  wrongBareLetters: number
  words: number
  wrongWords: number
}

export const emptyScore = (): Score => ({
  letters: 0,
  wrongLetters: 0,
  bareLetters: 0,
  wrongBareLetters: 0,
  words: 0,
  wrongWords: 0
})

export const addTo = (score: Score, said: string, heard: string): void => {
  const words = said.split(" ")
  score.letters += said.length
  score.wrongLetters += edits([...said], [...heard])
  score.bareLetters += said.replaceAll(" ", "").length
  score.wrongBareLetters += edits([...said.replaceAll(" ", "")], [...heard.replaceAll(" ", "")])
  score.words += words.length
  score.wrongWords += edits(
    words,
    heard.split(" ").filter((word) => word !== "")
  )
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`

export const rendered = (score: Score): string =>
  `CER ${percent(score.wrongLetters, score.letters)}, without spaces ${percent(score.wrongBareLetters, score.bareLetters)}, WER ${percent(score.wrongWords, score.words)} (${score.words} words)`
