/**
 * What is sent to `chat/completions` (OpenAI's API reference, "Create chat
 * completion"), in the form that most servers take.
 */
import { Option, Predicate } from "effect"
import * as LongTexts from "../../text/LongTexts.ts"
import {
  type AnswerFormat,
  type FurtherSettings,
  noFurtherSettings,
  type TextRequest,
  type Tool,
  type ToolChoice
} from "../TextModel.ts"
import * as ChatMessages from "./ChatMessages.ts"
import { aboutFields, type Dialect, lasting, type Omission } from "./Dialect.ts"
import type { EngineRefusal } from "./Failures.ts"
import type { RefusedFields } from "./RefusedFields.ts"

/** Fields that not every server takes. In place of `max_tokens` some want `max_completion_tokens`. */
const doubtful = [
  "stream",
  "stream_options",
  "top_k",
  "max_tokens",
  "temperature",
  "top_p",
  "response_format",
  "stop",
  "seed",
  "frequency_penalty",
  "presence_penalty",
  "parallel_tool_calls",
  "reasoning_effort",
  ...ChatMessages.ofHistory
] as const
export type Field = (typeof doubtful)[number] | (typeof ChatMessages.stoppers)[number]

type Json = { readonly [key: string]: unknown }

/** Fields that are left out on suspicion, when a refusal names none: they are not of the protocol's first version. */
const suspects: ReadonlyArray<Field> = [
  "stream_options",
  "top_k",
  "response_format",
  "seed",
  "parallel_tool_calls",
  "reasoning_effort"
]

/** Fields that servers refuse for what a client has put there, such as a schema with a keyword that they do not know. */
const ofClients: ReadonlySet<Field> = new Set<Field>([
  ...ChatMessages.stoppers,
  "response_format",
  "stop",
  "seed",
  "frequency_penalty",
  "presence_penalty",
  "parallel_tool_calls",
  "reasoning_effort"
])

/** The highest temperature that every server takes that takes any. */
const USUAL_TEMPERATURE = 1

/** Whether the refusal of the field says nothing of other requests, which are therefore still sent with it. */
const isOfRequest = ({ temperature }: TextRequest, field: Field): boolean =>
  ofClients.has(field) || (field === "temperature" && Option.exists(temperature, (value) => value > USUAL_TEMPERATURE))

const isSent = (body: Json, field: Field): boolean =>
  field in body || (ChatMessages.ofHistory.some((name) => name === field) && inHistory(body, field))

const inHistory = ({ messages: sent }: Json, field: Field): boolean =>
  Array.isArray(sent) && sent.some((message) => Predicate.isRecord(message) && field in message)

/** Parts of a path below which fields have names of their own. */
const NESTED = new Set(["messages", "tools", "tool_choice"])

/** Whether a path leads to the field: at the top of a request, or in a message of its history. */
const leadsTo = (field: Field, parts: ReadonlyArray<string>): boolean => {
  if (ChatMessages.ofHistory.some((name) => name === field)) return parts.includes(field)
  const nested = parts.findIndex((part) => NESTED.has(part))
  return (nested < 0 ? parts : parts.slice(0, nested)).includes(field)
}

/** Whether a sentence is about the value of a field, and not about the field. */
const ABOUT_VALUE =
  /\b(?:range|between|at (?:most|least)|(?:less|greater|larger|smaller|more|fewer) than|too (?:large|small|high|low|big|long|many)|maximum|minimum|exceed\w*|must be(?! satisfied)|should be|invalid value|invalid \S+ value|not a valid)\b|[<>≤≥]=?/i

/** Whether a sentence that names several fields is about having them together. */
const ABOUT_SEVERAL =
  /\b(?:both|together|combin\w+|conflict\w*|mutually|incompatible|same time|either|only one|alongside|when|while|if|unless)\b/i

const NOTHING = lasting<Field>([])

/** The fields of `sent` that a refusal names, and whether it says of each that it is not taken at all. */
const namedIn = (
  { places, sentences }: RefusedFields,
  sent: ReadonlyArray<Field>
): { readonly named: ReadonlyArray<Field>; readonly areOut: boolean } => {
  const placed = sent.filter((field) => places.some((parts) => leadsTo(field, parts)))
  if (placed.length > 0) return { named: placed, areOut: !sentences.some((words) => ABOUT_VALUE.test(words)) }
  const namesIn = (words: string) => sent.filter((field) => new RegExp(`\\b${field}\\b`).test(words))
  const all = sentences.map((words) => ({ words, names: namesIn(words) })).filter(({ names }) => names.length > 0)
  const isOfRequests = all.some(
    ({ names, words }) => ABOUT_VALUE.test(words) || (names.length > 1 && ABOUT_SEVERAL.test(words))
  )
  return { named: sent.filter((field) => all.some(({ names }) => names.includes(field))), areOut: !isOfRequests }
}

/**
 * What is left out after a refusal. Only what it says itself of a field keeps the field out of other requests; where it
 * names none, this one is tried without those that not every server knows.
 */
