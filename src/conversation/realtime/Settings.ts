/**
 * What a client of the Realtime protocol sets of its session, or of one answer:
 * in the current shape (`audio.input.…`) and in the flat one of the beta, whichever
 * version it speaks. Fields that Qal does not know are ignored (wire contract,
 * section 1); what it knows and cannot do is refused.
 */
import { Schema } from "effect"
import { list } from "../../http/List.ts"
import { WellFormedText } from "../../text/Speakable.ts"

/** A field that may be left out, or null. */
export const wish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

export const between = (least: number, most: number) =>
  Schema.Number.pipe(Schema.between(least, most, { message: () => `must be a number from ${least} to ${most}` }))

/** A field that may only be left out, null, or what it would be anyway. */
const unsupported = <A extends string | number | boolean>(instead: string, ...usual: ReadonlyArray<A>) =>
  Schema.optional(
    Schema.Unknown.pipe(
      Schema.filter((value) => value === null || usual.some((one) => one === value), {
        message: () => `is not supported: ${instead}`
      })
    )
  )

// --- sound

/** As it is now, and as it was in the beta. */
const Format = Schema.Union(
  Schema.Struct({ type: Schema.Literal("audio/pcm"), rate: wish(Schema.Literal(24_000)) }),
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

const turnFlags = { create_response: wish(Schema.Boolean), interrupt_response: wish(Schema.Boolean) }

const TurnDetection = Schema.Union(
  Schema.Struct({
    type: Schema.Literal("server_vad"),
    threshold: wish(between(0, 1)),
    prefix_padding_ms: wish(Prefix),
    silence_duration_ms: wish(Silence),
    idle_timeout_ms: unsupported("the server does not speak by itself when nothing is said"),
    ...turnFlags
  }),
  Schema.Struct({
    type: Schema.Literal("semantic_vad"),
    eagerness: wish(Schema.Literal("low", "medium", "high", "auto")),
    ...turnFlags
  })
)
export type TurnDetection = typeof TurnDetection.Type

/** `model`, `prompt` and their like are a matter of OpenAI's recognisers. */
const Transcription = Schema.Struct({ language: wish(Schema.String) })

// --- tools

/** As many as chat takes (wire contract, section 3). */
const MAX_TOOLS = 128

const toolName = { message: () => "must be 1 to 64 characters of A-Z a-z 0-9 _ -" }
const OpenObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const Tool = Schema.Struct({
  type: Schema.Literal("function").annotations({ message: () => "must be function; other tools are not supported" }),
  name: Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{1,64}$/, toolName)),
  description: wish(WellFormedText),
  /** JSON Schema of the arguments. */
  parameters: wish(OpenObject)
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
export const answerFields = {
  instructions: wish(WellFormedText),
  tools: wish(list(Tool, MAX_TOOLS, "tools")),
  tool_choice: wish(ToolChoice),
  output_modalities: wish(Modalities),
  modalities: wish(Modalities),
  max_output_tokens: wish(Tokens),
  max_response_output_tokens: wish(Tokens),
  /** 0 to 2, whatever the model makes of it; of the beta, whose clients send 0.6 to 1.2. */
  temperature: wish(between(0, 2)),
  voice: wish(Voice),
  output_audio_format: wish(BetaFormat),
  prompt: unsupported(NOT_STORED),
  parallel_tool_calls: unsupported("the model may call several tools at once", true)
}

const AudioOutput = Schema.Struct({ format: wish(Format), voice: wish(Voice), speed: wish(Speed) })

export const AnswerSettings = Schema.Struct({
  ...answerFields,
  audio: wish(Schema.Struct({ output: wish(AudioOutput) }))
})
export type AnswerSettings = typeof AnswerSettings.Type

const AudioInput = Schema.Struct({
  format: wish(Format),
  turn_detection: wish(TurnDetection),
  transcription: wish(Transcription)
})

export const SessionSettings = Schema.Struct({
  ...answerFields,
  type: wish(
    Schema.Literal("realtime").annotations({
      message: () => "must be realtime; live transcription alone is WS /api/v1/scribe/stream"
    })
  ),
  model: wish(Schema.String.pipe(Schema.maxLength(256, { message: () => "must have at most 256 characters" }))),
  speed: wish(Speed),
  audio: wish(Schema.Struct({ input: wish(AudioInput), output: wish(AudioOutput) })),
  input_audio_format: wish(BetaFormat),
  turn_detection: wish(TurnDetection),
  input_audio_transcription: wish(Transcription),
  truncation: unsupported("the oldest entries go when there are too many", "auto"),
  include: unsupported("recognition gives no log probabilities")
})
export type SessionSettings = typeof SessionSettings.Type
