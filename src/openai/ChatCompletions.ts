/** Chat in OpenAI's protocol: its requests as the service knows them, and the service's answers as its clients do. */
import { Either, Option, Predicate } from "effect"
import type { Piece } from "../chat/AnswerGeneration.ts"
import type { Answer } from "../chat/Api.ts"
import { type ChatRequest, type RequestFailure, withMessages } from "../chat/ChatRequest.ts"
import { ownPlaces } from "../chat/History.ts"
import { type JobId, timeOfId } from "../Domain.ts"
import type { AnswerFormat, FurtherSettings } from "../engines/TextModel.ts"
import * as Replays from "../http/Replays.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import * as Sse from "../http/Sse.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import type { ChatCompletion, ChatCompletionChunk, CompletionUsage } from "./ChatCompletionAnswersApi.ts"
import { ChatCompletionRequest, MAX_EFFORT, type ResponseFormat } from "./ChatCompletionsApi.ts"
import * as ModelCatalog from "./ModelCatalog.ts"

// --- requests

type CompletionBody = typeof ChatCompletionRequest.Type

const formatOf = (format: ResponseFormat | null | undefined): AnswerFormat => {
  switch (format?.type) {
    case undefined:
    case "text":
      return { _tag: "Text" }
    case "json_object":
      return { _tag: "JsonObject" }
    case "json_schema": {
      const { description, name, schema, strict } = format.json_schema
      return {
        _tag: "JsonSchema",
        name,
        description: Option.fromNullable(description),
        schema: schema ?? { type: "object" },
        strict: Option.fromNullable(strict)
      }
    }
  }
}

/** Whether the request has the protocol's older form of calls, and wants its answer in it. */
const isOld = ({ functions }: CompletionBody): boolean => (functions ?? []).length > 0

const toolsOf = ({ functions, tools }: CompletionBody): ChatRequest["tools"] =>
  tools ?? (functions ?? []).map((called) => ({ type: "function", function: called }))

const choiceOf = ({ function_call: old, tool_choice: choice }: CompletionBody): ChatRequest["tool_choice"] => {
  if ((choice ?? undefined) !== undefined) return choice
  return typeof old === "object" && old !== null ? { type: "function", function: { name: old.name } } : old
}

/** Both forms at once contradict one another. */
const formFaults = ({ function_call, functions, tool_choice, tools }: CompletionBody): ReadonlyArray<Fault> =>
  [
    { field: "functions", old: functions, instead: tools, name: "tools" },
    { field: "function_call", old: function_call, instead: tool_choice, name: "tool_choice" }
  ].flatMap(({ field, instead, name, old }) =>
    (old ?? undefined) !== undefined && (instead ?? undefined) !== undefined
      ? [{ field, code: "invalid_value", message: `must be left out where there is ${name}, which takes its place` }]
      : []
  )

/** The object by which some clients ask for thoughts. */
const reasoningOf = ({ reasoning }: CompletionBody) => (Predicate.isRecord(reasoning) ? reasoning : undefined)

/** Whether the client wants to know what the model thinks. */
const asksForThoughts = (sent: CompletionBody): boolean => {
  if (typeof sent.include_reasoning === "boolean") return sent.include_reasoning
  const reasoning = reasoningOf(sent)
  return reasoning !== undefined && reasoning.exclude !== true && reasoning.enabled !== false
}

const effortOf = (sent: CompletionBody): Option.Option<string> => {
  const effort = sent.reasoning_effort ?? reasoningOf(sent)?.effort
  return typeof effort === "string" && effort.isWellFormed() ? Option.some(effort.slice(0, MAX_EFFORT)) : Option.none()
}

const furtherOf = (sent: CompletionBody): FurtherSettings => ({
  format: formatOf(sent.response_format),
  stop: typeof sent.stop === "string" ? [sent.stop] : (sent.stop ?? []),
  seed: Option.fromNullable(sent.seed),
  frequencyPenalty: Option.fromNullable(sent.frequency_penalty),
  presencePenalty: Option.fromNullable(sent.presence_penalty),
  // The older form of an answer has room for one call.
  parallelToolCalls: isOld(sent) ? Option.some(false) : Option.fromNullable(sent.parallel_tool_calls),
  reasoningEffort: effortOf(sent)
})

/** The request without its conversation. */
const settingsOf = (sent: CompletionBody): ChatRequest => ({
  prompt: undefined,
  target_language: sent.target_language ?? Option.getOrUndefined(ModelCatalog.forcedLanguage(sent.model ?? "")),
  conversation_history: [],
  places: ownPlaces,
  generation_config: {
    temperature: Option.fromNullable(sent.temperature),
    stream: sent.stream ?? false,
    maxOutputTokens: Option.fromNullable(sent.max_completion_tokens ?? sent.max_tokens),
    topP: Option.fromNullable(sent.top_p),
    topK: Option.fromNullable(sent.top_k),
    further: furtherOf(sent)
  },
  attachment_field_names: [],
  persona: undefined,
  system: undefined,
  tools: toolsOf(sent),
  tool_choice: choiceOf(sent),
  ...(asksForThoughts(sent) ? { include_reasoning: true } : {})
})

