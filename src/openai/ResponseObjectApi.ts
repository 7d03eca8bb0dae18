/** A response as clients read it: whole, in events, and when they ask for it again (wire contract, section 12). */
import { Predicate, Schema } from "effect"
import { KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import { LeftOut } from "../chat/Api.ts"
import { OpenObject } from "../http/Dictionary.ts"
import * as Replays from "../http/Replays.ts"
import { OutputItem } from "./ResponseItemsApi.ts"
import { FORMATS, FunctionTool, Metadata, ResponseToolChoice, type TextFormat } from "./ResponseRequestApi.ts"

const Tokens = Schema.NonNegativeInt

const EXAMPLE_USAGE = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 24,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 144
} as const

const ResponseUsage = Schema.Struct({
  input_tokens: Tokens.annotations({ description: "Tokens of all that the model was told", examples: [120] }),
  input_tokens_details: Schema.Struct({
    cached_tokens: Tokens.annotations({
      description: "Those that the engine had from before, as far as it says; charged as the others"
    }),
    cache_write_tokens: Tokens.annotations({ description: "Always 0: engines do not say" })
  }).annotations({ description: "What the tokens told were" }),
  output_tokens: Tokens.annotations({ description: "Tokens of the answer", examples: [24] }),
  output_tokens_details: Schema.Struct({
    reasoning_tokens: Tokens.annotations({
      description: "Those that the model thought to itself, as far as the engine says; charged as the others"
    })
  }).annotations({ description: "What the answer's tokens were" }),
  total_tokens: Tokens.annotations({ description: "Both together", examples: [144] })
}).annotations({
  identifier: "OpenAiResponseUsage",
  description: "The tokens that were charged, as the engine counted them",
  examples: [EXAMPLE_USAGE]
})

const ResponseFailure = Schema.Struct({
  code: Schema.Literal("server_error", "rate_limit_exceeded").annotations({
    description: "What happened, in the words of OpenAI's protocol; the event `error` before it has this server's code"
  }),
  message: Schema.String.annotations({ description: "What happened" })
}).annotations({
  identifier: "OpenAiResponseFailure",
  description: "Why there is no answer",
  examples: [{ code: "server_error", message: "the text model did not answer in time" }]
})

const Incomplete = Schema.Struct({
  reason: Schema.Literal("max_output_tokens", "content_filter").annotations({
    description: "The answer reached its limit, or the model may not say more",
    examples: ["max_output_tokens"]
  })
}).annotations({
  identifier: "OpenAiIncompleteDetails",
  description: "Why the answer was cut",
  examples: [{ reason: "max_output_tokens" }]
})

const nullable = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.NullOr(schema).annotations({ description })

/** A tool as it is given back: with every field, null where the request has none. */
const EchoedTool = Schema.Struct({
  ...FunctionTool.fields,
  description: nullable(Schema.String, "As the request has it"),
  parameters: nullable(OpenObject, "As the request has them"),
  strict: nullable(Schema.Boolean, "As the request has it")
}).annotations({
  identifier: "OpenAiEchoedTool",
  description: "A tool that the model could call",
  examples: [
    {
      type: "function",
      name: "weather",
      description: null,
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      strict: null
    }
  ]
})

const { JsonSchemaFormat, PlainFormat } = FORMATS

/** The form of an answer as it is given back: what the request leaves out is left out here. */
const EchoedFormat = Schema.Union(
  PlainFormat,
  Schema.Struct({
    ...JsonSchemaFormat.fields,
    description: Schema.optionalWith(Schema.String, { exact: true }).annotations({
      description: "What the object is, as the request has it"
    }),
    strict: nullable(Schema.Boolean, "As the request has it")
  }).annotations({
    identifier: "OpenAiEchoedFormat",
    description: "The answer is JSON that fits the schema",
    examples: [{ type: "json_schema", name: "city", schema: { type: "object" }, strict: null }]
  })
)
type EchoedFormat = typeof EchoedFormat.Type

/** What a response says where its request says nothing. */
export const UNSAID = {
  completed_at: null,
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  top_logprobs: 0,
  max_tool_calls: null,
  service_tier: "default",
  safety_identifier: null,
  prompt_cache_key: null
} as const

