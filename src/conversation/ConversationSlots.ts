/** How many conversations of a key go on at once: on this node, or on all that share a database (`SharedSlots`). */
import { Context, Effect, Layer, type Scope } from "effect"
import type { ApiKeyId } from "../Domain.ts"
import { Busy } from "../Errors.ts"
import { Settings } from "../settings/Config.ts"

/** Seconds. A conversation ends when somebody hangs up. */
const RETRY_AFTER = 5

export const busy = (held: number): Busy => {
  const which = held === 1 ? "a conversation" : `${held} conversations`
  const message = `this key has ${which} open, as many as it may; end one, or try again later`
  return new Busy({ message, retryAfter: RETRY_AFTER })
}

export class ConversationSlots extends Context.Tag("conversation/ConversationSlots")<
  ConversationSlots,
  {
    /** A place for one more of the key's conversations, until the scope closes. Fails with `Busy`. */
    readonly take: (keyId: ApiKeyId) => Effect.Effect<void, Busy, Scope.Scope>
  }
>() {
  /** Of this process alone. */
  static readonly Default: Layer.Layer<ConversationSlots, never, Settings> = Layer.effect(
    ConversationSlots,
    Effect.map(Settings, ({ maxConversationsPerKey: most }) => {
      const ofKey = new Map<ApiKeyId, number>()

      const give = (keyId: ApiKeyId): void => {
        const left = (ofKey.get(keyId) ?? 0) - 1
        if (left > 0) ofKey.set(keyId, left)
        else ofKey.delete(keyId)
      }

      const enter = (keyId: ApiKeyId) =>
        Effect.suspend(() => {
          const held = ofKey.get(keyId) ?? 0
          if (held >= most) return busy(held)
          ofKey.set(keyId, held + 1)
          return Effect.void
        })

      return { take: (keyId) => Effect.acquireRelease(enter(keyId), () => Effect.sync(() => give(keyId))) }
    })
  )
}
