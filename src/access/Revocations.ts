/**
 * What goes on for long on the word of a key, such as an open session, and ends
 * with the key: also where another process revoked it. One query for all of them,
 * and none while there is nothing to end.
 */
import { Duration, Effect } from "effect"
import type { ApiKeyId } from "../Domain.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** A revoked key's sessions end within a second; this leaves room to spare. */
const TICK = Duration.millis(400)

export class Revocations extends Effect.Service<Revocations>()("access/Revocations", {
  dependencies: [ApiKeys.Default],
  scoped: Effect.gen(function* () {
    const keys = yield* ApiKeys
    const watched = new Map<ApiKeyId, Set<() => void>>()
    const isAny = Effect.unsafeMakeLatch(false)

    const look = Effect.gen(function* () {
      yield* isAny.await
      yield* Effect.sleep(TICK)
      for (const id of yield* keys.endedOf(Array.from(watched.keys()))) {
        // Each removes itself from the set.
        for (const end of Array.from(watched.get(id) ?? [])) end()
      }
    })
    yield* look.pipe(
      Effect.catchAllCause((cause) => Effect.logWarning("could not see which keys are revoked", cause)),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      /** Calls `onRevoked` once, when the key is revoked; not after the returned function was called. It must not throw. */
      watch: (id: ApiKeyId, onRevoked: () => void): (() => void) => {
        const those = watched.get(id) ?? new Set()
        const forget = (): void => {
          those.delete(end)
          if (those.size === 0 && watched.get(id) === those) watched.delete(id)
          if (watched.size === 0) isAny.unsafeClose()
        }
        const end = (): void => {
          forget()
          onRevoked()
        }
        watched.set(id, those.add(end))
        isAny.unsafeOpen()
        return forget
      }
    }
  })
}) {}
