/** An answer as the events of a response, from its first to its last. */
import { Array as Arrays, Option } from "effect"
import * as Money from "../../billing/Money.ts"
import { InsufficientCredits } from "../../Errors.ts"
import type { Item, Response, ResponseEnd, ResponseStatus, Usage } from "../State.ts"
import { failureOf } from "./ErrorEvents.ts"
import type { ServerEvent, WireItem, WireResponse, WireUsage } from "./ServerEvents.ts"
import { answerObject } from "./SessionObject.ts"
import { assistantItem, callItem } from "./WireItems.ts"

/** A response that has not been told to its end. */
export interface ResponseProgress {
  /** Whether its message has been announced: an answer that only calls tools has none. */
  readonly isOpen: boolean
  readonly metadata: WireResponse["metadata"]
  /** None where its entries are not added to the conversation. */
  readonly conversation: Option.Option<string>
}

const common = ({ config, id }: Response, { conversation, metadata }: ResponseProgress) =>
  ({
    id,
    object: "realtime.response",
    ...(Option.isNone(conversation) ? {} : { conversation_id: conversation.value }),
    ...answerObject(config),
    metadata
  }) as const

/** Of the answer's message, which comes before its calls. */
const messageAt = ({ id, item }: Response) =>
  ({ response_id: id, output_index: 0, item_id: item, content_index: 0 }) as const

const partOf = ({ config }: Response, text: string) =>
  config.spoken ? ({ type: "audio", transcript: text } as const) : ({ type: "text", text } as const)

export const beginProgress = (response: Response, progress: ResponseProgress): ServerEvent => ({
  type: "response.created",
  response: { ...common(response, progress), status: "in_progress", output: [] }
})

/** The message, whose text follows. */
export const opened = (response: Response, { conversation }: ResponseProgress): ReadonlyArray<ServerEvent> => {
  const { id, item: itemId, previous } = response
  const item: WireItem = { ...assistantItem(itemId, response.config.spoken, "", "in_progress"), content: [] }
  const added = { type: "conversation.item.added", previous_item_id: Option.getOrNull(previous), item } as const
  return [
    { type: "response.output_item.added", response_id: id, output_index: 0, item },
    ...(Option.isNone(conversation) ? [] : [added]),
    { type: "response.content_part.added", ...messageAt(response), part: partOf(response, "") }
  ]
}

export const text = (response: Response, delta: string): ServerEvent =>
  response.config.spoken
    ? { type: "response.output_audio_transcript.delta", ...messageAt(response), delta }
    : { type: "response.output_text.delta", ...messageAt(response), delta }

export const audio = (response: Response, { buffer, byteLength, byteOffset }: Uint8Array): ServerEvent => ({
  type: "response.output_audio.delta",
  ...messageAt(response),
  delta: Buffer.from(buffer, byteOffset, byteLength).toString("base64")
})

// --- the end

const messageDone = (
  { response, status, text }: ResponseEnd,
  progress: ResponseProgress
): ReadonlyArray<ServerEvent> => {
  const at = messageAt(response)
  const { id, item: itemId, previous } = response
  const { spoken } = response.config
  const item = assistantItem(itemId, spoken, text, status === "completed" ? "completed" : "incomplete")
  const inConversation = {
    type: "conversation.item.done",
    previous_item_id: Option.getOrNull(previous),
    item
  } as const
  return [
    ...(spoken
      ? ([
          { type: "response.output_audio.done", ...at },
          { type: "response.output_audio_transcript.done", ...at, transcript: text }
        ] as const)
      : ([{ type: "response.output_text.done", ...at, text }] as const)),
    { type: "response.content_part.done", ...at, part: partOf(response, text) },
    ...(Option.isNone(progress.conversation) ? [] : [inConversation]),
    { type: "response.output_item.done", response_id: id, output_index: 0, item }
  ]
}

type CallItem = Extract<Item, { readonly _tag: "Call" }>

interface Place {
  readonly index: number
  readonly previous: string | null
}

