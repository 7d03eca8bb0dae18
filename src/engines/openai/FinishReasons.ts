/** Why an answer ended, by the names that servers and gateways give that. */
import type { FinishReason } from "../TextModel.ts"

/** How an answer ended, or that it is none: the server has failed, or its model has, which another try may mend. */
type Ending = FinishReason | "failed" | "misgenerated"

/** Reasons by the names that servers and gateways give them, in lower case; the first list that has one is right. */
const REASONS: ReadonlyArray<readonly [ending: Ending, names: ReadonlySet<string>]> = [
  [
    "misgenerated",
    new Set([
      // Gemini
      "malformed_function_call",
      "unexpected_tool_call",
      "too_many_tool_calls",
      "malformed_response",
      // Bedrock
      "malformed_tool_use",
      "malformed_model_output",
      // gateways
      "malformed_tool_call",
      "invalid_tool_call"
    ])
  ],
  [
    "safety",
    new Set([
      "content_filter",
      "content_filtered",
      "content-filter",
      "content_policy",
      "content_policy_violation",
      "content_blocked",
      "moderation",
      "moderated",
      "blocked",
      // Gemini, Vertex AI
      "safety",
      "language",
      "recitation",
      "prohibited_content",
      "blocklist",
      "spii",
      "model_armor",
      "image_safety",
      "image_recitation",
      "image_prohibited_content",
      // Cohere, Anthropic, Zhipu, Bedrock
      "error_toxic",
      "refusal",
      "sensitive",
      "guardrail_intervened"
    ])
  ],
  [
    "failed",
    new Set([
      "error",
      "failed",
      "abort",
      "aborted",
      "cancelled",
      "canceled",
      "user_cancel",
      "network_error",
      // DeepSeek, Gemini
      "insufficient_system_resource",
      "missing_thought_signature"
    ])
  ],
  [
    "length",
    new Set([
      "length",
      "max_tokens",
      "max_output_tokens",
      "max_completion_tokens",
      "max_new_tokens",
      "max_length",
      "token_limit",
      // Mistral, Anthropic, Cohere
      "model_length",
      "model_context_window_exceeded",
      "context_length_exceeded",
      "error_limit",
      // watsonx, Cohere: what was written until then is the answer
      "time_limit",
      "timeout"
    ])
  ]
]

/**
 * What a server's reason means; any that is not known here, such as `eos`, is a plain stop. Gemini puts its own behind
 * the protocol's: `content_filter: PROHIBITED_CONTENT`, `function_call_filter: MALFORMED_FUNCTION_CALL`.
 */
export const reasonOf = (name: string): Ending => {
  const parts = name.toLowerCase().split(/:\s*/)
  return REASONS.find(([, names]) => parts.some((part) => names.has(part)))?.[0] ?? "stop"
}
