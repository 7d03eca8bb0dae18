/** Response objects: what was asked, given back, with what was answered. */
import type { Answer } from "../chat/Api.ts"
import { timeOfId } from "../Domain.ts"
import { extraOf } from "../engines/CallExtra.ts"
import * as ResponseIds from "./ResponseIds.ts"
import type { OutputItem, OutputMessage } from "./ResponseItemsApi.ts"
import { echoed, echoedFormat, type ResponseObject, UNSAID } from "./ResponseObjectApi.ts"
import type { ResponseRequest } from "./ResponseRequestApi.ts"

/** Whether the client wants to know what the model thinks. */
export const asksForThoughts = ({ reasoning }: ResponseRequest): boolean => (reasoning?.summary ?? "none") !== "none"

/** What a response repeats of its request, which may be as long as that. */
export const repeatedOf = (request: ResponseRequest) => ({
  instructions: request.instructions ?? null,
  text: { format: echoedFormat(request.text?.format) },
  tools: (request.tools ?? []).map(echoed)
})

export const NOTHING_REPEATED: ReturnType<typeof repeatedOf> = repeatedOf({ input: "" })

/** The response to `request` before there is an answer. */
export const createdResponse = (id: string, request: ResponseRequest, model: string): ResponseObject => ({
  ...UNSAID,
  id,
  object: "response",
  created_at: Math.floor(timeOfId(id) / 1_000),
  status: "in_progress",
  error: null,
  incomplete_details: null,
  access_programs: null,
  background: false,
  ...repeatedOf(request),
  max_output_tokens: request.max_output_tokens ?? null,
  model,
  output: [],
  parallel_tool_calls: request.parallel_tool_calls ?? true,
  previous_response_id: request.previous_response_id ?? null,
  reasoning: { effort: request.reasoning?.effort ?? null, summary: request.reasoning?.summary ?? null },
  store: request.store ?? true,
  temperature: request.temperature ?? UNSAID.temperature,
  tool_choice: request.tool_choice ?? "auto",
  top_p: request.top_p ?? UNSAID.top_p,
  presence_penalty: request.presence_penalty ?? UNSAID.presence_penalty,
  frequency_penalty: request.frequency_penalty ?? UNSAID.frequency_penalty,
  max_tool_calls: request.max_tool_calls ?? null,
  safety_identifier: request.safety_identifier ?? null,
  prompt_cache_key: request.prompt_cache_key ?? null,
  truncation: "disabled",
  usage: null,
  user: request.user ?? null,
  metadata: request.metadata ?? {}
})

const reasons = { length: "max_output_tokens", safety: "content_filter" } as const

const reasonOf = ({ finish_reason: reason }: Answer) =>
  reason === "length" || reason === "safety" ? reasons[reason] : undefined

/** The output of a response: the thoughts where the request asks for them; then the message, unless there are only calls; then the calls. */
const outputOf = (id: string, answer: Answer): ReadonlyArray<OutputItem> => {
  const calls = answer.tool_calls ?? []
  const status = reasonOf(answer) === undefined ? ("completed" as const) : ("incomplete" as const)
  const content: OutputMessage["content"] = [
    { type: "output_text", text: answer.response_text, annotations: [], logprobs: [] }
  ]
  const message = { type: "message" as const, status, role: "assistant" as const, content }
  const { reasoning_text: thoughts } = answer
  const thought: ReadonlyArray<OutputItem> =
    thoughts === undefined
      ? []
      : [
          {
            type: "reasoning",
            id: ResponseIds.itemOf(id, "rs", 0),
            summary: [{ type: "summary_text", text: thoughts }]
          }
        ]
  const isSilent = answer.response_text === "" && calls.length > 0
  const words = isSilent ? [] : [{ ...message, id: ResponseIds.itemOf(id, "msg", thought.length) }]
  const said: ReadonlyArray<OutputItem> = [...thought, ...words]
  return [
    ...said,
    ...calls.map(({ function: called, id: callId, ...call }, index) => ({
      ...extraOf({ ...call, function: called }).extra,
      type: "function_call" as const,
      id: ResponseIds.itemOf(id, "fc", said.length + index),
      status: "completed" as const,
      call_id: callId,
      name: called.name,
      arguments: called.arguments
    }))
  ]
}

/** The response with its answer. */
export const completedResponse = (id: string, request: ResponseRequest, answer: Answer): ResponseObject => {
  const {
    cached_content_token_count: cached = 0,
    candidates_token_count,
    prompt_token_count,
    thoughts_token_count: reasoning = 0,
    total_token_count
  } = answer.usage_metadata
  const reason = reasonOf(answer)
  return {
    ...createdResponse(id, request, answer.modelVersion),
    completed_at: reason === undefined ? (answer.completed_at ?? null) : null,
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    output: outputOf(id, answer),
    usage: {
      input_tokens: prompt_token_count,
      input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
      output_tokens: candidates_token_count,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: total_token_count
    },
    ...(answer.left_out === undefined ? {} : { left_out: answer.left_out })
  }
}
