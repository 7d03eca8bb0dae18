/** What an engine says of the job that it works for. */
import { Effect, FiberRef } from "effect"
import { currentChargeTerms } from "../Domain.ts"

/** That it may not be charged for, as a model took part in it that may not be sold. */
export const markFree: Effect.Effect<void> = Effect.map(FiberRef.get(currentChargeTerms), (terms) => {
  if (terms !== undefined) terms.isFree = true
})