/** A decoded request, and the options that only its answer needs. */
export interface DecodedCompletion {
  readonly request: ChatRequest
  /** Whether the stream ends with what is charged. */
  readonly includesUsage: boolean
  /** Whether calls have the protocol's older form. */
  readonly isOld: boolean
}

const decodeSent = decoder(ChatCompletionRequest)

/** Reads the JSON of a request. Fails as the contract says, naming each field at fault. */
export const decode = (data: unknown): Either.Either<DecodedCompletion, RequestFailure> =>
  Either.flatMap(decodeSent(data), (sent): Either.Either<DecodedCompletion, RequestFailure> => {
    const faults = formFaults(sent)
    if (faults.length > 0) return Either.left(refusal(faults))
    return Either.map(withMessages(settingsOf(sent), sent.messages), (request) => ({
      request,
      includesUsage: sent.stream_options?.include_usage ?? false,
      isOld: isOld(sent)
    }))
  })

// --- answers

/** What all pieces of an answer have in common. */
export interface Heading {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  /** The engine's own name. */
  readonly model: string
}

/** The form in which an answer is sent. */
export interface Form {
  readonly isReplay: boolean
  readonly isOld: boolean
}

const PREFIX = "chatcmpl-"

/** Of an answer's job, so that it is the same again where the answer is. */
export const headingOf = (jobId: JobId, model: string): Heading => ({
  id: `${PREFIX}${jobId.slice(jobId.indexOf("_") + 1)}`,
  created: Math.floor(timeOfId(jobId) / 1_000),
  model
})

const reasonOf = ({ finish_reason: reason }: Answer, { isOld }: Form) => {
  if (reason === "safety") return "content_filter"
  return reason === "tool_calls" && isOld ? "function_call" : reason
}

const usageOf = ({ usage_metadata: usage }: Answer): typeof CompletionUsage.Type => {
  const { cached_content_token_count: cached, thoughts_token_count: reasoning } = usage
  return {
    prompt_tokens: usage.prompt_token_count,
    completion_tokens: usage.candidates_token_count,
    total_tokens: usage.total_token_count,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } })
  }
}

/** The calls of an answer as its message has them. */
const callsOf = ({ tool_calls: calls }: Answer, { isOld }: Form) => {
  if (calls === undefined) return {}
  const [first] = calls
  return isOld && first !== undefined ? { function_call: first.function } : { tool_calls: calls }
}

const leftOutOf = ({ left_out }: Answer) => (left_out === undefined ? {} : { left_out })

/** The whole answer. */
export const whole = (heading: Heading, answer: Answer, form: Form): ChatCompletion => {
  const { response_text: text, tool_calls: calls } = answer
  const content = text === "" && calls !== undefined ? null : text
  const message = {
    role: "assistant",
    content,
    refusal: null,
    ...(answer.reasoning_text === undefined ? {} : { reasoning_content: answer.reasoning_text }),
    ...callsOf(answer, form)
  } as const
  return {
    ...heading,
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: reasonOf(answer, form) }],
    usage: usageOf(answer),
    ...leftOutOf(answer),
    ...Replays.mark(form.isReplay)
  }
}

type Delta = ChatCompletionChunk["choices"][number]["delta"]

/** An answer as events: the role, words as they come, and at the end what else there is. */
export const streamed = (heading: Heading, includesUsage: boolean, form: Form) => {
  const chunk = (more: Pick<ChatCompletionChunk, "choices" | "usage" | "left_out" | "idempotent_replay">): string => {
    const value: ChatCompletionChunk = { ...heading, object: "chat.completion.chunk", ...more }
    return Sse.event(value)
  }
  const usage = includesUsage ? { usage: null } : {}
  const delta = (added: Delta): string =>
    chunk({ choices: [{ index: 0, delta: added, logprobs: null, finish_reason: null }], ...usage })
  const last = (answer: Answer): string =>
    chunk({
      choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: reasonOf(answer, form) }],
      ...usage,
      ...leftOutOf(answer),
      ...Replays.mark(form.isReplay)
    })
  let isBegun = false
  /** The role, which comes before all else. */
  const role = (): string => {
    if (isBegun) return ""
    isBegun = true
    return delta({ role: "assistant", content: "", refusal: null })
  }
  return {
    piece: (said: Piece): string =>
      role() + delta(typeof said === "string" ? { content: said } : { reasoning_content: said.thoughts }),
    end: (answer: Answer): string => {
      const { function_call, tool_calls } = { function_call: undefined, tool_calls: [], ...callsOf(answer, form) }
      const calls = tool_calls.map((call, index) => delta({ tool_calls: [{ index, ...call }] }))
      if (function_call !== undefined) calls.push(delta({ function_call }))
      const counted = includesUsage ? chunk({ choices: [], usage: usageOf(answer) }) : ""
      return role() + calls.join("") + last(answer) + counted + Sse.DONE
    }
  }
}
