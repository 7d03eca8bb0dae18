/** The contract of transcription (wire contract, section 7). Paths are under `/api/v1/scribe`. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { BooleanFromQuery, Language, nullish, REQUEST_ID_IN_WORDS, RequestId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { fileField } from "../http/FileField.ts"
import * as Replays from "../http/Replays.ts"
import { Described } from "../http/RouteAnnotations.ts"
import { ErrorEvent } from "../sockets/ErrorEvent.ts"
import {
  Capabilities,
  MAX_AUDIO_SECONDS,
  MAX_FRAME_BYTES,
  PREFIX,
  SAMPLE_RATE,
  SOCKET_PATH,
  UPLOAD_IN_WORDS,
  Usage
} from "./CapabilitiesApi.ts"
import {
  Backend,
  Chunk,
  Format,
  LANGUAGE_IN_WORDS,
  LanguageOrNot,
  Numerals,
  SpeakersFromText,
  TrackFromText,
  TrackNumber,
  TranscriptAnswer,
  trackOf
} from "./TranscriptApi.ts"

export * from "./CapabilitiesApi.ts"
export * from "./TranscriptApi.ts"

const OwnId = RequestId.annotations({
  description:
    `The transcription's id, ${REQUEST_ID_IN_WORDS}, made where none is named: the same sound with the ` +
    `same id is answered with the same transcription within ${KEPT_IN_WORDS}, and charged once`
})

export const TranscribeQuery = Schema.Struct({
  stream: Schema.optionalWith(BooleanFromQuery, { default: () => false }).annotations({
    description: "Whether partial transcripts come while the file is transcribed",
    default: false
  }),
  backend: Schema.optionalWith(Backend, { default: () => "standard" as const }).annotations({ default: "standard" }),
  chunk: Schema.optionalWith(Chunk, { default: () => "1120ms" as const }).annotations({ default: "1120ms" }),
  request_id: Schema.optional(OwnId),
  language: Schema.optionalWith(LanguageOrNot, { default: () => "am" as const }).annotations({
    description: LANGUAGE_IN_WORDS,
    default: "am"
  }),
  timestamps: Schema.optionalWith(Schema.Literal("none", "word"), { default: () => "none" as const }).annotations({
    description: "`word` asks for `words` and `segments`",
    default: "none"
  }),
  format: Schema.optionalWith(Format, { default: () => "json" as const }).annotations({
    description: "`srt` and `vtt` ask for captions, `rttm` for who speaks when",
    default: "json"
  }),
  numerals: Schema.optionalWith(Numerals, { default: () => "words" as const }).annotations({ default: "words" }),
  track: Schema.optional(trackOf(TrackFromText)),
  speakers: Schema.optional(SpeakersFromText)
})
export type TranscribeQuery = typeof TranscribeQuery.Type

const RecoverQuery = Schema.Struct({
  format: Schema.optionalWith(Format, { default: () => "json" as const }).annotations({
    description:
      "`srt` and `vtt` ask for captions, of a transcription that was made with times, `rttm` for who speaks when, of one that was made with speakers",
    default: "json"
  })
})

export const SessionRequest = Schema.Struct({
  backend: Schema.optionalWith(Backend, { default: () => "standard" as const, nullable: true }).annotations({
    default: "standard"
  }),
  chunk: Schema.optionalWith(Chunk, { default: () => "320ms" as const, nullable: true }).annotations({
    default: "320ms"
  }),
  request_id: nullish(OwnId),
  language: Schema.optionalWith(LanguageOrNot, { default: () => "am" as const, nullable: true }).annotations({
    description: LANGUAGE_IN_WORDS,
    default: "am"
  }),
  numerals: Schema.optionalWith(Numerals, { default: () => "words" as const, nullable: true }).annotations({
    default: "words"
  }),
  // What is refused is not allowed in the document; the handler says why.
  speakers: nullish(
    Schema.Boolean.annotations({
      description: "Whether speakers are to be told apart, which is done in files alone: `true` is refused",
      jsonSchema: { type: "boolean", enum: [false] }
    })
  )
}).annotations({
  identifier: "ScribeSessionRequest",
  description: "What a live session is asked for",
  examples: [{ backend: "standard", chunk: "320ms", language: "am", numerals: "digits" }]
})
export type SessionRequest = typeof SessionRequest.Type

export const SessionTicket = Schema.Struct({
  token: Schema.String.annotations({ description: "Opens the session once" }),
  expires_at: Schema.Number.annotations({ description: "When it expires, in Unix seconds" }),
  websocket_url: Schema.String.annotations({ description: "The socket's address" }),
  max_audio_seconds: Schema.Literal(MAX_AUDIO_SECONDS).annotations({
    description: "The most seconds of sound in the session"
  }),
  request_id: RequestId.annotations({
    description: `The transcription's id, under which it is kept for ${KEPT_IN_WORDS}`
  }),
  backend: Backend,
  chunk: Chunk,
  language: Language
}).annotations({
  identifier: "ScribeSession",
  description: "A live session that waits to be opened, and the ticket that opens it",
  examples: [
    {
      token: "qsc_iOFpwkJIQYOwe8_be2qpab6cPaawdUftVzD3yCjym3U",
      expires_at: 1_795_344_824,
      websocket_url: "wss://qal.example/api/v1/scribe/stream",
      max_audio_seconds: MAX_AUDIO_SECONDS,
      request_id: RequestId.make("req_01m81e62tyzvndzqbansafsvvp"),
      backend: "standard",
      chunk: "320ms",
      language: "am"
    }
  ]
})
export type SessionTicket = typeof SessionTicket.Type

const AudioForm = HttpApiSchema.Multipart(
  Schema.Struct({
    audio: fileField({
      description: `The file: its bytes say what it is; at most ${UPLOAD_IN_WORDS}`,
      example: "<bytes of speech.wav>"
    }),
    language: Schema.optional(
      Language.annotations({ description: `${LANGUAGE_IN_WORDS}; where the query does not say it` })
    ),
    track: Schema.optional(trackOf(TrackNumber))
  })
)

const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

const captionForms = {
  "application/x-subrip": {
    description: "SRT, with `format=srt`",
    example: "1\n00:00:00,010 --> 00:00:01,490\nሰላም ነው እንዴት ነህ\n"
  },
  "text/vtt": {
    description: "WebVTT, with `format=vtt`",
    example: "WEBVTT\n\n00:00:00.010 --> 00:00:01.490\nሰላም ነው እንዴት ነህ\n"
  },
  "text/plain": {
    description: "RTTM, with `format=rttm`: a line for each time that somebody speaks",
    example: "SPEAKER req_01m81e65f6knrpq5a8mavfp864 1 0.010 1.480 <NA> <NA> speaker_1 <NA> <NA>\n"
  }
}

/** What captions say of themselves in headers, having no other place for it. */
const captionHeaders = {
  "x-request-id": {
    description: `The request's id; with captions the transcription's, under which it is kept for ${KEPT_IN_WORDS}`,
    example: "req_01m81e65f6knrpq5a8mavfp864"
  },
  "x-scribe-credits-used": { description: "With captions: what they cost, in ETB", example: "0.049" },
  ...Replays.described
}

