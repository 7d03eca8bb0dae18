/**
 * What was asked of the server. A page looks at a bounded number of rows, so it
 * may be short where a filter fits few. A request that is still being answered
 * has no row yet: it is found by its jobs.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Schema } from "effect"
import * as Money from "../../billing/Money.ts"
import { ApiKeyId, WalletId } from "../../Domain.ts"
import { NotFound } from "../../Errors.ts"
import * as Cursor from "../../http/Cursor.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { listed } from "../../storage/Statement.ts"
import { iso } from "../IsoTimes.ts"
import * as Owners from "../Owners.ts"
import { MOST_SCANNED } from "../Scan.ts"
import * as Capabilities from "./Capabilities.ts"
import { type JobView, JobViews } from "./JobViews.ts"
import { Capability, type RequestEntry, type RequestFilter } from "./RequestsApi.ts"

/** Rows of one id that a search looks at: clients may use an id again and again. */
const MOST_OF_ID = 1_000
/** Requests that a search finds by their jobs. */
const MOST_FOUND = 100

const JobIds = Schema.parseJson(Schema.Array(Schema.String))
const Row = Schema.Struct({
  seq: Schema.Int,
  id: Schema.String,
  at: Schema.Int,
  method: Schema.NullOr(Schema.String),
  route: Schema.NullOr(Schema.String),
  capability: Capability,
  status: Schema.NullOr(Schema.Int),
  code: Schema.NullOr(Schema.String),
  micros: Schema.Int,
  wallet_id: Schema.NullOr(WalletId),
  wallet_name: Schema.NullOr(Schema.String),
  key_id: Schema.NullOr(ApiKeyId),
  key_name: Schema.NullOr(Schema.String),
  jobs: Schema.NullOr(JobIds),
  said: Schema.NullOr(Schema.String)
})
type Row = typeof Row.Type

const readRows = rowsOf(Row)
const readSeqs = rowsOf(Schema.Struct({ seq: Schema.Int }))
const decodeEnds = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ oldest: Schema.NullOr(Schema.Int), newest: Schema.NullOr(Schema.Int) }))
)
const readNamed = rowsOf(Schema.Struct({ jobs: JobIds }))

const cursors = Cursor.make("requests")

const notFound = () => new NotFound({ message: "no request with this id is known", param: "request_id" })

/** The rows that a page is taken from: those between two places, or these. Where `unseen` is given, there are more rows below it. */
type RowRange =
  | { readonly from: number; readonly before: number; readonly unseen: number | undefined }
  | { readonly seqs: ReadonlyArray<number>; readonly unseen: number | undefined }

