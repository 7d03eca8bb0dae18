/**
 * A response as events, in the order that OpenAI's protocol has them (API
 * reference, "Streaming events"): begun, each item added, filled and done, ended.
 */

import type { Piece } from "../chat/AnswerGeneration.ts"
import type { Problem } from "../Errors.ts"
import { type OpenAiEnvelope, openAiEnvelope } from "../http/OpenAiErrors.ts"
import * as Sse from "../http/Sse.ts"
import * as ResponseIds from "./ResponseIds.ts"
import type { FunctionCall, OutputItem, OutputMessage, OutputReasoning } from "./ResponseItemsApi.ts"
import type { ResponseObject } from "./ResponseObjectApi.ts"

type OutputText = OutputMessage["content"][number]
type SummaryText = OutputReasoning["summary"][number]

/** Where in the output an event belongs. */
interface ItemPlace {
  readonly item_id: string
  readonly output_index: number
}

interface PartPlace extends ItemPlace {
  readonly content_index: 0
}

interface SummaryPlace extends ItemPlace {
  readonly summary_index: 0
}

interface WithItem {
  readonly output_index: number
  readonly item: OutputItem
}

interface WithResponse {
  readonly response: ResponseObject
}

/** What each event has beside its type and its number. */
interface Events {
  "response.created": WithResponse
  "response.in_progress": WithResponse
  "response.output_item.added": WithItem
  "response.output_item.done": WithItem
  "response.reasoning_summary_part.added": SummaryPlace & { readonly part: SummaryText }
  "response.reasoning_summary_text.delta": SummaryPlace & { readonly delta: string }
  "response.reasoning_summary_text.done": SummaryPlace & { readonly text: string }
  "response.reasoning_summary_part.done": SummaryPlace & { readonly part: SummaryText }
  "response.content_part.added": PartPlace & { readonly part: OutputText }
  "response.output_text.delta": PartPlace & { readonly delta: string; readonly logprobs: OutputText["logprobs"] }
  "response.output_text.done": PartPlace & { readonly text: string; readonly logprobs: OutputText["logprobs"] }
  "response.content_part.done": PartPlace & { readonly part: OutputText }
  "response.function_call_arguments.delta": ItemPlace & { readonly delta: string }
  "response.function_call_arguments.done": ItemPlace & { readonly name: string; readonly arguments: string }
  "response.completed": WithResponse
  "response.incomplete": WithResponse
  "response.failed": WithResponse
  error: Pick<OpenAiEnvelope["error"], "code" | "message" | "param"> & OpenAiEnvelope
}

/** An event as it is sent. */
export type ResponseEvent = {
  [Type in keyof Events]: { readonly type: Type; readonly sequence_number: number } & Events[Type]
}[keyof Events]

const outputText = (text: string): OutputText => ({ type: "output_text", text, annotations: [], logprobs: [] })

const summaryText = (text: string): SummaryText => ({ type: "summary_text", text })

/** The model's thoughts are the first item of the output, where the engine shows them. */
const REASONING = 0

const TOO_MANY_REQUESTS = "rate_limit_error"

