/** The contract of chat (wire contract, section 3). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { UsageMetadata } from "../billing/UsageMetadata.ts"
import { Language, nullish } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { fileField } from "../http/FileField.ts"
import { list } from "../http/List.ts"
import { BodyLimit, Described, WITH_FILES } from "../http/RouteAnnotations.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { MAX_AUDIO_SECONDS } from "../transcription/CapabilitiesApi.ts"
import { between, Count } from "./FieldsApi.ts"
import { FILES_IN_WORDS } from "./FilesApi.ts"
import { Messages } from "./MessagesApi.ts"
import { MAX_TOOLS, Tool, ToolChoice } from "./ToolsApi.ts"
import { MAX_TURNS, ToolCall, Turn, UploadedAttachment } from "./TurnsApi.ts"

export * from "./ToolsApi.ts"
export * from "./TurnsApi.ts"

export const PATH = "/api/v1/chat_generate"

/** Names in `attachment_field_names`: as many as a form may have parts. */
const MAX_NAMES = 100

const Share = between(0, 1)

const GenerationConfig = Schema.Struct({
  temperature: nullish(Share.annotations({ description: "How freely words are chosen, from 0 to 1" })),
  stream: nullish(Schema.Boolean.annotations({ description: "Whether the answer comes in pieces while it is made" })),
  maxOutputTokens: nullish(Count.annotations({ description: "The most tokens of the answer" })),
  topP: nullish(Share.annotations({ description: "The share of likely words that are chosen among, from 0 to 1" })),
  topK: nullish(Count.annotations({ description: "How many of the likeliest words are chosen among" }))
}).annotations({
  identifier: "GenerationConfig",
  description: "How the answer is made; the engine's own defaults stand for what is left out",
  examples: [{ temperature: 0.7, stream: false, maxOutputTokens: 512 }]
})

/** As it is sent; `Request` knows what stands for what is left out. */
export const ChatRequest = Schema.Struct({
  prompt: nullish(WellFormedText.annotations({ description: "What the user says; may be left out with spoken input" })),
  target_language: Language.annotations({ description: "The language of the answer: `am` or `om`" }),
  conversation_history: nullish(
    list(Turn, MAX_TURNS, "turns").annotations({ description: "What was said before, the oldest first" })
  ),
  messages: nullish(Messages).annotations({
    description:
      "The conversation in OpenAI's shape, in place of `prompt` and `conversation_history`: its instructions join " +
      "`system`, its last turn of the user is the prompt"
  }),
  generation_config: nullish(GenerationConfig),
  attachment_field_names: nullish(
    list(Schema.String, MAX_NAMES, "names").annotations({
      description: "The form's fields that hold attachments: text, PDF, Word, Excel, pictures"
    })
  ),
  persona: nullish(WellFormedText.annotations({ description: "Who the model speaks as" })),
  system: nullish(WellFormedText.annotations({ description: "What the model is to do" })),
  tools: nullish(
    list(Tool, MAX_TOOLS, "tools").annotations({ description: "Functions that the model may ask to be called" })
  ),
  tool_choice: nullish(ToolChoice),
  include_reasoning: nullish(Schema.Boolean.annotations({ description: "Whether `reasoning_text` tells thoughts" }))
}).annotations({
  identifier: "ChatRequest",
  description: "What is to be answered, and how",
  examples: [
    {
      prompt: "የኢትዮጵያ ዋና ከተማ ማን ናት?",
      target_language: "am",
      system: "በአጭሩ መልስ።",
      generation_config: { temperature: 0.7 }
    }
  ]
})

/** A form; the files that are attached come in the fields that `attachment_field_names` lists. */
const ChatForm = HttpApiSchema.Multipart(
  Schema.Struct(
    {
      request_data: ChatRequest,
      chat_audio_input: Schema.optional(
        fileField({ description: `What the user says, as sound of at most ${MAX_AUDIO_SECONDS} seconds` })
      )
    },
    Schema.Record({
      key: Schema.String,
      value: Schema.Unknown.annotations({
        description: `A file, in a field that \`attachment_field_names\` lists; at most ${FILES_IN_WORDS}`
      })
    })
  ).annotations({
    description: "The request, spoken input, and attachments",
    examples: [
      {
        request_data: {
          prompt: "በፋይሉ ውስጥ ምን አለ?",
          target_language: "am",
          attachment_field_names: ["file_1"]
        },
        file_1: "<bytes of hours.txt>"
      }
    ]
  })
)

export const FinishReason = Schema.Literal("stop", "length", "safety", "tool_calls").annotations({
  description: "Why the answer ends: it is complete, has as many tokens as it may, was withheld, or asks for calls"
})

/** The sentences of `left_out` of an answer, in each protocol. */
export const LeftOut = Schema.optionalWith(
  Schema.Array(Schema.String).annotations({
    description:
      "What of the files of earlier turns and of `messages` the model was not given: short sentences, each behind the " +
      "file's `fileUri` or name; absent where nothing was left out"
  }),
  { exact: true }
)

