/** The contract of the first text-to-speech (wire contract, section 6): deprecated, and served for those who still call it. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { AnswerHeaders, Described } from "../http/RouteAnnotations.ts"
import { SpeakableText } from "../text/Speakable.ts"

export const PATH = "/api/v1/audio"

/** The longest text of an answer that comes whole, in UTF-16 code units. */
export const MAX_WHOLE_TEXT = 1_500
/** The longest text of an answer that comes in pieces, in UTF-16 code units. */
export const MAX_STREAMED_TEXT = 5_000

export const LegacyRequest = Schema.Struct({
  text: SpeakableText,
  language: Language,
  stream: Schema.optionalWith(Schema.Boolean, { default: () => false, nullable: true })
}).annotations({ identifier: "LegacyAudioRequest" })
export type LegacyRequest = typeof LegacyRequest.Type

/** `audio` is base64 of a whole WAV: mono, 16 bits, 44,100 Hz. */
export const LegacyAudio = Schema.Struct({
  audio: Schema.String,
  /** On the answer to an id that was used before. */
  idempotent_replay: Schema.optionalWith(Schema.Literal(true), { exact: true })
}).annotations({ identifier: "LegacyAudio" })

/** The answer to `stream`, beside the whole one. */
const streamedForm = {
  description:
    "With `stream`: a line of JSON for each piece of the sound. `audio_chunk` is base64; the chunks' bytes, joined by " +
    "`index` (from 0), are one playable WAV. `idempotent_replay` is on the first line where the id was used before. " +
    "An error after the first line is a line with the error envelope.",
  example: '{"audio_chunk":"UklGRiQAAABXQVZF…","index":0}\n{"audio_chunk":"AAABAP//AgD9…","index":1}\n'
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
      .annotate(OpenApi.Summary, "Speak a text (deprecated)")
      .annotate(
        OpenApi.Description,
        "Use `POST /api/v1/voice/generations` instead. Speaks with the language's default voice. " +
          `\`text\` holds at most ${MAX_WHOLE_TEXT} characters, with \`stream\` ${MAX_STREAMED_TEXT}; the answer is then ` +
          "a line of JSON for each piece of MP3, and an error after the first piece is a line with the error envelope. " +
          "The header `Idempotency-Key` is the request's id, kept for 24 hours."
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
