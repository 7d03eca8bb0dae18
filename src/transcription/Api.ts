/** The contract of transcription (wire contract, section 7). Paths are under `/api/v1/scribe`. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { DAY_SECONDS } from "../billing/IdempotencyKey.ts"
import { BooleanFromQuery, Language, RequestId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { Described } from "../http/RouteAnnotations.ts"

export const PREFIX = "/api/v1/scribe"
/** Where the live session's socket is, below the server's public address. */
export const SOCKET_PATH = `${PREFIX}/stream` as const

/** Hertz of live sound; mono, 16-bit signed little-endian. */
export const SAMPLE_RATE = 16_000
/** Seconds of sound in one transcription. */
export const MAX_AUDIO_SECONDS = 180
/** Bytes of a file: 25 MiB. */
export const MAX_UPLOAD_BYTES = 26_214_400

/** Which machinery is wanted. Here both are the same recogniser: clients that name one are served. */
export const Backend = Schema.Literal("standard", "turbo").annotations({ identifier: "ScribeBackend" })
export type Backend = typeof Backend.Type

/** How much sound there is between two partial transcripts. */
export const Chunk = Schema.Literal("320ms", "1120ms").annotations({ identifier: "ScribeChunk" })
export type Chunk = typeof Chunk.Type

export const Mode = Schema.Literal("offline", "upload_stream", "live")
export type Mode = typeof Mode.Type

export const Format = Schema.Literal("json", "srt", "vtt")
export type Format = typeof Format.Type

const Seconds = Schema.NonNegative

/** A word and when it was spoken, in seconds from the start of the sound, two decimals. */
export const Word = Schema.Struct({ text: Schema.String, start: Seconds, end: Seconds }).annotations({
  identifier: "ScribeWord"
})
/** A caption, on one line; times as a word's. */
export const Segment = Schema.Struct({ text: Schema.String, start: Seconds, end: Seconds }).annotations({
  identifier: "ScribeSegment"
})

const transcription = {
  text: Schema.String,
  request_id: RequestId,
  /** Length of the sound. */
  seconds: Seconds,
  /** How long the recogniser took. */
  compute_ms: Schema.NonNegativeInt,
  backend: Backend,
  chunk: Chunk,
  mode: Mode,
  model: Schema.String,
  language: Language,
  usage: Schema.Struct({
    record_id: Schema.String,
    /** UTF-16 code units of the final text. */
    characters: Schema.NonNegativeInt,
    price_per_1000_characters: Schema.Number,
    credits_used: Schema.Number,
    credits_remaining: Schema.Number,
    currency: Schema.Literal("ETB"),
    settled: Schema.Literal(true)
  }),
  /** Where times were asked for. */
  words: Schema.optionalWith(Schema.Array(Word), { exact: true }),
  segments: Schema.optionalWith(Schema.Array(Segment), { exact: true })
}

/** A completed transcription, as it is kept. */
export const Transcript = Schema.Struct(transcription)
export type Transcript = typeof Transcript.Type

/** The same, as clients get it. */
export const TranscriptAnswer = Schema.Struct({
  ...transcription,
  /** On the answer to an id that was completed before. */
  idempotent_replay: Schema.optionalWith(Schema.Literal(true), { exact: true })
}).annotations({ identifier: "ScribeTranscription" })
export type TranscriptAnswer = typeof TranscriptAnswer.Type

