/** The contract of chat (wire contract, section 3). */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { Authentication } from "../access/Authentication.ts"
import { IdempotencyKey } from "../billing/IdempotencyKey.ts"
import { UsageMetadata } from "../billing/UsageMetadata.ts"
import { Language } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { list } from "../http/List.ts"
import { BodyLimit, Described, WITH_FILES } from "../http/RouteAnnotations.ts"
import { WellFormedText } from "../text/Speakable.ts"
import { Messages } from "./MessagesApi.ts"

export const PATH = "/api/v1/chat_generate"

/** Turns of `conversation_history` (wire contract, section 3). */
export const MAX_TURNS = 128
/** Tools of a request (wire contract, section 3). */
export const MAX_TOOLS = 128
/** Parts of one turn, and calls in it: far more than any, so that a list costs no more than its request may. */
export const MAX_PARTS = 1_000
/** Names in `attachment_field_names`: as many as a form may have parts. */
export const MAX_NAMES = 100

const notEmpty = { message: () => "must not be empty" }
const Name = WellFormedText.pipe(Schema.nonEmptyString(notEmpty))

/** A call that the model asked for. */
export const ToolCall = Schema.Struct({
  id: Name,
  type: Schema.optionalWith(Schema.Literal("function"), { default: () => "function" as const }),
  function: Schema.Struct({
    name: Name,
    /** JSON text of an object. */
    arguments: WellFormedText
  })
}).annotations({ identifier: "ToolCall" })
export type ToolCall = typeof ToolCall.Type

/** `fileUri` is as `uploaded_attachments` had it. */
export const FileReference = Schema.Struct({
  fileUri: Schema.String,
  mimeType: Schema.String
}).annotations({ identifier: "FileReference" })

export const Part = Schema.Struct({
  text: Schema.optional(WellFormedText),
  fileData: Schema.optional(FileReference)
})
  .pipe(
    Schema.filter(({ fileData, text }) => (text === undefined) !== (fileData === undefined), {
      message: () => "must have either text or fileData"
    })
  )
  .annotations({ identifier: "Part", description: "Either `text` or `fileData`" })
export type Part = typeof Part.Type

const said = {
  content: Schema.optional(Schema.NullOr(WellFormedText)),
  parts: Schema.optional(Schema.NullOr(list(Part, MAX_PARTS, "parts")))
}

const UserTurn = Schema.Struct({ role: Schema.Literal("user"), ...said }).annotations({ identifier: "UserTurn" })

const AssistantTurn = Schema.Struct({
  role: Schema.Literal("assistant"),
  ...said,
  tool_calls: Schema.optional(Schema.NullOr(list(ToolCall, MAX_PARTS, "calls")))
}).annotations({ identifier: "AssistantTurn" })

const ToolTurn = Schema.Struct({
  role: Schema.Literal("tool"),
  tool_call_id: Name,
  name: Schema.optional(Schema.NullOr(WellFormedText)),
  /** The result, as JSON text. */
  content: WellFormedText
}).annotations({ identifier: "ToolTurn" })

/** An earlier turn. User and assistant have `content`, `parts` or both. */
export const Turn = Schema.Union(UserTurn, AssistantTurn, ToolTurn)
export type Turn = typeof Turn.Type

const unitInterval = { message: () => "must be a number from 0 to 1" }
const positiveWhole = { message: () => "must be a whole number of at least 1" }
const Share = Schema.Number.pipe(Schema.between(0, 1, unitInterval))
const Count = Schema.Number.pipe(Schema.int(positiveWhole), Schema.greaterThanOrEqualTo(1, positiveWhole))

const wish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

export const GenerationConfig = Schema.Struct({
  temperature: wish(Share),
  stream: wish(Schema.Boolean),
  maxOutputTokens: wish(Count),
  topP: wish(Share),
  topK: wish(Count)
}).annotations({ identifier: "GenerationConfig" })

const OpenObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const Tool = Schema.Struct({
  type: Schema.Literal("function"),
  function: Schema.Struct({
    name: Name,
    description: Schema.optionalWith(WellFormedText, { as: "Option", nullable: true }),
    /** JSON Schema of the arguments object. */
    parameters: Schema.optionalWith(OpenObject, { default: () => ({ type: "object", properties: {} }), nullable: true })
  })
}).annotations({ identifier: "Tool" })
export type Tool = typeof Tool.Type

export const ToolChoice = Schema.Union(
  Schema.Literal("auto", "none", "required"),
  Schema.Struct({ type: Schema.Literal("function"), function: Schema.Struct({ name: Schema.String }) })
)
export type ToolChoice = typeof ToolChoice.Type

