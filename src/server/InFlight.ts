/** How many requests have been admitted and not yet fully answered, sockets included. */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Duration, Effect } from "effect"
import { type Listener, listenerOf } from "../http/Connections.ts"

/** How often the count is looked at while the server waits for it to reach none. */
const POLL = Duration.millis(20)

export class InFlight extends Effect.Service<InFlight>()("server/InFlight", {
  sync: () => {
    let count = 0
    const listeners = new Set<Listener>()
    const pending = () =>
      Array.from(listeners, ({ pendingRequests }) => pendingRequests).reduce((sum, one) => sum + one, 0)
    /**
     * With the answers made but not yet handed to the operating system: a large one
     * to a slow client outlives its handler, and would be cut by the end of the process.
     */
    const remaining = () => Math.max(count, pending())
    return {
      /** Whether any is; what the server refuses while it stops is none. */
      isAny: (): boolean => count > 0,
      enter: (request: HttpServerRequest.HttpServerRequest, isAdmitted: boolean): void => {
        if (isAdmitted) count++
        const listener = listenerOf(request)
        if (listener === undefined || listeners.has(listener)) return
        // Of those that were closed, none is kept beyond its last answer.
        for (const other of listeners) if (other.pendingRequests === 0) listeners.delete(other)
        listeners.add(listener)
      },
      leave: (wasAdmitted: boolean): void => {
        if (wasAdmitted) count--
      },
      /** Waits until there are none, as long as there is time `left`; returns how many remain. */
      settle: Effect.fn("InFlight.settle")(function* (left: () => Duration.Duration) {
        while (remaining() > 0 && Duration.greaterThan(left(), Duration.zero)) yield* Effect.sleep(POLL)
        return remaining()
      })
    }
  }
}) {}
