/** What a turn holds of its wallet while it goes on: at each moment at least the price of what has been delivered. */
import { Array as Arrays, Effect } from "effect"
import type * as Money from "../billing/Money.ts"
import type { PriceTable } from "../billing/Prices.ts"
import type { InsufficientCredits } from "../Errors.ts"
import { type Amounts, likelyOfPrompt, mostOfPrompt, priceOf } from "./TurnCost.ts"

/** Milliseconds of speech that are held ahead of what has come. */
const AHEAD = 5_000

/** Tokens that are held of text before it comes: of an ordinary answer, or as many as the wallet has. */
const LIKELY_TEXT = [1_024, 256, 64] as const
/** Tokens that are held beyond what is known: of a likely call, and of text that cannot be said. */
const LIKELY_CALL = 256

type HoldChange = (held: Amounts) => Amounts
type HoldResult = Effect.Effect<void, InsufficientCredits>

const withTokens =
  (candidateTokens: number): HoldChange =>
  (held) => ({ ...held, candidateTokens })

/** `least`: what the turn holds when it begins. `hold`: replaces the wallet's hold by this amount. */
export const make = (table: PriceTable, least: Amounts, hold: (amount: Money.Money) => HoldResult) => {
  let held = least
  let amount = priceOf(table, least)
  const turns = Effect.unsafeMakeSemaphore(1)

  const attempt = (change: HoldChange): HoldResult =>
    Effect.suspend(() => {
      const wanted = change(held)
      const price = priceOf(table, { ...wanted, millis: Math.ceil(wanted.millis) })
      return Effect.map(price === amount ? Effect.void : hold(price), () => {
        held = wanted
        amount = price
      })
    })

  /** Makes the first of these changes that the wallet can pay for. Where it can pay for none, the hold stays as it was. */
  const first = (...changes: Arrays.NonEmptyArray<HoldChange>): HoldResult =>
    turns.withPermits(1)(Effect.uninterruptible(Effect.firstSuccessOf(Arrays.map(changes, attempt))))

  return {
    /** What is held now. */
    held: (): Amounts => held,
    /** Holds so much sound, which has come, and some more, which is coming. */
    speech: (millis: number): HoldResult =>
      Effect.suspend(() => {
        if (millis <= held.millis) return Effect.void
        return first(
          (held) => ({ ...held, millis: millis + AHEAD }),
          (held) => ({ ...held, millis })
        )
      }),
    /** Holds a prompt in which we count so many tokens, and so much sound. Releases what was held for speech that did not come. */
    prompt: (counted: number, millis: number): HoldResult =>
      first(
        (held) => ({ ...held, millis, promptTokens: mostOfPrompt(counted) }),
        (held) => ({ ...held, millis, promptTokens: likelyOfPrompt(counted) })
      ),
    /** Holds more tokens of text, up to `most` in all. Answers how many more. */
    text: (most: number): Effect.Effect<number, InsufficientCredits> =>
      Effect.suspend(() => {
        const before = held.candidateTokens
        const sizes = Arrays.map(LIKELY_TEXT, (size) => withTokens(Math.min(before + size, Math.max(most, before + 1))))
        return Effect.map(first(...sizes), () => held.candidateTokens - before)
      }),
    /** Holds so much sound of both directions and so many tokens in all, and the tokens of a likely call where the wallet has them. */
    answer: (millis: number, candidateTokens: number): HoldResult =>
      Effect.suspend(() => {
        if (millis <= held.millis && candidateTokens <= held.candidateTokens) return Effect.void
        const more = (before: Amounts): Amounts => ({
          ...before,
          millis: Math.max(millis, before.millis),
          candidateTokens:
            candidateTokens > before.candidateTokens ? candidateTokens + LIKELY_CALL : before.candidateTokens
        })
        return first(more, (held) => ({ ...held, millis, candidateTokens }))
      })
  }
}
export type TurnHold = ReturnType<typeof make>
