/**
 * The ledger of a wallet as people read it: by pages and filters, newest first, in
 * the order in which the balance followed. No page looks at more than `MOST_SEEN`
 * entries, however many there are and however few the filter finds.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Schema, Stream } from "effect"
import * as Wallet from "../../billing/Wallet.ts"
import type { WalletId } from "../../Domain.ts"
import * as Cursor from "../../http/Cursor.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import * as Dialects from "../../storage/Dialects.ts"
import * as Csv from "./Csv.ts"
import type { LedgerFilter } from "./WalletsApi.ts"

/** Entries that are looked at for one page (measured: 15 ms). */
const MOST_SEEN = 20_000

/** Entries that are read at once for an export: some milliseconds, then others have their turn. */
const EXPORTED_AT_ONCE = 250

const EntryRow = Schema.Struct({ seq: Schema.Int, ...Wallet.LedgerEntry.fields })
type EntryRow = typeof EntryRow.Type

const readRows = rowsOf(EntryRow)
const readSeqs = rowsOf(Schema.Struct({ seq: Schema.Int }))

const cursors = Cursor.make("ledger")

/** What is found of some entries, and below which number the rest begins; none where there is no more. */
interface EntryPage {
  readonly rows: ReadonlyArray<EntryRow>
  readonly next: Option.Option<number>
}

/**
 * A pattern of `lower(…) LIKE … ESCAPE '\'` for texts that hold this one, whatever letters of ASCII are
 * capitals: of these alone SQLite's `LIKE` and `lower`, and PostgreSQL's `lower` of our columns, know the small ones.
 */
const containing = (text: string): string => {
  const small = text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
  return `%${small.replaceAll(/[\\%_]/g, "\\$&")}%`
}

export class Ledger extends Effect.Service<Ledger>()("dashboard/wallets/Ledger", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const columns = sql.literal(`seq, ${Wallet.ENTRY_COLUMNS}`)
    const everything = sql.literal("ledger")
    // Notes are written on credits alone, which are few.
    const credits = Dialects.indexed(sql, "ledger", "ledger_credits")
    const isCredit = sql.literal("kind = 'credit'")

    const conditionsOf = ({ from, kind, operation, to }: LedgerFilter) => [
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
      ...(from === undefined ? [] : [sql`created_at >= ${from.getTime()}`]),
      ...(to === undefined ? [] : [sql`created_at < ${to.getTime()}`])
    ]

    /** The last of the entries that a page may look at; zero where those are all that there are. */
    const floorOf = (walletId: WalletId, before: number, ofCredits: boolean) => {
      const where = [sql`wallet_id = ${walletId}`, sql`seq < ${before}`, ...(ofCredits ? [isCredit] : [])]
      return sql`
        SELECT seq FROM ${ofCredits ? credits : everything} WHERE ${sql.and(where)}
        ORDER BY seq DESC LIMIT 1 OFFSET ${MOST_SEEN - 1}`.pipe(
        readSeqs,
        Effect.map(([last]) => last?.seq ?? 0)
      )
    }

    /** The entries that have this id, or are of the job that has it. */
    const named = (walletId: WalletId, id: string, filter: LedgerFilter, floor: number, before: number) => {
      const where = [sql`wallet_id = ${walletId}`, ...conditionsOf(filter)]
      return Effect.map(
        readRows(sql`SELECT ${columns} FROM ledger WHERE (id = ${id} OR job_id = ${id}) AND ${sql.and(where)}`),
        (rows) => rows.filter(({ seq }) => seq >= floor && seq < before)
      )
    }

    /** Up to `limit` entries that the filter finds below the number `before`, newest first. */
    const walk = Effect.fn("Ledger.walk")(function* (
      walletId: WalletId,
      filter: LedgerFilter,
      before: number,
      limit: number
    ): Effect.fn.Return<EntryPage> {
      const search = filter.search || undefined
      const ofCredits = search !== undefined || filter.kind === "credit"
      const conditions = conditionsOf(filter)
      const isFiltered = ofCredits || conditions.length > 0
      const floor = isFiltered ? yield* floorOf(walletId, before, ofCredits) : 0
      const where = [
        sql`wallet_id = ${walletId}`,
        sql`seq >= ${floor}`,
        sql`seq < ${before}`,
        ...conditions,
        ...(ofCredits ? [isCredit] : []),
        ...(search === undefined ? [] : [sql`lower(note) LIKE ${containing(search)} ESCAPE '\\'`])
      ]
      const walked = yield* readRows(sql`
        SELECT ${columns} FROM ${ofCredits ? credits : everything} WHERE ${sql.and(where)}
        ORDER BY seq DESC LIMIT ${limit + 1}`)
      const byId = search === undefined ? [] : yield* named(walletId, search, filter, floor, before)
      const all = new Map([...walked, ...byId].map((row) => [row.seq, row]))
      const entries = Array.from(all.values()).sort((left, right) => right.seq - left.seq)
      const rows = entries.slice(0, limit)
      const last = entries.length > limit ? rows.at(-1)?.seq : floor
      return { rows, next: last === undefined || last === 0 ? Option.none() : Option.some(last) }
    })

    /** A page of those that the filter finds. Fails with `ValidationFailed` on a foreign cursor. */
    const page = Effect.fn("Ledger.page")(function* (
      walletId: WalletId,
      filter: LedgerFilter & { readonly limit: number; readonly cursor?: string | undefined }
    ) {
      yield* turn
      const { next, rows } = yield* walk(walletId, filter, yield* cursors.before(filter.cursor), filter.limit)
      return { page: rows, nextCursor: Option.getOrNull(Option.map(next, cursors.at)) }
    })

    /** All that the filter finds as CSV, a few at a time. Entries that are added meanwhile are not among them. */
    const csv = (walletId: WalletId, filter: LedgerFilter): Stream.Stream<Uint8Array> => {
      const lines = Stream.paginateEffect(Number.MAX_SAFE_INTEGER, (before) =>
        turn.pipe(
          Effect.zipRight(walk(walletId, filter, before, EXPORTED_AT_ONCE)),
          Effect.map(({ next, rows }) => [rows.map(Csv.lineOf).join(""), next] as const)
        )
      )
      return Stream.make(Csv.HEAD).pipe(Stream.concat(Stream.filter(lines, (text) => text !== "")), Stream.encodeText)
    }

    return { page, csv }
  })
}) {}
