/**
 * What goes on for long on the word of a key, such as an open session, and ends
 * with the key: also where another process revoked it; and where the secret was
 * lent, with that. One query for all of them,
 * and none while there is nothing to end.
 */
import { Duration, Effect } from "effect"
import { ApiKeys } from "./ApiKeys.ts"
import type { Identity } from "./Authentication.ts"

/** A revoked key's sessions end within a second; this leaves room to spare. */
const TICK = Duration.millis(400)

interface WatchedKey {
  readonly caller: Identity
  readonly ends: Set<() => void>
}

/** Callers of one name end together. */
const nameOf = ({ keyId, lent }: Identity): string => lent ?? keyId

export class Revocations extends Effect.Service<Revocations>()("access/Revocations", {
  dependencies: [ApiKeys.Default],
  scoped: Effect.gen(function* () {
    const keys = yield* ApiKeys
    const watched = new Map<string, WatchedKey>()
    const isAny = Effect.unsafeMakeLatch(false)

    const look = Effect.gen(function* () {
      yield* isAny.await
      yield* Effect.sleep(TICK)
      for (const caller of yield* keys.endedOf(Array.from(watched.values(), ({ caller }) => caller))) {
        // Each removes itself from the set.
        for (const end of Array.from(watched.get(nameOf(caller))?.ends ?? [])) end()
      }
    })
    yield* look.pipe(
      Effect.catchAllCause((cause) => Effect.logWarning("could not see which keys are revoked", cause)),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      /** Calls `onRevoked` once, when the caller's key is revoked or its lent secret ends. The returned function stops the watch. `onRevoked` must not throw. */
      watch: (caller: Identity, onRevoked: () => void): (() => void) => {
        const name = nameOf(caller)
        const those = watched.get(name) ?? { caller, ends: new Set() }
        const forget = (): void => {
          those.ends.delete(end)
          if (those.ends.size === 0 && watched.get(name) === those) watched.delete(name)
          if (watched.size === 0) isAny.unsafeClose()
        }
        const end = (): void => {
          forget()
          onRevoked()
        }
        those.ends.add(end)
        watched.set(name, those)
        isAny.unsafeOpen()
        return forget
      }
    }
  })
}) {}
