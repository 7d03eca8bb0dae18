/** Follows what a running job tells by plain calls. */
import { Effect } from "effect"
import type { Told } from "./EventLog.ts"

/** Waits for the next change. */
const change = <A>(told: Told<A>): Effect.Effect<void> =>
  Effect.async((resume) => {
    const forget = told.onChange(() => {
      forget()
      resume(Effect.void)
    })
    return Effect.sync(forget)
  })

/** Waits until something is told, or nothing will be. */
export const begun = <A>(told: Told<A>): Effect.Effect<void> =>
  Effect.suspend(() => (told.events.length > 0 || told.isOver() ? Effect.void : change(told)))

/** Does `use` for each event in turn, from the first to the last; earlier ends where it answers false. */
export const follow = <A, E, R>(
  told: Told<A>,
  use: (event: A) => Effect.Effect<boolean, E, R>
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    let next = 0
    let isWanted = true
    const turn = (): Effect.Effect<void, E, R> => {
      const event = told.events[next]
      if (event === undefined) return change(told)
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
