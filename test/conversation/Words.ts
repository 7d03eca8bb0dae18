/** How far a transcript is from what was said. */

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}' ]/gu, " ")
    .split(/\s+/)
    .filter((word) => word !== "")

/** Words that were added, left out or changed, by Levenshtein's distance. */
const distance = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [index, word] of left.entries()) {
    const next = [index + 1]
    for (const [at, other] of right.entries()) {
      const changed = (row[at] ?? 0) + (word === other ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The letter error rate of `heard`, from 0, wherever its spaces are. */
export const letterErrorRate = (said: string, heard: string): number => {
  const letters = Array.from(wordsOf(said).join(""))
  return distance(letters, Array.from(wordsOf(heard).join(""))) / Math.max(1, letters.length)
}

/** The word error rate of `heard`, from 0. */
export const errorRate = (said: string, heard: string): number =>
  distance(wordsOf(said), wordsOf(heard)) / Math.max(1, wordsOf(said).length)