/** The events of one response, numbered. Each method answers the bytes of the events that are due. */
export const make = (begun: ResponseObject) => {
  let sequence = 0
  let hasBegun = false
  /** The model's thoughts so far; none before the first. */
  let thoughts: string | undefined
  let isThinking = false
  let isSpeaking = false

  const reasoningId = ResponseIds.itemOf(begun.id, "rs", REASONING)
  const inReasoning: SummaryPlace = { item_id: reasoningId, output_index: REASONING, summary_index: 0 }
  /** The message, at its place in the output. */
  const place = () => (thoughts === undefined ? REASONING : REASONING + 1)
  const inMessage = (): PartPlace => ({
    item_id: ResponseIds.itemOf(begun.id, "msg", place()),
    output_index: place(),
    content_index: 0
  })

  const event = <Type extends keyof Events>(type: Type, fields: Events[Type]): string =>
    Sse.named(type, { type, sequence_number: sequence++, ...fields })

  const begin = (): string => {
    if (hasBegun) return ""
    hasBegun = true
    return event("response.created", { response: begun }) + event("response.in_progress", { response: begun })
  }

  const beginReasoning = (): string => {
    if (thoughts !== undefined) return ""
    thoughts = ""
    isThinking = true
    const item: OutputReasoning = { type: "reasoning", id: reasoningId, summary: [] }
    return (
      event("response.output_item.added", { output_index: REASONING, item }) +
      event("response.reasoning_summary_part.added", { ...inReasoning, part: summaryText("") })
    )
  }

  const endReasoning = (): string => {
    if (!isThinking) return ""
    isThinking = false
    const text = (thoughts ?? "").trim()
    const item: OutputReasoning = { type: "reasoning", id: reasoningId, summary: [summaryText(text)] }
    return (
      event("response.reasoning_summary_text.done", { ...inReasoning, text }) +
      event("response.reasoning_summary_part.done", { ...inReasoning, part: summaryText(text) }) +
      event("response.output_item.done", { output_index: REASONING, item })
    )
  }

  /** The next piece of the model's thoughts. Thoughts that come after the beginning of the answer are sent at the end. */
  const thought = (delta: string): string => {
    if (isSpeaking) return ""
    const beginning = begin() + beginReasoning()
    thoughts = (thoughts ?? "") + delta
    return beginning + event("response.reasoning_summary_text.delta", { ...inReasoning, delta })
  }

  const beginMessage = (): string => {
    if (isSpeaking) return ""
    isSpeaking = true
    const item: OutputMessage = {
      type: "message",
      id: inMessage().item_id,
      status: "in_progress",
      role: "assistant",
      content: []
    }
    return (
      event("response.output_item.added", { output_index: place(), item }) +
      event("response.content_part.added", { ...inMessage(), part: outputText("") })
    )
  }

  /** A piece of the answer. */
  const text = (delta: string): string =>
    begin() +
    endReasoning() +
    beginMessage() +
    event("response.output_text.delta", { ...inMessage(), delta, logprobs: [] })

  const message = (item: OutputMessage): string => {
    const said = item.content.map((part) => part.text).join("")
    const unsaid = isSpeaking || said === "" ? "" : text(said)
    return (
      unsaid +
      beginMessage() +
      event("response.output_text.done", { ...inMessage(), text: said, logprobs: [] }) +
      event("response.content_part.done", { ...inMessage(), part: outputText(said) }) +
      event("response.output_item.done", { output_index: place(), item })
    )
  }

  const call = (item: FunctionCall, index: number): string => {
    const inCall = { item_id: item.id, output_index: index }
    const empty: FunctionCall = { ...item, status: "in_progress", arguments: "" }
    return (
      event("response.output_item.added", { output_index: index, item: empty }) +
      event("response.function_call_arguments.delta", { ...inCall, delta: item.arguments }) +
      event("response.function_call_arguments.done", { ...inCall, name: item.name, arguments: item.arguments }) +
      event("response.output_item.done", { output_index: index, item })
    )
  }

  const reasoning = ({ summary }: OutputReasoning): string => {
    const said = summary.map(({ text }) => text).join("")
    return thoughts === undefined && !isSpeaking ? thought(said) + endReasoning() : endReasoning()
  }

  const itemAt = (item: OutputItem, index: number): string => {
    switch (item.type) {
      case "reasoning":
        return reasoning(item)
      case "message":
        return message(item)
      case "function_call":
        return call(item, index)
    }
  }

  /** All that was not said before of a response that is complete. */
  const end = (response: ResponseObject): string =>
    begin() + response.output.map(itemAt).join("") + event(`response.${response.status}`, { response })

  /** Why there will be no more. Clients look for the error in one place or in the other. */
  const fail = (problem: Problem): string => {
    const { error } = openAiEnvelope(problem)
    const code = error.type === TOO_MANY_REQUESTS ? ("rate_limit_exceeded" as const) : ("server_error" as const)
    const failed: ResponseObject = { ...begun, status: "failed", error: { code, message: error.message } }
    const { message, param } = error
    return (
      begin() +
      event("error", { code: error.code, message, param, error }) +
      event("response.failed", { response: failed })
    )
  }

  return { piece: (said: Piece) => (typeof said === "string" ? text(said) : thought(said.thoughts)), end, fail }
}