export const Capabilities = Schema.Struct({
  model: Schema.String,
  /** The first of `languages`, for clients that know one. */
  language: Language,
  languages: Schema.Array(Language),
  backends: Schema.Array(Backend),
  chunks: Schema.Array(Chunk),
  transports: Schema.Array(Schema.Literal("http", "http_stream", "websocket")),
  sample_rate: Schema.Literal(SAMPLE_RATE),
  format: Schema.Literal("pcm_s16le"),
  max_audio_seconds: Schema.Literal(MAX_AUDIO_SECONDS),
  max_upload_bytes: Schema.Literal(MAX_UPLOAD_BYTES),
  websocket_url: Schema.String,
  ticket_ttl_seconds: Schema.Number,
  result_retention_seconds: Schema.Literal(DAY_SECONDS),
  defaults: Schema.Struct({
    backend: Backend,
    chunk: Chunk,
    http_chunk: Chunk,
    websocket_chunk: Chunk,
    language: Language
  }),
  billing: Schema.Struct({
    unit: Schema.Literal("character"),
    character_encoding: Schema.Literal("utf-16"),
    price_per_1000_characters: Schema.Number,
    currency: Schema.Literal("ETB"),
    rate_endpoint: Schema.String,
    partials_billable: Schema.Literal(false)
  })
}).annotations({ identifier: "ScribeCapabilities" })
export type Capabilities = typeof Capabilities.Type

export const Usage = Schema.Struct({
  balance: Schema.Number,
  currency: Schema.Literal("ETB"),
  pricing: Schema.Struct({ unit: Schema.Literal("character"), price_per_1000_characters: Schema.Number })
}).annotations({ identifier: "ScribeUsage" })
export type Usage = typeof Usage.Type

export const TranscribeQuery = Schema.Struct({
  stream: Schema.optionalWith(BooleanFromQuery, { default: () => false }),
  backend: Schema.optionalWith(Backend, { default: () => "standard" as const }),
  chunk: Schema.optionalWith(Chunk, { default: () => "1120ms" as const }),
  request_id: Schema.optional(RequestId),
  language: Schema.optionalWith(Language, { default: () => "am" as const }),
  timestamps: Schema.optionalWith(Schema.Literal("none", "word"), { default: () => "none" as const }),
  format: Schema.optionalWith(Format, { default: () => "json" as const }),
  /** Whether speakers are to be told apart, which no engine does: `true` is refused, here and below. */
  speakers: Schema.optional(BooleanFromQuery)
})
export type TranscribeQuery = typeof TranscribeQuery.Type

export const RecoverQuery = Schema.Struct({
  format: Schema.optionalWith(Format, { default: () => "json" as const })
})

/** What a live session is asked for. */
export const SessionRequest = Schema.Struct({
  backend: Schema.optionalWith(Backend, { default: () => "standard" as const, nullable: true }),
  chunk: Schema.optionalWith(Chunk, { default: () => "320ms" as const, nullable: true }),
  request_id: Schema.optional(Schema.NullOr(RequestId)),
  language: Schema.optionalWith(Language, { default: () => "am" as const, nullable: true }),
  speakers: Schema.optional(Schema.NullOr(Schema.Boolean))
}).annotations({ identifier: "ScribeSessionRequest" })
export type SessionRequest = typeof SessionRequest.Type

/** A live session that waits to be opened, and the ticket that opens it. */
export const SessionTicket = Schema.Struct({
  token: Schema.String,
  /** Unix seconds. */
  expires_at: Schema.Number,
  websocket_url: Schema.String,
  max_audio_seconds: Schema.Literal(MAX_AUDIO_SECONDS),
  request_id: RequestId,
  backend: Backend,
  chunk: Chunk,
  language: Language
}).annotations({ identifier: "ScribeSession" })
export type SessionTicket = typeof SessionTicket.Type

/** Bytes of a file, for the document alone: the handler reads the form itself. */
export const FileField = Schema.String.annotations({ jsonSchema: { type: "string", format: "binary" } })

const AudioForm = HttpApiSchema.Multipart(Schema.Struct({ audio: FileField }).annotations({ identifier: "AudioForm" }))

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

/** A cue of captions, and the two forms that they come in. */
const captionForms = {
  "application/x-subrip": {
    description: "SRT, with `format=srt`",
    example: "1\n00:00:00,320 --> 00:00:01,940\nሰላም ለዓለም።\n"
  },
  "text/vtt": {
    description: "WebVTT, with `format=vtt`",
    example: "WEBVTT\n\n00:00:00.320 --> 00:00:01.940\nሰላም ለዓለም።\n"
  }
}

