/** Asks again for what may have been done already: with the same id, nothing is done or charged twice. */
import { problemOf } from "../client.ts"

/** The pauses between attempts, in milliseconds. */
const PAUSES = [500, 1_000, 2_000, 2_000, 4_000, 4_000, 8_000] as const

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, millis)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/** An answer that broke off before its end. */
export class BrokenOff extends Error {
  readonly _tag = "BROKEN_OFF"
}

/** Whether the same request may have another answer: the network failed, or the first is still at work on it. */
const isPassing = (problem: unknown): boolean =>
  problem instanceof TypeError ||
  problem instanceof BrokenOff ||
  ["GENERATION_IN_PROGRESS", "IN_PROGRESS", "UNREACHABLE"].includes(problemOf(problem).code)

/** What `attempt` answers in the end. */
export const retry = async <A>(attempt: () => Promise<A>, signal: AbortSignal): Promise<A> => {
  for (const millis of PAUSES) {
    try {
      return await attempt()
    } catch (problem) {
      if (signal.aborted || !isPassing(problem)) throw problem
      await pause(millis, signal)
    }
  }
  return attempt()
}
