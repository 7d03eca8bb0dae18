/** Workers give way to the thread that answers requests. */
import { readdirSync } from "node:fs"
import * as Os from "node:os"

/** Steps below the priority that it was started with. */
const NICENESS = 5
const LEAST = 19

const lower = (thread: number): void => Os.setPriority(thread, Math.min(LEAST, Os.getPriority(thread) + NICENESS))

/** On Linux a priority belongs to the thread, elsewhere to the process, which is not the worker's to slow. */
export const lowerThread = (): void => {
  if (process.platform === "linux") lower(0)
}

/** A whole process: those of its threads that there are, as those that they start have theirs. */
export const lowerProcess = (): void => {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [0]
  for (const thread of threads) lower(thread)
}