/** As it is sent; `Request` knows what stands for what is left out. */
export const ChatRequest = Schema.Struct({
  /** May be absent where there is spoken input. */
  prompt: wish(WellFormedText),
  target_language: Language,
  conversation_history: wish(list(Turn, MAX_TURNS, "turns")),
  messages: wish(Messages).annotations({
    description:
      "The conversation in OpenAI's shape, in place of `prompt` and `conversation_history`: its instructions join " +
      "`system`, its last turn of the user is the prompt"
  }),
  generation_config: wish(GenerationConfig),
  attachment_field_names: wish(list(Schema.String, MAX_NAMES, "names")),
  persona: wish(WellFormedText),
  system: wish(WellFormedText),
  tools: wish(list(Tool, MAX_TOOLS, "tools")),
  tool_choice: wish(ToolChoice)
}).annotations({ identifier: "ChatRequest", parseOptions: { errors: "all" } })

/** Bytes of a file, for the document alone: the handler reads the form itself. */
const FileField = Schema.String.annotations({ jsonSchema: { type: "string", format: "binary" } })

/** A form; the files that are attached come in the fields that `attachment_field_names` lists. */
const ChatForm = HttpApiSchema.Multipart(
  Schema.Struct(
    {
      request_data: ChatRequest,
      chat_audio_input: Schema.optional(FileField)
    },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  ).annotations({ identifier: "ChatForm" })
)

export const FinishReason = Schema.Literal("stop", "length", "safety", "tool_calls")

/** What a request came to; stored as long as its id. */
export const Answer = Schema.Struct({
  response_text: Schema.String,
  finish_reason: FinishReason,
  usage_metadata: UsageMetadata,
  modelVersion: Schema.String,
  tool_calls: Schema.optionalWith(Schema.Array(Schema.typeSchema(ToolCall)), { exact: true }),
  uploaded_attachments: Schema.optionalWith(Schema.Array(FileReference), { exact: true }),
  /** The transcript and one tag, `<analysis>`, with JSON. */
  transcription_raw: Schema.optionalWith(Schema.String, { exact: true }),
  transcription_clean: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "ChatAnswer" })
export type Answer = typeof Answer.Type

const answerFields = {
  ...Answer.fields,
  /** On the answer to an id that was used before. */
  idempotent_replay: Schema.optionalWith(Schema.Literal(true), { exact: true })
}

/** The same fields twice: clients read them in either place. */
export const ChatResponse = Schema.Struct({
  status: Schema.Literal("success"),
  ...answerFields,
  data: Schema.Struct(answerFields)
}).annotations({ identifier: "ChatResponse" })

/** The answer to `stream`, beside the whole one. */
const streamedForm = {
  description:
    'With `stream`: events of one `data: {json}` line each. `{"response_text": …}` for each piece of the answer; ' +
    "last `response_text` (empty), `finish_reason`, `is_last_chunk`, `usage_metadata` and `modelVersion`, or " +
    '`error` and `finish_reason` "error", and then the connection is broken off. ' +
    "A comment line after each 15 s of silence.",
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
      .addError(Errors.wire(Errors.InsufficientCredits))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.wire(Errors.InProgress))
      .addError(Errors.wire(Errors.PayloadTooLarge))
      .addError(Errors.wire(Errors.UnsupportedMediaType))
      .addError(Errors.wire(Errors.StreamNotSupported))
      .addError(Errors.wire(Errors.UnreadableAttachment))
      .addError(Errors.wire(Errors.UndecodableAudio))
      .addError(Errors.wire(Errors.AudioTooLong))
      .addError(Errors.wire(Errors.AttachmentUploadFailed))
      .addError(Errors.JobFailed)
      .annotate(OpenApi.Summary, "Generate an answer")
      .annotate(
        OpenApi.Description,
        "Text alone comes as JSON. With files it is a form: `request_data` holds the JSON, `chat_audio_input` spoken " +
          "input, and the fields that `attachment_field_names` lists the attachments. `stream` goes without tools, " +
          "attachments and spoken input. The header `Idempotency-Key` is the request's id, kept for 24 hours."
      )
      .annotate(Described, { answers: { 200: { forms: { "text/event-stream": streamedForm } } } })
  )
  .addError(Errors.InvalidInput)
  .middleware(Authentication)
  .annotate(BodyLimit, WITH_FILES)
  .annotate(OpenApi.Title, "Chat")
  .annotate(OpenApi.Description, "Text generation: conversation, files, tools, streaming.") {}
