/** The contract of `/v1/audio/speech` (wire contract, section 12). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import type { AudioFormat } from "../audio/AudioEncoder.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { nullish } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import * as Replays from "../http/Replays.ts"
import { Described } from "../http/RouteAnnotations.ts"
import { SpeakableText } from "../text/Speakable.ts"
import { TITLE } from "./ModelsApi.ts"

/** The longest `input`, in UTF-16 code units: that of every generation of speech. */
const MAX_INPUT = 5_000

/** What a request may name in `response_format`: what is made, and what the answer is called, as OpenAI's is. */
export const responseFormats = {
  mp3: { format: "mp3_44100", contentType: "audio/mpeg" },
  wav: { format: "wav_44100", contentType: "audio/wav" },
  /** The samples of its file without the header before them. */
  pcm: { format: "wav_24000", contentType: "audio/pcm" },
  opus: { format: "opus_48000", contentType: "audio/opus" },
  flac: { format: "flac_44100", contentType: "audio/flac" },
  aac: { format: "aac_44100", contentType: "audio/aac" }
} as const satisfies Readonly<Record<string, { readonly format: AudioFormat; readonly contentType: string }>>
export type ResponseFormat = keyof typeof responseFormats

/** The header that names the clip. */
export const CLIP_ID = "x-qal-clip-id"

/** The names of OpenAI's voices: here each is the default voice of the text's language. */
export const openAiVoices: ReadonlyArray<string> = [
  "alloy",
  "ash",
  "ballad",
  "cedar",
  "coral",
  "echo",
  "fable",
  "marin",
  "nova",
  "onyx",
  "sage",
  "shimmer",
  "verse"
]

const formatNames = Object.keys(responseFormats)

const speedMessage = { message: () => "must be a number from 0.25 to 4, 1 is neutral" }

export const OpenAiSpeechRequest = Schema.Struct({
  model: nullish(Schema.String).annotations({
    description: "Any name: the attached speech engine speaks, else the embedded one",
    examples: ["qal-tts"]
  }),
  input: SpeakableText.annotations({
    description: `What is spoken: 1 to ${MAX_INPUT} characters (UTF-16 code units), among them a letter or digit`,
    examples: ["ሰላም፣ እንዴት ነህ?"],
    jsonSchema: { minLength: 1, maxLength: MAX_INPUT }
  }),
  voice: nullish(
    Schema.Union(
      Schema.String,
      Schema.Struct({ id: Schema.String.annotations({ description: "The voice's id", examples: ["am-hamen"] }) })
    )
  ).annotations({
    description:
      'A voice of the catalog (`GET /api/v1/voice/voices`), by its id or as `{"id": …}`; it speaks its own language. ' +
      `One of OpenAI's names (${openAiVoices.join(", ")}), or none, is the default voice of the language that the ` +
      "text's script tells: Amharic for Ethiopic, else Afaan Oromo",
    examples: ["am-hamen"]
  }),
  // Any other string is not invalid, but `UNSUPPORTED_FORMAT`.
  response_format: Schema.optionalWith(
    Schema.String.annotations({ jsonSchema: { type: "string", enum: formatNames } }),
    { default: () => "mp3" as const, nullable: true }
  ).annotations({
    description:
      "The form of the sound, which is mono: MP3, WAV, FLAC and AAC (ADTS) at 44,100 Hz, Opus in Ogg, or `pcm`, 16-bit " +
      "little-endian samples at 24,000 Hz without a header",
    examples: ["mp3"]
  }),
  speed: Schema.optionalWith(Schema.Number.pipe(Schema.between(0.25, 4, speedMessage)), {
    default: () => 1,
    nullable: true
  }).annotations({ description: "The pace as a factor, 0.25 to 4; 1 is the voice's own", examples: [1] }),
  stream_format: Schema.optionalWith(Schema.Literal("audio", "sse"), {
    default: () => "audio" as const,
    nullable: true
  }).annotations({
    description: "`audio`: the body is the sound. `sse`: it is server-sent events that hold the sound in base64",
    examples: ["audio"]
  }),
  instructions: nullish(Schema.String).annotations({
    description: "Taken and ignored: no engine here follows directions",
    examples: ["Speak cheerfully"]
  })
}).annotations({
  identifier: "OpenAiSpeechRequest",
  description: "What is to be spoken, and how",
  examples: [
    {
      model: "qal-tts",
      input: "ሰላም፣ እንዴት ነህ? ዛሬ ጥሩ ቀን ነው።",
      voice: "am-hamen",
      response_format: "mp3",
      speed: 1,
      stream_format: "audio"
    }
  ]
})
export type OpenAiSpeechRequest = typeof OpenAiSpeechRequest.Type

