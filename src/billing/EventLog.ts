/**
 * What a running job has told so far. Any number of watchers read it, each from
 * the beginning and at its own pace; none can slow the job down. Events are to
 * be small (they name bytes, they do not hold them), because all of them are
 * kept until the last watcher has gone.
 */
import { Chunk, Deferred, Effect, FiberId, Option, Stream } from "effect"

export interface EventLog<A> {
  readonly append: (event: A) => Effect.Effect<void>
  /** No more will come; watchers end after what is there. */
  readonly end: Effect.Effect<void>
  /** All events from the first, then new ones as they come. */
  readonly stream: Stream.Stream<A>
}

export const make = <A>(): Effect.Effect<EventLog<A>> =>
  Effect.sync(() => {
    const events: Array<A> = []
    let ended = false
    let changed = Deferred.unsafeMake<void>(FiberId.none)

    const signal = Effect.suspend(() => {
      const waiting = changed
      changed = Deferred.unsafeMake<void>(FiberId.none)
      return Deferred.succeed(waiting, undefined)
    })

    const from = (index: number): Effect.Effect<readonly [Chunk.Chunk<A>, Option.Option<number>]> =>
      Effect.suspend(() => {
        if (index < events.length) {
          const news = Chunk.unsafeFromArray(events.slice(index))
          return Effect.succeed([news, Option.some(events.length)] as const)
        }
        return ended
          ? Effect.succeed([Chunk.empty<A>(), Option.none<number>()] as const)
          : Effect.flatMap(Deferred.await(changed), () => from(index))
      })

    return {
      append: (event) =>
        Effect.suspend(() => {
          events.push(event)
          return signal
        }),
      end: Effect.suspend(() => {
        ended = true
        return signal
      }),
      stream: Stream.paginateChunkEffect(0, from)
    }
  })
