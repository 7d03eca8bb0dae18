/** A bound on how many jobs are under way or waiting; past it they are refused at once. */
import { Effect, type Scope } from "effect"
import { LanguageCapacityReached } from "../Errors.ts"

export interface Admission {
  /** Takes a place until the scope closes. Fails with `LanguageCapacityReached` when all are taken. */
  readonly enter: Effect.Effect<void, LanguageCapacityReached, Scope.Scope>
}

export const make = (options: {
  /** Jobs at once, those that wait included. */
  readonly capacity: number
  /** Seconds that a refused client is asked to wait. */
  readonly retryAfter: number
  readonly message: string
}): Effect.Effect<Admission> =>
  Effect.sync(() => {
    let inside = 0
    return {
      enter: Effect.acquireRelease(
        Effect.suspend(() => {
          if (inside >= options.capacity)
            return new LanguageCapacityReached({ message: options.message, retryAfter: options.retryAfter })
          inside++
          return Effect.void
        }),
        () => Effect.sync(() => inside--)
      )
    }
  })
