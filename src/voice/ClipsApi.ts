/** Clips in the contract of voice: what was generated, and is kept. */
import { Schema } from "effect"
import { AudioFormat } from "../audio/AudioEncoder.ts"
import { Language, wholeFromQuery } from "../Domain.ts"

const Word = Schema.Struct({
  text: Schema.String.annotations({ description: "The word as it is written" }),
  start: Schema.Number.annotations({ description: "When it begins, in seconds from the start of the clip" }),
  end: Schema.Number.annotations({ description: "When it ends, in seconds from the start of the clip" })
}).annotations({ identifier: "AlignedWord", description: "A word, and when it is spoken" })

export const Alignment = Schema.Struct({
  words: Schema.Array(Word).annotations({ description: "The words in their order" })
}).annotations({ identifier: "Alignment", description: "When each word of the text is spoken" })
export type Alignment = typeof Alignment.Type

const FinishReason = Schema.Literal("audio_limit").annotations({
  description: "The sound was cut at the session's limit of seconds; absent where it was not"
})

const ClipUsage = Schema.Struct({
  pricing_unit: Schema.Literal("minute").annotations({ description: "What the price is of" }),
  price_per_minute: Schema.Number.annotations({ description: "ETB for a minute of sound" }),
  price_per_audio_minute: Schema.Number.annotations({ description: "The same under its longer name" }),
  credits_used: Schema.Number.annotations({ description: "What the clip cost: ETB, at most 4 decimals" }),
  credits_remaining: Schema.Number.annotations({ description: "What the wallet has left: ETB, at most 4 decimals" }),
  currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" }),
  settled: Schema.Literal(true).annotations({ description: "That it is charged" })
}).annotations({ identifier: "ClipUsage", description: "What a clip cost" })

const ClipMeta = Schema.Struct({
  ignored_voice_settings: Schema.Array(Schema.String).annotations({
    description: "Settings of the request that no voice here has"
  }),
  idempotent_replay: Schema.Boolean.annotations({
    description: "Whether the request's id was used before, for the same inputs: nothing was charged"
  }),
  client_request_id: Schema.NullOr(Schema.String).annotations({ description: "The request's id, or null" })
}).annotations({ identifier: "ClipMeta", description: "How the clip was asked for" })

/** A clip as examples have it. */
export const EXAMPLE_CLIP = {
  id: "clip_01m81e61vas4dhmy76khk2f01g",
  text: "ሰላም፣ እንኳን ደህና መጡ።",
  text_preview: "ሰላም፣ እንኳን ደህና መጡ።",
  voice_id: "am-hamen",
  voice_name: "Hamen",
  voice_descriptor: "Warm and even",
  language: "am",
  output_format: "mp3_44100",
  audio: null,
  audio_url:
    "https://qal.example/media/clip_01m81e61vas4dhmy76khk2f01g?expires=1795348380&signature=ycCqCCybXY11WDOfcQLU",
  audio_url_expires_at: "2026-11-22T11:53:00.000Z",
  mime_type: "audio/mpeg",
  duration_seconds: 2.508,
  character_count: 17,
  billable_characters: 17,
  download_name: "am-hamen-khk2f01g.mp3",
  created_at: "2026-11-22T10:52:42.903Z",
  alignment: {
    words: [
      { text: "ሰላም፣", start: 0, end: 0.56 },
      { text: "እንኳን", start: 0.668, end: 1.245 },
      { text: "ደህና", start: 1.245, end: 1.668 },
      { text: "መጡ።", start: 1.668, end: 2.168 }
    ]
  },
  usage: {
    pricing_unit: "minute",
    price_per_minute: 5,
    price_per_audio_minute: 5,
    credits_used: 0.209,
    credits_remaining: 499.791,
    currency: "ETB",
    settled: true
  },
  meta: { ignored_voice_settings: [], idempotent_replay: false, client_request_id: null }
} as const

export const Clip = Schema.Struct({
  id: Schema.String.annotations({ description: "The clip's id" }),
  text: Schema.String.annotations({ description: "What is spoken" }),
  text_preview: Schema.String.annotations({ description: "Its first 80 characters (UTF-16 code units)" }),
  voice_id: Schema.String.annotations({ description: "The voice's id" }),
  voice_name: Schema.String.annotations({ description: "The voice's name" }),
  voice_descriptor: Schema.String.annotations({ description: "How the voice sounds" }),
  language: Language,
  output_format: AudioFormat,
  audio: Schema.NullOr(Schema.String).annotations({
    description: "The sound as a data URL, on first creation; null on a replay, in lists and when read again"
  }),
  audio_url: Schema.String.annotations({ description: "A signed address of the sound, good for an hour" }),
  audio_url_expires_at: Schema.String.annotations({ description: "Until when that is good: ISO 8601, UTC" }),
  mime_type: Schema.String.annotations({ description: "The sound's media type" }),
  duration_seconds: Schema.Number.annotations({ description: "How long it is, in seconds" }),
  character_count: Schema.Int.annotations({ description: "The text's length in UTF-16 code units" }),
  billable_characters: Schema.Int.annotations({ description: "The same: every character is spoken for" }),
  download_name: Schema.String.annotations({ description: "The name under which a browser saves it" }),
  created_at: Schema.String.annotations({ description: "When it was made: ISO 8601, UTC" }),
  finish_reason: Schema.optionalWith(FinishReason, { exact: true }),
  alignment: Schema.optionalWith(
    Alignment.annotations({
      description: "When each word is spoken, where the request asked for it; empty where the engine does not tell"
    }),
    { exact: true }
  ),
  usage: ClipUsage,
  meta: ClipMeta
}).annotations({
  identifier: "Clip",
  description: "A generated clip",
  examples: [EXAMPLE_CLIP]
})
export type Clip = typeof Clip.Type

/** A page holds at most this many clips. */
const MAX_PAGE = 100
const DEFAULT_PAGE = 20

export const ClipFilter = Schema.Struct({
  limit: Schema.optionalWith(wholeFromQuery(1, MAX_PAGE), { default: () => DEFAULT_PAGE }).annotations({
    description: "Clips of a page",
    default: DEFAULT_PAGE
  }),
  cursor: Schema.optional(
    Schema.String.annotations({ description: "The `next_cursor` of the page before; none: the newest clips" })
  ),
  language: Schema.optional(Language.annotations({ description: "Clips in this language alone" })),
  voice_id: Schema.optional(
    Schema.String.annotations({ description: "Clips of this voice alone", examples: ["am-hamen"] })
  )
})
export type ClipFilter = typeof ClipFilter.Type

export const ClipPage = Schema.Struct({
  data: Schema.Array(Clip).annotations({ description: "The clips, newest first" }),
  meta: Schema.Struct({
    next_cursor: Schema.NullOr(Schema.String).annotations({
      description: "What the next page is asked for by; null on the last one",
      examples: ["Y2xpcHM6Mw"]
    }),
    limit: Schema.Int.annotations({ description: "How many clips the page may have", examples: [DEFAULT_PAGE] })
  }).annotations({ description: "Which page it is" })
}).annotations({ identifier: "ClipPage", description: "A page of the wallet's clips" })
