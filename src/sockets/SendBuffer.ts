/** Waits for the reader of a socket. */
import { Duration, Effect } from "effect"
import * as Monotonic from "../runtime/Monotonic.ts"

/** How often a slow reader is looked at. What it has yet to read is worth far more than this. */
const POLL = Duration.millis(100)

interface Connection {
  /** Bytes sent that the operating system has not taken yet. */
  readonly unsent: number
}

/** Waits until no more than `most` is unsent; false when there is no progress for `limit`. */
export const awaitDrain = (connection: Connection, most: number, limit: Duration.Duration): Effect.Effect<boolean> =>
  Effect.suspend(() => (connection.unsent <= most ? Effect.succeed(true) : drainSlowly(connection, most, limit)))

const drainSlowly = Effect.fnUntraced(function* (connection: Connection, most: number, limit: Duration.Duration) {
  let least = connection.unsent
  let since = yield* Monotonic.millis
  while (least > most) {
    yield* Effect.sleep(POLL)
    const now = yield* Monotonic.millis
    const unsent = connection.unsent
    if (unsent < least) since = now
    least = unsent
    if (now - since > Duration.toMillis(limit)) return false
  }
  return true
})
