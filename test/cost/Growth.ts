/** Whether time grows with size as it should, on a machine that does other things too. */
import { expect } from "bun:test"

/** Times are judged where properties draw anew: never by `bun run test`, since how fast a machine is says nothing about a commit. */
const judgesTimes = process.env.QAL_TEST_SEED === undefined

/** How much longer the larger input is. */
const FACTOR = 8
/** What is linear takes `FACTOR` times as long; noise and caches double that twice. What is square takes 64 times. */
const MOST = 4 * FACTOR
/** Milliseconds below which a time is mostly noise. */
const FLOOR = 0.25
const RUNS = 2
const ATTEMPTS = 4

/** Milliseconds that this process has had of a processor: those of other processes do not count. */
const spent = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

/** The least of some runs, in milliseconds of a processor. */
const timeOf = async (work: () => unknown): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const begun = spent()
    await work()
    least = Math.min(least, spent() - begun)
  }
  return least
}

/** Holds `work` to linear time: on inputs of `size / 8` and of `size`. */
export const expectLinear = async <A>(
  name: string,
  make: (size: number) => A,
  work: (input: A) => unknown,
  size: number
): Promise<void> => {
  const [small, large] = [make(Math.ceil(size / FACTOR)), make(size)]
  let seen = ""
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await timeOf(() => work(small))
    const after = await timeOf(() => work(large))
    if (after <= MOST * Math.max(before, FLOOR)) return
    seen = `${name}: ${before.toFixed(2)} ms, and ${after.toFixed(2)} ms for ${FACTOR} times as much`
  }
  expect(seen).toBe("linear")
}

/** Holds what something took, in milliseconds, to a limit. */
export const expectMillis = (millis: number, most: number): void => {
  if (judgesTimes) expect(millis).toBeLessThan(most)
}

/** Holds `work` to `most` milliseconds of a processor. */
export const expectWithin = async (name: string, most: number, work: () => unknown): Promise<void> => {
  if (!judgesTimes) return void (await work())
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least > most; attempt++) least = Math.min(least, await timeOf(work))
  expect(least > most ? `${name}: ${least.toFixed(1)} ms` : "in time").toBe("in time")
}