/** A line of the answer to `stream=true`. */
const Line = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("transcript.partial").annotations({ description: "That more is to come" }),
    text: Schema.String.annotations({ description: "All that was recognised so far" }),
    request_id: RequestId.annotations({ description: "The transcription's id" })
  }).annotations({ description: "A partial transcript" }),
  Schema.Struct({
    type: Schema.Literal("transcript.completed").annotations({ description: "That this is all" }),
    data: TranscriptAnswer
  }).annotations({ description: "The transcription" }),
  ErrorEvent
)

const streamedForm = {
  "application/x-ndjson": {
    description:
      "With `stream=true`, a line of JSON each: partial transcripts, whose text is all so far, and last the " +
      "transcription, or what went wrong",
    item: Line,
    example:
      '{"type":"transcript.partial","text":"ሰላም ን","request_id":"req_01m81e65n7rpstj7hjh1r4penz"}\n' +
      '{"type":"transcript.partial","text":"ሰላም ነው እን","request_id":"req_01m81e65n7rpstj7hjh1r4penz"}\n' +
      '{"type":"transcript.completed","data":{"text":"ሰላም ነው እንዴት ነህ",' +
      '"request_id":"req_01m81e65n7rpstj7hjh1r4penz","seconds":1.54,…}}\n'
  }
}

