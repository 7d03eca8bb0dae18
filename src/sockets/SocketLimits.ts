/**
 * How many sockets there may be: in all, of one key, and of those who have not
 * yet said who they are. Where the system allows few descriptors, there are
 * fewer of all, so that sockets leave room for requests.
 */
import { Effect, Metric } from "effect"
import { Settings } from "../Config.ts"
import { RateLimited } from "../Errors.ts"
import { Descriptors } from "../server/Descriptors.ts"

/** Seconds. Those who do not say who they are within 10 s are sent away. */
const RETRY_AFTER = 10

const refusals = Metric.counter("qal_sockets_refused_total", {
  description: "Sockets refused because there were too many",
  incremental: true
})

/** A socket's place among the others. */
export interface Seat {
  /**
   * The socket turned out to be that of a key: fails with `RateLimited` where the
   * key has too many. `tie` is called where it may stay; what it gives is called
   * when the socket leaves.
   */
  readonly claim: (keyId: string, tie: () => () => void) => Effect.Effect<void, RateLimited>
  /** The socket is closed, or never opened. */
  readonly leave: Effect.Effect<void>
}

export class SocketLimits extends Effect.Service<SocketLimits>()("sockets/SocketLimits", {
  effect: Effect.gen(function* () {
    const settings = yield* Settings
    const { most } = yield* Descriptors
    const inAll = Math.min(settings.maxSockets, Math.floor(most / 2))
    const perKey = Math.min(settings.maxSocketsPerKey, Math.ceil(inAll / 2))
    const waiting = Math.min(settings.maxWaitingSockets, Math.ceil(inAll / 2))
    const ofKey = new Map<string, number>()
    let open = 0
    let unclaimed = 0
    yield* Metric.incrementBy(refusals, 0)

    const refuse = (what: string) =>
      Effect.zipRight(
        Metric.increment(refusals),
        Effect.fail(new RateLimited({ message: `${what}; close some, or try again later`, retryAfter: RETRY_AFTER }))
      )

    const seat = (): Seat => {
      let owner: string | undefined
      let hasLeft = false
      let loosen = (): void => {}
      return {
        claim: (keyId, tie) =>
          Effect.suspend(() => {
            const held = ofKey.get(keyId) ?? 0
            if (held >= perKey) return refuse(`this key has ${held} sockets open, as many as it may`)
            // It may have closed while its ticket was looked at.
            if (hasLeft || owner !== undefined) return Effect.void
            owner = keyId
            unclaimed--
            ofKey.set(keyId, held + 1)
            loosen = tie()
            return Effect.void
          }),
        leave: Effect.sync(() => {
          if (hasLeft) return
          hasLeft = true
          loosen()
          open--
          if (owner === undefined) {
            unclaimed--
            return
          }
          const left = (ofKey.get(owner) ?? 1) - 1
          if (left > 0) ofKey.set(owner, left)
          else ofKey.delete(owner)
        })
      }
    }

    /** A place for one more socket; before it is one, so that it can still be told by an answer. */
    const enter = Effect.suspend(() => {
      if (open >= inAll) return refuse("there are as many sockets open as there may be")
      if (unclaimed >= waiting) return refuse("too many sockets are open that have not authenticated themselves")
      open++
      unclaimed++
      return Effect.succeed(seat())
    })

    return { enter }
  }),
  dependencies: [Descriptors.Default]
}) {}
