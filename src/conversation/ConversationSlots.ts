import { Effect, type Scope } from "effect"
import type { ApiKeyId } from "../Domain.ts"
import type { RateLimited } from "../Errors.ts"

export class ConversationSlots extends Effect.Service<ConversationSlots>()("conversation/ConversationSlots", {
  effect: Effect.gen(function* () {
    return { take: (_: ApiKeyId): Effect.Effect<void, RateLimited, Scope.Scope> => Effect.void }
  })
}) {}
