/**
 * What a running job has published so far. Any number of watchers read it, each
 * from the beginning and at its own pace; none can slow the job down. Events are
 * to be small (they name bytes, they do not hold them), because all of them are
 * kept until the last watcher has gone; or each says all that those before it
 * said, and then only the newest is kept.
 */
import { Effect } from "effect"

/** Which events of a log are kept. */
export type EventRetention = "all" | "newest"

/** What a watcher is given at one time. */
interface NewEvents<A> {
  readonly events: ReadonlyArray<A>
  /** The index of the event after these, with which to ask again. */
  readonly next: number
}

/** The log as watchers see it. */
export interface EventFeed<A> {
  /** Waits for the `index`th event, and answers all from there on that are kept. None where the log has ended before it. */
  readonly from: (index: number) => Effect.Effect<NewEvents<A>>
}

export interface EventLog<A> extends EventFeed<A> {
  readonly append: (event: A) => void
  /** No more will come; watchers end after what is there. */
  readonly end: () => void
}

export const make = <A>(keeps: EventRetention = "all"): EventLog<A> => {
  let events: Array<A> = []
  /** How many came before those that are kept. */
  let dropped = 0
  let waiting: Array<() => void> = []
  let isOver = false
  const changed = Effect.async<void>((resume) => {
    const wake = () => resume(Effect.void)
    waiting.push(wake)
    return Effect.sync(() => {
      waiting = waiting.filter((other) => other !== wake)
    })
  })
  const signal = () => {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }
  const from = (index: number): Effect.Effect<NewEvents<A>> =>
    Effect.suspend(() => {
      const next = dropped + events.length
      return index < next || isOver
        ? Effect.succeed({ events: events.slice(Math.max(0, index - dropped)), next })
        : Effect.flatMap(changed, () => from(index))
    })
  return {
    from,
    append: (event) => {
      if (keeps === "newest") {
        dropped += events.length
        events = []
      }
      events.push(event)
      signal()
    },
    end: () => {
      isOver = true
      signal()
    }
  }
}

/** Calls `use` with the events, from the first that is kept to the last, as many at a time as have come. Ends early where `use` answers false. */
export const follow = <A, E, R>(
  feed: EventFeed<A>,
  use: (news: ReadonlyArray<A>) => Effect.Effect<boolean, E, R>
): Effect.Effect<void, E, R> =>
  Effect.suspend(() => {
    let next = 0
    let goesOn = true
    return Effect.whileLoop({
      while: () => goesOn,
      body: () =>
        Effect.flatMap(feed.from(next), (news) => {
          next = news.next
          return news.events.length === 0 ? Effect.succeed(false) : use(news.events)
        }),
      step: (wants) => {
        goesOn = wants
      }
    })
  })
