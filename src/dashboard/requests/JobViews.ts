/** Paid jobs as the dashboard shows them: those that run, those of a request, and those that an id stands for. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Chunk, Effect, Schema } from "effect"
import * as Money from "../../billing/Money.ts"
import { JobId, WalletId } from "../../Domain.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import * as Dialects from "../../storage/Dialects.ts"
import { listed } from "../../storage/Statement.ts"
import { iso } from "../IsoTimes.ts"
import { operations } from "./Capabilities.ts"
import { type Job, Operation } from "./RequestsApi.ts"

/** Running jobs that are shown at once; there are seldom more than some hundred. */
const MOST_RUNNING = 1_000
/** Jobs that are looked up in one statement: some milliseconds. */
const AT_ONCE = 1_000
/** Jobs that one id stands for, for each wallet and operation: those that failed leave it free again. */
const MOST_OF_ID = 20

const JobRow = Schema.Struct({
  id: JobId,
  operation: Operation,
  wallet_id: WalletId,
  wallet_name: Schema.String,
  client_request_id: Schema.NullOr(Schema.String),
  x_request_id: Schema.NullOr(Schema.String),
  state: Schema.Literal("running", "settled", "failed"),
  hold: Money.Money,
  amount: Schema.NullOr(Money.Money),
  failure: Schema.NullOr(Schema.String),
  created_at: Schema.Int,
  ended_at: Schema.NullOr(Schema.Int)
})

/** What a request's list shows of a job: what it cost, in micro-ETB, and whether it still runs. */
const Cost = Schema.Struct({ id: Schema.String, amount: Schema.NullOr(Money.Money), running: Schema.Int })

/** A job that an id stands for. */
const JobView = Schema.Struct({
  id: JobId,
  wallet_id: WalletId,
  operation: Operation,
  state: Schema.String,
  x_request_id: Schema.NullOr(Schema.String),
  created_at: Schema.Int
})
export type JobView = typeof JobView.Type

const readJobs = rowsOf(JobRow)
const readCosts = rowsOf(Cost)
const readFound = rowsOf(JobView)
const readIds = rowsOf(Schema.Struct({ id: Schema.String }))

const shown = ({ amount, created_at, ended_at, hold, ...row }: typeof JobRow.Type): Job => ({
  ...row,
  hold: Money.toEtb(hold),
  charge: amount === null ? null : Money.toEtb(Money.negate(amount)),
  created_at: iso(created_at),
  ended_at: ended_at === null ? null : iso(ended_at)
})