/** What captions say of themselves in headers, having no other place for it. */
const captionHeaders = {
  "x-scribe-credits-used": { description: "ETB that the transcription cost; with captions alone", example: "0.0315" }
}

const streamedForm = {
  "application/x-ndjson": {
    description:
      'With `stream=true`, a line of JSON each: `{"type":"transcript.partial","text":…,"request_id":…}`, where text ' +
      'is all so far; last `{"type":"transcript.completed","data":…}` or `{"type":"error","status":…,"error":…}`',
    example:
      '{"type":"transcript.partial","text":"ሰላም","request_id":"meeting-7"}\n' +
      '{"type":"transcript.completed","data":{"text":"ሰላም ለዓለም።","request_id":"meeting-7",…}}\n'
  }
}

const requestId = HttpApiSchema.param("id", Schema.String)

export class TranscriptionApi extends HttpApiGroup.make("transcription")
  .add(
    HttpApiEndpoint.get("capabilities", "/")
      .addSuccess(data(Capabilities))
      .annotate(OpenApi.Summary, "What transcription can do, and its limits; needs no key")
  )
  .add(
    HttpApiEndpoint.get("usage", "/usage")
      .addSuccess(data(Usage))
      .middleware(Authentication)
      .annotate(OpenApi.Summary, "Balance and price")
  )
  .add(
    HttpApiEndpoint.post("transcribe", "/transcribe")
      .setUrlParams(TranscribeQuery)
      .setPayload(AudioForm)
      .addSuccess(data(TranscriptAnswer))
      .addError(Errors.wire(Errors.InsufficientCredits))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.wire(Errors.InProgress))
      .addError(Errors.wire(Errors.Busy))
      .addError(Errors.wire(Errors.PayloadTooLarge))
      .addError(Errors.wire(Errors.UnsupportedMediaType))
      .addError(Errors.wire(Errors.UndecodableAudio))
      .addError(Errors.wire(Errors.AudioTooLong))
      .addError(Errors.JobFailed)
      .middleware(Authentication)
      .annotate(OpenApi.Summary, "Transcribe a file")
      .annotate(
        OpenApi.Description,
        "`audio` is the file: its bytes say what it is. With `format=srt` or `vtt` the answer is captions. " +
          "`stream=true` goes without `timestamps=word` and captions. One transcription of a wallet runs at a time."
      )
      .annotate(Described, {
        answers: { 200: { headers: captionHeaders, forms: { ...streamedForm, ...captionForms } } }
      })
  )
  .add(
    HttpApiEndpoint.get("recover")`/requests/${requestId}`
      .setUrlParams(RecoverQuery)
      .addSuccess(data(TranscriptAnswer))
      .addError(Errors.wire(Errors.InProgress))
      .addError(Errors.wire(Errors.RequestInterrupted))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.wire(Errors.BillingPending))
      .middleware(Authentication)
      .annotate(OpenApi.Summary, "What became of a transcription; kept for 24 hours")
      .annotate(Described, { answers: { 200: { headers: captionHeaders, forms: captionForms } } })
  )
  .add(
    HttpApiEndpoint.post("createSession", "/sessions")
      .setPayload(SessionRequest)
      .addSuccess(data(SessionTicket), { status: 201 })
      .middleware(Authentication)
      .annotate(OpenApi.Summary, "A one-use ticket for a live session")
  )
  .addError(Errors.InvalidInput)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Transcription")
  .annotate(
    OpenApi.Description,
    `Speech to text: files, captions, and live sessions over the WebSocket \`${SOCKET_PATH}\`. Its first message is ` +
      "`session.authenticate` with the ticket's token, answered by `session.created`. Then come binary frames of " +
      "16,000 Hz mono PCM (16-bit little-endian, at most 64,000 bytes, 180 s in all), answered by " +
      "`transcript.partial` with all text so far, and last `audio.finish`, answered by `transcript.completed`. " +
      "A session that breaks off is transcribed as far as it came; its id has the transcript."
  ) {}
