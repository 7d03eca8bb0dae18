/**
 * A response as events, in the order that OpenAI's protocol has them (API
 * reference, "Streaming events"): begun, each item added, filled and done, ended.
 */
import type { Problem } from "../Errors.ts"
import { openAiEnvelope } from "../http/OpenAiErrors.ts"
import * as Sse from "../http/Sse.ts"
import * as ResponseIds from "./ResponseIds.ts"
import type { FunctionCall, OutputMessage } from "./ResponseItemsApi.ts"
import type { ResponseObject } from "./ResponseObjectApi.ts"

const outputText = (text: string) => ({ type: "output_text" as const, text, annotations: [], logprobs: [] })

/** The message that a response begins with where the model says anything, at its place in the output. */
const MESSAGE = 0

const TOO_MANY_REQUESTS = "rate_limit_error"

/** The events of one response, which counts them; each method gives the bytes of those that are due. */
export const make = (begun: ResponseObject) => {
  const messageId = ResponseIds.itemOf(begun.id, "msg", MESSAGE)
  const inMessage = { item_id: messageId, output_index: MESSAGE, content_index: 0 }
  let sequence = 0
  let hasBegun = false
  let isSpeaking = false

  const event = (type: string, fields: object): string =>
    Sse.named(type, { type, sequence_number: sequence++, ...fields })

  const begin = (): string => {
    if (hasBegun) return ""
    hasBegun = true
    return event("response.created", { response: begun }) + event("response.in_progress", { response: begun })
  }

  const beginMessage = (): string => {
    if (isSpeaking) return ""
    isSpeaking = true
    const item: OutputMessage = {
      type: "message",
      id: messageId,
      status: "in_progress",
      role: "assistant",
      content: []
    }
    return (
      event("response.output_item.added", { output_index: MESSAGE, item }) +
      event("response.content_part.added", { ...inMessage, part: outputText("") })
    )
  }

  /** A piece of the answer. */
  const text = (delta: string): string =>
    begin() + beginMessage() + event("response.output_text.delta", { ...inMessage, delta, logprobs: [] })

  const message = (item: OutputMessage): string => {
    const said = item.content.map((part) => part.text).join("")
    const unsaid = isSpeaking || said === "" ? "" : text(said)
    return (
      unsaid +
      beginMessage() +
      event("response.output_text.done", { ...inMessage, text: said, logprobs: [] }) +
      event("response.content_part.done", { ...inMessage, part: outputText(said) }) +
      event("response.output_item.done", { output_index: MESSAGE, item })
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

  /** All that was not said before of a response that is complete. */
  const end = (response: ResponseObject): string =>
    begin() +
    response.output.map((item, index) => (item.type === "message" ? message(item) : call(item, index))).join("") +
    event(`response.${response.status}`, { response })

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

  return { text, end, fail }
}
