/** How many requests have been taken and not yet fully answered, sockets included. */
import { Clock, type Duration, Effect } from "effect"
import * as DurationModule from "effect/Duration"

/** How often the count is looked at while the server waits for it to reach none. */
const POLL = DurationModule.millis(20)

export class InFlight extends Effect.Service<InFlight>()("server/InFlight", {
  sync: () => {
    let count = 0
    return {
      enter: (): void => {
        count++
      },
      leave: (): void => {
        count--
      },
      count: Effect.sync(() => count),
      /** Waits until there are none, for at most `patience`; returns how many are left. */
      settle: Effect.fn("InFlight.settle")(function* (patience: Duration.Duration) {
        const deadline = (yield* Clock.currentTimeMillis) + DurationModule.toMillis(patience)
        while (count > 0 && (yield* Clock.currentTimeMillis) < deadline) yield* Effect.sleep(POLL)
        return count
      })
    }
  }
}) {}
