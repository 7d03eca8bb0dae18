/**
 * Standard error, written to without holding up the thread that answers, and
 * without ending the program: `process.stderr` does both where the disk is
 * full, or the pipe is closed or nobody reads it.
 */
import { constants, fstatSync, openSync, write } from "node:fs"
import { Data, Duration, Effect } from "effect"
import { codeOf } from "../runtime/SystemErrors.ts"

/** Lines that could not be written whole, because the reader is gone or the disk full, and how many before them were. */
export class LinesLost extends Data.TaggedError("LinesLost")<{ readonly lines: number; readonly written: number }> {}

const STANDARD_ERROR = 2

/** How soon a full pipe is tried again. */
const RETRY = Duration.millis(100)

const NEWLINE = 0x0a

/**
 * A pipe is opened anew, not to wait for its reader: a write that waits holds
 * one of the few threads that also read and write files. Its other holders
 * keep theirs as it is. Everything else is written to as it is; so is a pipe
 * where the system has no such path.
 */
const open = (): number => {
  try {
    if (!fstatSync(STANDARD_ERROR).isFIFO()) return STANDARD_ERROR
    return openSync(`/proc/self/fd/${STANDARD_ERROR}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return STANDARD_ERROR
  }
}

const isFull = (error: unknown): boolean => codeOf(error) === "EAGAIN"

/** Writes what it can of `bytes` from `offset` on; says how many that were, or why none could be. */
const attempt = (descriptor: number, bytes: Uint8Array, offset: number): Effect.Effect<number, unknown> =>
  Effect.async((resume) => {
    write(descriptor, bytes, offset, bytes.length - offset, null, (error, written) => {
      resume(error === null ? Effect.succeed(written) : Effect.fail(error))
    })
  })

const linesIn = (bytes: Uint8Array): number => bytes.reduce((count, byte) => (byte === NEWLINE ? count + 1 : count), 0)

/** Writes whole lines, waiting for a slow reader. */
export const make = Effect.sync(() => {
  const descriptor = open()
  /** Whether the last write ended inside a line. */
  let isBroken = false
  return (text: string): Effect.Effect<void, LinesLost> =>
    Effect.suspend(() => {
      const bytes = new TextEncoder().encode(isBroken ? `\n${text}` : text)
      let offset = 0
      const proceed = (written: number): void => {
        offset += written
        if (offset > 0) isBroken = bytes[offset - 1] !== NEWLINE
      }
      const lost = (): LinesLost => {
        const written = linesIn(bytes.subarray(0, offset))
        return new LinesLost({ lines: linesIn(bytes) - written, written })
      }
      return Effect.suspend(() => attempt(descriptor, bytes, offset)).pipe(
        Effect.catchIf(isFull, () => Effect.as(Effect.sleep(RETRY), 0)),
        Effect.map(proceed),
        Effect.repeat({ while: () => offset < bytes.length }),
        Effect.asVoid,
        Effect.mapError(lost)
      )
    })
})
