/** Which failures of the storage pass, and the messages of the others for the terminal. */
import { Effect, Schedule } from "effect"
import { codeOf, isFull, isLocked } from "../runtime/SystemErrors.ts"

/** The file is no database, or one that was destroyed in part. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? "")

/** The message for the terminal; undefined where it is a fault of ours. */
export const lineOf = (error: unknown): string | undefined => {
  const code = codeOf(error)
  if (isDamaged(error)) return `QAL_DATA_DIR: the database in it is damaged (${code}); restore it from a backup`
  if (isLocked(error)) return "QAL_DATA_DIR: the database in it is in use by another program; try again"
  return isFull(error) ? `QAL_DATA_DIR: it cannot be written (${code})` : undefined
}

/**
 * Milliseconds that another process's lock is waited for, on the event loop: SQLite
 * itself would stop the thread. The readiness check gives up after as long.
 */
const LOCK_WAIT = 2_000
/** How often it is tried meanwhile. One try costs some microseconds. */
const LOCK_TRIED_EVERY = 20

const tries = { schedule: Schedule.spaced(LOCK_TRIED_EVERY), times: LOCK_WAIT / LOCK_TRIED_EVERY, while: isLocked }

/** Tries again while another process holds the lock, up to `LOCK_WAIT`; then fails as the last try did. */
export const retryLocked = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catchAll(attempt, (error) => (isLocked(error) ? Effect.retry(attempt, tries) : Effect.fail(error)))
