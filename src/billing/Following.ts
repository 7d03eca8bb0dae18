/** Follows what a running job tells by plain calls. */
import { Effect } from "effect"
import type { BillingPending, ProviderUnavailable } from "../Errors.ts"
import { changed, type EventFeed } from "./EventLog.ts"
import type { Running } from "./Job.ts"

/**
 * Waits until the job has told something, or has ended without: for answers
 * that go on with the job once it has begun, and before are ordinary ones. Fails
 * as a job that told nothing.
 */
export const begun = <Event, Result, E>({
  log,
  settled
}: Pick<Running<Event, Result, E>, "log" | "settled">): Effect.Effect<void, E | BillingPending | ProviderUnavailable> =>
  Effect.suspend(() => {
    const { events, isOver } = log
    const waited = events.length > 0 || isOver() ? Effect.void : changed(log)
    return Effect.flatMap(waited, () => (events.length > 0 ? Effect.void : Effect.asVoid(settled)))
  })

/** Does `use` for each event in turn, from the first to the last; earlier ends where it answers false. */
export const follow = <A, E, R>(
  told: EventFeed<A>,
  use: (event: A) => Effect.Effect<boolean, E, R>
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    let next = 0
    let isWanted = true
    const turn = (): Effect.Effect<void, E, R> => {
      const event = told.events[next]
      if (event === undefined) return changed(told)
      next++
      return Effect.map(use(event), (wants) => {
        isWanted = wants
      })
    }
    return Effect.whileLoop({
      while: () => isWanted && (next < told.events.length || !told.isOver()),
      body: turn,
      step: () => {}
    })
  })
