/** Prices as money, and what work costs at them. The table itself is `settings/PriceTable`. */
import { Effect, Option, Record } from "effect"
import { Settings } from "../settings/Config.ts"
import type { PriceName } from "../settings/PriceTable.ts"
import * as Money from "./Money.ts"

export type PriceTable = Readonly<Record<PriceName, Money.Money>>

export class Prices extends Effect.Service<Prices>()("billing/Prices", {
  effect: Effect.map(Settings, ({ prices }) => {
    const table: PriceTable = Record.map(prices, (etb) => Option.getOrThrow(Money.parseEtb(etb)))
    return { table }
  })
}) {}

const MILLIS_PER_MINUTE = 60_000
const PER_THOUSAND = 1_000

/** The charge for `millis` milliseconds of audio at `perMinute`. */
export const forAudio = (perMinute: Money.Money, millis: number): Money.Money =>
  Money.prorate([[perMinute, millis]], MILLIS_PER_MINUTE)

/** The charge for `count` characters or tokens at `perThousand`. */
export const forCount = (perThousand: Money.Money, count: number): Money.Money =>
  Money.prorate([[perThousand, count]], PER_THOUSAND)

/** Tokens of a prompt and of its answer. */
export interface Tokens {
  readonly promptTokens: number
  readonly candidateTokens: number
}

/** What a thousand tokens of either kind cost. */
export interface TokenPrices {
  readonly prompt: Money.Money
  readonly candidates: Money.Money
}

export const chatPrices = (table: PriceTable): TokenPrices => ({
  prompt: table.chat_per_1000_prompt_tokens,
  candidates: table.chat_per_1000_candidate_tokens
})

export const translationPrices = (table: PriceTable): TokenPrices => ({
  prompt: table.translation_per_1000_prompt_tokens,
  candidates: table.translation_per_1000_candidate_tokens
})

/** The charge for both kinds of tokens, one sum. */
export const ofTokens = ({ candidates, prompt }: TokenPrices, { candidateTokens, promptTokens }: Tokens): Money.Money =>
  Money.prorate(
    [
      [prompt, promptTokens],
      [candidates, candidateTokens]
    ],
    PER_THOUSAND
  )

/** How many candidate tokens `money` pays for beside the prompt's, at most `most`. None where it does not even pay for the prompt. */
export const candidatesWithin = (
  prices: TokenPrices,
  money: Money.Money,
  promptTokens: number,
  most: number
): number => {
  let fits = 0
  let beyond = most + 1
  while (beyond - fits > 1) {
    const middle = Math.floor((fits + beyond) / 2)
    if (ofTokens(prices, { promptTokens, candidateTokens: middle }) <= money) fits = middle
    else beyond = middle
  }
  return fits
}