const omission = (
  body: Json,
  request: TextRequest,
  dialect: Dialect<Field>,
  refusal: EngineRefusal
): Omission<Field> => {
  const refused = Option.filter(aboutFields(refusal), () => refusal.status !== 415)
  if (Option.isNone(refused)) return NOTHING
  const missing = ChatMessages.missingIn(refused.value.sentences.join("\n"))
  if (missing.length > 0) return { fields: missing.filter((field) => !dialect.has(field)), lasting: [] }
  const sent = doubtful.filter((field) => isSent(body, field))
  const { areOut, named } = namedIn(refused.value, sent)
  if (named.length > 0) {
    // What is said of another field may speak of streams; and without one an answer is waited for blindly.
    const fields = named.length > 1 ? named.filter((field) => field !== "stream") : named
    return { fields, lasting: areOut ? fields.filter((field) => !isOfRequest(request, field)) : [] }
  }
  const isElsewhere = refused.value.places.some((parts) => parts.some((part) => part in body))
  return { fields: isElsewhere ? [] : sent.filter((field) => suspects.includes(field)), lasting: [] }
}

const tool = ({ description, name, parameters, strict }: Tool): Json => ({
  type: "function",
  function: {
    name,
    ...(Option.isSome(description) ? { description: description.value } : {}),
    parameters,
    ...(strict === undefined ? {} : { strict })
  }
})

/** `auto` is what servers do unasked, and some refuse it. */
const choice = (wanted: ToolChoice): Json => {
  if (wanted === "auto") return {}
  return { tool_choice: typeof wanted === "string" ? wanted : { type: "function", function: { name: wanted.name } } }
}

/** Whether the model is told of tools: of those that must not be called it is not, as not every server obeys `none`. */
export const offersTools = ({ toolChoice, tools }: TextRequest): boolean => tools.length > 0 && toolChoice !== "none"

/** The names of the tools of which one must be called; none where none must be. */
export const requiredTools = ({ toolChoice, tools }: TextRequest): ReadonlyArray<string> => {
  if (typeof toolChoice === "object") return [toolChoice.name]
  return toolChoice === "required" ? tools.map(({ name }) => name) : []
}

const tools = (request: TextRequest): Json =>
  offersTools(request) ? { tools: request.tools.map(tool), ...choice(request.toolChoice) } : {}

const responseFormat = (format: AnswerFormat): Json | undefined => {
  if (format._tag === "Text") return undefined
  if (format._tag === "JsonObject") return { type: "json_object" }
  const { description, name, schema, strict } = format
  const given = {
    name,
    ...(Option.isSome(description) ? { description: description.value } : {}),
    schema,
    ...(Option.isSome(strict) ? { strict: strict.value } : {})
  }
  return { type: "json_schema", json_schema: given }
}

/** What few requests ask for, by the names of its fields. */
const further = (furtherSettings: FurtherSettings, hasTools: boolean): ReadonlyArray<readonly [Field, unknown]> => [
  ["response_format", responseFormat(furtherSettings.format)],
  ["stop", furtherSettings.stop.length === 0 ? undefined : furtherSettings.stop],
  ["seed", Option.getOrUndefined(furtherSettings.seed)],
  ["frequency_penalty", Option.getOrUndefined(furtherSettings.frequencyPenalty)],
  ["presence_penalty", Option.getOrUndefined(furtherSettings.presencePenalty)],
  ["parallel_tool_calls", hasTools ? Option.getOrUndefined(furtherSettings.parallelToolCalls) : undefined],
  ["reasoning_effort", Option.getOrUndefined(furtherSettings.reasoningEffort)]
]

/** Settings that were asked for, less those that this server does not take. */
const settings = (request: TextRequest, dialect: Dialect<Field>): Json => {
  const fields: Record<string, unknown> = {}
  if (Option.isSome(request.temperature) && !dialect.has("temperature")) fields.temperature = request.temperature.value
  if (Option.isSome(request.topP) && !dialect.has("top_p")) fields.top_p = request.topP.value
  if (Option.isSome(request.topK) && !dialect.has("top_k")) fields.top_k = request.topK.value
  if (request.further !== noFurtherSettings) {
    for (const [name, value] of further(request.further, offersTools(request))) {
      if (value !== undefined && !dialect.has(name)) fields[name] = value
    }
  }
  if (Option.isSome(request.maxOutputTokens)) {
    fields[dialect.has("max_tokens") ? "max_completion_tokens" : "max_tokens"] = request.maxOutputTokens.value
  }
  return fields
}

/** How the answer is to come: in pieces, from a server that has them. */
const inPieces = (dialect: Dialect<Field>): Json => {
  if (dialect.has("stream")) return {}
  return { stream: true, ...(dialect.has("stream_options") ? {} : { stream_options: { include_usage: true } }) }
}

const bodyOf = (model: string, request: TextRequest, dialect: Dialect<Field>, put: ChatMessages.Put): Json => ({
  model,
  messages: ChatMessages.messages(request.messages, dialect, put),
  ...tools(request),
  ...settings(request, dialect),
  ...inPieces(dialect)
})

/** The body for an answer in pieces, as JSON. The language to answer in is for the messages to say. */
export const body = (model: string, request: TextRequest, dialect: Dialect<Field>): string => {
  const { json, put } = LongTexts.make()
  return json(bodyOf(model, request, dialect, put))
}

/** What is left out of the body for `request` after its refusal. */
export const omissionAfter = (
  model: string,
  request: TextRequest,
  dialect: Dialect<Field>,
  refusal: EngineRefusal
): Omission<Field> =>
  omission(
    bodyOf(model, request, dialect, () => ""),
    request,
    dialect,
    refusal
  )
