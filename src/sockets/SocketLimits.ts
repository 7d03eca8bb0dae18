/**
 * How many sockets there may be: in all, of one key, and of those that have not
 * authenticated themselves. Where the system allows few descriptors, there are
 * fewer of all, so that sockets leave room for requests. Sockets without a key
 * keep no client out: where there is no room, the oldest of them is closed, as a
 * client with a ticket sends it at once.
 */
import { Effect, Metric } from "effect"
import { RateLimited } from "../Errors.ts"
import { FileDescriptors } from "../http/FileDescriptors.ts"
import { Settings } from "../settings/Config.ts"
import { TOO_MANY_SOCKETS } from "./CloseReason.ts"
import { AUTHENTICATION_TIMEOUT_SECONDS } from "./Handshake.ts"
import type { ClosableSession } from "./Sockets.ts"

/** Seconds: sockets that have not authenticated themselves by then are closed. */
const RETRY_AFTER = AUTHENTICATION_TIMEOUT_SECONDS

const refusals = Metric.counter("qal_sockets_refused_total", {
  description: "Sockets refused, or closed before they had authenticated themselves, because there were too many",
  incremental: true
})

const crowded = new RateLimited({
  message: "too many sockets are open that have not authenticated themselves; open another and do so at once",
  retryAfter: 1
})

/** A socket's slot among those that may be open. */
export interface SocketSlot {
  /** Names the socket, which may be closed until the slot is claimed. */
  readonly take: (occupant: ClosableSession) => void
  /**
   * The socket turned out to be that of a key: fails with `RateLimited` where the
   * key has too many. `tie` is called where it may stay; what it returns is called
   * when the socket is closed.
   */
  readonly claim: (keyId: string, tie: () => () => void) => Effect.Effect<void, RateLimited>
  /** The socket is closed, or never opened. */
  readonly leave: Effect.Effect<void>
}

export class SocketLimits extends Effect.Service<SocketLimits>()("sockets/SocketLimits", {
  effect: Effect.gen(function* () {
    const settings = yield* Settings
    const { most } = yield* FileDescriptors
    const inAll = Math.min(settings.maxSockets, Math.floor(most / 2))
    const perKey = Math.min(settings.maxSocketsPerKey, Math.ceil(inAll / 2))
    const waiting = Math.min(settings.maxWaitingSockets, Math.ceil(inAll / 2))
    const ofKey = new Map<string, number>()
    /** Closes each of those that have not authenticated themselves; the oldest first. */
    const unauthenticated = new Set<() => void>()
    let open = 0
    let unclaimed = 0
    yield* Metric.incrementBy(refusals, 0)

    const refuse = (what: string) =>
      Effect.zipRight(
        Metric.increment(refusals),
        Effect.fail(new RateLimited({ message: `${what}; close some, or try again later`, retryAfter: RETRY_AFTER }))
      )

    const count = (keyId: string, by: number): void => {
      const held = (ofKey.get(keyId) ?? 0) + by
      if (held > 0) ofKey.set(keyId, held)
      else ofKey.delete(keyId)
    }

    const makeSlot = (): SocketSlot => {
      let owner: string | undefined
      let hasLeft = false
      let untie = (): void => {}
      let evict = (): void => {}
      const leave = (): void => {
        if (hasLeft) return
        hasLeft = true
        unauthenticated.delete(evict)
        untie()
        open--
        if (owner === undefined) unclaimed--
        else count(owner, -1)
      }
      return {
        take: (occupant) => {
          if (hasLeft || owner !== undefined) return
          evict = () => {
            leave()
            occupant.dismiss(crowded, TOO_MANY_SOCKETS)
          }
          unauthenticated.add(evict)
        },
        claim: (keyId, tie) =>
          Effect.suspend(() => {
            const held = ofKey.get(keyId) ?? 0
            if (held >= perKey) return refuse(`this key has ${held} sockets open, as many as it may`)
            // It may have closed while its ticket was looked at.
            if (hasLeft || owner !== undefined) return Effect.void
            owner = keyId
            unclaimed--
            unauthenticated.delete(evict)
            count(keyId, 1)
            untie = tie()
            return Effect.void
          }),
        leave: Effect.sync(leave)
      }
    }

    /** Makes room: closes the oldest that is not authenticated; false where there is none. */
    const makeRoom = (): boolean => {
      const oldest = unauthenticated.values().next().value
      oldest?.()
      return oldest !== undefined
    }

    /** A slot for one more socket; before the upgrade, so that a refusal is an ordinary answer. */
    const enter = Effect.suspend(() => {
      const isFull = open >= inAll
      if (isFull || unclaimed >= waiting) {
        if (!makeRoom()) {
          return refuse(
            isFull
              ? "there are as many sockets open as there may be"
              : "too many sockets are open that have not authenticated themselves"
          )
        }
        refusals.unsafeUpdate(1, [])
      }
      open++
      unclaimed++
      return Effect.succeed(makeSlot())
    })

    return { enter }
  }),
  dependencies: [FileDescriptors.Default]
}) {}