export const ResponseObject = Schema.Struct({
  id: Schema.String.annotations({
    description: "The response's id, from which the next can go on",
    examples: ["resp_01kax7v3m5qs8d2n0c4h6j9w1z"]
  }),
  object: Schema.Literal("response").annotations({ description: "What kind of object this is" }),
  created_at: Schema.Int.annotations({ description: "Unix seconds", examples: [1_795_312_800] }),
  completed_at: nullable(Schema.Int, "When the answer was complete, in Unix seconds; null where it is not"),
  status: Schema.Literal("in_progress", "completed", "incomplete", "failed").annotations({
    description: "`incomplete`: the answer was cut; `in_progress` and `failed` are in events alone",
    examples: ["completed"]
  }),
  error: nullable(ResponseFailure, "Why there is no answer; null where there is one"),
  incomplete_details: nullable(Incomplete, "Why the answer was cut; null where it was not"),
  access_programs: Schema.Null.annotations({ description: "Always null" }),
  background: Schema.Literal(false).annotations({ description: "Always false" }),
  instructions: nullable(Schema.String, "As the request has them"),
  max_output_tokens: nullable(Schema.Number, "As the request has it, in tokens"),
  model: Schema.String.annotations({ description: "The engine that answered, by its own name", examples: ["sandbox"] }),
  output: Schema.Array(OutputItem).annotations({
    description:
      "The answer: what was thought, where the request asks for that; a message, or calls, or both in this order"
  }),
  parallel_tool_calls: Schema.Boolean.annotations({ description: "As the request has it, else true" }),
  previous_response_id: nullable(Schema.String, "As the request has it"),
  reasoning: Schema.Struct({
    effort: nullable(Schema.String, "As the request has it"),
    summary: nullable(Schema.String, "As the request has it; where it has one, what the model thinks is told")
  }).annotations({ description: "How the model was to reason" }),
  store: Schema.Boolean.annotations({ description: `Whether the response is kept for ${KEPT_IN_WORDS}` }),
  temperature: Schema.Number.annotations({
    description: "As the request has it; 1 where it has none, and the engine's own is taken"
  }),
  text: Schema.Struct({
    format: EchoedFormat
  }).annotations({ description: "The form of the answer, as the request has it" }),
  tool_choice: ResponseToolChoice,
  tools: Schema.Array(EchoedTool).annotations({ description: "As the request has them" }),
  top_p: Schema.Number.annotations({
    description: "As the request has it; 1 where it has none, and the engine's own is taken"
  }),
  presence_penalty: Schema.Number.annotations({ description: "As the request has it, else 0" }),
  frequency_penalty: Schema.Number.annotations({ description: "As the request has it, else 0" }),
  top_logprobs: Schema.Literal(0).annotations({ description: "Always 0: no engine is asked for log probabilities" }),
  max_tool_calls: nullable(Schema.Number, "As the request has it"),
  service_tier: Schema.Literal("default").annotations({ description: "Always `default`: there is one" }),
  safety_identifier: nullable(Schema.String, "As the request has it"),
  prompt_cache_key: nullable(Schema.String, "As the request has it"),
  truncation: Schema.Literal("disabled").annotations({ description: "Always `disabled`: nothing is cut" }),
  usage: nullable(ResponseUsage, "The tokens that were charged; null as long as the answer is not complete"),
  user: nullable(Schema.String, "As the request has it"),
  metadata: Metadata,
  left_out: LeftOut,
  idempotent_replay: Replays.Mark
}).annotations({
  identifier: "OpenAiResponse",
  description: "A response: the answer, with what it was asked for",
  examples: [
    {
      id: "resp_01kax7v3m5qs8d2n0c4h6j9w1z",
      object: "response",
      created_at: 1_795_312_800,
      ...UNSAID,
      completed_at: 1_795_312_802,
      status: "completed",
      error: null,
      incomplete_details: null,
      access_programs: null,
      background: false,
      instructions: "Answer in two sentences.",
      max_output_tokens: null,
      model: "sandbox",
      output: [
        {
          type: "message",
          id: "msg_01kax7v3m5qs8d2n0c4h6j9w1z_0",
          status: "completed",
          role: "assistant",
          content: [
            {
              type: "output_text",
              text: "አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት። ከ2,300 ሜትር በላይ ከፍታ ላይ ትገኛለች።",
              annotations: [],
              logprobs: []
            }
          ]
        }
      ],
      parallel_tool_calls: true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: true,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      truncation: "disabled",
      usage: EXAMPLE_USAGE,
      user: null,
      metadata: {}
    }
  ]
})
export type ResponseObject = typeof ResponseObject.Type

const UNSAID_OF_TOOL = { description: null, parameters: null, strict: null } as const

/** The form of an answer, which earlier versions stored with nulls. */
const formatFrom = (text: unknown) => {
  const format = Predicate.isRecord(text) ? text.format : undefined
  if (!Predicate.isRecord(format) || format.type !== "json_schema") return format
  const { description, ...rest } = format
  return { ...rest, strict: format.strict ?? null, ...(typeof description === "string" ? { description } : {}) }
}

const withoutNulls = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || !Object.hasOwn(UNSAID, name)))

/** A response as it was stored, perhaps by a version that knew fewer fields. */
export const StoredResponse = Schema.transform(OpenObject, ResponseObject, {
  strict: false,
  decode: (stored) => ({
    ...UNSAID,
    ...withoutNulls(stored),
    text: { format: formatFrom(stored.text) },
    tools: Array.isArray(stored.tools) ? stored.tools.map((tool) => ({ ...UNSAID_OF_TOOL, ...tool })) : []
  }),
  encode: (response) => response
})

/** A tool of a request as its response gives it back. */
export const echoed = ({ description, name, parameters, strict }: FunctionTool): typeof EchoedTool.Type => ({
  type: "function",
  name,
  description: description ?? null,
  parameters: parameters ?? null,
  strict: strict ?? null
})

/** The form that a request asks for as its response gives it back. */
export const echoedFormat = (format: TextFormat | null | undefined): EchoedFormat => {
  if (format?.type !== "json_schema") return format ?? { type: "text" }
  const { description, name, schema, strict, type } = format
  return { type, name, schema, strict: strict ?? null, ...(typeof description === "string" ? { description } : {}) }
}

export const DeletedResponse = Schema.Struct({
  id: Schema.String.annotations({
    description: "The response that is gone",
    examples: ["resp_01kax7v3m5qs8d2n0c4h6j9w1z"]
  }),
  object: Schema.Literal("response").annotations({ description: "What kind of object it was" }),
  deleted: Schema.Literal(true).annotations({ description: "Always true" })
}).annotations({
  identifier: "OpenAiDeletedResponse",
  description: "A response is deleted",
  examples: [{ id: "resp_01kax7v3m5qs8d2n0c4h6j9w1z", object: "response", deleted: true }]
})
