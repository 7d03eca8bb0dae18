/** The tokens of a paid answer, as clients read them (specification, "Chat response"). */
import { Schema } from "effect"

export const UsageMetadata = Schema.Struct({
  prompt_token_count: Schema.NonNegativeInt.annotations({ description: "Tokens of what the model was given" }),
  candidates_token_count: Schema.NonNegativeInt.annotations({ description: "Tokens of what it answered" }),
  total_token_count: Schema.NonNegativeInt.annotations({ description: "Tokens of both" })
}).annotations({
  identifier: "UsageMetadata",
  description: "The tokens that were charged, as the engine counts them",
  examples: [{ prompt_token_count: 14, candidates_token_count: 19, total_token_count: 33 }]
})

export const usageMetadata = (promptTokens: number, candidateTokens: number): typeof UsageMetadata.Type => ({
  prompt_token_count: promptTokens,
  candidates_token_count: candidateTokens,
  total_token_count: promptTokens + candidateTokens
})
