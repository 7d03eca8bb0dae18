/** The contract of the first text-to-speech (wire contract, section 6): deprecated, and served for those who still call it. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import * as Replays from "../http/Replays.ts"
import { AnswerHeaders, Described } from "../http/RouteAnnotations.ts"
import { SpeakableText } from "../text/Speakable.ts"

const PATH = "/api/v1/audio"

/** The longest text of an answer that comes whole, in UTF-16 code units. */
export const MAX_WHOLE_TEXT = 1_500
/** The longest text of an answer that comes in pieces, in UTF-16 code units. */
export const MAX_STREAMED_TEXT = 5_000

export const LegacyRequest = Schema.Struct({
  text: SpeakableText.annotations({
    description:
      `What is spoken: at most ${MAX_WHOLE_TEXT} characters (UTF-16 code units), with \`stream\` ${MAX_STREAMED_TEXT}; ` +
      "among them a letter or digit",
    jsonSchema: { minLength: 1, maxLength: MAX_STREAMED_TEXT }
  }),
  language: Language.annotations({ description: "The language of the text, whose default voice speaks: `am` or `om`" }),
  stream: Schema.optionalWith(Schema.Boolean, { default: () => false, nullable: true }).annotations({
    description: "Whether the sound comes in pieces while it is made",
    default: false
  })
}).annotations({
  identifier: "LegacyAudioRequest",
  description: "What is to be spoken",
  examples: [{ text: "ሰላም፣ እንኳን ደህና መጡ።", language: "am", stream: false }]
})
export type LegacyRequest = typeof LegacyRequest.Type

const LegacyAudio = Schema.Struct({
  audio: Schema.String.annotations({ description: "Base64 of a whole WAV: mono, 16 bits, 44,100 Hz" }),
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "LegacyAudio",
  description: "The sound, whole",
  examples: [{ audio: "UklGRiThAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQDhAAAAAAAA" }]
})

/** A line of the answer that comes in pieces. */
const LegacyLine = Schema.Union(
  Schema.Struct({
    audio_chunk: Schema.String.annotations({
      description:
        "Base64 of a piece of MP3, of whole frames, which plays alone; joined in order they are one gapless MP3"
    }),
    index: Schema.Int.annotations({ description: "The piece's place, from 0" }),
    idempotent_replay: Replays.Mark
  }).annotations({ description: "A piece of the sound" }),
  Errors.Envelope
)

/** The answer to `stream`, beside the whole one. */
const streamedForm = {
  description:
    "With `stream`: a line of JSON for each piece of the sound. What goes wrong after the first is a line with the " +
    "error envelope.",
  item: LegacyLine,
  example:
    '{"audio_chunk":"//tQxAAAAAAAAAAAAAAAAAAAAAAAWGluZwAAAA8AAABh…","index":0}\n' +
    '{"audio_chunk":"//tSxKMADXkDJhhmAADzryJ3PPAAhmO7IYRqQ2IR…","index":1}\n'
}

/** The day on which the first published client of version 2 called this route deprecated, in Unix seconds (RFC 9745). */
const DEPRECATED_SINCE = Date.UTC(2026, 5, 24) / 1_000

export class LegacyApi extends HttpApiGroup.make("legacy")
  .add(
    HttpApiEndpoint.post("speak", PATH)
      .setHeaders(IdempotencyKey)
      .setPayload(LegacyRequest)
      .addSuccess(LegacyAudio)
      .addError(Errors.wire(Errors.InsufficientCredits))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.wire(Errors.GenerationInProgress))
      .addError(Errors.wire(Errors.TextTooLong))
      .addError(Errors.wire(Errors.VoiceUnavailable))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "speakLegacy")
      .annotate(OpenApi.Summary, "Speak a text (deprecated)")
      .annotate(
        OpenApi.Description,
        "Use `POST /api/v1/voice/generations` instead. Speaks with the language's default voice. " +
          "With `stream` the answer is a line of JSON for each piece. Errors have the same headers."
      )
      .annotate(OpenApi.Deprecated, true)
      .annotate(Described, { answers: { 200: { forms: { "application/x-ndjson": streamedForm } } } })
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .annotate(AnswerHeaders, {
    deprecation: `@${DEPRECATED_SINCE}`,
    link: '</api/v1/voice/generations>; rel="successor-version"'
  })
  .annotate(OpenApi.Title, "Legacy")
  .annotate(OpenApi.Description, "Text to speech, version 1. Deprecated: voice, version 2, has taken its place.") {}
