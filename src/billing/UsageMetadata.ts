/** The tokens of a paid answer, as clients read them (specification, "Chat response"). */
import { Schema } from "effect"

export const UsageMetadata = Schema.Struct({
  prompt_token_count: Schema.NonNegativeInt.annotations({ description: "Tokens of what the model was given" }),
  candidates_token_count: Schema.NonNegativeInt.annotations({ description: "Tokens of what it answered" }),
  total_token_count: Schema.NonNegativeInt.annotations({ description: "Tokens of both" }),
  cached_content_token_count: Schema.optionalWith(Schema.NonNegativeInt, { exact: true }).annotations({
    description: "Of the tokens given, those that the engine had from before; where the engine says so"
  }),
  thoughts_token_count: Schema.optionalWith(Schema.NonNegativeInt, { exact: true }).annotations({
    description: "Of the tokens answered, those that the model thought to itself; where the engine says so"
  })
}).annotations({
  identifier: "UsageMetadata",
  description: "The tokens that were charged, as the engine counts them",
  examples: [{ prompt_token_count: 14, candidates_token_count: 19, total_token_count: 33 }]
})

/** The counts that an engine reports separately. */
interface Shares {
  readonly cachedTokens?: number
  readonly reasoningTokens?: number
}

export const usageMetadata = (
  promptTokens: number,
  candidateTokens: number,
  { cachedTokens, reasoningTokens }: Shares = {}
): typeof UsageMetadata.Type => ({
  prompt_token_count: promptTokens,
  candidates_token_count: candidateTokens,
  total_token_count: promptTokens + candidateTokens,
  ...(cachedTokens === undefined ? {} : { cached_content_token_count: Math.min(cachedTokens, promptTokens) }),
  ...(reasoningTokens === undefined ? {} : { thoughts_token_count: Math.min(reasoningTokens, candidateTokens) })
})
