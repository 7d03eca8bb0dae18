/** Of repeated measurements: what is in the middle, and what is rare. */

/** The value under which `share` (0 to 1) of the sorted values lie; not a number without values. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** Milliseconds that `work` takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Measures each of the contestants once a round, in turn, so that whatever else
 * the machine does in the meantime falls on all of them alike.
 */
export const interleaved = async <Name extends string>(
  rounds: number,
  contestants: Readonly<Record<Name, () => Promise<number>>>
): Promise<(name: Name) => ReadonlyArray<number>> => {
  const results = new Map<string, Array<number>>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries<() => Promise<number>>(contestants)) {
      const values = results.get(name) ?? []
      values.push(await measure())
      results.set(name, values)
    }
  }
  return (name) => results.get(name) ?? []
}
