/** Prices as money, and what work costs at them. The table itself is `settings/Prices`. */
import { Effect, Option, Record } from "effect"
import { Settings } from "../Config.ts"
import type { PriceName } from "../settings/Prices.ts"
import * as Money from "./Money.ts"

export type PriceTable = Readonly<Record<PriceName, Money.Money>>

export class Prices extends Effect.Service<Prices>()("billing/Prices", {
  effect: Effect.map(Settings, ({ prices }) => {
    const table: PriceTable = Record.map(prices, (etb) => Option.getOrThrow(Money.parseEtb(etb)))
    return { table }
  })
}) {}

const MILLIS_PER_MINUTE = 60_000

/** The charge for `millis` milliseconds of audio at `perMinute`. */
export const forAudio = (perMinute: Money.Money, millis: number): Money.Money =>
  Money.prorate(perMinute, millis, MILLIS_PER_MINUTE)

/** The charge for `count` characters or tokens at `perThousand`. */
export const forCount = (perThousand: Money.Money, count: number): Money.Money =>
  Money.prorate(perThousand, count, 1_000)

/** The charge for a chat's tokens, and for those of an answer that is not spoken. */
export const forTokens = (
  table: PriceTable,
  { candidateTokens, promptTokens }: { readonly promptTokens: number; readonly candidateTokens: number }
): Money.Money =>
  Money.add(
    forCount(table.chat_per_1000_prompt_tokens, promptTokens),
    forCount(table.chat_per_1000_candidate_tokens, candidateTokens)
  )
