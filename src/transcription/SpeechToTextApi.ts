/** The contract of speech-to-text, version 2 (wire contract, section 4). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { FileField } from "./Api.ts"

/** What `request_data` holds, as JSON; or the form itself, in fields of these names. */
export const SpeechToTextRequest = Schema.Struct({ language_code: Language }).annotations({
  identifier: "SpeechToTextRequest"
})
export type SpeechToTextRequest = typeof SpeechToTextRequest.Type

const SpeechToTextForm = HttpApiSchema.Multipart(
  Schema.Struct({
    audio: FileField,
    request_data: Schema.optional(SpeechToTextRequest),
    language_code: Schema.optional(Language)
  }).annotations({ identifier: "SpeechToTextForm" })
)

/** 0 to 1. */
const Confidence = Schema.Number

export const SpeechToTextResponse = Schema.Struct({
  status: Schema.Literal("success"),
  data: Schema.Struct({
    transcription: Schema.String,
    confidence: Confidence,
    usage_metadata: Schema.Struct({
      /** The sound's length in whole seconds, rounded up, such as `15s`. */
      totalBilledDuration: Schema.String,
      /** A UUID. */
      requestId: Schema.String
    }),
    /** On the answer to an id that was used before. */
    idempotent_replay: Schema.optionalWith(Schema.Literal(true), { exact: true })
  }),
  confidence: Confidence
}).annotations({ identifier: "SpeechToTextResponse" })
export type SpeechToTextResponse = typeof SpeechToTextResponse.Type

export class SpeechToTextApi extends HttpApiGroup.make("speechToText")
  .add(
    HttpApiEndpoint.post("recognise", "/api/v2/stt")
      .setHeaders(IdempotencyKey)
      .setPayload(SpeechToTextForm)
      .addSuccess(SpeechToTextResponse)
      .addError(Errors.wire(Errors.InsufficientCredits))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.wire(Errors.InProgress))
      .addError(Errors.wire(Errors.PayloadTooLarge))
      .addError(Errors.wire(Errors.UnsupportedMediaType))
      .addError(Errors.wire(Errors.UndecodableAudio))
      .addError(Errors.wire(Errors.AudioTooLong))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "Transcribe a file (version 2)")
      .annotate(
        OpenApi.Description,
        "The form's `audio` is the file, of at most 25 MB and 180 seconds; `request_data` is JSON with `language_code`, " +
          "which may also be a field of the form itself. " +
          "The header `Idempotency-Key` is the request's id, kept for 24 hours."
      )
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Speech to text")
  .annotate(OpenApi.Description, "Speech to text, version 2.") {}
