/** What `POST /v1/chat/completions` answers, whole and in chunks. */
import { Schema } from "effect"
import { LeftOut } from "../chat/Api.ts"
import * as Replays from "../http/Replays.ts"

const described = <A, I>(schema: Schema.Schema<A, I>, description: string) => schema.annotations({ description })

const FinishReason = described(
  Schema.Literal("stop", "length", "tool_calls", "content_filter", "function_call"),
  "Why the answer ends: at its end, at its limit, for the calls to be run, or because the model declined"
)

/** What an engine puts beside the fields that everybody knows, and needs back. */
const OwnFields = {
  key: Schema.String,
  value: described(Schema.Unknown, "A field of the engine's own, to be sent back as it is")
}

const CompletionToolCall = Schema.Struct(
  {
    id: described(Schema.String, "The call's id, unique in the conversation"),
    type: described(Schema.Literal("function"), "What kind of tool is called"),
    function: described(
      Schema.Struct(
        {
          name: described(Schema.String, "The tool's name"),
          arguments: described(Schema.String, "JSON text of an object, which fits the tool's `parameters`")
        },
        OwnFields
      ),
      "The tool, and what it is called with"
    )
  },
  OwnFields
).annotations({
  identifier: "OpenAiToolCall",
  description: "A call that the client is to run",
  examples: [
    {
      id: "call_5d41402abc4b2a76b9719d911017c592",
      type: "function",
      function: { name: "get_weather", arguments: '{"city":"ጅማ"}' }
    }
  ]
})

const FunctionCall = Schema.optionalWith(CompletionToolCall.fields.function, { exact: true }).annotations({
  description: "What the client is to run, where the request had `functions`"
})

const EXAMPLE_MESSAGE = { role: "assistant", content: "አዲስ አበባ ናት።", refusal: null } as const
const EXAMPLE_CHOICE = { index: 0, message: EXAMPLE_MESSAGE, logprobs: null, finish_reason: "stop" } as const
const EXAMPLE_USAGE = { prompt_tokens: 14, completion_tokens: 19, total_tokens: 33 }
const EXAMPLE_HEADING = {
  id: "chatcmpl-01kahr5w3mz8k2v7q4n9t6x1c5",
  created: 1_795_305_600,
  model: "qal-sandbox-1"
}

const AnswerMessage = Schema.Struct({
  role: described(Schema.Literal("assistant"), "Whose words these are"),
  content: described(Schema.NullOr(Schema.String), "The answer; null where there are only calls"),
  refusal: described(Schema.Null, "Null: a model that declines does so in `content`"),
  reasoning_content: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "What the model thought before it, where the request asks for that"
  }),
  tool_calls: Schema.optionalWith(Schema.Array(CompletionToolCall), { exact: true }).annotations({
    description: "What the client is to run"
  }),
  function_call: FunctionCall
}).annotations({
  identifier: "OpenAiAnswerMessage",
  description: "What the model said",
  examples: [EXAMPLE_MESSAGE]
})

export const CompletionUsage = Schema.Struct({
  prompt_tokens: described(Schema.Int, "Tokens of the conversation, as the engine counted them"),
  completion_tokens: described(Schema.Int, "Tokens of the answer"),
  total_tokens: described(Schema.Int, "Both together"),
  prompt_tokens_details: Schema.optionalWith(
    Schema.Struct({ cached_tokens: described(Schema.Int, "Those that the engine had from before") }),
    { exact: true }
  ).annotations({ description: "What the conversation's tokens were, where the engine says so" }),
  completion_tokens_details: Schema.optionalWith(
    Schema.Struct({ reasoning_tokens: described(Schema.Int, "Those that the model thought to itself") }),
    { exact: true }
  ).annotations({ description: "What the answer's tokens were, where the engine says so, or shows what it thinks" })
}).annotations({
  identifier: "OpenAiCompletionUsage",
  description: "What is charged, in tokens",
  examples: [EXAMPLE_USAGE]
})

const Choice = Schema.Struct({
  index: described(Schema.Int, "0: there is one answer"),
  message: described(AnswerMessage, "What the model said"),
  logprobs: described(Schema.Null, "Null: probabilities of tokens are not given"),
  finish_reason: FinishReason
}).annotations({
  identifier: "OpenAiChoice",
  description: "An answer",
  examples: [EXAMPLE_CHOICE]
})

const heading = {
  id: described(
    Schema.String,
    "The answer's id; the same again where the request is repeated by its `Idempotency-Key`"
  ),
  created: described(Schema.Int, "When the answer was begun, in Unix seconds"),
  model: described(Schema.String, "The engine's own name")
}

export const ChatCompletion = Schema.Struct({
  ...heading,
  object: described(Schema.Literal("chat.completion"), "What kind of object this is"),
  choices: described(Schema.Array(Choice), "The answer, alone"),
  usage: described(CompletionUsage, "What is charged, in tokens"),
  left_out: LeftOut,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiChatCompletion",
  description: "The whole answer",
  examples: [{ ...EXAMPLE_HEADING, object: "chat.completion", choices: [EXAMPLE_CHOICE], usage: EXAMPLE_USAGE }]
})
export type ChatCompletion = typeof ChatCompletion.Type

const Delta = Schema.Struct({
  role: Schema.optionalWith(Schema.Literal("assistant"), { exact: true }).annotations({
    description: "In the first chunk"
  }),
  content: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "The next words" }),
  refusal: Schema.optionalWith(Schema.Null, { exact: true }).annotations({ description: "In the first chunk, null" }),
  reasoning_content: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The next of what the model thinks, where the request asks for that"
  }),
  tool_calls: Schema.optionalWith(
    Schema.Array(
      Schema.Struct(
        { index: described(Schema.Int, "Which call this is, from 0"), ...CompletionToolCall.fields },
        OwnFields
      )
    ),
    { exact: true }
  ).annotations({ description: "A call, whole" }),
  function_call: FunctionCall
}).annotations({
  identifier: "OpenAiDelta",
  description: "What a chunk adds to the answer",
  examples: [{ content: "አዲስ " }]
})

/** An event of the stream. */
export const ChatCompletionChunk = Schema.Struct({
  ...heading,
  object: described(Schema.Literal("chat.completion.chunk"), "What kind of object this is"),
  choices: described(
    Schema.Array(
      Schema.Struct({
        index: described(Schema.Int, "0: there is one answer"),
        delta: described(Delta, "What the chunk adds"),
        logprobs: described(Schema.Null, "Null: probabilities of tokens are not given"),
        finish_reason: described(Schema.NullOr(FinishReason), "Why the answer ends; null until then")
      })
    ),
    "The answer's next piece; none in the chunk with the usage"
  ),
  usage: Schema.optionalWith(Schema.NullOr(CompletionUsage), { exact: true }).annotations({
    description: "With `include_usage`: null, and in the last chunk what is charged"
  }),
  /** In the chunk with the reason for its end. */
  left_out: LeftOut,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiChatCompletionChunk",
  description: "A piece of a streamed answer",
  examples: [
    {
      ...EXAMPLE_HEADING,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: { content: "አዲስ " }, logprobs: null, finish_reason: null }]
    }
  ]
})
export type ChatCompletionChunk = typeof ChatCompletionChunk.Type
