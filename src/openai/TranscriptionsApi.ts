/** The contract of `/v1/audio/transcriptions` and `/v1/audio/translations` (wire contract, section 12). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import * as Errors from "../Errors.ts"
import * as OpenAiErrors from "../OpenAiErrors.ts"
import { FileField } from "../transcription/Api.ts"
import { TITLE } from "./ModelsApi.ts"

export const ResponseFormat = Schema.Literal("json", "text", "verbose_json", "srt", "vtt")
export type ResponseFormat = typeof ResponseFormat.Type

export const Granularity = Schema.Literal("word", "segment")
export type Granularity = typeof Granularity.Type

/** The header of every answer that names the transcription. */
export const ID_HEADER = "x-qal-transcription-id"

// --- the forms

const file = FileField.annotations({
  description:
    "The sound: its bytes say what it is (WAV, MP3, FLAC, Ogg, Opus, M4A, MP4, WebM); at most 25 MB and 180 seconds"
})
const model = Schema.optional(Schema.String).annotations({
  description: "Any name: the recogniser that is attached hears the sound",
  examples: ["qal-stt"]
})
const language = Schema.optional(Schema.String).annotations({
  description:
    "The language that is spoken: `am` (Amharic), which is also meant where nothing is said, or `om` (Afaan Oromo); also " +
    "with a region (`am-ET`), in three letters (`amh`, `orm`), or by name (`amharic`, `oromo`)",
  examples: ["am"]
})
const format = Schema.optional(ResponseFormat).annotations({
  description: "The form of the answer; `json` where nothing is said",
  examples: ["verbose_json"]
})
const prompt = Schema.optional(Schema.String).annotations({
  description: "Taken and ignored: the recogniser takes no hints"
})
const temperature = Schema.optional(Schema.Number).annotations({
  description: "Taken and ignored: the recogniser takes no chances"
})

export const TranscriptionForm = Schema.Struct({
  file,
  model,
  language,
  response_format: format,
  "timestamp_granularities[]": Schema.optional(Schema.Array(Granularity)).annotations({
    description:
      "What of a `verbose_json` has its times: `segment` (where nothing is said), `word`, or both. `word` is refused with " +
      "any other format. The brackets may be left out"
  }),
  stream: Schema.optional(Schema.Boolean).annotations({
    description: "Whether the text is sent as it is recognised, as server-sent events; with `json` and `text` alone",
    examples: [true]
  }),
  prompt,
  temperature,
  chunking_strategy: Schema.optional(Schema.String).annotations({
    description: "Taken and ignored: the recogniser cuts sound at its pauses by itself"
  })
}).annotations({
  identifier: "OpenAiTranscriptionForm",
  description: "A file to transcribe, and how",
  examples: [{ file: "speech.mp3", model: "qal-stt", language: "am", response_format: "verbose_json" }]
})

export const TranslationForm = Schema.Struct({
  file,
  model,
  language,
  response_format: format,
  prompt,
  temperature
}).annotations({
  identifier: "OpenAiTranslationForm",
  description: "A file to transcribe and translate, and how",
  examples: [{ file: "speech.mp3", model: "qal-stt", language: "am", response_format: "json" }]
})

// --- the answers

const Seconds = Schema.NonNegative

export const DurationUsage = Schema.Struct({
  type: Schema.Literal("duration").annotations({ description: "That the sound's length is told, and no tokens" }),
  seconds: Schema.NonNegativeInt.annotations({
    description: "Length of the sound in whole seconds, rounded up; what is charged are the characters of the text",
    examples: [3]
  })
}).annotations({
  identifier: "OpenAiDurationUsage",
  description: "How much was heard",
  examples: [{ type: "duration", seconds: 3 }]
})

const TEXT = "ሰላም እንዴት ነህ"
const usage = { type: "duration", seconds: 3 } as const

export const Transcription = Schema.Struct({
  text: Schema.String.annotations({ description: "What was said; empty where nothing was", examples: [TEXT] }),
  usage: DurationUsage
}).annotations({
  identifier: "OpenAiTranscription",
  description: "A transcription, as `json` has it",
  examples: [{ text: TEXT, usage }]
})

export const Word = Schema.Struct({
  word: Schema.String.annotations({ description: "The word", examples: ["ሰላም"] }),
  start: Seconds.annotations({ description: "Where it begins, in seconds, two decimals", examples: [0.12] }),
  end: Seconds.annotations({ description: "Where it ends, in seconds, two decimals", examples: [0.61] })
}).annotations({
  identifier: "OpenAiTranscriptionWord",
  description: "A word and when it was spoken",
  examples: [{ word: "ሰላም", start: 0.12, end: 0.61 }]
})

const segment = {
  id: 0,
  seek: 0,
  start: 0.12,
  end: 2.31,
  text: TEXT,
  tokens: [],
  temperature: 0,
  avg_logprob: -0.1054,
  compression_ratio: 0.8372,
  no_speech_prob: 0
}

