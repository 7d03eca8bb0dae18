/** A transcription in the contract: what is told of it when it is completed. */
import { Schema } from "effect"
import { KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { Language, NumberFromDigits, RequestId } from "../Domain.ts"
import * as Replays from "../http/Replays.ts"
import { isUnnamed } from "../http/UnnamedLanguage.ts"

export const Backend = Schema.Literal("standard", "turbo").annotations({
  identifier: "ScribeBackend",
  description:
    "Which of several models of the language hears: the largest, or the smallest, which is faster. With one recogniser both are the same",
  examples: ["standard"]
})
export type Backend = typeof Backend.Type

export const Chunk = Schema.Literal("320ms", "1120ms").annotations({
  identifier: "ScribeChunk",
  description: "How much sound there is between two partial transcripts",
  examples: ["1120ms"]
})
export type Chunk = typeof Chunk.Type

export const Numerals = Schema.Literal("words", "digits").annotations({
  identifier: "ScribeNumerals",
  description:
    "How numbers, dates, times and money are written: in `words`, as they are spoken, or in `digits`, as people write them",
  examples: ["digits"]
})
export type Numerals = typeof Numerals.Type

export const Mode = Schema.Literal("offline", "upload_stream", "live").annotations({
  description: "How the sound came: a file, a file with partial transcripts, or a live session"
})
export type Mode = typeof Mode.Type

export const Format = Schema.Literal("json", "srt", "vtt", "rttm")
export type Format = typeof Format.Type

/** Speakers that can be asked for. */
const MOST_SPEAKERS = 20

const SPEAKERS_MESSAGE = () => `must be true, false, or how many there are: 1 to ${MOST_SPEAKERS}`
const YES = "true"
const NO = ["false", "0"]

/** `true`: as many as there are. */
const SpeakerCount = Schema.Union(Schema.Boolean, Schema.Int.pipe(Schema.between(1, MOST_SPEAKERS)))

/** A flag or a number in words, in the query of an address or in a form. `True` is what Python makes of it. */
export const SpeakersFromText = Schema.transform(
  Schema.Lowercase.pipe(
    Schema.filter(
      (text) =>
        text === YES ||
        NO.includes(text) ||
        (/^[1-9]\d?$/.test(text) && Number(text) <= MOST_SPEAKERS) ||
        SPEAKERS_MESSAGE()
    )
  ),
  SpeakerCount,
  {
    strict: true,
    decode: (text) => (text === YES ? true : NO.includes(text) ? false : Number(text)),
    encode: String
  }
).annotations({
  jsonSchema: {
    description:
      "Whether speakers are told apart: `true`, or how many there are. Where no model here can, anything but `false` is refused",
    anyOf: [{ type: "boolean" }, { type: "integer", minimum: 1, maximum: MOST_SPEAKERS }]
  }
})

export const LANGUAGE_IN_WORDS = "What is spoken: `am` or `om`; `auto`, `und` and the like name none, which is `am`"

/** What says that no language is named is the default. */
const OR_NOT = {
  strict: false,
  decode: (text: string | null) => (text === null || isUnnamed(text) ? "am" : text),
  encode: (language: string) => language
} as const
const LANGUAGE_SCHEMA = { jsonSchema: { type: "string", enum: [...Language.literals] } }

export const LanguageOrNot = Schema.transform(Schema.String, Language, OR_NOT).annotations(LANGUAGE_SCHEMA)

/** The same in JSON. */
export const LanguageOrNull = Schema.transform(Schema.NullOr(Schema.String), Language, OR_NOT).annotations(
  LANGUAGE_SCHEMA
)

/** Tracks of one file that can be named. */
const MOST_TRACKS = 1_000

/** A sound track of a file, from 1. */
export const TrackNumber = Schema.Int.pipe(Schema.between(1, MOST_TRACKS))
export const TrackFromText = Schema.compose(NumberFromDigits, TrackNumber)

/** Its description, wherever it may be given. */
export const trackOf = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  schema.annotations({
    description: "Which of the file's sound tracks is heard, from 1; without it the first that is not silent",
    jsonSchema: { type: "integer", minimum: 1, maximum: MOST_TRACKS }
  })

const Seconds = Schema.NonNegative

const EXAMPLE_ID = RequestId.make("req_01m81e65f6knrpq5a8mavfp864")

const times = {
  start: Seconds.annotations({ description: "When it begins, in seconds from the start of the sound, two decimals" }),
  end: Seconds.annotations({ description: "When it ends, in seconds from the start of the sound, two decimals" })
}

const speaker = Schema.optionalWith(
  Schema.String.annotations({
    description:
      "Who says it, where speakers were told apart: `speaker_1`, `speaker_2` … in the order of their first speech"
  }),
  { exact: true }
)

const Word = Schema.Struct({
  text: Schema.String.annotations({ description: "The word" }),
  ...times,
  speaker
}).annotations({ identifier: "ScribeWord", description: "A word, and when it was spoken" })

export const Segment = Schema.Struct({
  text: Schema.String.annotations({ description: "The caption, on one line" }),
  ...times,
  speaker
}).annotations({ identifier: "ScribeSegment", description: "A caption, and when it is shown" })

const TranscriptionUsage = Schema.Struct({
  record_id: Schema.String.annotations({ description: "The ledger entry's id" }),
  characters: Schema.NonNegativeInt.annotations({ description: "UTF-16 code units of the final text" }),
  price_per_1000_characters: Schema.Number.annotations({ description: "ETB for 1,000 of them" }),
  credits_used: Schema.Number.annotations({ description: "What it cost: ETB, at most 4 decimals" }),
  credits_remaining: Schema.Number.annotations({ description: "What the wallet has left: ETB, at most 4 decimals" }),
  currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" }),
  settled: Schema.Literal(true).annotations({ description: "That it is charged" })
}).annotations({ identifier: "ScribeTranscriptionUsage", description: "What it cost" })

export const heardSeconds = Seconds.annotations({
  description:
    "Seconds of the sound that were heard, two decimals: as long as a player plays it, without what was cut away and " +
    "with silence where something is missing",
  examples: [1.54]
})

export const warnings = Schema.optionalWith(
  Schema.Array(Schema.String).annotations({
    description:
      "What was met in the sound and passed over, in short sentences: other tracks, bytes behind its end, a stretch that " +
      "is missing, sound that is almost silent or clipped",
    examples: [["the file has 2 sound tracks; number 2 was heard"]]
  }),
  { exact: true }
)

const transcription = {
  text: Schema.String.annotations({ description: "What was said" }),
  request_id: RequestId.annotations({
    description: `The transcription's id, under which it is kept for ${KEPT_IN_WORDS}`
  }),
  seconds: Seconds.annotations({ description: "Length of the sound, in seconds" }),
  compute_ms: Schema.NonNegativeInt.annotations({ description: "Milliseconds that the recogniser took" }),
  backend: Backend,
  chunk: Chunk,
  mode: Mode,
  model: Schema.String.annotations({ description: "The recogniser's name" }),
  language: Language,
  usage: TranscriptionUsage,
  words: Schema.optionalWith(
    Schema.Array(Word).annotations({ description: "Each word with its times, where they or speakers were asked for" }),
    { exact: true }
  ),
  segments: Schema.optionalWith(
    Schema.Array(Segment).annotations({ description: "The text as captions, where times or speakers were asked for" }),
    { exact: true }
  ),
  warnings
}

/** A completed transcription, as it is kept. */
export const Transcript = Schema.Struct(transcription)
export type Transcript = typeof Transcript.Type

/** The same, as clients get it. */
export const TranscriptAnswer = Schema.Struct({
  ...transcription,
  heard_seconds: heardSeconds,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "ScribeTranscription",
  description: "The transcription",
  examples: [
    {
      text: "ሰላም ነው እንዴት ነህ",
      request_id: EXAMPLE_ID,
      seconds: 1.54,
      heard_seconds: 1.54,
      compute_ms: 325,
      backend: "standard",
      chunk: "1120ms",
      mode: "offline",
      model: "qal-embedded-1",
      language: "am",
      usage: {
        record_id: "led_01m81e65ct780fb3hp5wc2d3e8",
        characters: 14,
        price_per_1000_characters: 3.5,
        credits_used: 0.049,
        credits_remaining: 499.479,
        currency: "ETB",
        settled: true
      },
      words: [
        { text: "ሰላም", start: 0.01, end: 0.41 },
        { text: "ነው", start: 0.41, end: 0.61 },
        { text: "እንዴት", start: 0.61, end: 1.13 },
        { text: "ነህ", start: 1.13, end: 1.49 }
      ],
      segments: [{ text: "ሰላም ነው እንዴት ነህ", start: 0.01, end: 1.49 }]
    }
  ]
})
export type TranscriptAnswer = typeof TranscriptAnswer.Type
