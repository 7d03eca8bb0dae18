/** Speech in the contract of voice: the request, its estimate, and the wallet that pays. */
import { Schema } from "effect"
import { OutputFormat } from "../audio/AudioEncoder.ts"
import { Language, nullish, REQUEST_ID_IN_WORDS, RequestId } from "../Domain.ts"
import { SpeakableText } from "../text/Speakable.ts"

/** The longest text of one generation, in UTF-16 code units. */
export const MAX_TEXT = 5_000

const VoiceSetting = (description: string) =>
  Schema.Number.pipe(
    Schema.between(0, 100, { message: () => "must be a number from 0 to 100, 50 is neutral" }),
    Schema.annotations({ description }),
    Schema.NullOr,
    Schema.optional
  )
const ignored = VoiceSetting(
  "Taken and ignored: no voice here has it; the clip's `meta.ignored_voice_settings` says so"
)
const voiceSettings = {
  speed: VoiceSetting("The pace: 0 half, 50 the voice's own, 100 double"),
  stability: ignored,
  similarity: ignored,
  style: ignored
}

/** A field that may also be null. */
/** A text that is none of them has a code of its own: the field is a text first. */
const RequestedFormat = Schema.String.pipe(
  Schema.filter(Schema.is(OutputFormat), {
    message: () => `must be one of ${OutputFormat.literals.join(", ")}`,
    jsonSchema: { enum: OutputFormat.literals }
  })
)

const speech = {
  text: SpeakableText.annotations({
    description: `What is spoken: 1 to ${MAX_TEXT} characters (UTF-16 code units), among them a letter or digit`,
    jsonSchema: { minLength: 1, maxLength: MAX_TEXT }
  }),
  voice_id: Schema.NonEmptyString.annotations({
    description: "A voice's id (`GET /api/v1/voice/voices`)",
    message: () => "must not be empty"
  }),
  language: Language.annotations({ description: "The language of the text, which is the voice's: `am` or `om`" }),
  // Any other is `UNSUPPORTED_FORMAT`, where nothing else is wrong.
  output_format: Schema.optionalWith(RequestedFormat, {
    default: () => "mp3_44100" as const,
    nullable: true
  }).annotations({
    description: "MP3 or WAV at 44,100 Hz, or `pcm_16000`: WAV at 16,000 Hz; all mono",
    default: "mp3_44100"
  }),
  ...voiceSettings,
  voice_settings: nullish(
    Schema.Struct(voiceSettings).annotations({
      identifier: "VoiceSettings",
      description:
        "The same settings together, where the request has none of them itself; each from 0 to 100, 50 is neutral"
    })
  ),
  timestamps: Schema.optionalWith(Schema.Literal("none", "word"), {
    default: () => "none" as const,
    nullable: true
  }).annotations({ description: "`word` asks for the clip's `alignment`", default: "none" })
}

const exampleOfSpeech = {
  text: "ሰላም፣ እንኳን ደህና መጡ።",
  voice_id: "am-hamen",
  language: "am",
  output_format: "mp3_44100",
  timestamps: "word"
} as const

export const SpeechRequest = Schema.Struct({
  ...speech,
  client_request_id: nullish(
    RequestId.annotations({
      description:
        `The request's id, ${REQUEST_ID_IN_WORDS}: the same request with the same id is answered with ` +
        "the same clip, as long as that is kept, and charged once"
    })
  )
}).annotations({
  identifier: "SpeechRequest",
  description: "What is to be spoken, and how",
  examples: [exampleOfSpeech]
})
export type SpeechRequest = typeof SpeechRequest.Type

/** What can be played in pieces. */
export const STREAMED_FORMAT = "mp3_44100"

export const StreamedSpeechRequest = Schema.Struct({
  ...SpeechRequest.fields,
  output_format: Schema.optionalWith(Schema.Literal(STREAMED_FORMAT), {
    default: () => STREAMED_FORMAT,
    nullable: true
  }).annotations({ description: "MP3 alone can be played in pieces", default: STREAMED_FORMAT })
}).annotations({
  identifier: "StreamedSpeechRequest",
  description: "What is to be spoken, and how",
  examples: [exampleOfSpeech]
})

export const EstimateRequest = Schema.Struct(speech).annotations({
  identifier: "EstimateRequest",
  description: "What would be spoken, and how",
  examples: [exampleOfSpeech]
})
export type EstimateRequest = typeof EstimateRequest.Type

