/** Places of a key's conversations in PostgreSQL, where whoever asks for one goes before he has it. */
import { expect, test } from "bun:test"
import { Effect, Fiber, Layer } from "effect"
import { Settings } from "../../src/Config.ts"
import { ConversationSlots } from "../../src/conversation/ConversationSlots.ts"
import * as SharedSlots from "../../src/conversation/SharedSlots.ts"
import { ApiKeyId } from "../../src/Domain.ts"
import { Calls } from "../../src/storage/postgres/Calls.ts"
import { usePostgres, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"

describePostgres("places of conversations", () => {
  const postgres = usePostgres()

  test("a place that was asked for and not waited for is free again", () =>
    withDatabase(postgres, () =>
      Effect.gen(function* () {
        const { take } = yield* ConversationSlots
        const sql = yield* Calls
        for (let turn = 0; turn < 40; turn++) {
          const asked = yield* Effect.fork(Effect.scoped(Effect.zipRight(take(ApiKeyId.make("key")), Effect.never)))
          yield* Effect.sleep(turn / 8)
          yield* Fiber.interrupt(asked)
        }
        yield* Effect.sleep("500 millis")
        expect(yield* sql`SELECT id FROM conversation_slots`).toEqual([])
      }).pipe(Effect.provide(Layer.provide(SharedSlots.layer, Settings.layerFrom({}))))
    ))
})
