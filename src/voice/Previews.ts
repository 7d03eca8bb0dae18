/** A spoken sample of each voice: synthesised when it is first wanted, then kept; free of charge. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, HashMap, Option, Schema } from "effect"
import { formats } from "../audio/AudioEncoder.ts"
import * as Fingerprint from "../billing/Fingerprint.ts"
import { BlobId } from "../Domain.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { SignedUrl } from "../media/SignedUrl.ts"
import { Once } from "../storage/Once.ts"
import { insert, statement } from "../storage/Statement.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import { phrases } from "../text/Phrases.ts"
import type { Preview, Voice } from "./Api.ts"
import { previewText } from "./Catalog.ts"
import * as Recording from "./Recording.ts"
import { type CurrentVoice, Voices } from "./Voices.ts"

const FORMAT = "mp3_44100"
/** How long the list of kept previews may be remembered. */
const LIFETIME = Duration.seconds(1)

/** How long a preview is kept that another model or engine made than the one that speaks here: another node may have that. */
const OTHERS_KEPT = Duration.days(30)

const Row = Schema.Struct({
  /** The voice's id; behind it, where another sound of the voice stands under that alone, what made this one. */
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

/** The key of a sound of the voice beside another one. Ids of voices have no blank. */
const keyBeside = ({ id }: CurrentVoice, fingerprint: string) => `${id} ${fingerprint}`

/** What others made of the voice, long ago. */
const FORGET_OTHERS = `
  DELETE FROM previews WHERE (voice_id = ? OR (voice_id > ? AND voice_id < ?)) AND fingerprint <> ? AND created_at < ?`
const forgetOthers = ({ id }: CurrentVoice, fingerprint: string, now: number) =>
  // "!" sorts directly behind a blank.
  statement(FORGET_OTHERS, id, `${id} `, `${id}!`, fingerprint, now - Duration.toMillis(OTHERS_KEPT))

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
        Effect.map((rows) => ({
          sounds: HashMap.fromIterable(rows.map((row) => [row.fingerprint, row] as const)),
          keys: new Set(rows.map(({ voice_id }) => voice_id))
        }))
      ),
      LIFETIME
    )

    /**
     * What makes the sound: the words, and of whom and how they are said, by which model or engine. A changed voice gets a
     * new preview, and nodes that have different models under one name have each its own.
     */
    const fingerprint = ({ id, language, timbre: { model, ...timbre } }: CurrentVoice) =>
      Fingerprint.of({
        voice: id,
        text: previewText[language],
        timbre,
        by: model === undefined ? synthesizer.name : { ...model }
      })

    const find = (voice: CurrentVoice) => Effect.map(kept, ({ sounds }) => HashMap.get(sounds, fingerprint(voice)))

    const make = Effect.fnUntraced(function* (voice: CurrentVoice) {
      const now = yield* Clock.currentTimeMillis
      const text = previewText[voice.language]
      const recorded = yield* record({
        phrases: phrases(text),
        voice,
        speed: 1,
        format: FORMAT,
        maxSeconds: Number.POSITIVE_INFINITY
      })
      const made = fingerprint(voice)
      const { keys } = yield* kept
      const row: Row = {
        voice_id: keys.has(voice.id) ? keyBeside(voice, made) : voice.id,
        fingerprint: made,
        blob_id: recorded.blobId,
        duration_millis: recorded.durationMillis
      }
      const entry = insert("previews", { ...row, created_at: now }, INSTEAD)
      yield* Effect.orDie(durable(inOrder(entry, forgetOthers(voice, made, now))))
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

    /** The voice's preview, made now if it was never. */
    const makePreview = (voice: CurrentVoice) =>
      Effect.flatMap(find(voice), Option.match({ onSome: Effect.succeed, onNone: () => makeUnlessMade(voice) }))

    const view = ({ id }: CurrentVoice, row: Row): Effect.Effect<Preview> =>
      Effect.map(signedUrl.sign(mediaId(id)), ({ expiresAt, url }) => ({
        voice_id: id,
        audio_url: url,
        audio_url_expires_at: expiresAt,
        audio: null,
        mime_type: formats[FORMAT].mimeType,
        duration_seconds: row.duration_millis / 1_000,
        download_name: downloadName(id)
      }))

    /** The voice's preview, made now if it was never. Fails with `NotFound` or as the engine does. */
    const get = Effect.fn("Previews.get")(function* (voiceId: string) {
      const voice = yield* voices.get(voiceId)
      return yield* view(voice, yield* makePreview(voice))
    })

    /** The catalog entry as clients see it. */
    const entry = Effect.fnUntraced(function* (voice: CurrentVoice) {
      const row = yield* find(voice)
      const { expiresAt, url } = yield* signedUrl.sign(mediaId(voice.id))
      const entry: Voice = {
        id: voice.id,
        name: voice.name,
        descriptor: voice.descriptor,
        language: voice.language,
        gender: voice.gender,
        style: voice.style,
        tags: voice.tags,
        script_chip: voice.scriptChip,
        preview_audio_url: url,
        preview_audio_url_expires_at: expiresAt,
        preview_mime_type: formats[FORMAT].mimeType,
        preview_duration_seconds: Option.getOrNull(Option.map(row, ({ duration_millis }) => duration_millis / 1_000)),
        is_default: voice.isDefault,
        is_available: voice.isAvailable,
        sort_order: voice.sortOrder
      }
      return entry
    })

    /** The file behind a preview's media id, made now if it was never. */
    const media = Effect.fn("Previews.media")(function* (id: string) {
      const voice = (yield* voices.list({ include_unavailable: true })).find((each) => mediaId(each.id) === id)
      if (voice === undefined) return Option.none()
      const { blob_id: blob } = yield* makePreview(voice)
      return Option.some({ blob, mimeType: formats[FORMAT].mimeType, downloadName: downloadName(voice.id) })
    })

    return { get, entry, media }
  })
}) {}
