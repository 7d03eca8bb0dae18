/** The contract of speech-to-text, version 2 (wire contract, section 4). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { fileField } from "../http/FileField.ts"
import * as Replays from "../http/Replays.ts"
import { UPLOAD_IN_WORDS } from "./CapabilitiesApi.ts"
import {
  heardSeconds,
  LANGUAGE_IN_WORDS,
  LanguageOrNull,
  TrackFromText,
  TrackNumber,
  trackOf,
  warnings
} from "./TranscriptApi.ts"

/** What `request_data` holds, as JSON; or the form itself, in fields of these names. */
export const SpeechToTextRequest = Schema.Struct({
  language_code: LanguageOrNull.annotations({ description: LANGUAGE_IN_WORDS }),
  track: Schema.optional(trackOf(Schema.Union(TrackFromText, TrackNumber)))
}).annotations({
  identifier: "SpeechToTextRequest",
  description: "What is asked for, as JSON",
  examples: [{ language_code: "am" }]
})
export type SpeechToTextRequest = typeof SpeechToTextRequest.Type

const SpeechToTextForm = HttpApiSchema.Multipart(
  Schema.Struct({
    audio: fileField({
      description: `The file: its bytes say what it is; at most ${UPLOAD_IN_WORDS}`,
      example: "<bytes of speech.wav>"
    }),
    request_data: Schema.optional(SpeechToTextRequest),
    language_code: Schema.optional(
      Language.annotations({ description: `${LANGUAGE_IN_WORDS}; where there is no \`request_data\`` })
    ),
    track: Schema.optional(trackOf(TrackNumber))
  }).annotations({
    description: "A file, and its language in one of the two fields",
    examples: [{ audio: "<bytes of speech.wav>", request_data: { language_code: "am" } }]
  })
)

const Confidence = Schema.Number.annotations({
  description: "How sure the recogniser is, from 0 to 1; 0 where nothing was said"
})

export const SpeechToTextResponse = Schema.Struct({
  status: Schema.Literal("success").annotations({ description: "That it is transcribed" }),
  data: Schema.Struct({
    transcription: Schema.String.annotations({ description: "What was said" }),
    confidence: Confidence,
    heard_seconds: heardSeconds,
    warnings,
    usage_metadata: Schema.Struct({
      totalBilledDuration: Schema.String.annotations({
        description: "The sound's length in whole seconds, rounded up, and an `s`"
      }),
      requestId: Schema.String.annotations({ description: "Stands for the request: a UUID" })
    }).annotations({ identifier: "SpeechToTextUsage", description: "What was billed" }),
    idempotent_replay: Replays.Mark
  }).annotations({ description: "The transcription" }),
  confidence: Confidence
}).annotations({
  identifier: "SpeechToTextResponse",
  description: "The transcription",
  examples: [
    {
      status: "success",
      data: {
        transcription: "ሰላም ነው እንዴት ነህ",
        confidence: 0.9987,
        heard_seconds: 1.54,
        usage_metadata: { totalBilledDuration: "2s", requestId: "c3108325-07cb-4ea9-b616-faacaab0e0bd" }
      },
      confidence: 0.9987
    }
  ]
})
export type SpeechToTextResponse = typeof SpeechToTextResponse.Type

export class SpeechToTextApi extends HttpApiGroup.make("speechToText")
  .add(
    HttpApiEndpoint.post("recognise", "/api/v2/stt")
      .setHeaders(IdempotencyKey)
      .setPayload(SpeechToTextForm)
      .addSuccess(SpeechToTextResponse)
      .addError(Errors.JobRefused)
      .addError(Errors.SoundRefused)
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "recogniseSpeech")
      .annotate(OpenApi.Summary, "Transcribe a file (version 2)")
      .annotate(
        OpenApi.Description,
        `The form's \`audio\` is the file, of at most ${UPLOAD_IN_WORDS}; \`request_data\` is JSON with \`language_code\`, ` +
          "which may also be a field of the form itself. " +
          `The header \`Idempotency-Key\` is the request's id, kept for ${KEPT_IN_WORDS}.`
      )
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .annotate(OpenApi.Title, "Speech to text")
  .annotate(OpenApi.Description, "Speech to text, version 2.") {}