export class Requests extends Effect.Service<Requests>()("dashboard/requests/Requests", {
  dependencies: [JobViews.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const jobViews = yield* JobViews
    const named = yield* Owners.named

    const select = (looked: RowRange, filter: Omit<RequestFilter, "search" | "cursor">) => {
      const { capability, code, key_id, limit, outcome, wallet_id } = filter
      const conditions = [
        "seqs" in looked
          ? sql`requests.seq IN (SELECT CAST(key AS BIGINT) FROM json_each(${listed(looked.seqs)}))`
          : sql`requests.seq >= ${looked.from} AND requests.seq < ${looked.before}`,
        ...(capability === undefined ? [] : [sql`requests.capability = ${capability}`]),
        ...(outcome === undefined
          ? []
          : [outcome === "ok" ? sql`requests.code IS NULL` : sql`requests.code IS NOT NULL`]),
        ...(code === undefined ? [] : [sql`requests.code = ${code}`]),
        ...(wallet_id === undefined ? [] : [sql`requests.wallet_id = ${wallet_id}`]),
        ...(key_id === undefined ? [] : [sql`requests.key_id = ${key_id}`])
      ]
      return sql`
        SELECT requests.*, wallets.name AS wallet_name, api_keys.name AS key_name FROM requests
        LEFT JOIN wallets ON wallets.id = requests.wallet_id LEFT JOIN api_keys ON api_keys.id = requests.key_id
        WHERE ${sql.and(conditions)} ORDER BY requests.seq DESC LIMIT ${limit + 1}`.pipe(readRows)
    }

    /** The rows before a place, as many as a page looks at. */
    const windowBefore = Effect.fnUntraced(function* (cursor: number): Effect.fn.Return<RowRange> {
      const [{ newest, oldest }] = yield* sql`
        SELECT (SELECT seq FROM requests ORDER BY seq LIMIT 1) AS oldest,
          (SELECT seq FROM requests ORDER BY seq DESC LIMIT 1) AS newest`.pipe(Effect.flatMap(decodeEnds), Effect.orDie)
      const before = Math.min(cursor, (newest ?? 0) + 1)
      const from = before - MOST_SCANNED
      return { from, before, unseen: oldest !== null && oldest < from ? from : undefined }
    })

    /** The rows of these requests before a place, newest first. */
    const rowsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<string>, cursor: number) {
      const seqsOfIds = yield* Effect.forEach(ids, (id) =>
        sql`
          SELECT seq FROM requests WHERE id = ${id} AND seq < ${cursor} ORDER BY seq DESC LIMIT ${MOST_OF_ID}`.pipe(
          readSeqs,
          Effect.map((rows) => rows.map(({ seq }) => seq))
        )
      )
      const unseen = Math.max(...seqsOfIds.map((seqs) => (seqs.length < MOST_OF_ID ? 0 : (seqs.at(-1) ?? 0))), 0)
      const seqs = seqsOfIds.flat().filter((seq) => seq >= unseen)
      return { seqs, unseen: unseen === 0 ? undefined : unseen }
    })

    /** The newest row of this id that a key asked for: whoever has none may call a request by any id. */
    const newestOfKey = (id: string) =>
      sql`
        SELECT seq FROM requests WHERE id = ${id} AND key_id IS NOT NULL ORDER BY seq DESC LIMIT 1`.pipe(readSeqs)

    /** The running jobs among those found that no row names: their requests are still being answered. */
    const unanswered = Effect.fnUntraced(function* (views: ReadonlyArray<JobView>, seqs: ReadonlyArray<number>) {
      const running = views.filter(({ state, x_request_id }) => state === "running" && x_request_id !== null)
      if (running.length === 0) return []
      const rows = yield* sql`
        SELECT jobs FROM requests
        WHERE jobs IS NOT NULL AND seq IN (SELECT CAST(key AS BIGINT) FROM json_each(${listed(seqs)}))`.pipe(readNamed)
      const answered = new Set(rows.flatMap(({ jobs }) => jobs))
      return running.filter(({ id }) => !answered.has(id))
    })

    /** What is known of requests that are still being answered, by their running jobs. */
    const entriesOf = Effect.fnUntraced(function* (running: ReadonlyArray<JobView>) {
      const now = yield* Clock.currentTimeMillis
      const byRequest = Map.groupBy(yield* named(running), (job) => job.x_request_id ?? "")
      return Array.from(byRequest, ([id, jobs]): RequestEntry & { readonly jobs: ReadonlyArray<string> } => {
        const at = Math.min(...jobs.map(({ created_at }) => created_at))
        const [first] = jobs
        return {
          id,
          at: iso(at),
          method: null,
          route: null,
          capability: Capabilities.ofOperation(first?.operation ?? ""),
          status: null,
          code: null,
          said: null,
          duration_ms: Math.max(0, now - at),
          wallet_id: first?.wallet_id ?? null,
          wallet_name: first?.wallet_name ?? null,
          key_id: null,
          key_name: null,
          cost: 0,
          running: jobs.length,
          jobs: jobs.map(({ id }) => id)
        }
      })
    })

    const entries = Effect.fnUntraced(function* (rows: ReadonlyArray<Row>) {
      const costs = yield* jobViews.costs(rows.flatMap(({ jobs }) => jobs ?? []))
      return rows.map(({ at, jobs, micros, seq: _, ...row }): RequestEntry => {
        const known = (jobs ?? []).flatMap((id) => costs.get(id) ?? [])
        const charged = known.reduce((sum, { amount }) => Money.subtract(sum, amount ?? Money.zero), Money.zero)
        return {
          ...row,
          at: iso(at),
          duration_ms: micros / 1_000,
          cost: jobs === null ? null : Money.toEtb(charged),
          running: known.reduce((sum, { running }) => sum + running, 0)
        }
      })
    })

    /** What a search finds: rows, and requests that are still being answered. */
    const search = Effect.fnUntraced(function* (id: string, cursor: number, walletId: WalletId | undefined) {
      const found = yield* jobViews.find(id, walletId)
      const requests = [id, ...found.flatMap(({ x_request_id }) => x_request_id ?? [])]
      const looked = yield* rowsOf(Array.from(new Set(requests)).slice(0, MOST_FOUND), cursor)
      return { looked, running: yield* unanswered(found, looked.seqs) }
    })

    /** Of what is still being answered neither the key nor the outcome is known. */
    const fitting = (running: ReadonlyArray<RequestEntry>, filter: RequestFilter) =>
      [filter.outcome, filter.code, filter.key_id, filter.cursor].every((value) => value === undefined)
        ? running.filter(
            ({ capability, wallet_id }) =>
              (filter.capability ?? capability) === capability && (filter.wallet_id ?? wallet_id) === wallet_id
          )
        : []

    /** A page, newest first. Fails with `ValidationFailed` on a foreign cursor. */
    const list = Effect.fn("Requests.list")(function* (filter: RequestFilter) {
      yield* turn
      const cursor = yield* cursors.before(filter.cursor)
      const text = filter.search ?? ""
      const { looked, running } =
        text === ""
          ? { looked: yield* windowBefore(cursor), running: [] }
          : yield* search(text, cursor, filter.wallet_id)
      const first = fitting(yield* entriesOf(running), filter).slice(0, filter.limit)
      const limit = filter.limit - first.length
      const found = yield* select(looked, { ...filter, limit })
      const page = found.slice(0, limit)
      const [beyond] = found.slice(limit)
      const next = beyond === undefined ? looked.unseen : beyond.seq + 1
      return {
        page: [...first, ...(yield* entries(page))],
        nextCursor: next === undefined ? null : cursors.at(next)
      }
    })

    /** The newest request of this id, of those with a key where there are any, with its jobs. Fails with `NotFound`. */
    const get = Effect.fn("Requests.get")(function* (id: string) {
      const looked = yield* rowsOf([id], Number.MAX_SAFE_INTEGER)
      const [running] = yield* entriesOf(yield* unanswered(yield* jobViews.runningOf(id), looked.seqs))
      if (running !== undefined) return { ...running, jobs: yield* jobViews.ofIds(running.jobs) }
      const [shown] = [...(yield* newestOfKey(id)).map(({ seq }) => seq), ...looked.seqs]
      const rows = yield* select({ seqs: shown === undefined ? [] : [shown], unseen: undefined }, { limit: 1 })
      const [entry] = yield* entries(rows)
      if (entry === undefined) return yield* notFound()
      return { ...entry, jobs: yield* jobViews.ofIds(rows[0]?.jobs ?? []) }
    })

    return { list, get }
  })
}) {}
