/**
 * What was asked of the server, written down: a row of each request, sums by day,
 * and when each key was last used. A request leaves it in memory, which takes
 * 0.3 µs (measured), and it is written twice a second. Where the database takes
 * nothing, it waits in memory.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { type Cause, Clock, type Context, Duration, Effect, Either, Layer, Schedule, Schema } from "effect"
import { sweeping } from "../../billing/Jobs.ts"
import { newId } from "../../Domain.ts"
import * as Http from "../../http/RequestObserver.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import * as BatchedDeletion from "../../storage/BatchedDeletion.ts"
import { Once } from "../../storage/Once.ts"
import { type Parameter, type Statement, sequence, statement } from "../../storage/Statement.ts"
import * as Sweeps from "../../storage/Sweeps.ts"
import { type Body, inOrder, Writer } from "../../storage/Writer.ts"
import * as Capabilities from "./Capabilities.ts"
import { type Batch, RecentRequests, RequestBuffer } from "./RequestBuffer.ts"

/** Longest that a request waits to be written, while there are few. */
const LINGER = Duration.millis(500)
/** How long a database that took nothing is left alone: a disk that is full would fail what is written together with this. */
const AFTER_FAILURE = Duration.seconds(10)
/**
 * Rows of one write, and writes at a time. A row costs the thread that answers
 * requests 2 µs (measured; by way of `json_each`, 5), so a write keeps nobody
 * waiting for more than about a millisecond, and a flood of requests takes 0.4 %
 * of its time at most: the others wait in memory.
 */
const ROWS_AT_ONCE = 500
const WRITES_AT_A_TIME = 2

/** Requests are listed as long. */
const KEPT = Duration.days(30)
const MOST_KEPT = 1_000_000
const SWEEP_EVERY = Duration.hours(1)
/** Rows after which a sweep comes earlier, so that no flood of requests fills the disk. */
const SWEEP_AFTER = 50_000

