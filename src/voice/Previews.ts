/** A spoken sample of each voice: synthesised once, then kept; free of charge. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, HashMap, Option, Schema } from "effect"
import { SignedUrl } from "../access/SignedUrl.ts"
import { formats } from "../audio/AudioEncoder.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { BlobId } from "../Domain.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { Once } from "../storage/Once.ts"
import { insert } from "../storage/Statement.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import type { Preview, Voice } from "./Api.ts"
import { previewText } from "./Catalog.ts"
import * as Recording from "./Recording.ts"
import { type CurrentVoice, Voices } from "./Voices.ts"

const FORMAT = "mp3_44100"
/** How long the list of kept previews may be remembered. */
const LIFETIME = Duration.seconds(1)

const Row = Schema.Struct({
  voice_id: Schema.String,
  fingerprint: Schema.String,
  blob_id: BlobId,
  duration_millis: Schema.Int
})
type Row = typeof Row.Type

const decodeRows = Schema.decodeUnknown(Schema.Array(Row))

const INSTEAD = `
  ON CONFLICT (voice_id) DO UPDATE SET fingerprint = excluded.fingerprint, blob_id = excluded.blob_id,
    duration_millis = excluded.duration_millis, created_at = excluded.created_at`

/** The media id under which a voice's preview is served. */
const mediaId = (voiceId: string) => `preview-${voiceId}`
const downloadName = (voiceId: string) => `${voiceId}-preview.${formats[FORMAT].extension}`

export class Previews extends Effect.Service<Previews>()("voice/Previews", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
    const synthesizer = yield* Synthesizer
    const record = yield* Recording.make
    const signedUrl = yield* SignedUrl
    const voices = yield* Voices
    const making = yield* Effect.makeSemaphore(1)
    const { alone } = yield* Once

    const [kept, refresh] = yield* Effect.cachedInvalidateWithTTL(
      sql`SELECT voice_id, fingerprint, blob_id, duration_millis FROM previews`.pipe(
        Effect.flatMap(decodeRows),
        Effect.orDie,
        Effect.map((rows) => HashMap.fromIterable(rows.map((row) => [row.voice_id, row] as const)))
      ),
      LIFETIME
    )

    /** Changes with the words, the sound and the engine, so that a changed voice gets a new preview. */
    const fingerprint = (voice: CurrentVoice) =>
      Fingerprint.of({ text: previewText[voice.language], timbre: { ...voice.timbre }, engine: synthesizer.name })

    const find = (voice: CurrentVoice) =>
      Effect.map(kept, (rows) =>
        Option.filter(HashMap.get(rows, voice.id), (row) => row.fingerprint === fingerprint(voice))
      )

    const make = Effect.fnUntraced(function* (voice: CurrentVoice) {
      const now = yield* Clock.currentTimeMillis
      const text = previewText[voice.language]
      const recorded = yield* record({ text, voice, speed: 1, format: FORMAT, maxSeconds: Number.POSITIVE_INFINITY })
      const row: Row = {
        voice_id: voice.id,
        fingerprint: fingerprint(voice),
        blob_id: recorded.blobId,
        duration_millis: recorded.durationMillis
      }
      yield* Effect.orDie(durable(inOrder(insert("previews", { ...row, created_at: now }, INSTEAD))))
      yield* refresh
      return row
    })

    /** Made, unless whoever was at work before, here or on another node, has made it. */
    const makeUnlessMade = (voice: CurrentVoice) =>
      Effect.zipRight(refresh, find(voice)).pipe(
        Effect.flatMap(Option.match({ onSome: Effect.succeed, onNone: () => make(voice) })),
        alone("previews"),
        making.withPermits(1)
      )

    const view = (row: Row): Effect.Effect<Preview> =>
      Effect.map(signedUrl.sign(mediaId(row.voice_id)), (audio_url) => ({
        voice_id: row.voice_id,
        audio_url,
        audio: null,
        mime_type: formats[FORMAT].mimeType,
        duration_seconds: row.duration_millis / 1_000,
        download_name: downloadName(row.voice_id)
      }))

    /** The voice's preview, made now if it was never. Fails with `NotFound` or as the engine does. */
    const get = Effect.fn("Previews.get")(function* (voiceId: string) {
      const voice = yield* voices.get(voiceId)
      const row = yield* Effect.flatMap(
        find(voice),
        Option.match({ onSome: Effect.succeed, onNone: () => makeUnlessMade(voice) })
      )
      return yield* view(row)
    })

    /** The catalog entry as clients see it. */
    const entry = Effect.fnUntraced(function* (voice: CurrentVoice) {
      const preview = yield* Effect.flatMap(
        find(voice),
        Option.match({ onNone: () => Effect.succeedNone, onSome: (row) => Effect.asSome(view(row)) })
      )
      const made: Voice = {
        id: voice.id,
        name: voice.name,
        descriptor: voice.descriptor,
        language: voice.language,
        gender: voice.gender,
        style: voice.style,
        tags: voice.tags,
        script_chip: voice.scriptChip,
        preview_audio_url: Option.getOrNull(Option.map(preview, ({ audio_url }) => audio_url)),
        preview_mime_type: Option.getOrNull(Option.map(preview, ({ mime_type }) => mime_type)),
        preview_duration_seconds: Option.getOrNull(Option.map(preview, ({ duration_seconds }) => duration_seconds)),
        is_default: voice.isDefault,
        is_available: voice.isAvailable,
        sort_order: voice.sortOrder
      }
      return made
    })

    /** The file behind a preview's media id, as far as it is remembered. */
    const remembered = (id: string) =>
      Effect.map(kept, (rows) =>
        Option.map(
          Option.fromIterable(Array.from(HashMap.values(rows)).filter((row) => mediaId(row.voice_id) === id)),
          (row) => ({ blob: row.blob_id, mimeType: formats[FORMAT].mimeType, downloadName: downloadName(row.voice_id) })
        )
      )

    /** The file behind a preview's media id. Another node may have made it this moment. */
    const media = (id: string) =>
      Effect.flatMap(
        remembered(id),
        Option.match({
          onSome: (found) => Effect.succeedSome(found),
          onNone: () => Effect.zipRight(refresh, remembered(id))
        })
      )

    /** Makes the previews that are missing, one after the other. */
    const warm = Effect.fn("Previews.warm")(function* () {
      const all = yield* voices.list({ include_unavailable: true })
      yield* Effect.forEach(all, (voice) => get(voice.id), { discard: true })
    })

    return { get, entry, media, warm }
  })
}) {}
