/** The contract of voice, version 2 (wire contract, section 5). Paths are under `/api/v1/voice`. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { AudioFormat } from "../audio/AudioEncoder.ts"
import { BooleanFromQuery, Language, RequestId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { SpeakableText } from "../text/Speakable.ts"

/** The longest text of one generation, in UTF-16 code units. */
export const MAX_TEXT = 5_000

/** 0 to 100, 50 neutral. */
const VoiceSetting = Schema.Number.pipe(
  Schema.between(0, 100, { message: () => "must be a number from 0 to 100, 50 is neutral" }),
  Schema.NullOr,
  Schema.optional
)
const voiceSettings = { speed: VoiceSetting, stability: VoiceSetting, similarity: VoiceSetting, style: VoiceSetting }

const speech = {
  text: SpeakableText,
  voice_id: Schema.NonEmptyString,
  language: Language,
  /** One of `OutputFormat`; any other string is `UNSUPPORTED_FORMAT`. */
  output_format: Schema.optionalWith(Schema.String, { default: () => "mp3_44100" as const, nullable: true }),
  ...voiceSettings,
  voice_settings: Schema.optional(Schema.NullOr(Schema.Struct(voiceSettings))),
  /** `word` asks for `alignment` in the clip. */
  timestamps: Schema.optionalWith(Schema.Literal("none", "word"), { default: () => "none" as const, nullable: true })
}

/** A refusal names every field at fault, not only the first. */
const allProblems = { parseOptions: { errors: "all" } } as const

/** What is to be spoken, and how. */
export const SpeechRequest = Schema.Struct({
  ...speech,
  client_request_id: Schema.optional(Schema.NullOr(RequestId))
}).annotations({ identifier: "SpeechRequest", ...allProblems })
export type SpeechRequest = typeof SpeechRequest.Type

export const EstimateRequest = Schema.Struct(speech).annotations({ identifier: "EstimateRequest", ...allProblems })
export type EstimateRequest = typeof EstimateRequest.Type

export const Gender = Schema.Literal("female", "male")
export type Gender = typeof Gender.Type

/** An entry of the catalog. */
export const Voice = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  descriptor: Schema.String,
  language: Language,
  gender: Gender,
  style: Schema.String,
  tags: Schema.Array(Schema.String),
  /** The voice's name in the language's own script. */
  script_chip: Schema.String,
  preview_audio_url: Schema.NullOr(Schema.String),
  preview_mime_type: Schema.NullOr(Schema.String),
  preview_duration_seconds: Schema.NullOr(Schema.Number),
  is_default: Schema.Boolean,
  is_available: Schema.Boolean,
  sort_order: Schema.Number
}).annotations({ identifier: "Voice" })
export type Voice = typeof Voice.Type

export const VoiceFilter = Schema.Struct({
  language: Schema.optional(Language),
  gender: Schema.optional(Gender),
  /** Found in name, id, descriptor, style or tags, whatever the case. */
  search: Schema.optional(Schema.String),
  include_unavailable: Schema.optional(BooleanFromQuery)
})
export type VoiceFilter = typeof VoiceFilter.Type

export const Preview = Schema.Struct({
  voice_id: Schema.String,
  audio_url: Schema.String,
  audio: Schema.Null,
  mime_type: Schema.String,
  duration_seconds: Schema.Number,
  download_name: Schema.String
}).annotations({ identifier: "Preview" })
export type Preview = typeof Preview.Type

export const Estimate = Schema.Struct({
  character_count: Schema.Int,
  billable_characters: Schema.Int,
  pricing_unit: Schema.Literal("minute"),
  price_per_minute: Schema.Number,
  price_per_audio_minute: Schema.Number,
  estimated_duration_seconds: Schema.Number,
  estimated_billable_seconds: Schema.Number,
  estimated_billable_minutes: Schema.Number,
  estimated_cost: Schema.Number,
  currency: Schema.Literal("ETB"),
  current_balance: Schema.Number,
  estimated_balance_after: Schema.Number,
  can_generate: Schema.Boolean
}).annotations({ identifier: "Estimate" })
export type Estimate = typeof Estimate.Type

/** When each word of the text is spoken, in seconds from the start of the clip. */
export const Alignment = Schema.Struct({
  words: Schema.Array(Schema.Struct({ text: Schema.String, start: Schema.Number, end: Schema.Number }))
}).annotations({ identifier: "Alignment" })
export type Alignment = typeof Alignment.Type

/** `audio_limit`: the sound was cut at the session's limit of seconds. */
export const FinishReason = Schema.Literal("stop", "audio_limit")
export type FinishReason = typeof FinishReason.Type

/** A generated clip. */
export const Clip = Schema.Struct({
  id: Schema.String,
  text: Schema.String,
  text_preview: Schema.String,
  voice_id: Schema.String,
  voice_name: Schema.String,
  voice_descriptor: Schema.String,
  language: Language,
  output_format: AudioFormat,
  /** A data URL on first creation; null on replay, list and get. */
  audio: Schema.NullOr(Schema.String),
  audio_url: Schema.String,
  mime_type: Schema.String,
  duration_seconds: Schema.Number,
  character_count: Schema.Int,
  billable_characters: Schema.Int,
  download_name: Schema.String,
  created_at: Schema.String,
  finish_reason: FinishReason,
  /** Where the request asked for it. Empty where the engine does not time its words. */
  alignment: Schema.optionalWith(Alignment, { exact: true }),
  usage: Schema.Struct({
    pricing_unit: Schema.Literal("minute"),
    price_per_minute: Schema.Number,
    price_per_audio_minute: Schema.Number,
    credits_used: Schema.Number,
    credits_remaining: Schema.Number,
    currency: Schema.Literal("ETB"),
    settled: Schema.Literal(true)
  }),
  meta: Schema.Struct({
    ignored_voice_settings: Schema.Array(Schema.String),
    idempotent_replay: Schema.Boolean,
    client_request_id: Schema.NullOr(Schema.String)
  })
}).annotations({ identifier: "Clip" })
export type Clip = typeof Clip.Type

