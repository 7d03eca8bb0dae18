/** Paid work in Postgres: one call of a function for what many jobs ask in one turn of the event loop. */
import type { SqlError } from "@effect/sql/SqlError"
import { Duration, Effect, FiberSet, Layer, Option, Schedule, Schema } from "effect"
import { JobId } from "../../Domain.ts"
import { codeOf, UNKNOWN_OUTCOME } from "../../runtime/SystemErrors.ts"
import * as JobReads from "../JobReads.ts"
import {
  type AdmissionOutcome,
  FAILED_RETENTION,
  type JobAdmission,
  JobNotRunning,
  JobStore,
  type JobStoreShape,
  type SettlementOrder
} from "../JobStore.ts"
import { BALANCE_AFTER, type SettlementParameter, type SettlementStatement, statement } from "../Statement.ts"
import { storable } from "../StorableText.ts"
import { inOrder, Writer } from "../Writer.ts"
import * as CallBatching from "./CallBatching.ts"
import { Calls } from "./Calls.ts"
import { Node, layer as NodeLayer } from "./Node.ts"
import { filled } from "./PostgresDialect.ts"

const AdmissionRow = Schema.Struct({
  place: Schema.Int,
  outcome: Schema.Literal("admitted", "earlier", "taken", "insufficient", "fenced"),
  job_id: Schema.NullOr(JobId),
  state: Schema.NullOr(Schema.Literal("running", "settled")),
  fingerprint: Schema.NullOr(Schema.String),
  result: Schema.NullOr(Schema.String),
  balance_after: Schema.Int,
  available: Schema.Int
})
const SettlementRow = Schema.Struct({ place: Schema.Int, balance_after: Schema.NullOr(Schema.Int) })
const decodeAdmitted = Schema.decodeUnknown(Schema.Array(AdmissionRow))
const decodeSettled = Schema.decodeUnknown(Schema.Array(SettlementRow))
const decodeHeld = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ available: Schema.NullOr(Schema.Int) })))

const ADMIT = "SELECT * FROM qal_admit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
const SETTLE = "SELECT * FROM qal_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
const FAIL = `
  UPDATE jobs SET state = 'failed', failure = ?, ended_at = ?, expires_at = ? WHERE id = ? AND state = 'running'`
/** The failed job's row, where it is and where it is not yet: a call that still waits in the database cannot add it then. */
const DISOWN = `
  INSERT INTO jobs AS admitted (id, wallet_id, operation, request_id, fingerprint, state, hold, failure, created_at, ended_at, expires_at)
  SELECT ?, id, ?, ?, ?, 'failed', 0, 'INTERRUPTED', CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)
  FROM wallets WHERE id = ?
  ON CONFLICT (id) DO UPDATE SET state = 'failed', failure = excluded.failure, ended_at = excluded.ended_at,
    expires_at = excluded.expires_at WHERE admitted.state = 'running'`
const RELEASED_AGAIN = Schedule.spaced("1 second")

/** The answers in the order of the requests. */
const inPlace = <A extends { readonly place: number }>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  [...rows].sort((left, right) => left.place - right.place)

const outcomeOf = (row: typeof AdmissionRow.Type): AdmissionOutcome | "fenced" => {
  switch (row.outcome) {
    case "admitted":
      return { _tag: "Admitted" }
    case "taken":
      return { _tag: "SlotTaken" }
    case "insufficient":
      return { _tag: "Insufficient", available: row.available }
    case "earlier": {
      const { balance_after: balanceAfter, fingerprint, job_id: jobId, result, state } = row
      if (jobId === null || state === null || fingerprint === null) throw new Error("an earlier job without a name")
      return { _tag: "Earlier", jobId, state, fingerprint, result, balanceAfter }
    }
    case "fenced":
      return "fenced"
  }
}

/** How the function reads the parameter, the `index`th from 0. */
const placeOf = (parameter: SettlementParameter | undefined, index: number): string => {
  if (parameter === BALANCE_AFTER) return "$2"
  if (parameter === null) return "NULL"
  const given = `($1)[${index + 1}]`
  if (typeof parameter === "bigint") return `${given}::bigint`
  if (typeof parameter === "number") return `${given}::${Number.isInteger(parameter) ? "bigint" : "double precision"}`
  return given
}

/** A parameter of a statement by itself gets its type from where it stands; here it is a text, which is no list. */
const withTypes = (text: string): string => text.replaceAll("json_each(?)", "json_each(?::json)")

