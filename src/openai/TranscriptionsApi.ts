/** The contract of `/v1/audio/transcriptions` and `/v1/audio/translations` (wire contract, section 12). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import * as Errors from "../Errors.ts"
import { fileField } from "../http/FileField.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import * as Replays from "../http/Replays.ts"
import { Described, type DescribedForm } from "../http/RouteAnnotations.ts"
import { UPLOAD_IN_WORDS } from "../transcription/Api.ts"
import { Numerals, TrackNumber, trackOf } from "../transcription/TranscriptApi.ts"
import { TITLE } from "./ModelsApi.ts"
import {
  DiarizedTranscription,
  ENGLISH,
  TEXT,
  Transcription,
  TranscriptionEvent,
  Translation,
  usage,
  VerboseTranscription,
  VerboseTranslation
} from "./OpenAiTranscriptApi.ts"

export const ResponseFormat = Schema.Literal("json", "text", "verbose_json", "diarized_json", "srt", "vtt")
export type ResponseFormat = typeof ResponseFormat.Type

export const Granularity = Schema.Literal("word", "segment")
export type Granularity = typeof Granularity.Type

/** The header of every answer that names the transcription. */
export const ID_HEADER = "x-qal-transcription-id"

// --- the forms

const file = fileField({
  description:
    "The sound: its bytes say what it is (WAV, MP3, FLAC, Ogg, Opus, M4A, MP4, QuickTime, WebM, Matroska, AIFF, CAF); " +
    `at most ${UPLOAD_IN_WORDS}`
})
const model = Schema.optional(
  Schema.String.annotations({
    description: "Any name: the recogniser that is attached hears the sound",
    examples: ["qal-stt"]
  })
)
const language = Schema.optional(
  Schema.String.annotations({
    description:
      "The language that is spoken: `am` (Amharic), which is also meant where nothing is said, or `om` (Afaan Oromo); also " +
      "with a region (`am-ET`), in three letters (`amh`, `orm`), or by name (`amharic`, `oromo`). `auto`, `und` and the like say nothing",
    examples: ["am"]
  })
)
const format = Schema.optional(
  ResponseFormat.annotations({
    description:
      "The form of the answer; `json` where nothing is said. `diarized_json` is refused where no model tells speakers apart",
    examples: ["verbose_json"]
  })
)
/** Of a translation nobody is told apart. */
const translationFormat = Schema.optional(
  Schema.Literal("json", "text", "verbose_json", "srt", "vtt").annotations({
    description: "The form of the answer; `json` where nothing is said",
    examples: ["verbose_json"]
  })
)
const track = Schema.optional(trackOf(TrackNumber))
const prompt = Schema.optional(
  Schema.String.annotations({
    description: "Taken and ignored: the recogniser takes no hints"
  })
)
const temperature = Schema.optional(
  Schema.Number.annotations({
    description: "Taken and ignored: the recogniser takes no chances"
  })
)

const TranscriptionForm = Schema.Struct({
  file,
  model,
  language,
  response_format: format,
  "timestamp_granularities[]": Schema.optional(
    Schema.Array(Granularity).annotations({
      description:
        "What of a `verbose_json` has its times: `segment` (where nothing is said), `word`, or both. `word` is refused with " +
        "any other format. The brackets may be left out"
    })
  ),
  stream: Schema.optional(
    Schema.Boolean.annotations({
      description: "Whether the text is sent as it is recognised, as server-sent events; with `json` and `text` alone",
      examples: [true]
    })
  ),
  numerals: Schema.optional(Numerals),
  track,
  prompt,
  temperature,
  chunking_strategy: Schema.optional(
    Schema.String.annotations({
      description: "Taken and ignored: the recogniser cuts sound at its pauses by itself"
    })
  )
}).annotations({
  identifier: "OpenAiTranscriptionForm",
  description: "A file to transcribe, and how",
  examples: [{ file: "<bytes of speech.mp3>", model: "qal-stt", language: "am", response_format: "verbose_json" }]
})

