/** The contract of `POST /v1/chat/completions` (wire contract, section 12; OpenAI's API reference, "Create chat completion"). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { OpenAiAuthentication } from "../access/Authentication.ts"
import { IdempotencyKey, KEPT_IN_WORDS } from "../billing/IdempotencyKey.ts"
import * as Chat from "../chat/Api.ts"
import { between, Count, Name } from "../chat/FieldsApi.ts"
import { Messages } from "../chat/MessagesApi.ts"
import { Language, mostCharacters, nullish } from "../Domain.ts"
import { OpenObject } from "../http/Dictionary.ts"
import { list } from "../http/List.ts"
import * as OpenAiErrors from "../http/OpenAiErrors.ts"
import { BodyLimit, Described, WITH_FILES } from "../http/RouteAnnotations.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { ChatCompletion } from "./ChatCompletionAnswersApi.ts"
import { TITLE } from "./ModelsApi.ts"

const Whole = Schema.Number.pipe(Schema.int({ message: () => "must be a whole number" }))

const field = <A, I>(schema: Schema.Schema<A, I>, description: string) => nullish(schema).annotations({ description })

/** A field that would change the answer as no engine is asked to: what it may say, and why no more. */
const only = <A, I>(schema: Schema.Schema<A, I>, message: string, description: string) =>
  field(schema.annotations({ message: () => message }), description)

/** The same of a field that may say nothing at all. */
const never = (why: string) =>
  Schema.optional(Schema.Null.annotations({ message: () => `must be left out: ${why}` })).annotations({
    description: `Not offered: ${why}`
  })

const NO_PROBABILITIES = "probabilities of tokens are not given"

const Empty = OpenObject.pipe(Schema.filter((object) => Object.keys(object).length === 0))
/** Names of `modalities`: more than there are. */
const MAX_MODALITIES = 10
const Text = Schema.Literal("text").annotations({
  message: () => 'must be "text": speech is made by /v1/audio/speech, and spoken conversations are WS /v1/realtime'
})

const MAX_FORMAT_NAME = 64

const JsonSchemaFormat = Schema.Struct({
  name: Name.pipe(mostCharacters(MAX_FORMAT_NAME)).annotations({
    description: "What the answer is called, for the model"
  }),
  description: field(WellFormedText, "What the answer is for, for the model"),
  schema: field(OpenObject, "JSON Schema of an object, which the answer must fit; any object where it is left out"),
  strict: field(Schema.Boolean, "Passed to the engine; here the answer must fit the schema in any case")
}).annotations({
  identifier: "OpenAiJsonSchemaFormat",
  description: "The JSON that the answer must be",
  examples: [
    {
      name: "city",
      schema: {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"]
      },
      strict: true
    }
  ]
})

const kind = <Kind extends string>(name: Kind) =>
  Schema.Literal(name).annotations({ description: "Which form the answer has" })

export const ResponseFormat = Schema.Union(
  Schema.Struct({ type: kind("text") }).annotations({
    identifier: "OpenAiTextFormat",
    description: "Words, as without a format",
    examples: [{ type: "text" }]
  }),
  Schema.Struct({ type: kind("json_object") }).annotations({
    identifier: "OpenAiJsonObjectFormat",
    description: "A JSON object",
    examples: [{ type: "json_object" }]
  }),
  Schema.Struct({ type: kind("json_schema"), json_schema: JsonSchemaFormat }).annotations({
    identifier: "OpenAiStructuredFormat",
    description: "A JSON object that fits a schema",
    examples: [{ type: "json_schema", json_schema: { name: "city", schema: { type: "object" } } }]
  })
)
export type ResponseFormat = typeof ResponseFormat.Type

const StreamOptions = Schema.Struct({
  include_usage: field(Schema.Boolean, "Whether a last chunk without choices says how many tokens there were")
}).annotations({
  identifier: "OpenAiStreamOptions",
  description: "How a stream is sent",
  examples: [{ include_usage: true }]
})

/** A function in the protocol's older form, which is what a tool has inside. */
const OldFunction = Chat.Tool.fields.function

const OldChoice = Schema.Union(
  Schema.Literal("auto", "none"),
  Schema.Struct({
    name: Schema.String.annotations({ description: "The function that has to be called" })
  })
)

/** Stop sequences of a request, as OpenAI takes them. */
const MAX_STOPS = 4
/** No engine has a longer word for it. */
export const MAX_EFFORT = 32

