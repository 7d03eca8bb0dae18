/** The tokens of a paid answer, as clients read them (specification, "Chat response"). */
import { Schema } from "effect"

export const UsageMetadata = Schema.Struct({
  prompt_token_count: Schema.NonNegativeInt,
  candidates_token_count: Schema.NonNegativeInt,
  total_token_count: Schema.NonNegativeInt
}).annotations({ identifier: "UsageMetadata" })

export const usageMetadata = (promptTokens: number, candidateTokens: number): typeof UsageMetadata.Type => ({
  prompt_token_count: promptTokens,
  candidates_token_count: candidateTokens,
  total_token_count: promptTokens + candidateTokens
})
