/** What transcription can do and costs, in the contract, and where it is. */
import { Schema } from "effect"
import { DAY_SECONDS } from "../billing/IdempotencyKey.ts"
import { Language, megabytes } from "../Domain.ts"
import { Backend, Chunk } from "./TranscriptApi.ts"

export const PREFIX = "/api/v1/scribe"
/** Where the live session's socket is, below the server's public address. */
export const SOCKET_PATH = `${PREFIX}/stream` as const

/** Hertz of live sound; mono, 16-bit signed little-endian. */
export const SAMPLE_RATE = 16_000
/** Seconds of sound in one transcription. */
export const MAX_AUDIO_SECONDS = 180
/** Bytes of a file: 25 MiB. */
export const MAX_UPLOAD_BYTES = 26_214_400
/** What a file may have, for descriptions. */
export const UPLOAD_IN_WORDS = `${megabytes(MAX_UPLOAD_BYTES)} and ${MAX_AUDIO_SECONDS} seconds`
/** Bytes of a frame of sound over the socket: two seconds. */
export const MAX_FRAME_BYTES = 64_000

export const Capabilities = Schema.Struct({
  model: Schema.String.annotations({ description: "The recogniser's name" }),
  language: Language.annotations({ description: "The first of `languages`, for clients that know one" }),
  languages: Schema.Array(Language).annotations({ description: "What is transcribed" }),
  backends: Schema.Array(Backend).annotations({ description: "What `backend` may be" }),
  chunks: Schema.Array(Chunk).annotations({ description: "What `chunk` may be" }),
  transports: Schema.Array(Schema.Literal("http", "http_stream", "websocket")).annotations({
    description: "How sound may be sent: a file, a file with partial transcripts, or a live session"
  }),
  sample_rate: Schema.Literal(SAMPLE_RATE).annotations({ description: "Hertz of live sound" }),
  format: Schema.Literal("pcm_s16le").annotations({ description: "Live sound: mono, 16-bit signed little-endian" }),
  max_audio_seconds: Schema.Literal(MAX_AUDIO_SECONDS).annotations({
    description: "The most seconds of sound in one transcription"
  }),
  max_upload_bytes: Schema.Literal(MAX_UPLOAD_BYTES).annotations({ description: "The most bytes of a file" }),
  websocket_url: Schema.String.annotations({ description: "The live sessions' socket" }),
  ticket_ttl_seconds: Schema.Number.annotations({ description: "Seconds within which a ticket opens its session" }),
  result_retention_seconds: Schema.Literal(DAY_SECONDS).annotations({
    description: "Seconds that a transcription is kept under its id"
  }),
  defaults: Schema.Struct({
    backend: Backend,
    chunk: Chunk,
    http_chunk: Chunk.annotations({ description: "`chunk` of files" }),
    websocket_chunk: Chunk.annotations({ description: "`chunk` of live sessions" }),
    language: Language
  }).annotations({ identifier: "ScribeDefaults", description: "What stands for what is left out" }),
  billing: Schema.Struct({
    unit: Schema.Literal("character").annotations({ description: "What the price is of" }),
    character_encoding: Schema.Literal("utf-16").annotations({ description: "What is counted: its code units" }),
    price_per_1000_characters: Schema.Number.annotations({ description: "ETB for 1,000 characters of the final text" }),
    currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" }),
    rate_endpoint: Schema.String.annotations({ description: "The path that tells the balance and the price" }),
    partials_billable: Schema.Literal(false).annotations({ description: "Partial transcripts cost nothing" })
  }).annotations({ identifier: "ScribeBilling", description: "What a transcription costs" })
}).annotations({
  identifier: "ScribeCapabilities",
  description: "What transcription can do, and its limits",
  examples: [
    {
      model: "qal-embedded-1",
      language: "am",
      languages: ["am", "om"],
      backends: ["standard", "turbo"],
      chunks: ["320ms", "1120ms"],
      transports: ["http", "http_stream", "websocket"],
      sample_rate: SAMPLE_RATE,
      format: "pcm_s16le",
      max_audio_seconds: MAX_AUDIO_SECONDS,
      max_upload_bytes: MAX_UPLOAD_BYTES,
      websocket_url: "wss://qal.example/api/v1/scribe/stream",
      ticket_ttl_seconds: 60,
      result_retention_seconds: DAY_SECONDS,
      defaults: {
        backend: "standard",
        chunk: "1120ms",
        http_chunk: "1120ms",
        websocket_chunk: "320ms",
        language: "am"
      },
      billing: {
        unit: "character",
        character_encoding: "utf-16",
        price_per_1000_characters: 3.5,
        currency: "ETB",
        rate_endpoint: "/api/v1/scribe/usage",
        partials_billable: false
      }
    }
  ]
})
export type Capabilities = typeof Capabilities.Type

export const Usage = Schema.Struct({
  balance: Schema.Number.annotations({ description: "What the wallet can spend: ETB, at most 4 decimals" }),
  currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" }),
  pricing: Schema.Struct({
    unit: Schema.Literal("character").annotations({ description: "What the price is of" }),
    price_per_1000_characters: Schema.Number.annotations({ description: "ETB for 1,000 characters of the final text" })
  }).annotations({ identifier: "ScribePricing", description: "What a transcription costs" })
}).annotations({
  identifier: "ScribeUsage",
  description: "The wallet's balance, and the price",
  examples: [{ balance: 499.6564, currency: "ETB", pricing: { unit: "character", price_per_1000_characters: 3.5 } }]
})
export type Usage = typeof Usage.Type