/** A call, which comes whole. */
const callDone = (
  { id }: Response,
  entry: CallItem,
  { index, previous }: Place,
  { conversation }: ResponseProgress
): ReadonlyArray<ServerEvent> => {
  const item = callItem(entry)
  const begun = { ...item, status: "in_progress", arguments: "" } as const
  const at = { response_id: id, output_index: index }
  const ofCall = { ...at, item_id: item.id, call_id: item.call_id }
  const isAside = Option.isNone(conversation)
  const inConversation = { previous_item_id: previous }
  return [
    { type: "response.output_item.added", ...at, item: begun },
    ...(isAside ? [] : [{ type: "conversation.item.added", ...inConversation, item: begun } as const]),
    { type: "response.function_call_arguments.delta", ...ofCall, delta: item.arguments },
    { type: "response.function_call_arguments.done", ...ofCall, name: item.name, arguments: item.arguments },
    ...(isAside ? [] : [{ type: "conversation.item.done", ...inConversation, item } as const]),
    { type: "response.output_item.done", ...at, item }
  ]
}

type Ending = Required<Pick<WireResponse, "status" | "status_details">>

const endings: { readonly [Status in Exclude<ResponseStatus, "credits" | "failed">]: Ending } = {
  completed: { status: "completed", status_details: { type: "completed" } },
  interrupted: { status: "cancelled", status_details: { type: "cancelled", reason: "turn_detected" } },
  cancelled: { status: "cancelled", status_details: { type: "cancelled", reason: "client_cancelled" } },
  length: { status: "incomplete", status_details: { type: "incomplete", reason: "max_output_tokens" } },
  safety: { status: "incomplete", status_details: { type: "incomplete", reason: "content_filter" } }
}

/** Where the wallet could pay for no more: for no reason of the protocol's, since for `max_output_tokens` clients ask for more. */
const unpaid = (text: string): Ending => {
  const status = text === "" ? "failed" : "incomplete"
  const message = "the wallet could pay for no more of this answer; top it up to go on"
  return { status, status_details: { type: status, error: failureOf(new InsufficientCredits({ message })) } }
}

const endingOf = ({ problem, status, text }: ResponseEnd): Ending => {
  if (status === "credits") return unpaid(text)
  if (status !== "failed") return endings[status]
  const error = Option.map(problem, failureOf)
  return {
    status: "failed",
    status_details: { type: "failed", ...(Option.isNone(error) ? {} : { error: error.value }) }
  }
}

const usageOf = (usage: Option.Option<Usage>): WireUsage => {
  const { candidateTokens, promptTokens } = Option.match(usage, {
    onNone: () => ({ promptTokens: 0, candidateTokens: 0 }),
    onSome: ({ tokens }) => tokens
  })
  return {
    total_tokens: promptTokens + candidateTokens,
    input_tokens: promptTokens,
    output_tokens: candidateTokens,
    input_token_details: { text_tokens: promptTokens, audio_tokens: 0, image_tokens: 0, cached_tokens: 0 },
    output_token_details: { text_tokens: candidateTokens, audio_tokens: 0 },
    ...Option.match(usage, {
      onNone: () => ({ total_billed_audio_duration_seconds: 0, credits_used: 0 }),
      onSome: ({ balance, charge, seconds }) => ({
        total_billed_audio_duration_seconds: seconds,
        credits_used: Money.toEtb(charge),
        credits_remaining: Money.toEtb(balance)
      })
    })
  }
}

/** All that is still to be said of a response. */
export const done = (
  end: ResponseEnd,
  usage: Option.Option<Usage>,
  progress: ResponseProgress
): ReadonlyArray<ServerEvent> => {
  const { calls, response, status, text } = end
  const { isOpen } = progress
  const before = isOpen ? response.item : Option.getOrNull(response.previous)
  const message = isOpen
    ? [assistantItem(response.item, response.config.spoken, text, status === "completed" ? "completed" : "incomplete")]
    : []
  const ids = Arrays.prepend(
    calls.map(({ id }) => id),
    before
  )
  return [
    ...(isOpen ? messageDone(end, progress) : []),
    ...calls.flatMap((call, at) =>
      callDone(response, call, { index: message.length + at, previous: ids[at] ?? null }, progress)
    ),
    {
      type: "response.done",
      response: {
        ...common(response, progress),
        ...endingOf(end),
        output: [...message, ...calls.map(callItem)],
        usage: usageOf(usage)
      }
    }
  ]
}
