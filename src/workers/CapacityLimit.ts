/** A bound on how many jobs are under way or waiting, shared out; past it they are refused at once. */
import { Effect, FiberRef, type Scope } from "effect"
import { NOBODY } from "../Domain.ts"
import { LanguageCapacityReached } from "../Errors.ts"
import * as Share from "./Share.ts"

export interface CapacityLimit {
  /**
   * Takes a place for the share of the fiber until the scope closes. Fails with
   * `LanguageCapacityReached` when the share has as many as it may.
   */
  readonly enter: Effect.Effect<void, LanguageCapacityReached, Scope.Scope>
}

/**
 * A share alone may take all places; of several each may take an equal part,
 * and one at least. One that took more while it was alone gets no further place
 * until it is below its part. So a newcomer is never refused for what others
 * have, and of n shares all have at most the capacity times 1 + 1/2 + … + 1/n.
 * Work that no client asked for, such as previews, takes nothing from clients.
 */
export const make = (options: {
  /** Jobs of one share at once, those that wait included. */
  readonly capacity: number
  /** Seconds that a refused client is asked to wait. */
  readonly retryAfter: number
  readonly message: string
}): Effect.Effect<CapacityLimit> =>
  Effect.sync(() => {
    /** How many places each share has; none of them 0. */
    const inside = new Map<Share.Share, number>()
    const take = (share: Share.Share): boolean => {
      const taken = inside.get(share) ?? 0
      const nobodys = share !== NOBODY && inside.has(NOBODY) ? 1 : 0
      const shares = inside.size - nobodys + (taken === 0 ? 1 : 0)
      if (taken >= Math.max(1, Math.floor(options.capacity / shares))) return false
      inside.set(share, taken + 1)
      return true
    }
    const leave = (share: Share.Share): void => {
      const left = (inside.get(share) ?? 0) - 1
      if (left > 0) inside.set(share, left)
      else inside.delete(share)
    }
    return {
      enter: Effect.flatMap(FiberRef.get(Share.current), (share) =>
        Effect.acquireRelease(
          Effect.suspend(() =>
            take(share)
              ? Effect.void
              : new LanguageCapacityReached({ message: options.message, retryAfter: options.retryAfter })
          ),
          () => Effect.sync(() => leave(share))
        )
      )
    }
  })
