/** All wallets' clips, as the dashboard lists them. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Schema } from "effect"
import { ClipId, Language, WalletId } from "../../Domain.ts"
import * as Cursor from "../../http/Cursor.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { finder } from "../../text/Search.ts"
import { Clips } from "../../voice/Clips.ts"
import * as Owners from "../Owners.ts"
import * as Scan from "../Scan.ts"
import type { StoredClip } from "./ContentApi.ts"

/** What is looked at of each clip. */
const Row = Schema.Struct({
  seq: Schema.Int,
  id: ClipId,
  wallet_id: WalletId,
  job_id: Schema.String,
  client_request_id: Schema.NullOr(Schema.String),
  language: Language,
  voice_id: Schema.String,
  text: Schema.String
})
type Row = typeof Row.Type
const readRows = rowsOf(Row)

/** Clips that are looked at between two turns of others: 4 ms, with texts of 5,000 characters. */
const PIECE = 100

const cursors = Cursor.make("kept-clips")

interface ClipsFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly wallet_id?: WalletId | undefined
  readonly language?: Language | undefined
  readonly voice_id?: string | undefined
  readonly search?: string | undefined
}

/** Whether a clip passes all of the filter. The wallet is the query's. */
const passes = ({ language, search = "", voice_id, wallet_id }: ClipsFilter): ((row: Row) => boolean) => {
  const isFound = search === "" ? () => true : finder(search)
  return (row) =>
    (wallet_id === undefined || row.wallet_id === wallet_id) &&
    (language === undefined || row.language === language) &&
    (voice_id === undefined || row.voice_id === voice_id) &&
    ([row.id, row.job_id, row.client_request_id].includes(search) || isFound(row.text))
}

export class StoredClips extends Effect.Service<StoredClips>()("dashboard/content/StoredClips", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const clips = yield* Clips
    const withOwners = yield* Owners.named
    const columns = sql.literal("seq, id, job_id, wallet_id, client_request_id, language, voice_id, text")

    const read = (walletId: WalletId | undefined) => (before: number, count: number) => {
      const conditions = [...(walletId === undefined ? [] : [sql`wallet_id = ${walletId}`]), sql`seq < ${before}`]
      return sql`SELECT ${columns} FROM clips WHERE ${sql.and(conditions)} ORDER BY seq DESC LIMIT ${count}`.pipe(
        readRows
      )
    }

    /** The one with this id, or that the job with this id made, however old it is. */
    const withId = (id: string) => sql`SELECT ${columns} FROM clips WHERE id = ${id} OR job_id = ${id}`.pipe(readRows)

    const viewed = Effect.fnUntraced(function* (clipRows: ReadonlyArray<Row>) {
      const rows = yield* Effect.forEach(clipRows, ({ id }) => clips.find(id))
      const kept = yield* withOwners(rows.flatMap(Option.toArray))
      return yield* Effect.forEach(kept, (row) =>
        Effect.map(
          clips.view(row, false),
          (clip): StoredClip => ({ ...clip, wallet_id: row.wallet_id, wallet_name: row.wallet_name })
        )
      )
    })

    /** A page, newest first, stable while clips come and go. Fails with `ValidationFailed` on a foreign cursor. */
    const list = Effect.fn("StoredClips.list")(function* (filter: ClipsFilter) {
      const before = yield* cursors.before(filter.cursor)
      const isWanted = passes(filter)
      const named = filter.search === undefined ? [] : yield* withId(filter.search)
      if (named.length > 0) return { page: yield* viewed(named.filter(isWanted)), nextCursor: null }
      const scanned = { read: read(filter.wallet_id), placeOf: ({ seq }: Row) => seq, isWanted, turn, piece: PIECE }
      const { next, rows } = yield* Scan.page(scanned, filter.limit, before)
      return { page: yield* viewed(rows), nextCursor: next === undefined ? null : cursors.at(next) }
    })

    return { list }
  })
}) {}
