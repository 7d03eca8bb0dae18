/** What `POST /v1/responses` takes (wire contract, section 12). */
import { Schema } from "effect"
import { KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { MAX_TOOLS } from "../chat/Api.ts"
import { between, Count, Name } from "../chat/FieldsApi.ts"
import { Language, mostCharacters, nullish } from "../Domain.ts"
import { dictionary, OpenObject } from "../http/Dictionary.ts"
import { list } from "../http/List.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { InputItem } from "./ResponseItemsApi.ts"

/** Items of one request: 128 turns with several calls each have fewer. */
const MAX_ITEMS = 1_000
/** Values of `include`: far more than there are. */
const MAX_INCLUDED = 100

/** Pairs of `metadata`, and the lengths of their names and values (OpenAI's API reference, "Create a model response"). */
const MAX_PAIRS = 16
const MAX_KEY = 64
const MAX_VALUE = 512

/** What cannot be honoured, and would change the answer. */
const never = (why: string) => Schema.optional(Schema.Null.annotations({ message: () => `must be left out: ${why}` }))

const strict = nullish(Schema.Boolean).annotations({
  description: "Whether the engine is to hold to the schema exactly, as far as it can"
})

export const FunctionTool = Schema.Struct({
  type: Schema.Literal("function").annotations({
    description: "What kind of tool this is; tools that run on the server, such as `web_search`, are not offered",
    message: () => "must be function: no tools run on the server; offer a function that does it, which the client runs"
  }),
  name: Name.annotations({ description: "What the model calls it by", examples: ["weather"] }),
  description: nullish(WellFormedText).annotations({ description: "What it does, for the model" }),
  parameters: nullish(OpenObject).annotations({ description: "JSON Schema of the arguments, which are an object" }),
  strict
}).annotations({
  identifier: "OpenAiFunctionTool",
  description: "A tool that the client runs",
  examples: [
    {
      type: "function",
      name: "weather",
      description: "የአየር ሁኔታ",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] }
    }
  ]
})
export type FunctionTool = typeof FunctionTool.Type

const ChosenTool = Schema.Struct({
  type: Schema.Literal("function").annotations({ description: "What kind of tool this is" }),
  name: Name.annotations({ description: "The name of one of the tools", examples: ["weather"] })
}).annotations({
  identifier: "OpenAiChosenTool",
  description: "The tool that the model must call",
  examples: [{ type: "function", name: "weather" }]
})

export const ResponseToolChoice = Schema.Union(Schema.Literal("auto", "none", "required"), ChosenTool).annotations({
  description: "Whether the model may (`auto`), must (`required`, or one by name) or must not (`none`) call tools",
  examples: ["auto"]
})
export type ResponseToolChoice = typeof ResponseToolChoice.Type

const JsonSchemaFormat = Schema.Struct({
  type: Schema.Literal("json_schema").annotations({ description: "What form the answer has" }),
  name: Name.annotations({ description: "What the object is called", examples: ["city"] }),
  description: nullish(WellFormedText).annotations({ description: "What the object is, for the model" }),
  schema: OpenObject.annotations({ description: "JSON Schema of the object" }),
  strict
}).annotations({
  identifier: "OpenAiResponseJsonSchemaFormat",
  description: "The answer is JSON of an object that fits the schema",
  examples: [
    {
      type: "json_schema",
      name: "city",
      schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] }
    }
  ]
})

const PlainFormat = Schema.Struct({
  type: Schema.Literal("text", "json_object").annotations({
    description: "What form the answer has: text, or JSON of some object",
    examples: ["text"]
  })
}).annotations({
  identifier: "OpenAiPlainFormat",
  description: "The answer is text, or JSON of some object",
  examples: [{ type: "text" }]
})

export const FORMATS = { PlainFormat, JsonSchemaFormat }
const TextFormat = Schema.Union(PlainFormat, JsonSchemaFormat)
export type TextFormat = typeof TextFormat.Type

const TextSettings = Schema.Struct({
  format: nullish(TextFormat).annotations({ description: "The form that the answer must have; text where absent" }),
  verbosity: nullish(Schema.String).annotations({ description: "Taken and not used: the engine decides" })
}).annotations({
  identifier: "OpenAiTextSettings",
  description: "How the answer is to be written",
  examples: [{ format: { type: "text" } }]
})

const ReasoningSettings = Schema.Struct({
  effort: nullish(WellFormedText).annotations({
    description: "How much a model that reasons first is to reason; for engines that take it",
    examples: ["low"]
  }),
  summary: nullish(Schema.String).annotations({
    description: "Whatever it says, what the model thinks is told as an item `reasoning`, as the engine tells it",
    examples: ["auto"]
  })
}).annotations({
  identifier: "OpenAiReasoningSettings",
  description: "How the model is to reason",
  examples: [{ effort: "low" }]
})

const bounded = (most: number) => WellFormedText.pipe(mostCharacters(most))

