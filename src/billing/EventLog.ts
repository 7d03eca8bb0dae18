/**
 * What a running job has published so far. Any number of watchers read it, each
 * from the beginning and at its own pace; none can slow the job down. Events are
 * to be small (they name bytes, they do not hold them), because all of them are
 * kept until the last watcher has gone.
 */
import { Effect } from "effect"

/** The log as watchers see it. */
export interface EventFeed<A> {
  /** The events from the `index`th on, waiting for the first of them; none where the log has ended before it. */
  readonly from: (index: number) => Effect.Effect<ReadonlyArray<A>>
}

export interface EventLog<A> extends EventFeed<A> {
  readonly append: (event: A) => void
  /** No more will come; watchers end after what is there. */
  readonly end: () => void
}

export const make = <A>(): EventLog<A> => {
  const events: Array<A> = []
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
  const from = (index: number): Effect.Effect<ReadonlyArray<A>> =>
    Effect.suspend(() =>
      index < events.length || isOver ? Effect.succeed(events.slice(index)) : Effect.flatMap(changed, () => from(index))
    )
  return {
    from,
    append: (event) => {
      events.push(event)
      signal()
    },
    end: () => {
      isOver = true
      signal()
    }
  }
}

/** Gives `use` the events from the first to the last, as many at a time as have come; ends earlier where it answers false. */
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
          next += news.length
          return news.length === 0 ? Effect.succeed(false) : use(news)
        }),
      step: (wants) => {
        goesOn = wants
      }
    })
  })