const TranslationForm = Schema.Struct({
  file,
  model,
  language,
  response_format: translationFormat,
  prompt,
  temperature
}).annotations({
  identifier: "OpenAiTranslationForm",
  description: "A file to transcribe and translate, and how",
  examples: [{ file: "<bytes of speech.mp3>", model: "qal-stt", language: "am", response_format: "json" }]
})

// --- the routes

const transcriptionEndpoint = <Name extends string, Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path)
    .setHeaders(IdempotencyKey)
    .addError(OpenAiErrors.JobRefused)
    .addError(OpenAiErrors.wire(Errors.Busy))
    .addError(OpenAiErrors.SoundRefused)
    .addError(OpenAiErrors.JobFailed)

/** The forms of an answer that are no JSON. */
const formsOf = (text: string): Readonly<Record<string, DescribedForm>> => ({
  "text/plain": { description: "The text alone, with `response_format=text`", example: text },
  "application/x-subrip": {
    description: "SRT, with `response_format=srt`",
    example: `1\n00:00:00,120 --> 00:00:02,310\n${text}\n`
  },
  "text/vtt": {
    description: "WebVTT, with `response_format=vtt`",
    example: `WEBVTT\n\n00:00:00.120 --> 00:00:02.310\n${text}\n`
  }
})

const done = JSON.stringify({ type: "transcript.text.done", text: TEXT, usage })
const streamedForm = {
  "text/event-stream": {
    description:
      "With `stream=true`, an event each: `transcript.text.delta`, whose `delta` goes on where those before it ended, and " +
      "last `transcript.text.done` with all of the `text`. What fails in between is an event with `error`, after which the " +
      "connection is broken off",
    item: TranscriptionEvent,
    example: `data: {"type":"transcript.text.delta","delta":"${TEXT}"}\n\ndata: ${done}\n\n`
  }
}

const answers = (forms: Readonly<Record<string, DescribedForm>>) => ({
  answers: {
    200: {
      headers: {
        [ID_HEADER]: { description: "The transcription's id", example: "req_01ja4nwrx0y4bzn3k5tq6vd2fh" },
        ...Replays.described
      },
      forms
    }
  }
})

const SHARED =
  "One transcription of a wallet runs at a time: the next is `BUSY`. The header `Idempotency-Key` is the " +
  `transcription's id; without it one is made. The answer's header \`${ID_HEADER}\` names it, and ` +
  `\`GET /api/v1/scribe/requests/{id}\` has what was heard for ${KEPT_IN_WORDS}.`

export class TranscriptionsApi extends HttpApiGroup.make("audioTranscriptions")
  .add(
    transcriptionEndpoint("createTranscription", "/v1/audio/transcriptions")
      .setPayload(HttpApiSchema.Multipart(TranscriptionForm))
      .addSuccess(Schema.Union(DiarizedTranscription, VerboseTranscription, Transcription))
      .annotate(OpenApi.Identifier, "createTranscription")
      .annotate(OpenApi.Summary, "Transcribe a file")
      .annotate(Described, answers({ ...formsOf(TEXT), ...streamedForm }))
      .annotate(
        OpenApi.Description,
        "With `stream=true` any model streams: the deltas, joined, are the text, since words are sent once they change no " +
          `more. ${SHARED} \`include[]=logprobs\` and known speakers are refused: no engine here has them. ` +
          "`diarized_json` says who speaks, where the models folder has a model of the kind speakers."
      )
  )
  .add(
    transcriptionEndpoint("createTranslation", "/v1/audio/translations")
      .setPayload(HttpApiSchema.Multipart(TranslationForm))
      .addSuccess(Schema.Union(VerboseTranslation, Translation))
      .annotate(OpenApi.Identifier, "createTranslation")
      .annotate(OpenApi.Summary, "Transcribe a file, and translate it to English")
      .annotate(Described, answers(formsOf(ENGLISH)))
      .annotate(
        OpenApi.Description,
        `Charged are both, the transcript's characters and the translation's tokens; nothing where either fails. ${SHARED}`
      )
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(OpenApi.Title, TITLE) {}
