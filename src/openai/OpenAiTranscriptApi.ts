/** What `/v1/audio/transcriptions` and `/v1/audio/translations` answer as JSON (wire contract, section 12). */
import { Schema } from "effect"
import { OpenAiEnvelope } from "../http/OpenAiErrors.ts"
import * as Replays from "../http/Replays.ts"
import { heardSeconds, warnings } from "../transcription/TranscriptApi.ts"

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

/** The same as streams tell it, in tokens, of which OpenAI's clients know no other form there. */
const TokenUsage = Schema.Struct({
  type: Schema.Literal("tokens").annotations({ description: "That tokens are told" }),
  input_tokens: Schema.NonNegativeInt.annotations({
    description: "Tokens of the sound, by its length: no recogniser here counts them",
    examples: [30]
  }),
  input_token_details: Schema.Struct({
    text_tokens: Schema.NonNegativeInt.annotations({ description: "Always 0: there is no prompt" }),
    audio_tokens: Schema.NonNegativeInt.annotations({ description: "All of them" })
  }).annotations({ description: "What they are" }),
  output_tokens: Schema.NonNegativeInt.annotations({ description: "Tokens of the text, estimated", examples: [9] }),
  total_tokens: Schema.NonNegativeInt.annotations({ description: "Both together", examples: [39] })
}).annotations({ description: "How much was heard; what is charged are the characters of the text" })

const tokens = {
  type: "tokens",
  input_tokens: 30,
  input_token_details: { text_tokens: 0, audio_tokens: 30 },
  output_tokens: 9,
  total_tokens: 39
} as const

/** What is said in examples. */
export const TEXT = "ሰላም እንዴት ነህ"
export const usage = { type: "duration", seconds: 3 } as const

export const Transcription = Schema.Struct({
  text: Schema.String.annotations({ description: "What was said; empty where nothing was", examples: [TEXT] }),
  usage: DurationUsage,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiTranscription",
  description: "A transcription, as `json` has it",
  examples: [{ text: TEXT, usage }]
})

const Word = Schema.Struct({
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
  compression_ratio: 0.725,
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
    examples: [0.725]
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
  words: Schema.optionalWith(
    Schema.Array(Word).annotations({
      description: "Where `timestamp_granularities[]` asks for `word`"
    }),
    { exact: true }
  ),
  segments: Schema.optionalWith(
    Schema.Array(Segment).annotations({
      description: "Unless `timestamp_granularities[]` asks for `word` alone"
    }),
    { exact: true }
  ),
  heard_seconds: heardSeconds,
  warnings,
  usage: DurationUsage,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiVerboseTranscription",
  description: "A transcription, as `verbose_json` has it",
  examples: [
    {
      task: "transcribe",
      language: "amharic",
      duration: 2.54,
      text: TEXT,
      segments: [segment],
      heard_seconds: 2.54,
      usage
    }
  ]
})

const diarizedSegment = {
  type: "transcript.text.segment",
  id: "seg_1",
  speaker: "A",
  start: 0.12,
  end: 2.31,
  text: TEXT
} as const

const DiarizedSegment = Schema.Struct({
  type: Schema.Literal("transcript.text.segment").annotations({ description: "What this is" }),
  id: Schema.String.annotations({ description: "Its name within this transcription", examples: ["seg_1"] }),
  speaker: Schema.String.annotations({
    description: "Who speaks: `A`, `B` … in the order of their first speech",
    examples: ["A"]
  }),
  start: Seconds.annotations({ description: "Where it begins, in seconds, two decimals", examples: [0.12] }),
  end: Seconds.annotations({ description: "Where it ends, in seconds, two decimals", examples: [2.31] }),
  text: Schema.String.annotations({ description: "What the speaker says, up to a pause or another's speech" })
}).annotations({
  identifier: "OpenAiDiarizedSegment",
  description: "What one speaker says in one stretch",
  examples: [diarizedSegment]
})
export type DiarizedSegment = typeof DiarizedSegment.Type

export const DiarizedTranscription = Schema.Struct({
  task: Schema.Literal("transcribe").annotations({ description: "What was done" }),
  duration,
  text: Transcription.fields.text,
  segments: Schema.Array(DiarizedSegment).annotations({ description: "What was said, by whom, in order" }),
  heard_seconds: heardSeconds,
  warnings,
  usage: DurationUsage,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiDiarizedTranscription",
  description: "A transcription that says who speaks, as `diarized_json` has it",
  examples: [
    { task: "transcribe", duration: 2.54, text: TEXT, segments: [diarizedSegment], heard_seconds: 2.54, usage }
  ]
})

const delta = { type: "transcript.text.delta", delta: TEXT } as const

/** An event of a stream; the document has these where they are sent, and under no name. */
export const TranscriptionEvent = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("transcript.text.delta").annotations({ description: "That the text goes on" }),
    delta: Schema.String.annotations({
      description: "How it goes on from where the deltas before it ended; it changes no more",
      examples: [TEXT]
    })
  }).annotations({
    description: "More of the text",
    examples: [delta]
  }),
  Schema.Struct({
    type: Schema.Literal("transcript.text.done").annotations({ description: "That this was all" }),
    text: Schema.String.annotations({ description: "All of the text: the deltas, joined", examples: [TEXT] }),
    usage: TokenUsage,
    idempotent_replay: Replays.Mark
  }).annotations({
    description: "The end of a stream",
    examples: [{ type: "transcript.text.done", text: TEXT, usage: tokens }]
  }),
  OpenAiEnvelope
)
export type TokenUsage = typeof TokenUsage.Type
export type TranscriptionEvent = typeof TranscriptionEvent.Type

/** The same in English. */
export const ENGLISH = "Hello, how are you?"

export const Translation = Schema.Struct({
  text: Schema.String.annotations({
    description: "What was said, in English; empty where nothing was",
    examples: [ENGLISH]
  }),
  idempotent_replay: Replays.Mark
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
  }),
  heard_seconds: heardSeconds,
  warnings,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiVerboseTranslation",
  description: "A translation of speech, as `verbose_json` has it",
  examples: [
    {
      task: "translate",
      language: "english",
      duration: 2.54,
      text: ENGLISH,
      segments: [{ ...segment, text: ENGLISH, compression_ratio: 0.7037 }],
      heard_seconds: 2.54
    }
  ]
})
