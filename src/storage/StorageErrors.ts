/** What of the storage's failures passes, and what the person at the terminal is told of the others. */
import { Duration, Effect, Schedule } from "effect"
import * as Monotonic from "../Monotonic.ts"
import { codeOf, isFull, isLocked } from "../SystemErrors.ts"

/** The file is no database, or one that was destroyed in part. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? "")

/** What the person at the terminal is told; undefined where it is a fault of ours. */
export const lineOf = (error: unknown): string | undefined => {
  const code = codeOf(error)
  if (isDamaged(error)) return `QAL_DATA_DIR: the database in it is damaged (${code}); restore it from a backup`
  if (isLocked(error)) return "QAL_DATA_DIR: the database in it is in use by another program; try again"
  return isFull(error) ? `QAL_DATA_DIR: it cannot be written (${code})` : undefined
}

/**
 * How long a write waits for another process's lock, which it does on the event
 * loop: SQLite itself would wait with the whole thread. The readiness check
 * gives up after as long.
 */
export const LOCK_PATIENCE = Duration.seconds(2)
/** How often it is tried meanwhile. One try costs some microseconds. */
export const LOCK_TRIED_EVERY = Duration.millis(20)

const soon = Schedule.spaced(LOCK_TRIED_EVERY)

/** Tries again while another process holds the lock, up to `LOCK_PATIENCE`; then fails as the last try did. */
export const patiently = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAll(attempt, (error) => {
    if (!isLocked(error)) return Effect.fail(error)
    return Effect.flatMap(Monotonic.millis, (begun) => {
      const until = begun + Duration.toMillis(LOCK_PATIENCE)
      const goesOn = (now: number) => now < until
      return Effect.retry(attempt, {
        schedule: soon,
        while: (failure) => (isLocked(failure) ? Effect.map(Monotonic.millis, goesOn) : Effect.succeed(false))
      })
    })
  })
