/** Generated clips: their rows, their pages, their audio. */
import * as SqlClient from "@effect/sql/SqlClient"
import { DateTime, Effect, Option, Schema } from "effect"
import { AudioFormat, formats } from "../audio/AudioEncoder.ts"
import { forget } from "../billing/Jobs.ts"
import * as Money from "../billing/Money.ts"
import { BlobId, ClipId, JobId, Language, WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import * as Cursor from "../http/Cursor.ts"
import { SignedUrl } from "../media/SignedUrl.ts"
import * as EventLoopTurns from "../runtime/EventLoopTurns.ts"
import { Blobs } from "../storage/Blobs.ts"
import { rowsOf } from "../storage/DecodedRows.ts"
import {
  BALANCE_AFTER,
  insert,
  type SettlementParameter,
  type SettlementStatement,
  type Statement,
  statement
} from "../storage/Statement.ts"
import { changing, Writer } from "../storage/Writer.ts"
import { preview } from "../text/Speakable.ts"
import { Alignment, type Clip, type ClipFilter } from "./Api.ts"

/** A clip as it is kept. */
export const ClipRow = Schema.Struct({
  id: ClipId,
  wallet_id: WalletId,
  job_id: JobId,
  client_request_id: Schema.NullOr(Schema.String),
  text: Schema.String,
  voice_id: Schema.String,
  voice_name: Schema.String,
  voice_descriptor: Schema.String,
  language: Language,
  output_format: AudioFormat,
  blob_id: BlobId,
  /** Bytes. */
  size: Schema.Int,
  duration_millis: Schema.Int,
  ignored_voice_settings: Schema.parseJson(Schema.Array(Schema.String)),
  alignment: Schema.NullOr(Schema.parseJson(Alignment)),
  finish_reason: Schema.Literal("stop", "audio_limit"),
  price_per_minute: Money.Money,
  charge: Money.Money,
  balance_after: Money.Money,
  created_at: Schema.Int
})
export type ClipRow = typeof ClipRow.Type
const { balance_after: _, ...newFields } = ClipRow.fields
const NewClip = Schema.Struct(newFields)
/** A clip before its charge. */
export type NewClip = typeof NewClip.Type

const StoredRow = Schema.Struct({ seq: Schema.Int, ...ClipRow.fields })
const readRows = rowsOf(StoredRow)
const encodeRow = Schema.encodeSync(NewClip)

const DELETE = "DELETE FROM clips WHERE id = ? RETURNING id"

/** Writes the row; for the transaction that settles its job. */
export const insertClip = (row: NewClip): SettlementStatement =>
  insert<SettlementParameter>("clips", { ...encodeRow(row), balance_after: BALANCE_AFTER })

const cursors = Cursor.make("clips")

const notFound = () => new NotFound({ message: "there is no clip with this id in your wallet", param: "clip_id" })

const downloadName = (row: Pick<ClipRow, "id" | "voice_id" | "output_format">): string =>
  `${row.voice_id}-${row.id.slice(-8)}.${formats[row.output_format].extension}`

export class Clips extends Effect.Service<Clips>()("voice/Clips", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const { durable } = yield* Writer
    const blobs = yield* Blobs
    const signedUrl = yield* SignedUrl

    /** The row, if there is such a clip in anyone's wallet. */
    const find = (id: string) =>
      Effect.map(readRows(sql`SELECT * FROM clips WHERE id = ${id}`), (clipRows) => Option.fromNullable(clipRows[0]))

    /** The wallet's clip. Fails with `NotFound`, also for another wallet's. */
    const get = Effect.fn("Clips.get")(function* (walletId: WalletId, id: string) {
      const row = Option.filter(yield* find(id), (row) => row.wallet_id === walletId)
      return yield* Option.match(row, { onNone: notFound, onSome: Effect.succeed })
    })

    /** A page, newest first. Stable while clips come and go. Fails with `ValidationFailed` on a foreign cursor. */
    const list = Effect.fn("Clips.list")(function* (walletId: WalletId, filter: ClipFilter) {
      yield* turn
      const before = yield* cursors.before(filter.cursor)
      const conditions = [
        sql`wallet_id = ${walletId}`,
        sql`seq < ${before}`,
        ...(filter.language === undefined ? [] : [sql`language = ${filter.language}`]),
        ...(filter.voice_id === undefined ? [] : [sql`voice_id = ${filter.voice_id}`])
      ]
      const clipRows = yield* readRows(
        sql`SELECT * FROM clips WHERE ${sql.and(conditions)} ORDER BY seq DESC LIMIT ${filter.limit + 1}`
      )
      return cursors.page(clipRows, filter.limit)
    })

    /**
     * Removes the clip, its audio and its request id; the ledger entry stays.
     * `also` is written with it. Fails with `NotFound`.
     */
    const remove = Effect.fn("Clips.remove")(function* (
      walletId: WalletId,
      id: string,
      also: ReadonlyArray<Statement> = []
    ) {
      const row = yield* get(walletId, id)
      // Another request may have removed it meanwhile.
      const body = changing(statement(DELETE, row.id), [forget(row.job_id), ...also], notFound)
      yield* Effect.catchTag(durable(body), "SqlError", Effect.die)
      yield* blobs.remove(row.blob_id)
    })

    /** The clip as clients see it, with a fresh signed URL and without inline audio. */
    const view = (row: ClipRow, replayed: boolean): Effect.Effect<Clip> =>
      Effect.map(signedUrl.sign(row.id), ({ expiresAt, url }) => ({
        id: row.id,
        text: row.text,
        text_preview: preview(row.text),
        voice_id: row.voice_id,
        voice_name: row.voice_name,
        voice_descriptor: row.voice_descriptor,
        language: row.language,
        output_format: row.output_format,
        audio: null,
        audio_url: url,
        audio_url_expires_at: expiresAt,
        mime_type: formats[row.output_format].mimeType,
        duration_seconds: row.duration_millis / 1_000,
        character_count: row.text.length,
        billable_characters: row.text.length,
        download_name: downloadName(row),
        created_at: DateTime.formatIso(DateTime.unsafeMake(row.created_at)),
        ...(row.finish_reason === "audio_limit" ? { finish_reason: row.finish_reason } : {}),
        ...(row.alignment === null ? {} : { alignment: row.alignment }),
        usage: {
          pricing_unit: "minute",
          price_per_minute: Money.toEtb(row.price_per_minute),
          price_per_audio_minute: Money.toEtb(row.price_per_minute),
          credits_used: Money.toEtb(row.charge),
          credits_remaining: Money.toEtb(row.balance_after),
          currency: "ETB",
          settled: true
        },
        meta: {
          ignored_voice_settings: row.ignored_voice_settings,
          idempotent_replay: replayed,
          client_request_id: row.client_request_id
        }
      }))

    /** The file behind a clip's media id. */
    const media = (id: string) =>
      Effect.map(
        find(id),
        Option.map((row) => ({
          blob: row.blob_id,
          mimeType: formats[row.output_format].mimeType,
          downloadName: downloadName(row)
        }))
      )

    return { find, get, list, remove, view, media }
  })
}) {}