/** One event of the sound, with `stream_format` `sse`. */
const SpeechEvent = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("speech.audio.delta").annotations({ description: "What the event is" }),
    audio: Schema.String.annotations({
      description: "The next piece of the sound, in base64; the pieces, joined, are the whole of it",
      examples: ["SUQzBAAAAAAAI1RTU0U="]
    })
  }).annotations({
    description: "A piece of the sound",
    examples: [{ type: "speech.audio.delta", audio: "SUQzBAAAAAAAI1RTU0U=" }]
  }),
  Schema.Struct({
    type: Schema.Literal("speech.audio.done").annotations({ description: "What the event is" }),
    usage: Schema.Struct({
      input_tokens: Schema.Int.annotations({ description: "Tokens of the text, estimated", examples: [12] }),
      output_tokens: Schema.Int.annotations({
        description: "Tokens of the sound, by its length: no engine here counts them",
        examples: [38]
      }),
      total_tokens: Schema.Int.annotations({ description: "Both together", examples: [50] })
    }).annotations({ description: "What OpenAI's clients expect of tokens; the price is by the second" })
  }).annotations({
    description: "The end of the sound",
    examples: [{ type: "speech.audio.done", usage: { input_tokens: 12, output_tokens: 38, total_tokens: 50 } }]
  }),
  OpenAiErrors.OpenAiEnvelope
).annotations({
  description: "A piece of the sound, its end, or what went wrong, after which the connection is broken off"
})

const forms = {
  ...Object.fromEntries(
    Object.entries(responseFormats).map(([name, { contentType }]) => [
      contentType,
      { description: `The sound, with \`response_format\` \`${name}\``, example: `The bytes of the ${name}` }
    ])
  ),
  "text/event-stream": {
    description: "The sound in events, with `stream_format` `sse`",
    example:
      'data: {"type":"speech.audio.delta","audio":"SUQzBAAAAAAAI1RTU0U="}\n\n' +
      'data: {"type":"speech.audio.done","usage":{"input_tokens":12,"output_tokens":38,"total_tokens":50}}\n\n',
    item: SpeechEvent
  }
}

export class SpeechApi extends HttpApiGroup.make("speech")
  .add(
    HttpApiEndpoint.post("speech", "/v1/audio/speech")
      .setPayload(OpenAiSpeechRequest)
      .setHeaders(IdempotencyKey)
      .addSuccess(HttpApiSchema.Uint8Array({ contentType: responseFormats.mp3.contentType }))
      .addError(OpenAiErrors.SpeechRefused)
      .addError(OpenAiErrors.wire(Errors.NotFound))
      .addError(OpenAiErrors.JobFailed)
      .annotate(OpenApi.Identifier, "createSpeech")
      .annotate(OpenApi.Summary, "Speak a text")
      .annotate(Described, {
        answers: {
          200: {
            headers: {
              [CLIP_ID]: { description: "The id of the stored clip", example: "clip_01ja4nwrx0y4bzn3k5tq6vd2fh" },
              ...Replays.described
            },
            forms
          }
        }
      })
      .annotate(
        OpenApi.Description,
        "The sound is sent while it is made: its first bytes leave after the first phrase. What goes wrong after them " +
          `breaks the connection off. The answer's header \`${CLIP_ID}\` is the id of the stored clip, which is one ` +
          "like those of `POST /api/v1/voice/generations`, at the same price. The header `Idempotency-Key` is the " +
          `request's id, kept for ${KEPT_IN_WORDS}: the same request is answered with the same clip, and not charged again.`
      )
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(OpenApi.Title, TITLE) {}
