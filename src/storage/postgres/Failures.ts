/** What a failure of the database means: whether it may be asked again, and whether it did what it was asked. */
import { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect, Schedule } from "effect"
import pg from "pg"
import { causesOf, codeOf, isLocked, isUnreachable, UNKNOWN_OUTCOME, UNREACHABLE } from "../../SystemErrors.ts"

/** The database was not there, or went while it was asked. */
class Unreachable extends Error {
  constructor(
    readonly code: typeof UNREACHABLE | typeof UNKNOWN_OUTCOME,
    cause: unknown
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** What the driver says of a connection that is gone or was not made; what the system says of it has a code. */
const OF_CONNECTION = /^(Connection terminated|Client (has|was)|timeout exceeded|Query read timeout|Cannot use a pool)/

/** Whether the connection is of no use any more. */
export const isOfConnection = (cause: unknown): boolean =>
  isUnreachable(cause) ||
  (cause instanceof Error &&
    !(cause instanceof pg.DatabaseError) &&
    (OF_CONNECTION.test(cause.message) || codeOf(cause) !== undefined))

/** A statement that was prepared before the schema changed, or by whoever had the connection before a pooler gave it to us. */
export const isOutdated = (cause: unknown): boolean => /^(0A000|26000|42P05)$/.test(codeOf(cause) ?? "")

/** What the driver threw. `isDecided` where it is certain that nothing was written. */
export const failureOf = (cause: unknown, isDecided: boolean): SqlError =>
  new SqlError({
    cause: isOfConnection(cause) ? new Unreachable(isDecided ? UNREACHABLE : UNKNOWN_OUTCOME, cause) : cause,
    message: "Failed to execute statement"
  })

/** Waits between tries where others came first: some milliseconds, more each time. */
const CONFLICTS = Schedule.exponential(Duration.millis(4), 1.5).pipe(
  Schedule.union(Schedule.spaced(Duration.millis(250))),
  Schedule.jittered,
  Schedule.upTo(Duration.seconds(5))
)

/** The database was not reached, as during a restart; where that took as long as it may, it is not asked again. */
const isBriefly = (error: unknown): boolean =>
  codeOf(error) === UNREACHABLE &&
  ![...causesOf(error)].some((cause) => cause instanceof Error && /timeout/.test(cause.message))

/** A restart takes a second or two; whoever waits for longer is told to come again. */
const RECONNECTIONS = Schedule.spaced(Duration.millis(100)).pipe(Schedule.jittered, Schedule.upTo(Duration.seconds(2)))

/** Tries again where others came first, or where the database was not reached; else, and at last, fails as the last try did. */
export const retrying = <A, E, R>(attempt: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, E | SqlError, R> =>
  attempt.pipe(
    Effect.retry({ schedule: CONFLICTS, while: (error) => isLocked(error) || isOutdated(error) }),
    Effect.retry({ schedule: RECONNECTIONS, while: isBriefly })
  )
