/** Places of a key's conversations in PostgreSQL, where whoever asks for one goes before he has it, or the wire is cut. */
import { expect, test } from "bun:test"
import { Effect, Exit, Fiber, Layer, type Scope, TestClock, TestContext } from "effect"
import { ConversationSlots } from "../../src/conversation/ConversationSlots.ts"
import * as SharedSlots from "../../src/conversation/SharedSlots.ts"
import { ApiKeyId } from "../../src/Domain.ts"
import { Settings } from "../../src/settings/Config.ts"
import { Calls } from "../../src/storage/postgres/Calls.ts"
import { type Ask, askOf, node, until, untilIdle, usePostgres, waiting, wired, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"
import type { Proxy } from "../support/Proxy.ts"

const KEY = ApiKeyId.make("key")

describePostgres("places of conversations", () => {
  const postgres = usePostgres()
  const slots = Layer.provide(SharedSlots.layer, Settings.layerFrom({}))

  test("a conversation's slot whose request was abandoned is free again", () =>
    withDatabase(postgres, function* () {
      const leaving = Effect.gen(function* () {
        const { take } = yield* ConversationSlots
        const sql = yield* Calls
        for (let turn = 0; turn < 40; turn++) {
          const asked = yield* Effect.fork(Effect.scoped(Effect.zipRight(take(KEY), Effect.never)))
          yield* Effect.sleep(turn / 8)
          yield* Fiber.interrupt(asked)
        }
        yield* Effect.sleep("500 millis")
        expect(yield* sql`SELECT id FROM conversation_slots`).toEqual([])
      })
      yield* Effect.provide(leaving, slots)
    }))

  /** A key of which one conversation is open at a time, by way of a wire. */
  const wiredKey = <A, E>(use: (ask: Ask, wire: Proxy) => Effect.Effect<A, E, ConversationSlots | Scope.Scope>) =>
    withDatabase(postgres, function* (url) {
      const { near, wire } = yield* wired(url)
      const ask = yield* askOf(url)
      yield* ask("INSERT INTO wallets (id, name, created_at) VALUES ('w', '', 1)")
      yield* ask(
        `INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('${KEY}', 'w', '', '', '', 1)`
      )
      return yield* Effect.provide(use(ask, wire), Layer.provide(slots, node(near)))
    })

  test("a slot that the database gives after its requester was interrupted is free again", () =>
    wiredKey((ask, wire) =>
      Effect.gen(function* () {
        const { take } = yield* ConversationSlots
        yield* ask("BEGIN")
        yield* ask("SELECT 1 FROM api_keys FOR UPDATE")
        const asked = yield* Effect.fork(Effect.exit(Effect.scoped(take(KEY))))
        yield* until(Effect.map(waiting(ask), (count) => count > 0))
        wire.cut()
        wire.mend()
        expect(Exit.isFailure(yield* Fiber.join(asked))).toBe(true)
        // What gives it back has reached the database.
        yield* Effect.sleep("500 millis")
        yield* ask("COMMIT")
        // On a slow machine it comes later.
        yield* until(Effect.isSuccess(Effect.scoped(take(KEY))))
      })
    ))

  test("a slot whose answer was lost is free again, and no other is", () =>
    wiredKey((ask, wire) =>
      Effect.gen(function* () {
        const { take } = yield* ConversationSlots
        const held = Effect.map(ask("SELECT 1 FROM conversation_slots WHERE key_id = $1", KEY), ({ length }) => length)
        const lose = Effect.forEach([1, 2, 3], (messages) =>
          Effect.gen(function* () {
            wire.cutAfter(messages)
            const outcome = yield* Effect.exit(Effect.scoped(take(KEY)))
            wire.mend()
            return Exit.isSuccess(outcome)
          })
        )
        yield* lose
        yield* until(Effect.map(held, (count) => count === 0))
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* take(KEY)
            expect(yield* lose).toEqual([false, false, false])
            yield* untilIdle(ask)
            expect(yield* held).toBe(1)
          })
        )
        yield* until(Effect.map(held, (count) => count === 0))
        yield* Effect.scoped(take(KEY))
      })
    ))

  test(
    "a slot given back while the database is away for minutes is free when it is there again",
    () =>
      wiredKey((_, wire) =>
        Effect.gen(function* () {
          const { take } = yield* ConversationSlots
          yield* Effect.scoped(Effect.zipRight(take(KEY), Effect.sync(wire.cut)))
          for (let seconds = 0; seconds < 120; seconds += 1) {
            yield* TestClock.adjust("1 second")
            yield* Effect.promise(() => Bun.sleep(5))
          }
          wire.mend()
          const again = Effect.exit(Effect.scoped(take(KEY)))
          const soon = Effect.zipRight(TestClock.adjust("1 second"), again)
          yield* until(Effect.map(soon, Exit.isSuccess))
        }).pipe(Effect.provide(TestContext.TestContext))
      ),
    20_000
  )
})