/** What a request came to; stored as long as its id. */
export const Answer = Schema.Struct({
  response_text: Schema.String.annotations({ description: "The answer" }),
  reasoning_text: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "With `include_reasoning`: what the model thought before it"
  }),
  finish_reason: FinishReason,
  usage_metadata: UsageMetadata,
  modelVersion: Schema.String.annotations({ description: "The name of the model that answered" }),
  tool_calls: Schema.optionalWith(
    Schema.Array(Schema.typeSchema(ToolCall)).annotations({ description: "The calls that the model asks for" }),
    { exact: true }
  ),
  uploaded_attachments: Schema.optionalWith(
    Schema.Array(UploadedAttachment).annotations({
      description: "The attachments, in the order of their fields' names, for later turns to refer to"
    }),
    { exact: true }
  ),
  left_out: LeftOut,
  transcription_raw: Schema.optionalWith(
    Schema.String.annotations({
      description:
        "What was heard of spoken input, and one tag, `<analysis>`, with JSON: language, duration_seconds, confidence"
    }),
    { exact: true }
  ),
  transcription_clean: Schema.optionalWith(
    Schema.String.annotations({ description: "What was heard of spoken input" }),
    { exact: true }
  ),
  heard_seconds: Schema.optionalWith(
    Schema.NonNegative.annotations({ description: "Seconds of spoken input that were heard, two decimals" }),
    { exact: true }
  ),
  warnings: Schema.optionalWith(
    Schema.Array(Schema.String).annotations({
      description: "What was met in spoken input and passed over, in short sentences"
    }),
    { exact: true }
  ),
  /** For protocols that tell it. */
  completed_at: Schema.optionalWith(Schema.Int.annotations({ description: "When it was answered, in Unix seconds" }), {
    exact: true
  })
}).annotations({ identifier: "ChatAnswer", description: "The answer" })
export type Answer = typeof Answer.Type

const Replayed = Schema.optionalWith(
  Schema.Literal(true).annotations({ description: "On the answer to an id that was used before" }),
  { exact: true }
)

const { completed_at: _kept, ...told } = Answer.fields
const answerFields = { ...told, idempotent_replay: Replayed }

const exampleOfAnswer = {
  response_text: "አዲስ አበባ የኢትዮጵያ ዋና ከተማ ናት።",
  finish_reason: "stop",
  usage_metadata: { prompt_token_count: 14, candidates_token_count: 19, total_token_count: 33 },
  modelVersion: "qal-sandbox-1"
} as const

const ChatResponse = Schema.Struct({
  status: Schema.Literal("success").annotations({ description: "That it is answered" }),
  ...answerFields,
  data: Schema.Struct(answerFields).annotations({
    description: "The same fields once more: clients read them in either place"
  })
}).annotations({
  identifier: "ChatResponse",
  description: "The answer",
  examples: [{ status: "success", ...exampleOfAnswer, data: exampleOfAnswer }]
})

/** The data of one event of the answer to `stream`. */
const ChatEvent = Schema.Union(
  Schema.Struct({
    response_text: Schema.String.annotations({ description: "A piece of the answer; empty in the last event" }),
    reasoning_text: Schema.optionalWith(
      Schema.String.annotations({
        description: "With `include_reasoning`: a piece of what the model thinks; the answer's is empty then"
      }),
      { exact: true }
    ),
    finish_reason: Schema.optionalWith(FinishReason, { exact: true }),
    is_last_chunk: Schema.optionalWith(
      Schema.Literal(true).annotations({ description: "In the last event alone: that the answer is whole" }),
      { exact: true }
    ),
    usage_metadata: Schema.optionalWith(UsageMetadata, { exact: true }),
    /** In the last event. */
    left_out: LeftOut,
    modelVersion: Schema.optionalWith(
      Schema.String.annotations({ description: "In the last event: the name of the model that answered" }),
      { exact: true }
    ),
    idempotent_replay: Replayed
  }).annotations({ description: "A piece of the answer" }),
  Schema.Struct({
    error: Errors.ErrorBody,
    finish_reason: Schema.Literal("error").annotations({ description: "That what came before is not the whole answer" })
  }).annotations({ description: "What went wrong, before the connection is broken off" })
)

/** The answer to `stream`, beside the whole one. */
const streamedForm = {
  description:
    "With `stream`: events of one `data: {json}` line each. `response_text` of each is a piece of the answer; the last " +
    "has `finish_reason`, `is_last_chunk`, `usage_metadata` and `modelVersion`, or is `error` with `finish_reason` " +
    '"error", and then the connection is broken off. A comment line after each 15 s of silence.',
  item: ChatEvent,
  example:
    'data: {"response_text":"አዲስ አበባ የኢትዮጵያ "}\n\n' +
    'data: {"response_text":"ዋና ከተማ ናት።"}\n\n' +
    'data: {"response_text":"","finish_reason":"stop","is_last_chunk":true,"usage_metadata":' +
    '{"prompt_token_count":14,"candidates_token_count":19,"total_token_count":33},"modelVersion":"qal-sandbox-1"}\n\n'
}

export class ChatApi extends HttpApiGroup.make("chat")
  .add(
    HttpApiEndpoint.post("chat", PATH)
      .setHeaders(IdempotencyKey)
      .setPayload(Schema.Union(ChatRequest, ChatForm))
      .addSuccess(ChatResponse)
      .addError(Errors.ChatRefused)
      .addError(Errors.wire(Errors.StreamNotSupported))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Identifier, "generateAnswer")
      .annotate(OpenApi.Summary, "Generate an answer")
      .annotate(
        OpenApi.Description,
        "Text alone comes as JSON. With files it is a form: `request_data` holds the JSON, `chat_audio_input` spoken " +
          "input, and the fields that `attachment_field_names` lists the attachments. `stream` goes without tools, " +
          "attachments and spoken input."
      )
      .annotate(Described, { answers: { 200: { forms: { "text/event-stream": streamedForm } } } })
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .annotate(BodyLimit, WITH_FILES)
  .annotate(OpenApi.Title, "Chat")
  .annotate(OpenApi.Description, "Text generation: conversation, files, tools, streaming.") {}
