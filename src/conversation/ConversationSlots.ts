/** How many conversations of a key go on at once. */
import { Effect } from "effect"
import { Settings } from "../Config.ts"
import type { ApiKeyId } from "../Domain.ts"
import { Busy } from "../Errors.ts"

/** Seconds. A conversation ends when somebody hangs up. */
const RETRY_AFTER = 5

export class ConversationSlots extends Effect.Service<ConversationSlots>()("conversation/ConversationSlots", {
  effect: Effect.gen(function* () {
    const { maxConversationsPerKey: most } = yield* Settings
    const ofKey = new Map<ApiKeyId, number>()

    const give = (keyId: ApiKeyId): void => {
      const left = (ofKey.get(keyId) ?? 0) - 1
      if (left > 0) ofKey.set(keyId, left)
      else ofKey.delete(keyId)
    }

    /** A place for one more of the key's conversations; what it gives gives the place back, once. Fails with `Busy`. */
    const take = (keyId: ApiKeyId): Effect.Effect<Effect.Effect<void>, Busy> =>
      Effect.suspend(() => {
        const held = ofKey.get(keyId) ?? 0
        if (held >= most) {
          const which = most === 1 ? "a conversation" : `${held} conversations`
          const message = `this key has ${which} open, as many as it may; end one, or try again later`
          return new Busy({ message, retryAfter: RETRY_AFTER })
        }
        ofKey.set(keyId, held + 1)
        let isHeld = true
        return Effect.succeed(
          Effect.sync(() => {
            if (isHeld) give(keyId)
            isHeld = false
          })
        )
      })

    return { take }
  })
}) {}