/** The statement as the function takes it. */
const written = ({ parameters, text }: SettlementStatement) => ({
  text: filled(withTypes(text), (index) => placeOf(parameters[index], index)),
  parameters: parameters.map((parameter) =>
    parameter === null || parameter === BALANCE_AFTER ? null : storable(String(parameter))
  )
})

const settlementOf = (orders: ReadonlyArray<SettlementOrder>) => {
  const writes = orders.flatMap((order) => order.writes.map(written))
  return [
    orders.map(({ jobId }) => jobId),
    orders.map(({ walletId }) => walletId),
    orders.map(({ operation }) => operation),
    orders.map(({ entryId }) => entryId),
    orders.map(({ charge }) => charge),
    orders.map(({ settledAt }) => settledAt),
    orders.map(({ expiresAt }) => expiresAt),
    orders.map(({ result }) => result),
    orders.map((order) => order.writes.length),
    writes.map(({ text }) => text),
    writes.map(({ parameters }) => parameters.length),
    writes.flatMap(({ parameters }) => parameters)
  ]
}

const make = Effect.gen(function* () {
  const sql = yield* Calls
  const node = yield* Node
  const { relaxed } = yield* Writer
  const reads = yield* JobReads.make
  const background = yield* FiberSet.makeRuntime()

  const admitAll = yield* CallBatching.makeBatched((asked: ReadonlyArray<JobAdmission>) =>
    Effect.gen(function* () {
      const id = yield* node.id
      const rows = yield* sql.unsafe(ADMIT, [
        id,
        asked.map(({ jobId }) => jobId),
        asked.map(({ walletId }) => walletId),
        asked.map(({ operation }) => operation),
        asked.map(({ requestId }) => requestId),
        asked.map(({ fingerprint }) => fingerprint),
        asked.map(({ estimate }) => estimate),
        asked.map(({ slot }) => slot),
        asked.map(({ now }) => now),
        asked.map((each) => each.asked)
      ])
      const outcomes = inPlace(yield* Effect.orDie(decodeAdmitted(rows))).map(outcomeOf)
      return outcomes.map((outcome) => ({ outcome, id }))
    })
  )
  const settleAll = yield* CallBatching.makeBatched((orders: ReadonlyArray<SettlementOrder>) =>
    Effect.flatMap(sql.unsafe(SETTLE, settlementOf(orders)), (rows) =>
      Effect.map(Effect.orDie(decodeSettled(rows)), inPlace)
    )
  )

  const release: JobStoreShape["release"] = (jobId, failure, now, keptUntil) =>
    Effect.asVoid(relaxed(inOrder(statement(FAIL, failure, now, keptUntil, jobId))))

  /** Where nobody knows whether it was admitted, or will be: it may hold what nobody would release. */
  const disown = ({ fingerprint, jobId, now, operation, requestId, walletId }: JobAdmission, error: SqlError) =>
    Effect.sync(() => {
      if (codeOf(error) !== UNKNOWN_OUTCOME) return
      const until = now + Duration.toMillis(FAILED_RETENTION)
      const failed = statement(DISOWN, jobId, operation, requestId, fingerprint, now, now, until, walletId)
      background(Effect.ignore(Effect.retry(relaxed(inOrder(failed)), RELEASED_AGAIN)))
    })

  const admit = (admission: JobAdmission): Effect.Effect<AdmissionOutcome, SqlError> =>
    Effect.flatMap(admitAll(admission), ({ id, outcome }) =>
      outcome === "fenced" ? Effect.zipRight(node.renew(id), admit(admission)) : Effect.succeed(outcome)
    )

  const store: JobStoreShape = {
    ...reads,
    admit: (admission) => Effect.tapError(admit(admission), (error) => disown(admission, error)),
    hold: (jobId, walletId, estimate) =>
      sql`SELECT qal_hold(${jobId}, ${walletId}, ${estimate}) AS available`.pipe(
        Effect.flatMap(decodeHeld),
        Effect.catchTag("ParseError", Effect.die),
        Effect.map(([{ available }]) => Option.fromNullable(available))
      ),
    settle: (order) =>
      Effect.flatMap(
        settleAll(order),
        ({ balance_after }): Effect.Effect<number, JobNotRunning> =>
          balance_after === null ? new JobNotRunning({ jobId: order.jobId }) : Effect.succeed(balance_after)
      ),
    release,
    // In the pace of leases, by the node's own beat.
    recover: () => node.bury
  }
  return store
})

export const layer = Layer.provideMerge(Layer.scoped(JobStore, make), NodeLayer)