export class JobViews extends Effect.Service<JobViews>()("dashboard/requests/JobViews", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const foundColumns = sql.literal(
      "jobs.id, jobs.wallet_id, jobs.operation, jobs.state, jobs.x_request_id, jobs.created_at"
    )

    /** These jobs; one whose time is over, so that its row is gone, as the ledger has it. Others are left out. */
    const ofIds = (ids: ReadonlyArray<string>) =>
      sql`
        SELECT named.key AS id, COALESCE(jobs.operation, ledger.operation) AS operation, wallets.id AS wallet_id,
          wallets.name AS wallet_name, jobs.request_id AS client_request_id, jobs.x_request_id,
          COALESCE(jobs.state, 'settled') AS state, COALESCE(jobs.hold, 0) AS hold, ledger.amount, jobs.failure,
          COALESCE(jobs.created_at, ledger.created_at) AS created_at,
          CASE WHEN jobs.id IS NULL THEN ledger.created_at ELSE jobs.ended_at END AS ended_at
        FROM json_each(${listed(ids)}) AS named
        LEFT JOIN jobs ON jobs.id = named.key
        LEFT JOIN ledger ON ledger.job_id = named.key
        CROSS JOIN wallets WHERE wallets.id = COALESCE(jobs.wallet_id, ledger.wallet_id)`.pipe(
        readJobs,
        Effect.map((rows) => {
          const known = new Map<string, Job>(rows.map((row) => [row.id, shown(row)]))
          return ids.flatMap((id) => known.get(id) ?? [])
        })
      )

    /** The jobs that run now, of all wallets or of one, newest first. */
    const running = Effect.fn("JobViews.running")(function* (walletId: WalletId | undefined) {
      const ofWallet = walletId === undefined ? sql`` : sql`AND wallet_id = ${walletId}`
      const ids = yield* sql`
        SELECT id FROM jobs WHERE state = 'running' ${ofWallet} LIMIT ${MOST_RUNNING}`.pipe(readIds)
      const jobs = yield* ofIds(ids.map(({ id }) => id))
      return jobs
        .filter(({ state }) => state === "running")
        .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    })

    /** What each of the jobs cost, and whether it runs. A page of requests may name a hundred thousand, so they are read a little at a time. */
    const costs = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const known = new Map<string, typeof Cost.Type>()
      for (const some of Chunk.chunksOf(Chunk.fromIterable(ids), AT_ONCE)) {
        const rows = yield* sql`
          SELECT named.key AS id, ledger.amount, CASE WHEN jobs.state = 'running' THEN 1 ELSE 0 END AS running
          FROM json_each(${listed(Chunk.toReadonlyArray(some))}) AS named
          LEFT JOIN ledger ON ledger.job_id = named.key
          LEFT JOIN jobs ON jobs.id = named.key`.pipe(readCosts)
        for (const row of rows) known.set(row.id, row)
        yield* turn
      }
      return known
    })

    /** The running jobs of the request that its client was told as `id`. Looks at all that run. */
    const runningOf = (id: string) =>
      sql`
        SELECT ${foundColumns} FROM ${Dialects.indexed(sql, "jobs", "jobs_running")}
        WHERE state = 'running' AND x_request_id = ${id} LIMIT ${MOST_RUNNING}`.pipe(readFound)

    const ofId = (id: string) => sql`SELECT ${foundColumns} FROM jobs WHERE id = ${id}`.pipe(readFound)

    /** The newest jobs of an owner, for operations of a kind, with the clients' own id `id`. */
    const newestOf = (id: string) =>
      sql.onDialectOrElse({
        pg: () => sql`CROSS JOIN LATERAL (
          SELECT own.* FROM jobs AS own
          WHERE own.wallet_id = owner.key AND own.operation = kind.key AND own.request_id = ${id}
          ORDER BY own.created_at DESC, own.id DESC LIMIT ${MOST_OF_ID}
        ) AS jobs`,
        orElse: () => sql`CROSS JOIN jobs ON jobs.id IN (
          SELECT own.id FROM jobs AS own
          WHERE own.wallet_id = owner.key AND own.operation = kind.key AND own.request_id = ${id}
          ORDER BY own.created_at DESC, own.id DESC LIMIT ${MOST_OF_ID}
        )`
      })

    /** The newest jobs of the clients' own id `id`, of some wallets and all operations: an id is one wallet's, for one operation. */
    const ofClientId = (id: string, wallets: ReadonlyArray<string>) =>
      sql`
        SELECT ${foundColumns} FROM json_each(${listed(wallets)}) AS owner
        CROSS JOIN json_each(${listed(operations)}) AS kind ${newestOf(id)}`.pipe(readFound)

    const walletsAfter = (last: string) =>
      sql`SELECT id FROM wallets WHERE id > ${last} ORDER BY id LIMIT ${AT_ONCE}`.pipe(
        readIds,
        Effect.map((rows) => rows.map(({ id }) => id))
      )

    /** The jobs that an id stands for: a request's, as its client was told it or chose it, or the job's own. */
    const find = Effect.fn("JobViews.find")(function* (id: string, walletId: WalletId | undefined) {
      const jobsOfId = [...(yield* ofId(id)), ...(yield* runningOf(id))]
      if (walletId !== undefined) return [...jobsOfId, ...(yield* ofClientId(id, [walletId]))]
      let wallets = yield* walletsAfter("")
      while (wallets.length > 0) {
        jobsOfId.push(...(yield* ofClientId(id, wallets)))
        yield* turn
        wallets = wallets.length < AT_ONCE ? [] : yield* walletsAfter(wallets.at(-1) ?? "")
      }
      return jobsOfId
    })

    return { ofIds, running, costs, runningOf, find }
  })
}) {}
