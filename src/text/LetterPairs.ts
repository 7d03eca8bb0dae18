/** Tables of letters, such as a consonant and its spelling, are written as text. */

/** The pairs of `table`, in order: `left:right`, parted by white space. Either side may be empty. */
export const letterPairs = (table: string): ReadonlyArray<readonly [left: string, right: string]> =>
  table
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [left = "", right = ""] = pair.split(":")
      return [left, right] as const
    })