export const ChatCompletionRequest = Schema.Struct({
  model: field(
    Schema.String,
    "`qal` answers in the user's language, `qal-am` in Amharic, `qal-om` in Afaan Oromo; any other name is answered " +
      "as `qal` is, by the engine that is attached, whose name the answer bears"
  ),
  messages: Messages.annotations({ description: "The conversation; its last turn of the user is what is answered" }),
  target_language: field(Language, "The language of the answer, whatever the model is called; beside OpenAI's fields"),
  stream: field(Schema.Boolean, "Whether the answer is sent as events while it is made"),
  stream_options: field(StreamOptions, "How a stream is sent"),
  temperature: field(between(0, 2), "0 to 2; where it is left out, the engine's own"),
  top_p: field(between(0, 1), "0 to 1"),
  top_k: field(Count, "Passed to engines that know it; beside OpenAI's fields"),
  max_completion_tokens: field(Count, "Tokens at which the answer is cut"),
  max_tokens: field(Count, "The older name of `max_completion_tokens`, which comes first"),
  stop: field(
    Schema.Union(Name, list(Name, MAX_STOPS, "sequences")),
    `The answer ends before this text, or before any of up to ${MAX_STOPS}`
  ),
  seed: field(Whole, "Passed to the engine: the same seed and request are to give the same answer"),
  frequency_penalty: field(between(-2, 2), "-2 to 2, passed to the engine"),
  presence_penalty: field(between(-2, 2), "-2 to 2, passed to the engine"),
  response_format: field(ResponseFormat, "The form of the answer; words where it is left out"),
  tools: field(list(Chat.Tool, Chat.MAX_TOOLS, "tools"), "Functions that the model may call"),
  tool_choice: field(Chat.ToolChoice, "Whether it calls one, and which; `auto` where it is left out"),
  parallel_tool_calls: field(Schema.Boolean, "False: an answer has one call at most"),
  reasoning_effort: field(WellFormedText.pipe(mostCharacters(MAX_EFFORT)), "Passed to engines that know it"),
  include_reasoning: field(Schema.Boolean, "Whether what the model thinks is told, as `reasoning_content`"),
  reasoning: Schema.optional(Schema.Unknown).annotations({
    description:
      "The same, as an object: thoughts are told unless it has `exclude: true` or `enabled: false`; its `effort` is " +
      "`reasoning_effort`"
  }),
  n: only(Schema.Literal(1), "must be 1: one answer is made of a request", "1: one answer is made of a request"),
  logprobs: only(Schema.Literal(false), `must be false: ${NO_PROBABILITIES}`, `False: ${NO_PROBABILITIES}`),
  top_logprobs: only(Schema.Literal(0), `must be left out: ${NO_PROBABILITIES}`, `0, or left out: ${NO_PROBABILITIES}`),
  logit_bias: only(
    Empty,
    "must be empty: engines number their tokens each in their own way",
    "Empty, or left out: engines number their tokens each in their own way"
  ),
  modalities: field(list(Text, MAX_MODALITIES, "modalities"), "Text alone; speech is made by `/v1/audio/speech`"),
  web_search_options: never("the server searches nothing"),
  functions: field(
    list(OldFunction, Chat.MAX_TOOLS, "functions"),
    "The older form of `tools`: the answer then has `function_call`, of one function at most, in their place"
  ),
  function_call: field(OldChoice, "The older form of `tool_choice`, for `functions`")
}).annotations({
  identifier: "OpenAiChatCompletionRequest",
  description: "A conversation to be answered, and how. Fields that are not listed are ignored",
  examples: [
    {
      model: "qal",
      messages: [
        { role: "system", content: "በአጭሩ መልስ።" },
        { role: "user", content: "የኢትዮጵያ ዋና ከተማ ማን ናት?" }
      ]
    }
  ]
})
export type ChatCompletionRequest = typeof ChatCompletionRequest.Type

const CHUNK =
  '"id":"chatcmpl-01kahr5w3mz8k2v7q4n9t6x1c5","object":"chat.completion.chunk","created":1795305600,"model":"qal-sandbox-1"'

const chunkOf = (delta: string, reason: string): string =>
  `data: {${CHUNK},"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${reason}}]}\n\n`

/** The answer to `stream`, beside the whole one. */
const streamedForm = {
  description:
    "With `stream`: events of one `data: {json}` line each. Chunks with the next words; calls come whole, before the " +
    "chunk that says why the answer ends; with `include_usage` a last one without choices, with the usage; then " +
    "`data: [DONE]`. A failure after the start is an event with `error`, and then the connection is broken off. A " +
    "comment line after each 15 s of silence.",
  example:
    chunkOf('{"role":"assistant","content":"","refusal":null}', "null") +
    chunkOf('{"content":"አዲስ አበባ ናት።"}', "null") +
    `${chunkOf("{}", '"stop"')}data: [DONE]\n\n`
}

export class ChatCompletionsApi extends HttpApiGroup.make("chatCompletions")
  .add(
    HttpApiEndpoint.post("createChatCompletion", "/v1/chat/completions")
      .setHeaders(IdempotencyKey)
      .setPayload(ChatCompletionRequest)
      .addSuccess(ChatCompletion)
      .addError(OpenAiErrors.ChatRefused)
      .addError(OpenAiErrors.JobFailed)
      .annotate(OpenApi.Identifier, "createChatCompletion")
      .annotate(OpenApi.Summary, "Answer a conversation")
      .annotate(
        OpenApi.Description,
        "The same as `POST /api/v1/chat_generate`, at the same price, in OpenAI's protocol. Pictures, files and speech " +
          "come as data, in base64: the server fetches nothing. Calls and JSON are checked against their schemas; where the model fails twice, " +
          "or once in what was streamed already, that is `PROVIDER_ERROR`, and nothing is charged. The header `Idempotency-Key` is the request's id, kept for " +
          `${KEPT_IN_WORDS}.`
      )
      .annotate(Described, { answers: { 200: { forms: { "text/event-stream": streamedForm } } } })
  )
  .addError(OpenAiErrors.InvalidInput)
  .middleware(OpenAiAuthentication)
  .annotate(BodyLimit, WITH_FILES)
  .annotate(OpenApi.Title, TITLE) {}
