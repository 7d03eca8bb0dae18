/**
 * Loaded into the server before its own code: lets the test move the machine's
 * clock as the server sees it. The offset in milliseconds is the text of the
 * file `CHAOS_CLOCK`, read at the start and at each SIGUSR2. The monotonic clock
 * is left alone, as a clock that is set leaves it.
 */
import { readFileSync } from "node:fs"

const file = process.env.CHAOS_CLOCK ?? ""
const now = Date.now
let offset = 0

const read = (): void => {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0
  } catch {
    offset = 0
  }
}

globalThis.Date = class extends Date {
  constructor(...given: ReadonlyArray<number | string | Date>) {
    const [first, ...rest] = given
    if (first === undefined) super(now() + offset)
    else if (rest.length === 0) super(first)
    else super(Number(first), ...([Number(rest[0]), ...rest.slice(1).map(Number)] as const))
  }
  static override now = () => now() + offset
} as DateConstructor

read()
process.on("SIGUSR2", read)