export const Segment = Schema.Struct({
  id: Schema.NonNegativeInt.annotations({ description: "Its place among the segments, from 0", examples: [0] }),
  seek: Schema.NonNegativeInt.annotations({ description: "Always 0: the sound is not read in windows" }),
  start: Seconds.annotations({ description: "Where it begins, in seconds, two decimals", examples: [0.12] }),
  end: Seconds.annotations({
    description: "Until when it is shown as a caption, in seconds, two decimals",
    examples: [2.31]
  }),
  text: Schema.String.annotations({ description: "What was said: as much as a caption shows", examples: [TEXT] }),
  tokens: Schema.Array(Schema.Int).annotations({
    description: "Always empty: the recogniser's units are no client's tokens"
  }),
  temperature: Schema.Number.annotations({ description: "Always 0: nothing is left to chance" }),
  avg_logprob: Schema.Number.annotations({
    description:
      "Natural logarithm of how sure the recogniser is of the whole transcript (0 to 1), and so the same in every " +
      "segment; of a translation, how sure it is of what it heard",
    examples: [-0.1054]
  }),
  compression_ratio: Schema.NonNegative.annotations({
    description:
      "Bytes of the text by its bytes when it is compressed (zlib); a text that says the same again and again has more " +
      "than 2.4",
    examples: [0.8372]
  }),
  no_speech_prob: Schema.Number.annotations({
    description: "Always 0: the recogniser estimates none, and where nothing is said there is no segment"
  })
}).annotations({
  identifier: "OpenAiTranscriptionSegment",
  description: "What is said in one stretch, as a caption",
  examples: [segment]
})
export type Segment = typeof Segment.Type

const duration = Seconds.annotations({ description: "Length of the sound in seconds, two decimals", examples: [2.54] })

export const VerboseTranscription = Schema.Struct({
  task: Schema.Literal("transcribe").annotations({ description: "What was done" }),
  language: Schema.Literal("amharic", "oromo").annotations({
    description: "The language that the sound was heard in, by its English name"
  }),
  duration,
  text: Transcription.fields.text,
  words: Schema.optionalWith(Schema.Array(Word), { exact: true }).annotations({
    description: "Where `timestamp_granularities[]` asks for `word`"
  }),
  segments: Schema.optionalWith(Schema.Array(Segment), { exact: true }).annotations({
    description: "Unless `timestamp_granularities[]` asks for `word` alone"
  }),
  usage: DurationUsage
}).annotations({
  identifier: "OpenAiVerboseTranscription",
  description: "A transcription, as `verbose_json` has it",
  examples: [{ task: "transcribe", language: "amharic", duration: 2.54, text: TEXT, segments: [segment], usage }]
})

const ENGLISH = "Hello, how are you?"

export const Translation = Schema.Struct({
  text: Schema.String.annotations({
    description: "What was said, in English; empty where nothing was",
    examples: [ENGLISH]
  })
}).annotations({
  identifier: "OpenAiTranslation",
  description: "A translation of speech, as `json` has it",
  examples: [{ text: ENGLISH }]
})

export const VerboseTranslation = Schema.Struct({
  task: Schema.Literal("translate").annotations({ description: "What was done" }),
  language: Schema.Literal("english").annotations({ description: "The language of the text" }),
  duration,
  text: Translation.fields.text,
  segments: Schema.Array(Segment).annotations({
    description:
      "The translation in captions. What was said between two pauses is translated as one, in its time; within that the " +
      "words' times are by their letters"
  })
}).annotations({
  identifier: "OpenAiVerboseTranslation",
  description: "A translation of speech, as `verbose_json` has it",
  examples: [
    {
      task: "translate",
      language: "english",
      duration: 2.54,
      text: ENGLISH,
      segments: [{ ...segment, text: ENGLISH, compression_ratio: 0.7308 }]
    }
  ]
})

// --- the routes

const heard = <Name extends string, Path extends `/${string}`>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, path)
    .setHeaders(IdempotencyKey)
    .addError(OpenAiErrors.wire(Errors.InsufficientCredits))
    .addError(OpenAiErrors.wire(Errors.IdempotencyConflict))
    .addError(OpenAiErrors.wire(Errors.InProgress))
    .addError(OpenAiErrors.wire(Errors.Busy))
    .addError(OpenAiErrors.wire(Errors.PayloadTooLarge))
    .addError(OpenAiErrors.wire(Errors.UnsupportedMediaType))
    .addError(OpenAiErrors.wire(Errors.UndecodableAudio))
    .addError(OpenAiErrors.wire(Errors.AudioTooLong))
    .addError(OpenAiErrors.JobFailed)

const SHARED =
  "One transcription of a wallet runs at a time: the next is `BUSY`. The header `Idempotency-Key` is the " +
  `transcription's id; without it one is made. The answer's header \`${ID_HEADER}\` names it, and ` +
  "`GET /api/v1/scribe/requests/{id}` has what was heard for 24 hours."

export class TranscriptionsApi extends HttpApiGroup.make("audioTranscriptions")
  .add(
    heard("createTranscription", "/v1/audio/transcriptions")
      .setPayload(HttpApiSchema.Multipart(TranscriptionForm))
      .addSuccess(Schema.Union(VerboseTranscription, Transcription))
      .annotate(OpenApi.Summary, "Transcribe a file")
      .annotate(
        OpenApi.Description,
        "With `stream=true` any model streams: the deltas, joined, are the text, since words are sent once they change no " +
          `more. ${SHARED} \`include[]=logprobs\`, \`diarized_json\` and known speakers are refused: no engine here has them.`
      )
  )
  .add(
    heard("createTranslation", "/v1/audio/translations")
      .setPayload(HttpApiSchema.Multipart(TranslationForm))
      .addSuccess(Schema.Union(VerboseTranslation, Translation))
      .annotate(OpenApi.Summary, "Transcribe a file, and translate it to English")
      .annotate(
        OpenApi.Description,
        `Charged are both, the transcript's characters and the translation's tokens; nothing where either fails. ${SHARED}`
      )
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(OpenApi.Title, TITLE) {}
