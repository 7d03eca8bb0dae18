/** All wallets' uploads, as the dashboard lists and opens them. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Option, Schema } from "effect"
import { BlobId, WalletId } from "../../Domain.ts"
import { NotFound } from "../../Errors.ts"
import * as Cursor from "../../http/Cursor.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { finder } from "../../text/Search.ts"
import { iso } from "../IsoTimes.ts"
import * as Owners from "../Owners.ts"
import * as Scan from "../Scan.ts"
import { StoredUpload } from "./ContentApi.ts"

/** What is looked at of each upload. */
const Row = Schema.Struct({
  id: Schema.String,
  wallet_id: WalletId,
  expires_at: Schema.Int,
  text: Schema.NullOr(Schema.String)
})
type Row = typeof Row.Type
const readRows = rowsOf(Row)

const Whole = Schema.Struct({
  ...Row.fields,
  kind: StoredUpload.fields.kind,
  mime_type: Schema.String,
  size: Schema.Int,
  created_at: Schema.Int
})
const readWhole = rowsOf(Whole)
const readFiles = rowsOf(Schema.Struct({ blob_id: BlobId, mime_type: Schema.String, kind: StoredUpload.fields.kind }))

/** Uploads that are looked at between two turns of others: a document has up to 60,000 characters, and they take 5 ms then. */
const PIECE = 50

/** Characters of a document that are shown. */
const SHOWN = 10_000

/** Ids sort by the time they were made, and none is behind this one. */
const NEWEST = "file_~"

const cursors = Cursor.ofText("kept-uploads")
const readPlace = (text: string): Option.Option<string> =>
  /^file_[a-z0-9]{1,60}$/.test(text) ? Option.some(text) : Option.none()

interface UploadsFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly wallet_id?: WalletId | undefined
  readonly search?: string | undefined
}

/** As a client names it, `qal://files/{id}`, or its id alone. */
const idOf = (search: string): string => search.replace(/^qal:\/\/files\//, "")

const passes = ({ search = "", wallet_id }: UploadsFilter, now: number): ((row: Row) => boolean) => {
  const isFound = search === "" ? () => true : finder(search)
  return (row) =>
    (wallet_id === undefined || row.wallet_id === wallet_id) &&
    row.expires_at > now &&
    (search === "" || row.id === idOf(search) || (row.text !== null && isFound(row.text)))
}

export class StoredUploads extends Effect.Service<StoredUploads>()("dashboard/content/StoredUploads", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const withOwners = yield* Owners.named

    /** The texts only where they are looked at. */
    const columns = (withText: boolean) =>
      sql.literal(`id, wallet_id, expires_at, ${withText ? "text" : "NULL AS text"}`)

    const read = (withText: boolean) => (before: string, count: number) =>
      sql`SELECT ${columns(withText)} FROM uploads WHERE id < ${before} ORDER BY id DESC LIMIT ${count}`.pipe(readRows)

    /** The one with this id, however old it is. */
    const withId = (id: string) => sql`SELECT ${columns(false)} FROM uploads WHERE id = ${id}`.pipe(readRows)

    const whole = (id: string) =>
      sql`SELECT id, wallet_id, expires_at, substr(text, 1, ${SHOWN}) AS text, kind, mime_type, size, created_at
        FROM uploads WHERE id = ${id}`.pipe(readWhole)

    const viewed = Effect.fnUntraced(function* (uploadRows: ReadonlyArray<Row>) {
      const rows = yield* withOwners((yield* Effect.forEach(uploadRows, ({ id }) => whole(id))).flat())
      return rows.map(
        ({ created_at, expires_at, ...row }): StoredUpload => ({
          ...row,
          created_at: iso(created_at),
          expires_at: iso(expires_at)
        })
      )
    })

    /** A page, newest first, stable while uploads come and go. Fails with `ValidationFailed` on a foreign cursor. */
    const list = Effect.fn("StoredUploads.list")(function* (filter: UploadsFilter) {
      const before = filter.cursor === undefined ? NEWEST : yield* cursors.read(filter.cursor, readPlace)
      const { search = "" } = filter
      const isWanted = passes(filter, yield* Clock.currentTimeMillis)
      const named = search === "" ? [] : yield* withId(idOf(search))
      if (named.length > 0) return { page: yield* viewed(named.filter(isWanted)), nextCursor: null }
      const scanned = { read: read(search !== ""), placeOf: ({ id }: Row) => id, isWanted, turn, piece: PIECE }
      const { next, rows } = yield* Scan.page(scanned, filter.limit, before)
      return { page: yield* viewed(rows), nextCursor: next === undefined ? null : cursors.at(next) }
    })

    /** The file as it was sent. Fails with `NotFound`. */
    const file = Effect.fn("StoredUploads.file")(function* (id: string) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* sql`
        SELECT blob_id, mime_type, kind FROM uploads WHERE id = ${id} AND expires_at > ${now}`.pipe(readFiles)
      return row ?? (yield* new NotFound({ message: "there is no upload with this id" }))
    })

    return { list, file }
  })
}) {}
