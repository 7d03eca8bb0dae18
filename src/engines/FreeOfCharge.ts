/** What an engine says of the job that it works for. */
import { Effect, FiberRef } from "effect"
import { currentChargeTerms, type EnginePart } from "../Domain.ts"

/** Whether a model that may not be sold did this part of it. */
export const wasFree = (part: EnginePart): Effect.Effect<boolean> =>
  Effect.map(FiberRef.get(currentChargeTerms), (terms) => terms?.parts.has(part) ?? false)

/** That this part of it may not be charged for, as a model did it that may not be sold. */
export const markFree = (part: EnginePart): Effect.Effect<void> =>
  Effect.map(FiberRef.get(currentChargeTerms), (terms) => {
    if (terms === undefined) return
    terms.isFree = true
    terms.parts.add(part)
  })
