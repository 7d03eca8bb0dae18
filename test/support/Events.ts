/** What a job tells, for tests that watch it. */
import { Effect } from "effect"
import { type EventFeed, follow } from "../../src/billing/EventLog.ts"

/** All that is told, once the log has ended. */
export const collect = <A>(events: EventFeed<A>): Effect.Effect<ReadonlyArray<A>> =>
  Effect.suspend(() => {
    const all: Array<A> = []
    return Effect.as(
      follow(events, (news) => {
        all.push(...news)
        return Effect.succeed(true)
      }),
      all
    )
  })
