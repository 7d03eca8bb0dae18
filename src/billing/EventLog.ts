/**
 * What a running job has feed so far. Any number of watchers read it, each from
 * the beginning and at its own pace; none can slow the job down. Events are to
 * be small (they name bytes, they do not hold them), because all of them are
 * kept until the last watcher has gone.
 */
import { Chunk, Effect, Option, Stream } from "effect"

/** The log as watchers see it who follow it by plain calls, where a stream would cost more than the events do. */
export interface EventFeed<A> {
  /** All events from the first; grows. */
  readonly events: ReadonlyArray<A>
  /** Whether no more will come. */
  readonly isOver: () => boolean
  /** Calls back after each change, until the returned function is called. The callback must not throw. */
  readonly onChange: (callback: () => void) => () => void
}

export interface EventLog<A> extends EventFeed<A> {
  readonly append: (event: A) => void
  /** No more will come; watchers end after what is there. */
  readonly end: () => void
  /** All events from the first, then new ones as they come. */
  readonly stream: Stream.Stream<A>
}

/** Waits for the next change. */
export const changed = <A>(log: EventFeed<A>): Effect.Effect<void> =>
  Effect.async((resume) => {
    const forget = log.onChange(() => {
      forget()
      resume(Effect.void)
    })
    return Effect.sync(forget)
  })

/** The events from `index` on, waiting for them, and where to go on; none at the end. */
const from = <A>(log: EventFeed<A>, index: number): Effect.Effect<readonly [Chunk.Chunk<A>, Option.Option<number>]> =>
  Effect.suspend(() => {
    const { events } = log
    if (index < events.length) {
      return Effect.succeed([Chunk.unsafeFromArray(events.slice(index)), Option.some(events.length)] as const)
    }
    if (log.isOver()) return Effect.succeed([Chunk.empty<A>(), Option.none<number>()] as const)
    return Effect.flatMap(changed(log), () => from(log, index))
  })

export const make = <A>(): EventLog<A> => {
  const events: Array<A> = []
  const watchers = new Set<() => void>()
  let over = false
  const signal = () => {
    for (const watcher of Array.from(watchers)) watcher()
  }
  const feed: EventFeed<A> = {
    events,
    isOver: () => over,
    onChange: (callback) => {
      // One's own function, so that a callback given twice is two.
      const watcher = () => callback()
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    }
  }
  return {
    ...feed,
    append: (event) => {
      events.push(event)
      signal()
    },
    end: () => {
      over = true
      signal()
    },
    stream: Stream.paginateChunkEffect(0, (index) => from(feed, index))
  }
}
