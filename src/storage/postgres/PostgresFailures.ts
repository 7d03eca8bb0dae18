/** What a failure of the database means: whether the query may be tried again, and whether it took effect. */
import { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect, Schedule } from "effect"
import pg from "pg"
import { causesOf, codeOf, isUnreachable, UNKNOWN_OUTCOME, UNREACHABLE } from "../../runtime/SystemErrors.ts"

/** The database was not reachable, or was lost during a query. */
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

/** Others came first: a serialization failure, a deadlock, a lock that was not to be had. */
const isConflict = (error: unknown): boolean => /^(40001|40P01|55P03)$/.test(codeOf(error) ?? "")

/** Waits between tries where others came first: some milliseconds at first, four seconds in all. */
const CONFLICTS = Schedule.exponential(Duration.millis(2), 1.5).pipe(
  Schedule.union(Schedule.spaced(Duration.millis(100))),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(50))
)

/** Tries again where others came first; else, and at last, fails as the last try did. */
export const againstOthers = <A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(attempt, { schedule: CONFLICTS, while: isConflict })

/** A query that has used all its time is not tried again. */
const TOOK_LONG = /^timeout exceeded|connection timeout$|read timeout$/

/** The database was not reached, as during a restart. */
const isAway = (error: unknown): boolean =>
  codeOf(error) === UNREACHABLE &&
  ![...causesOf(error)].some((cause) => cause instanceof Error && TOOK_LONG.test(cause.message))

/** A restart takes a second or two; a request that waits for longer is asked to try again later. */
const RECONNECTIONS = Schedule.spaced(Duration.millis(100)).pipe(Schedule.jittered, Schedule.upTo(Duration.seconds(2)))

/** Tries again where the database was not reached, or a statement has to be prepared anew. */
export const reconnecting = <A, E, R>(attempt: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, E | SqlError, R> =>
  attempt.pipe(Effect.retry({ times: 1, while: isOutdated }), Effect.retry({ schedule: RECONNECTIONS, while: isAway }))

/** Both, where each try is a transaction by itself. */
export const retrying = <A, E, R>(attempt: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, E | SqlError, R> =>
  reconnecting(againstOthers(attempt))
