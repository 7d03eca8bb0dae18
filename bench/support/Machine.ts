/** What the machine has, and what it was doing. Linux only where it reads `/proc`. */
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"

export const cores = availableParallelism()

/** The programs of `names` that are not installed. */
export const missing = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.filter((name) => Bun.which(name) === null)

/** What a process keeps in memory, in bytes. */
export const residentBytes = (pid: number): number => {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  return Number(found?.[1]) * 1024
}

const numbersOf = (line: string): ReadonlyArray<number> => line.trim().split(/\s+/).map(Number)

/** Linux counts processor time for programs in hundredths of a second, on every architecture that Bun runs on. */
export const TICKS_PER_SECOND = 100

/** Clock ticks of all cores so far: those at work, and all. */
const ticks = () => {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n")
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = numbersOf(line.slice(4))
  const busy = user + nice + system + irq + soft + steal
  return { busy, all: busy + idle + wait }
}

/** Clock ticks of a process and of its children that have ended. */
export const ticksOf = (pid: number | "self"): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // After the name, which may hold anything: fields 3 on. 14 to 17 are the times.
  const fields = numbersOf(stat.slice(stat.lastIndexOf(")") + 2))
  return fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
}

/** Watches the cores; the answer is the share of them (0 to 1) that processes other than this run's took since. */
export const watchOthers = (): (() => number) => {
  const [before, own] = [ticks(), ticksOf("self")]
  return () => {
    const now = ticks()
    return Math.max(0, now.busy - before.busy - (ticksOf("self") - own)) / Math.max(1, now.all - before.all)
  }
}