export const Estimate = Schema.Struct({
  character_count: Schema.Int.annotations({ description: "The text's length in UTF-16 code units" }),
  billable_characters: Schema.Int.annotations({ description: "The same: every character is spoken for" }),
  pricing_unit: Schema.Literal("minute").annotations({ description: "What the price is of" }),
  price_per_minute: Schema.Number.annotations({ description: "ETB for a minute of sound" }),
  price_per_audio_minute: Schema.Number.annotations({ description: "The same under its longer name" }),
  estimated_duration_seconds: Schema.Number.annotations({ description: "How long the clip would be, in seconds" }),
  estimated_billable_seconds: Schema.Number.annotations({ description: "Seconds that would be charged" }),
  estimated_billable_minutes: Schema.Number.annotations({ description: "The same in minutes" }),
  estimated_cost: Schema.Number.annotations({ description: "What it would cost: ETB, at most 4 decimals" }),
  required_balance: Schema.Number.annotations({
    description: "What the wallet must be able to spend for it, which is held while it is made: ETB, at most 4 decimals"
  }),
  currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" }),
  current_balance: Schema.Number.annotations({ description: "What the wallet can spend: ETB, at most 4 decimals" }),
  estimated_balance_after: Schema.Number.annotations({ description: "What it could spend after: ETB" }),
  can_generate: Schema.Boolean.annotations({
    description: "Whether `current_balance` is `required_balance` or more: then it is not refused"
  })
}).annotations({
  identifier: "SpeechEstimate",
  description: "What a generation would take and cost; nothing is made or charged",
  examples: [
    {
      character_count: 17,
      billable_characters: 17,
      pricing_unit: "minute",
      price_per_minute: 5,
      price_per_audio_minute: 5,
      estimated_duration_seconds: 2.481,
      estimated_billable_seconds: 2.481,
      estimated_billable_minutes: 0.0414,
      estimated_cost: 0.2068,
      required_balance: 0.2585,
      currency: "ETB",
      current_balance: 500,
      estimated_balance_after: 499.7932,
      can_generate: true
    }
  ]
})
export type Estimate = typeof Estimate.Type

const Pricing = Schema.Struct({
  unit: Schema.Literal("minute").annotations({ description: "What the price is of" }),
  price_per_minute: Schema.Number.annotations({ description: "ETB for a minute of sound" }),
  price_per_audio_minute: Schema.Number.annotations({ description: "The same under its longer name" }),
  minimum_charge: Schema.Number.annotations({ description: "The least that a clip costs, in ETB" }),
  currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" })
}).annotations({ identifier: "VoicePricing", description: "What a clip costs" })

export const Usage = Schema.Struct({
  wallet_id: Schema.String.annotations({ description: "The wallet of the key" }),
  balance: Schema.Number.annotations({ description: "What it has: ETB, at most 4 decimals" }),
  formatted_balance: Schema.String.annotations({ description: "The same, for people" }),
  currency: Schema.Literal("ETB").annotations({ description: "Ethiopian birr" }),
  last_deduction_at: Schema.NullOr(Schema.String).annotations({
    description: "When it was last charged: ISO 8601, UTC; null where it never was"
  }),
  total_spend: Schema.Number.annotations({ description: "All that it was ever charged: ETB, at most 4 decimals" }),
  formatted_total_spend: Schema.String.annotations({ description: "The same, for people" }),
  max_tts_characters: Schema.Literal(MAX_TEXT).annotations({
    description: "The longest text of one generation, in UTF-16 code units"
  }),
  pricing: Pricing,
  budget: Schema.Null.annotations({ description: "Always null: a wallet has no budget beside its balance" })
}).annotations({
  identifier: "VoiceUsage",
  description: "A wallet, and what speech costs it",
  examples: [
    {
      wallet_id: "wal_01m81e5vbkth5en6zamtybkhj1",
      balance: 499.791,
      formatted_balance: "Br 499.79",
      currency: "ETB",
      last_deduction_at: "2026-11-22T10:52:42.903Z",
      total_spend: 0.209,
      formatted_total_spend: "Br 0.21",
      max_tts_characters: MAX_TEXT,
      pricing: { unit: "minute", price_per_minute: 5, price_per_audio_minute: 5, minimum_charge: 0, currency: "ETB" },
      budget: null
    }
  ]
})
export type Usage = typeof Usage.Type

/** A line for the shell that speaks a greeting into a file, by the server at `url`. */
export const firstWords = (url: string, key: string): string =>
  `curl -s ${url}/api/v1/voice/generations -H 'x-api-key: ${key}' -H 'content-type: application/json' ` +
  `-d '{"text":"ሰላም! እንኳን ደህና መጡ።","voice_id":"am-hamen","language":"am"}' ` +
  `| sed 's/.*"audio_url":"\\([^"]*\\)".*/\\1/' | xargs curl -so selam.mp3`
