/**
 * What a client of the Realtime protocol sets of its session, or of one answer:
 * in the current shape (`audio.input.…`) and in the flat one of the beta, whichever
 * version it speaks. Fields that Qal does not know are ignored (wire contract,
 * section 1); what it knows and cannot do is refused.
 */
import { Schema } from "effect"
import { mostCharacters, nullish } from "../../Domain.ts"
import { OpenObject } from "../../http/Dictionary.ts"
import { list } from "../../http/List.ts"
import { WellFormedText } from "../../text/Speakable.ts"

const between = (least: number, most: number) =>
  Schema.Number.pipe(Schema.between(least, most, { message: () => `must be a number from ${least} to ${most}` }))

const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** A field that may only be left out, null, empty, or what it would be anyway. */
const unsupported = <A extends string | number | boolean>(instead: string, ...usual: ReadonlyArray<A>) =>
  Schema.optional(
    Schema.Unknown.pipe(
      Schema.filter((value) => value === null || isNothing(value) || usual.some((one) => one === value), {
        message: () => `is not supported: ${instead}`
      })
    )
  )

// --- sound

/** As it is now, and as it was in the beta. */
const Format = Schema.Union(
  Schema.Struct({ type: Schema.Literal("audio/pcm"), rate: nullish(Schema.Literal(24_000)) }),
  Schema.Struct({ type: Schema.Literal("audio/pcmu") }),
  Schema.Struct({ type: Schema.Literal("audio/pcma") })
)
export type Format = typeof Format.Type
const BetaFormat = Schema.Literal("pcm16", "g711_ulaw", "g711_alaw")
export type BetaFormat = typeof BetaFormat.Type

/** A name, or the way in which voices of one's own are named. */
const Voice = Schema.Union(Schema.String, Schema.Struct({ id: Schema.String }))
/** Factor; the voices go no slower and no faster. */
const Speed = between(0.5, 2)

// --- turns

/** Milliseconds, as far as the detector goes. */
const Silence = between(100, 5_000)
const Prefix = between(0, 2_000)

const turnFlags = { create_response: nullish(Schema.Boolean), interrupt_response: nullish(Schema.Boolean) }

const TurnDetection = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("server_vad"),
    threshold: nullish(between(0, 1)),
    prefix_padding_ms: nullish(Prefix),
    silence_duration_ms: nullish(Silence),
    idle_timeout_ms: unsupported("the server does not speak by itself when nothing is said"),
    ...turnFlags
  }),
  Schema.Struct({
    type: Schema.Literal("semantic_vad"),
    eagerness: nullish(Schema.Literal("low", "medium", "high", "auto")),
    ...turnFlags
  })
)
export type TurnDetection = typeof TurnDetection.Type

/** More than there are. */
const MAX_LANGUAGES = 100

/** `model`, `prompt` and their like are a matter of OpenAI's recognisers. */
const Transcription = Schema.Struct({
  language: nullish(Schema.String),
  /** Of several the first counts: one is heard at a time. */
  languages: nullish(list(Schema.String, MAX_LANGUAGES, "languages"))
})

// --- tools

/** As many as chat takes (wire contract, section 3). */
const MAX_TOOLS = 128

const toolName = { message: () => "must be 1 to 64 characters of A-Z a-z 0-9 _ -" }

const Tool = Schema.Struct({
  type: Schema.Literal("function").annotations({ message: () => "must be function; other tools are not supported" }),
  name: Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/, toolName)),
  description: nullish(WellFormedText),
  /** JSON Schema of the arguments. */
  parameters: nullish(OpenObject)
})

const ToolChoice = Schema.Union(
  Schema.Literal("auto", "none", "required"),
  Schema.Struct({ type: Schema.Literal("function"), name: Schema.String })
)

// --- the whole

const Count = Schema.Number.pipe(
  Schema.int({ message: () => 'must be a whole number of at least 1, or "inf"' }),
  Schema.greaterThanOrEqualTo(1, { message: () => 'must be a whole number of at least 1, or "inf"' })
)
const Tokens = Schema.Union(Count, Schema.Literal("inf"))

const Modalities = list(Schema.Literal("text", "audio"), 2, "modalities").pipe(
  Schema.filter((modalities) => modalities.length > 0, { message: () => "must name audio or text" })
)

const NOT_STORED = "prompts are not stored here; send instructions"

/** What a session and a single answer have in common. */
const answerFields = {
  instructions: nullish(WellFormedText),
  tools: nullish(list(Tool, MAX_TOOLS, "tools")),
  tool_choice: nullish(ToolChoice),
  output_modalities: nullish(Modalities),
  modalities: nullish(Modalities),
  max_output_tokens: nullish(Tokens),
  max_response_output_tokens: nullish(Tokens),
  /** 0 to 2, whatever the model makes of it; of the beta, whose clients send 0.6 to 1.2. */
  temperature: nullish(between(0, 2)),
  voice: nullish(Voice),
  output_audio_format: nullish(BetaFormat),
  prompt: unsupported(NOT_STORED),
  parallel_tool_calls: unsupported("the model may call several tools at once", true)
}

const AudioOutput = Schema.Struct({ format: nullish(Format), voice: nullish(Voice), speed: nullish(Speed) })

export const AnswerSettings = Schema.Struct({
  ...answerFields,
  audio: nullish(Schema.Struct({ output: nullish(AudioOutput) }))
})
export type AnswerSettings = typeof AnswerSettings.Type

const AudioInput = Schema.Struct({
  format: nullish(Format),
  turn_detection: nullish(TurnDetection),
  transcription: nullish(Transcription)
})

export const SessionSettings = Schema.Struct({
  ...answerFields,
  type: nullish(
    Schema.Literal("realtime", "transcription").annotations({ message: () => "must be realtime or transcription" })
  ),
  model: nullish(Schema.String.pipe(mostCharacters(256))),
  speed: nullish(Speed),
  audio: nullish(Schema.Struct({ input: nullish(AudioInput), output: nullish(AudioOutput) })),
  input_audio_format: nullish(BetaFormat),
  turn_detection: nullish(TurnDetection),
  input_audio_transcription: nullish(Transcription),
  truncation: unsupported("the oldest entries go when there are too many", "auto"),
  include: unsupported("recognition gives no log probabilities; leave it out")
})
export type SessionSettings = typeof SessionSettings.Type
