/** What is said of another machine's clock beside this one's. */

/**
 * Milliseconds. Time servers keep machines within a tenth of a second; what nodes judge by their own clocks (signed
 * addresses, retention) and what stores judge (signatures) bears minutes, so that nothing fails yet where this does.
 */
const MOST_APART = 5_000

/** How far apart they are, and whether that is too far. `theirs` was read between `before` and `after` of ours; all in milliseconds since 1970. */
export const compare = (theirs: number, before: number, after: number) => {
  const ahead = theirs - Math.min(Math.max(theirs, before), after)
  const seconds = (Math.abs(ahead) / 1_000).toFixed(1)
  return { isFar: Math.abs(ahead) > MOST_APART, found: `clock ${seconds} s ${ahead < 0 ? "behind" : "ahead of"} ours` }
}
