/**
 * How long an answer may become, by what its wallet can pay for (wire contract, section 2, rule 1): a hold bounds
 * the answer, and grows with it.
 */
import { Effect } from "effect"
import type { Job } from "../billing/Job.ts"
import * as Money from "../billing/Money.ts"
import * as Prices from "../billing/Prices.ts"
import type { AnswerBudget, TokenUsage } from "../engines/TextModel.ts"
import type { ChargedAnswer } from "./AnswerGeneration.ts"

/** Tokens of an ordinary answer: held at first, and then again and again as it grows. */
const ORDINARY_ANSWER = 1_024
/** Tokens that must be affordable for an answer to begin. */
export const LEAST_ANSWER = 256

/** A prompt's tokens, counted from above, and those that its answer may have at most. */
export interface Extent {
  readonly promptTokens: number
  readonly mostTokens: number
}

/** What is held for the beginning of an answer, and what must be affordable. */
export const opening = (prices: Prices.TokenPrices, { mostTokens, promptTokens }: Extent) => {
  const priceOf = (tokens: number): Money.Money =>
    Prices.ofTokens(prices, { promptTokens, candidateTokens: Math.min(mostTokens, tokens) })
  return { estimate: priceOf(ORDINARY_ANSWER), least: priceOf(LEAST_ANSWER) }
}

/** An answer's room, and what is held for it by now. */
export interface PaidBudget extends AnswerBudget {
  readonly held: () => TokenUsage
}

/** The room of an answer for which `first` is held. */
export const make = (
  prices: Prices.TokenPrices,
  { mostTokens, promptTokens }: Extent,
  first: Money.Money,
  holdUpTo: Parameters<Job<never, never, never, never>["run"]>[0]["holdUpTo"]
): PaidBudget => {
  const priceWith = (candidateTokens: number) => Prices.ofTokens(prices, { promptTokens, candidateTokens })
  const tokensFor = (money: Money.Money, most: number) => Prices.candidatesWithin(prices, money, promptTokens, most)
  let tokens = tokensFor(first, Math.min(mostTokens, ORDINARY_ANSWER))
  const extend = Effect.suspend(() => {
    const wanted = Math.min(mostTokens, tokens + ORDINARY_ANSWER)
    if (wanted === tokens) return Effect.void
    return holdUpTo(priceWith(wanted), priceWith(tokens + 1)).pipe(
      Effect.map((money) => {
        tokens = Math.max(tokens, tokensFor(money, wanted))
        return tokens
      }),
      // There is no more: the answer ends where its room does.
      Effect.ignore
    )
  })
  return { tokens: () => tokens, extend, held: () => ({ promptTokens, candidateTokens: tokens }) }
}

/**
 * What an answer costs of which `charged` is believed, and what it is worth: one that the engine filtered nothing, and one
 * whose model declined behind words of it what those cost.
 */
export const costOf = (prices: Prices.TokenPrices, { generation, usage }: ChargedAnswer, charged: TokenUsage) => {
  const isFree = generation.isFiltered === true && generation.refusal === undefined
  const priceOf = (tokens: TokenUsage) => (isFree ? Money.zero : Prices.ofTokens(prices, tokens))
  const price = priceOf(charged)
  // Whoever heard what was spoken, the text engine answered it, and that alone is charged.
  return { price, worth: priceOf(usage), beside: () => price }
}