export const Metadata = dictionary(bounded(MAX_VALUE))
  .pipe(
    Schema.filter((pairs) => Object.keys(pairs).length <= MAX_PAIRS, {
      message: () => `must have at most ${MAX_PAIRS} pairs`
    }),
    Schema.filter((pairs) => Object.keys(pairs).every((key) => key.length <= MAX_KEY && key.isWellFormed()), {
      message: () => `must have names of at most ${MAX_KEY} characters of well-formed Unicode`
    })
  )
  .annotations({ description: "What the client wants to find again: names with texts", examples: [{ order: "17" }] })

/** Of these, log probabilities alone cannot be had: no engine is asked for them. The others change nothing in the answer here. */
const Included = Schema.String.pipe(
  Schema.filter((name) => name !== "message.output_text.logprobs", {
    message: () => "must not be message.output_text.logprobs, which no engine is asked for"
  })
)

export const ResponseRequest = Schema.Struct({
  model: nullish(WellFormedText).annotations({
    description: "`qal`, `qal-am` or `qal-om` (`GET /v1/models`), or any other name, which the attached engine serves",
    examples: ["qal"]
  }),
  input: Schema.Union(WellFormedText, list(InputItem, MAX_ITEMS, "items")).annotations({
    description: "What is said now: text of the user, or items",
    examples: ["ሰላም"]
  }),
  instructions: nullish(WellFormedText).annotations({
    description: "The rules of the answer; those of the previous response do not count any more",
    examples: ["Deebii gabaabaa kenni."]
  }),
  previous_response_id: nullish(WellFormedText).annotations({
    description: "The stored response that this one goes on from",
    examples: ["resp_01kax7v3m5qs8d2n0c4h6j9w1z"]
  }),
  tools: nullish(list(FunctionTool, MAX_TOOLS, "tools")).annotations({ description: "Tools that the model may call" }),
  tool_choice: nullish(ResponseToolChoice),
  parallel_tool_calls: nullish(Schema.Boolean).annotations({
    description: "Whether one answer may hold several calls; for engines that take it"
  }),
  text: nullish(TextSettings).annotations({ description: "How the answer is to be written" }),
  max_output_tokens: nullish(Count).annotations({ description: "Tokens at which the answer is cut", examples: [500] }),
  temperature: nullish(between(0, 2)).annotations({
    description: "How freely the model picks its words, 0 to 2; the engine's own where absent",
    examples: [0.7]
  }),
  top_p: nullish(between(0, 1)).annotations({
    description: "The share of the likeliest words that the model picks from, 0 to 1",
    examples: [0.9]
  }),
  stream: nullish(Schema.Boolean).annotations({ description: "Whether the answer comes as events while it is made" }),
  store: nullish(Schema.Boolean).annotations({
    description: `Whether the response is kept for ${KEPT_IN_WORDS}, so that others can go on from it; true where absent`
  }),
  metadata: nullish(Metadata),
  presence_penalty: nullish(between(-2, 2)).annotations({ description: "-2 to 2, passed to the engine" }),
  frequency_penalty: nullish(between(-2, 2)).annotations({ description: "-2 to 2, passed to the engine" }),
  max_tool_calls: nullish(Count).annotations({
    description: "Given back, not used: it bounds calls of tools that run on the server, of which there are none"
  }),
  user: nullish(bounded(MAX_VALUE)).annotations({ description: "Whom the client asks for; given back, not used" }),
  safety_identifier: nullish(bounded(MAX_VALUE)).annotations({
    description: "The same by another name; given back, not used"
  }),
  prompt_cache_key: nullish(bounded(MAX_VALUE)).annotations({
    description: "Given back, not used: the engine decides"
  }),
  reasoning: nullish(ReasoningSettings).annotations({ description: "How the model is to reason" }),
  truncation: nullish(Schema.Literal("auto", "disabled")).annotations({
    description: "Taken and not used: what is too long is refused, never cut"
  }),
  include: nullish(list(Included, MAX_INCLUDED, "values")).annotations({
    description: "Taken and not used: what it names does not occur here. Log probabilities are not offered"
  }),
  target_language: nullish(Language).annotations({
    description: "The language of the answer: `am` or `om`; the model's, else the user's where absent",
    examples: ["am"]
  }),
  background: nullish(
    Schema.Literal(false).annotations({
      message: () =>
        "must be false or null: a response is made to its end, whoever waits; send its request again with the same Idempotency-Key"
    })
  ).annotations({
    description: "Not offered: false or null; a response is made while its request waits"
  }),
  conversation: never("go on from a response by previous_response_id").annotations({
    description: "Not offered: null; `previous_response_id` goes on from a response"
  }),
  prompt: never("the server keeps no prompts; send input and instructions").annotations({
    description: "Not offered: null"
  }),
  top_logprobs: nullish(
    Schema.Literal(0).annotations({ message: () => "must be 0 or null: no engine is asked for log probabilities" })
  ).annotations({
    description: "Not offered: 0 or null; no engine is asked for log probabilities"
  })
}).annotations({
  identifier: "OpenAiResponseRequest",
  description: "What is asked of the model",
  examples: [{ model: "qal", input: "ሰላም! ስለ አዲስ አበባ ንገረኝ።", instructions: "Answer in two sentences." }]
})
export type ResponseRequest = typeof ResponseRequest.Type
