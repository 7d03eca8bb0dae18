/** Waits for the reader of a socket. */
import { Duration, Effect } from "effect"
import * as Monotonic from "../Monotonic.ts"

/** How often a slow reader is looked at. What it has yet to read is worth far more than this. */
const POLL = Duration.millis(100)

interface Connection {
  /** Bytes sent that the operating system has not taken yet. */
  readonly unsent: number
}

/** Waits until no more than `most` is unsent; false when that stays as it is for `patience`. */
export const drained = (connection: Connection, most: number, patience: Duration.Duration): Effect.Effect<boolean> =>
  Effect.suspend(() => (connection.unsent <= most ? Effect.succeed(true) : drainSlowly(connection, most, patience)))

const drainSlowly = Effect.fnUntraced(function* (connection: Connection, most: number, patience: Duration.Duration) {
  let least = connection.unsent
  let since = yield* Monotonic.millis
  while (least > most) {
    yield* Effect.sleep(POLL)
    const now = yield* Monotonic.millis
    const unsent = connection.unsent
    if (unsent < least) since = now
    least = unsent
    if (now - since > Duration.toMillis(patience)) return false
  }
  return true
})
