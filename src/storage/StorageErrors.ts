/**
 * What the disk or the database refuses, by the codes that SQLite and the
 * operating system give: which refusals pass, and what a client is told of them.
 */
import { Duration, Effect, Schedule } from "effect"
import { isProblem, type Problem, ProviderUnavailable, StorageFull } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"

/** How deep errors wrap the one that the system gave. */
const MAX_DEPTH = 6

/** The code of the error, or of the first of its causes that has one, such as `SQLITE_FULL` or `ENOSPC`. */
export const codeOf = (error: unknown): string | undefined => {
  let at = error
  for (let depth = 0; depth < MAX_DEPTH && typeof at === "object" && at !== null; depth++) {
    if ("code" in at && typeof at.code === "string") return at.code
    at = "cause" in at ? at.cause : "error" in at ? at.error : undefined
  }
  return undefined
}

/** Another process (or another connection of this one) holds the lock that was needed. */
export const isLocked = (error: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error) ?? "")

/**
 * Full, over its quota or its file size limit, read-only, or failing to write.
 * `SQLITE_IOERR` is what SQLite makes of most of them.
 */
const CANNOT_WRITE = /^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM)|(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EACCES|EPERM)$)/

export const isFull = (error: unknown): boolean => CANNOT_WRITE.test(codeOf(error) ?? "")

/** The file is no database, or one that was destroyed in part. */
export const isDamaged = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error) ?? "")

/** Seconds after which a client may try again: another process's transaction is short; room has to be made by a person. */
const RETRY_AFTER_LOCK = 2
const RETRY_AFTER_FULL = 30

const locked = () =>
  new ProviderUnavailable({
    message: "the database is in use by another program; send the same request again",
    retryAfter: RETRY_AFTER_LOCK
  })

const full = () =>
  new StorageFull({
    message: "the server's storage takes nothing more at present; send the same request again later",
    retryAfter: RETRY_AFTER_FULL
  })

/** What a client is told of this failure or defect; undefined where it is a fault of ours. */
export const problemOf = (error: unknown): Problem | undefined => {
  if (isProblem(error)) return error
  if (isLocked(error)) return locked()
  return isFull(error) ? full() : undefined
}

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