export const Usage = Schema.Struct({
  wallet_id: Schema.String,
  balance: Schema.Number,
  formatted_balance: Schema.String,
  currency: Schema.Literal("ETB"),
  last_deduction_at: Schema.NullOr(Schema.String),
  total_spend: Schema.Number,
  formatted_total_spend: Schema.String,
  max_tts_characters: Schema.Literal(MAX_TEXT),
  pricing: Schema.Struct({
    unit: Schema.Literal("minute"),
    price_per_minute: Schema.Number,
    price_per_audio_minute: Schema.Number,
    minimum_charge: Schema.Number,
    currency: Schema.Literal("ETB")
  }),
  budget: Schema.Null
}).annotations({ identifier: "Usage" })
export type Usage = typeof Usage.Type

/** A page holds at most this many clips. */
export const MAX_PAGE = 100
export const DEFAULT_PAGE = 20

export const ClipFilter = Schema.Struct({
  limit: Schema.optionalWith(
    Schema.NumberFromString.pipe(
      Schema.int({ message: () => `must be a whole number from 1 to ${MAX_PAGE}` }),
      Schema.between(1, MAX_PAGE, { message: () => `must be a whole number from 1 to ${MAX_PAGE}` })
    ),
    { default: () => DEFAULT_PAGE }
  ),
  cursor: Schema.optional(Schema.String),
  language: Schema.optional(Language),
  voice_id: Schema.optional(Schema.String)
})
export type ClipFilter = typeof ClipFilter.Type

const ClipPage = Schema.Struct({
  data: Schema.Array(Clip),
  meta: Schema.Struct({ next_cursor: Schema.NullOr(Schema.String), limit: Schema.Int })
}).annotations({ identifier: "ClipPage" })

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

const Frames = HttpApiSchema.Uint8Array({ contentType: "application/octet-stream" })
const Audio = HttpApiSchema.Uint8Array({ contentType: "audio/*" })

const voiceId = HttpApiSchema.param("voice_id", Schema.String)
const clipId = HttpApiSchema.param("clip_id", Schema.String)

/** How the admission of paid speech may be refused. */
const Refused = Schema.Union(
  Errors.wire(Errors.InsufficientCredits),
  Errors.wire(Errors.IdempotencyConflict),
  Errors.wire(Errors.GenerationInProgress),
  Errors.wire(Errors.TextTooLong),
  Errors.wire(Errors.UnsupportedFormat),
  Errors.wire(Errors.VoiceUnavailable)
)

export class VoiceApi extends HttpApiGroup.make("voice")
  .add(
    HttpApiEndpoint.get("voices", "/voices")
      .setUrlParams(VoiceFilter)
      .addSuccess(data(Schema.Array(Voice)))
      .annotate(OpenApi.Summary, "The voice catalog")
  )
  .add(
    HttpApiEndpoint.get("preview")`/voices/${voiceId}/preview`
      .addSuccess(data(Preview))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "A voice's preview")
  )
  .add(
    HttpApiEndpoint.post("estimate", "/estimate")
      .setPayload(EstimateRequest)
      .addSuccess(data(Estimate))
      .addError(Errors.wire(Errors.TextTooLong))
      .addError(Errors.wire(Errors.UnsupportedFormat))
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .annotate(OpenApi.Summary, "What a generation would take and cost")
  )
  .add(
    HttpApiEndpoint.post("generate", "/generations")
      .setPayload(SpeechRequest)
      .addSuccess(data(Clip), { status: 201 })
      .addSuccess(data(Clip), { status: 200 })
      .addError(Refused)
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "Generate a clip")
      .annotate(
        OpenApi.Description,
        "Answers 201 with the new clip, or 200 with the stored one when the id was used before for the same inputs."
      )
  )
  .add(
    HttpApiEndpoint.post("stream", "/generations/stream")
      .setPayload(SpeechRequest)
      .addSuccess(Frames)
      .addError(Refused)
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "Generate a clip and play it while it is made")
      .annotate(
        OpenApi.Description,
        "Frames of a 4-byte big-endian length and that many bytes of MP3, one phrase each; joined they are one " +
          'gapless MP3. Then a length of zero and JSON to the end: `{"data": clip}`, or `{"error": …}`. ' +
          "`output_format` is `mp3_44100`. When the id was used before for the same inputs the answer is plain JSON."
      )
  )
  .add(HttpApiEndpoint.get("usage", "/usage").addSuccess(data(Usage)).annotate(OpenApi.Summary, "Balance and prices"))
  .add(
    HttpApiEndpoint.get("clips", "/clips")
      .setUrlParams(ClipFilter)
      .addSuccess(ClipPage)
      .annotate(OpenApi.Summary, "The wallet's clips, newest first")
  )
  .add(
    HttpApiEndpoint.get("clip")`/clips/${clipId}`
      .addSuccess(data(Clip))
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "One clip")
  )
  .add(
    HttpApiEndpoint.get("file")`/clips/${clipId}/file`
      .addSuccess(Audio)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "A clip's audio; answers Range requests")
  )
  .add(
    HttpApiEndpoint.del("delete")`/clips/${clipId}`
      .addSuccess(HttpApiSchema.NoContent)
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "Delete a clip and its audio; its ledger entry stays")
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .prefix("/api/v1/voice")
  .annotate(OpenApi.Title, "Voice")
  .annotate(OpenApi.Description, "Text to speech, version 2: catalog, estimates, durable clips.") {}
