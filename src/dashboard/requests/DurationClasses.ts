/**
 * Classes of duration, in which requests are counted: each is 2^(1/4) times as
 * long as the one before, so that a percentile told from the counts alone is off
 * by less than 19 % of itself, and mostly by a few.
 */

/** Microseconds up to which a duration is in the first class. */
const FIRST = 100
/** Classes of each doubling. */
const PER_DOUBLING = 4
/** The last class begins at 7 minutes, and has no end. */
const LAST = 88

/** The class of so many microseconds. */
export const classOf = (micros: number): number =>
  micros <= FIRST ? 0 : Math.min(LAST, 1 + Math.floor(PER_DOUBLING * Math.log2(micros / FIRST)))

/** Microseconds at which a class ends and the next begins. */
const endOf = (index: number): number => FIRST * 2 ** (index / PER_DOUBLING)

/** Where in the class the duration is, as if its logarithms were spread evenly; in the first, the durations themselves. */
const within = (index: number, share: number): number =>
  index === 0 ? share * FIRST : endOf(index - 1) * (endOf(index) / endOf(index - 1)) ** share

/** A percentile: milliseconds that `share` (0 to 1) of the counted requests took at most. None where nothing is counted. */
export const percentile = (counts: ReadonlyMap<number, number>, share: number): number | null => {
  const classes = Array.from(counts)
  const rank = share * classes.reduce((sum, [, count]) => sum + count, 0)
  let before = 0
  for (const [index, count] of classes.toSorted(([one], [other]) => one - other)) {
    if (before + count >= rank) return Math.round(within(index, (rank - before) / count)) / 1_000
    before += count
  }
  return null
}
