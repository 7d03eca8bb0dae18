/** All wallets' transcriptions that can still be asked for, as the dashboard lists them. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Option, Schema } from "effect"
import * as Money from "../../billing/Money.ts"
import { JobId, WalletId } from "../../Domain.ts"
import * as Cursor from "../../http/Cursor.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import * as Dialects from "../../storage/Dialects.ts"
import { finder } from "../../text/Search.ts"
import { readStored } from "../../transcription/Transcripts.ts"
import { iso } from "../IsoTimes.ts"
import * as Owners from "../Owners.ts"
import * as Scan from "../Scan.ts"
import { StoredTranscription } from "./ContentApi.ts"

/** What is looked at of each. */
const Row = Schema.Struct({
  id: JobId,
  created_at: Schema.Int,
  wallet_id: WalletId,
  request_id: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.Int),
  /** Only where it is looked for. */
  text: Schema.NullOr(Schema.parseJson(Schema.Unknown))
})
type Row = typeof Row.Type
const readRows = rowsOf(Row)

const Whole = Schema.Struct({
  ...Row.fields,
  operation: StoredTranscription.fields.operation,
  result: Schema.String,
  charge: Schema.NullOr(Money.Money)
})
const readWhole = rowsOf(Whole)

/** Transcriptions that are looked at between two turns of others: 4 ms, with words and their times. */
const PIECE = 250

/** Where a list goes on: behind the job with this id among those of this time. */
interface Place {
  readonly at: number
  readonly id: string
}
const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, id: "" }

const cursors = Cursor.ofText("kept-transcriptions")
const textOf = ({ at, id }: Place): string => `${at}:${id}`
const readPlace = (text: string): Option.Option<Place> => {
  const match = /^(\d{1,15}):(\w{1,64})$/.exec(text)
  return Option.map(Option.fromNullable(match), ([, at = "", id = ""]) => ({ at: Number(at), id }))
}

interface TranscriptionsFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly wallet_id?: WalletId | undefined
  readonly search?: string | undefined
}

const passes = ({ search = "", wallet_id }: TranscriptionsFilter, now: number): ((row: Row) => boolean) => {
  const isFound = search === "" ? () => true : finder(search)
  return (row) =>
    (wallet_id === undefined || row.wallet_id === wallet_id) &&
    (row.expires_at === null || row.expires_at > now) &&
    (row.id === search || row.request_id === search || isFound(typeof row.text === "string" ? row.text : ""))
}

export class StoredTranscriptions extends Effect.Service<StoredTranscriptions>()(
  "dashboard/content/StoredTranscriptions",
  {
    effect: Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const turn = EventLoopTurns.makeWait()
      const withOwners = yield* Owners.named
      const text = Dialects.field(sql, "result", "text")
      const columns = (withText: boolean) =>
        sql`id, created_at, wallet_id, request_id, expires_at, ${withText ? text : sql.literal("NULL")} AS text`
      // The condition of the index `jobs_transcripts`, word for word.
      const isTranscript = sql.literal(
        "operation IN ('transcription', 'speech_to_text') AND state = 'settled' AND result IS NOT NULL"
      )

      const read =
        (withText: boolean) =>
        ({ at, id }: Place, count: number) =>
          sql`SELECT ${columns(withText)} FROM jobs WHERE ${isTranscript} AND (created_at, id) < (${at}, ${id})
        ORDER BY created_at DESC, id DESC LIMIT ${count}`.pipe(readRows)

      /** The one with this id, however old it is. */
      const withId = (id: string) =>
        sql`SELECT ${columns(false)} FROM jobs WHERE id = ${id} AND ${isTranscript}`.pipe(readRows)

      const whole = (id: JobId) =>
        sql`SELECT ${columns(false)}, operation, result, (SELECT -amount FROM ledger WHERE job_id = jobs.id) AS charge
        FROM jobs WHERE id = ${id} AND ${isTranscript}`.pipe(readWhole)

      const viewed = Effect.fnUntraced(function* (transcriptionRows: ReadonlyArray<Row>) {
        const rows = yield* withOwners((yield* Effect.forEach(transcriptionRows, ({ id }) => whole(id))).flat())
        return rows.map(({ charge, created_at, expires_at, result, text: _, ...row }): StoredTranscription => {
          const heard = Option.getOrElse(readStored(result), () => ({ text: "", seconds: null, language: null }))
          return {
            ...row,
            language: heard.language ?? null,
            text: heard.text,
            seconds: heard.seconds ?? null,
            charge: charge === null ? null : Money.toEtb(charge),
            created_at: iso(created_at),
            expires_at: expires_at === null ? null : iso(expires_at)
          }
        })
      })

      /** A page, newest first, stable while transcriptions come and go. Fails with `ValidationFailed` on a foreign cursor. */
      const list = Effect.fn("StoredTranscriptions.list")(function* (filter: TranscriptionsFilter) {
        const place = filter.cursor === undefined ? NEWEST : yield* cursors.read(filter.cursor, readPlace)
        const isWanted = passes(filter, yield* Clock.currentTimeMillis)
        const named = filter.search === undefined ? [] : yield* withId(filter.search)
        if (named.length > 0) return { page: yield* viewed(named.filter(isWanted)), nextCursor: null }
        const placeOf = ({ created_at, id }: Row): Place => ({ at: created_at, id })
        const isSearched = filter.search !== undefined && filter.search !== ""
        const scanned = { read: read(isSearched), placeOf, isWanted, turn, piece: PIECE }
        const { next, rows } = yield* Scan.page(scanned, filter.limit, place)
        return { page: yield* viewed(rows), nextCursor: next === undefined ? null : cursors.at(textOf(next)) }
      })

      return { list }
    })
  }
) {}