const COLUMNS = "id, at, method, route, capability, status, code, micros, wallet_id, key_id, jobs, said"
const INTO = `INSERT INTO requests (${COLUMNS})`
const ROW = `${INTO} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const ROWS = `
  ${INTO} SELECT value ->> 0, CAST(value ->> 1 AS BIGINT), value ->> 2, value ->> 3, value ->> 4,
    CAST(value ->> 5 AS BIGINT), value ->> 6, CAST(value ->> 7 AS BIGINT), value ->> 8, value ->> 9, value ->> 10, value ->> 11
  FROM json_each(?)`

/** What writes rows, each with a value for every column. */
type Insertion = (rows: ReadonlyArray<ReadonlyArray<Parameter>>) => ReadonlyArray<Statement>

/** For SQLite, which reads a parameter faster than JSON. */
const oneByOne: Insertion = (rows) => rows.map((row) => statement(ROW, ...row))

/** For PostgreSQL: 500 rows take 2 ms of this thread's time so, and 8 as statements of their own (measured). */
const together: Insertion = (rows) => [statement(ROWS, sequence(rows))]

const CODES = `
  INSERT INTO request_days (day, capability, code, requests)
  SELECT CAST(value ->> 'day' AS BIGINT), value ->> 'capability', value ->> 'by', CAST(value ->> 'requests' AS BIGINT)
  FROM json_each(?) WHERE true
  ON CONFLICT (day, capability, code) DO UPDATE SET requests = request_days.requests + excluded.requests`

const DURATIONS = `
  INSERT INTO duration_days (day, capability, class, requests)
  SELECT CAST(value ->> 'day' AS BIGINT), value ->> 'capability', CAST(value ->> 'by' AS BIGINT),
    CAST(value ->> 'requests' AS BIGINT)
  FROM json_each(?) WHERE true
  ON CONFLICT (day, capability, class) DO UPDATE SET requests = duration_days.requests + excluded.requests`

// A value of `json_each` is a number in SQLite, and JSON in PostgreSQL.
const USED_AT = "CAST(CAST(used.value AS TEXT) AS BIGINT)"
const USED = `
  UPDATE api_keys SET last_used_at = ${USED_AT} FROM json_each(?) AS used
  WHERE api_keys.id = used.key AND (last_used_at IS NULL OR last_used_at < ${USED_AT})`

/** The oldest of the table, as far as they are too old or too many. */
const SWEEP = `
  DELETE FROM requests
  WHERE seq IN (SELECT seq FROM requests ORDER BY seq LIMIT 500)
    AND (at < ? OR seq <= (SELECT seq FROM requests ORDER BY seq DESC LIMIT 1) - ${MOST_KEPT})
  RETURNING 1`

/**
 * Of the 500 rows behind a place the last, and how many are too old. Rows are not in the order of their times: what a dead
 * process left, and sockets, come to the log long after they began, and clocks are set.
 */
const PAGE = 500
const decodePage = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ last: Schema.NullOr(Schema.Int), expired: Schema.Int }))
)
const decodeEnd = Schema.decodeUnknown(Schema.Array(Schema.Struct({ seq: Schema.Int })))
const SWEEP_PAGE = "DELETE FROM requests WHERE seq > ? AND seq <= ? AND at < ? RETURNING 1"

/** The newest that was written down. */
const NEWEST = "SELECT at FROM requests ORDER BY seq DESC LIMIT 1"

/** Jobs of nodes that live are of requests that may be under way. */
const OF_DEAD_NODES = "NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = jobs.node_id AND nodes.dead_at IS NULL)"

/**
 * Of all nodes that died at once nobody says so before a lease has gone by. What has expired by then ended a day ago, and is
 * swept meanwhile.
 */
const AT_START = ` AND (jobs.expires_at <= qal_now() OR ${OF_DEAD_NODES})`

/** Nothing is looked through while no node dies: an hour of 500,000 jobs takes the database 0.4 s (measured). */
const DIED_LATELY = ` AND EXISTS (SELECT 1 FROM nodes WHERE dead_at > qal_now() - ${Duration.toMillis("5 minutes")})`

/** Requests with jobs, from a job's id on, that were not written down. */
const lostOf = (whose: string) => `
  SELECT x_request_id AS id, operation, wallet_id, MIN(created_at) AS at,
    MAX(COALESCE(ended_at, created_at)) AS until, string_agg(id, ',' ORDER BY id) AS jobs
  FROM jobs WHERE id >= ? AND x_request_id IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.id = jobs.x_request_id)${whose}
  GROUP BY x_request_id, operation, wallet_id ORDER BY at LIMIT 10000`

/** A request of which jobs are known may have been under way so long when its process died. */
const LONGEST_LOST = Duration.hours(1)
const RECOVERED_EVERY = Duration.minutes(1)

const decodeNewest = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ at: Schema.Int })))
const decodeLost = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      id: Schema.String,
      operation: Schema.String,
      wallet_id: Schema.String,
      at: Schema.Int,
      until: Schema.Int,
      jobs: Schema.String
    })
  )
)

/**
 * What the last process did not come to write down before it died, by the jobs
 * that it left: so that whoever complains finds what was charged. They are not in
 * the sums of requests; their charges are in those of money.
 */
const recovered = (insertion: Insertion, lostJobs: string, now: number): Body<number> =>
  function* () {
    const [newest] = decodeNewest(yield statement(NEWEST))
    const since = Math.max(0, (newest?.at ?? now) - Duration.toMillis(LONGEST_LOST))
    // An id begins with its prefix and its time.
    const first = newId("job", since).slice(0, "job_".length + 10)
    const lost = decodeLost(yield statement(lostJobs, first))
    const rows = lost.map(({ at, id, jobs, operation, until, wallet_id }) => {
      const capability = Capabilities.ofOperation(operation)
      const micros = Math.max(0, until - at) * 1_000
      const named = JSON.stringify(jobs.split(","))
      return [id, at, null, null, capability, null, "PROCESS_DIED", micros, wallet_id, null, named, null]
    })
    for (const next of insertion(rows)) yield next
    return Either.right(lost.length)
  }

const statementsOf = (insertion: Insertion, { codes, durations, rows, used }: Batch) => [
  ...insertion(rows),
  statement(CODES, sequence(codes)),
  statement(DURATIONS, sequence(durations)),
  statement(USED, JSON.stringify(Object.fromEntries(used)))
]

export class RequestLog extends Effect.Service<RequestLog>()("dashboard/requests/RequestLog", {
  scoped: Effect.gen(function* () {
    const { relaxed } = yield* Writer
    const { inTurn } = yield* Once
    const sql = yield* SqlClient.SqlClient
    const insertion = sql.onDialectOrElse({ pg: () => together, orElse: () => oneByOne })
    const recover = (lost: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => relaxed(recovered(insertion, lost, now)))
    yield* Effect.orDie(recover(lostOf(sql.onDialectOrElse({ pg: () => AT_START, orElse: () => "" }))))
    const ofOthers = recover(lostOf(` AND ${OF_DEAD_NODES}${DIED_LATELY}`))
    const recoverOfOthers = Effect.catchAllCause(inTurn("recovery of requests", RECOVERED_EVERY)(ofOthers), (cause) =>
      Effect.logWarning("requests of dead nodes could not be written down; the next try is in a minute", cause)
    )
    // Nodes die while this one lives; on SQLite there is no other.
    yield* sql.onDialectOrElse({
      pg: () => Effect.asVoid(Effect.forkScoped(Effect.schedule(recoverOfOthers, Schedule.spaced(RECOVERED_EVERY)))),
      orElse: () => Effect.void
    })
    const buffer = new RequestBuffer()
    const waiting = Effect.unsafeMakeLatch(false)
    const oneAtATime = Effect.unsafeMakeSemaphore(1)
    const turn = EventLoopTurns.makeWait()
    const keptSince = Effect.map(Clock.currentTimeMillis, (now) => now - Duration.toMillis(KEPT))
    /** Whether the log has said that nothing can be written. */
    let isFailing = false
    let sinceSweep = 0

    const add: Context.Tag.Service<typeof Http.RequestObserver> = (answered) => {
      if (buffer.add(answered)) waiting.unsafeOpen()
    }

    const failed = (batch: Batch, cause: Cause.Cause<unknown>) => {
      buffer.giveBack(batch)
      if (isFailing) return Effect.void
      isFailing = true
      return Effect.logWarning("requests cannot be written down at present; they wait in memory", cause)
    }

    const written = ({ rows }: Batch) => {
      sinceSweep += rows.length
      if (buffer.isEmpty) waiting.unsafeClose()
      if (!isFailing) return Effect.void
      isFailing = false
      return Effect.annotateLogs(Effect.logInfo("requests are written down again"), { dropped: buffer.dropped })
    }

    /** Writes a batch; says whether it could. Not to be interrupted: what is being written is not known to be written. */
    const flush = Effect.suspend(() => {
      if (buffer.isEmpty) return Effect.succeed(true)
      const batch = buffer.take(ROWS_AT_ONCE)
      return Effect.matchCauseEffect(relaxed(inOrder(...statementsOf(insertion, batch))), {
        onFailure: (cause) => Effect.as(failed(batch, cause), false),
        onSuccess: () => Effect.as(written(batch), true)
      })
    }).pipe(oneAtATime.withPermits(1), Effect.uninterruptible)

    const isMore = (isWritten: boolean) => isWritten && !buffer.isEmpty

    /** Of rows that are too old those that came to the log first, and rows that are too many. */
    const sweepFirst = Effect.suspend(() => {
      sinceSweep = 0
      return Effect.flatMap(keptSince, (before) =>
        BatchedDeletion.deleteUntilNone(relaxed(inOrder(statement(SWEEP, before))))
      )
    })

    /** Of the rows there are, deletes those that are too old, or too many; looks at all, which takes the database a second for a million. */
    const sweep = Effect.fn("RequestLog.sweep")(function* () {
      const [end] = yield* Effect.flatMap(sql`SELECT seq FROM requests ORDER BY seq DESC LIMIT 1`, decodeEnd)
      let deleted = yield* sweepFirst
      const before = yield* keptSince
      let place = 0
      while (place < (end?.seq ?? 0)) {
        const page = sql`
          SELECT MAX(seq) AS last, COALESCE(SUM(CASE WHEN at < ${before} THEN 1 ELSE 0 END), 0) AS expired
          FROM (SELECT seq, at FROM requests WHERE seq > ${place} ORDER BY seq LIMIT ${PAGE}) AS page`
        const [{ expired, last }] = yield* Effect.flatMap(page, decodePage)
        if (last === null) return deleted
        if (expired > 0) deleted += (yield* relaxed(inOrder(statement(SWEEP_PAGE, place, last, before)))).length
        place = last
        yield* turn
      }
      return deleted
    })

    const swept = Effect.catchAllCause(sweepFirst, (cause) =>
      Effect.logWarning("old requests could not be deleted; the next try is in an hour", cause)
    )

    yield* waiting.await.pipe(
      Effect.zipRight(Effect.sleep(LINGER)),
      Effect.zipRight(Effect.repeat(flush, { while: isMore, times: WRITES_AT_A_TIME - 1 })),
      Effect.tap((isWritten) => (isWritten ? Effect.void : Effect.sleep(AFTER_FAILURE))),
      Effect.zipRight(Effect.suspend(() => (sinceSweep < SWEEP_AFTER ? Effect.void : swept))),
      Effect.forever,
      Effect.forkScoped
    )
    yield* Sweeps.every("sweep of requests", SWEEP_EVERY, sweep())
    const flushAll = Effect.repeat(flush, { while: isMore })
    // Before that fiber is interrupted: the server has given its last answer.
    yield* Effect.addFinalizer(() => flushAll)

    const { shared } = yield* RecentRequests
    const perSecond = yield* shared(Effect.map(Clock.currentTimeMillis, (now) => buffer.perSecond(now)))

    return {
      add,
      /** Writes all that waits, or as much as can be written; says whether it could. */
      flush: flushAll,
      sweep,
      /** Requests that were answered in each of the last seconds, oldest first. */
      perSecond
    }
  })
}) {}

const observer = Layer.effect(
  Http.RequestObserver,
  Effect.map(RequestLog, ({ add }) => add)
).pipe(Layer.provide(RequestLog.Default))

/**
 * Has the server's requests written down, and jobs swept behind that: a job's row may be all that is known of a request
 * whose process died, and none goes before the log has what it says.
 */
export const layer = Layer.provideMerge(sweeping, observer)