const requestId = HttpApiSchema.param(
  "id",
  Schema.String.annotations({
    description: "The transcription's id",
    examples: ["req_01m81e65f6knrpq5a8mavfp864"]
  })
)

export class TranscriptionApi extends HttpApiGroup.make("transcription")
  .add(
    HttpApiEndpoint.get("capabilities", "/")
      .addSuccess(data(Capabilities))
      .annotate(OpenApi.Identifier, "getScribeCapabilities")
      .annotate(OpenApi.Summary, "What transcription can do, and its limits")
      .annotate(OpenApi.Description, "Needs no key.")
  )
  .add(
    HttpApiEndpoint.get("usage", "/usage")
      .addSuccess(data(Usage))
      .middleware(Authentication)
      .annotate(OpenApi.Identifier, "getScribeUsage")
      .annotate(OpenApi.Summary, "Balance and price")
      .annotate(OpenApi.Description, "What the key's wallet can spend, and what 1,000 characters of a transcript cost.")
  )
  .add(
    HttpApiEndpoint.post("transcribe", "/transcribe")
      .setHeaders(IdempotencyKey)
      .setUrlParams(TranscribeQuery)
      .setPayload(AudioForm)
      .addSuccess(data(TranscriptAnswer))
      .addError(Errors.JobRefused)
      .addError(Errors.wire(Errors.Busy))
      .addError(Errors.SoundRefused)
      .addError(Errors.JobFailed)
      .middleware(Authentication)
      .annotate(OpenApi.Identifier, "transcribeFile")
      .annotate(OpenApi.Summary, "Transcribe a file")
      .annotate(
        OpenApi.Description,
        "`audio` is the file: its bytes say what it is. The query's parameters are taken as fields of the form too, where " +
          "the query does not have them. With `format=srt` or `vtt` the answer is captions, with `rttm` who speaks when. " +
          "With `speakers` words and segments say who says them. `stream=true` goes without `speakers`, `timestamps=word` and captions. One transcription of a wallet runs at a time."
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
      .annotate(OpenApi.Identifier, "getTranscription")
      .annotate(OpenApi.Summary, "What became of a transcription")
      .annotate(OpenApi.Description, `It is kept for ${KEPT_IN_WORDS}.`)
      .annotate(Described, { answers: { 200: { headers: captionHeaders, forms: captionForms } } })
  )
  .add(
    HttpApiEndpoint.post("createSession", "/sessions")
      .setPayload(SessionRequest)
      .addSuccess(data(SessionTicket), { status: 201 })
      .middleware(Authentication)
      .annotate(OpenApi.Identifier, "createScribeSession")
      .annotate(OpenApi.Summary, "A one-use ticket for a live session")
      .annotate(
        OpenApi.Description,
        "The ticket opens one session within a minute; it is for pages and apps, which must not hold a key."
      )
  )
  .addError(Errors.InvalidInput)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Transcription")
  .annotate(
    OpenApi.Description,
    `Speech to text: files, captions, and live sessions over the WebSocket \`${SOCKET_PATH}\`. Its first message is ` +
      "`session.authenticate` with the ticket's token, answered by `session.created`. Then come binary frames of " +
      `${SAMPLE_RATE.toLocaleString("en")} Hz mono PCM (16-bit little-endian, at most ` +
      `${MAX_FRAME_BYTES.toLocaleString("en")} bytes, ${MAX_AUDIO_SECONDS} s in all), answered by ` +
      "`transcript.partial` with all text so far, and last `audio.finish`, answered by `transcript.completed`. " +
      "A session that breaks off is transcribed as far as it came; its id has the transcript."
  ) {}
