import { expect, test } from "bun:test"
import { Duration, Effect, Exit, Schema, TestClock, TestContext } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import * as Tickets from "../../src/access/Tickets.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { sqlite } from "../support/Stores.ts"
import { otherWallet, wallet, withKeys } from "./Database.ts"

interface Box {
  readonly box: Tickets.Tickets<{ readonly voice: string }>
  readonly caller: { readonly keyId: Key["id"]; readonly walletId: Key["walletId"] }
  readonly other: { readonly keyId: Key["id"]; readonly walletId: Key["walletId"] }
}

/** Runs a test with a box of tickets and a key of each wallet. */
const withBox = (body: EffectBody<ApiKeys | Tickets.TicketStore, [Box]>) =>
  withKeys(sqlite, () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const a = yield* keys.create(wallet, "a")
      const b = yield* keys.create(otherWallet, "b")
      const box = yield* Tickets.make({ prefix: "rt", payload: Schema.Struct({ voice: Schema.String }) })
      const caller = { keyId: a.key.id, walletId: wallet }
      return yield* Effect.gen(() => body({ box, caller, other: { keyId: b.key.id, walletId: otherWallet } }))
    }).pipe(Effect.provide(TestContext.TestContext))
  )
type Key = Effect.Effect.Success<ReturnType<ApiKeys["create"]>>["key"]

const payload = { voice: "am-hamen" }

test("a ticket opens one session, for whom it was issued, with what it was issued for", () =>
  withBox(function* ({ box, caller }) {
    const { token } = yield* box.issue(caller, payload)
    expect(yield* box.redeem(token)).toEqual({ caller, payload })
    expect(yield* Effect.flip(box.redeem(token))).toMatchObject({ _tag: "UNAUTHORIZED" })
  }))

test("of many clients that use one ticket at once, one is admitted", () =>
  withBox(function* ({ box, caller }) {
    const { token } = yield* box.issue(caller, payload)
    const exits = yield* Effect.all(
      Array.from({ length: 20 }, () => Effect.exit(box.redeem(token))),
      { concurrency: "unbounded" }
    )
    expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
  }))

test("a ticket expires 60 seconds after it was issued, at the unix second that its answer gave", () =>
  withBox(function* ({ box, caller }) {
    yield* TestClock.setTime(1_000_000_000_000)
    const early = yield* box.issue(caller, payload)
    const late = yield* box.issue(caller, payload)
    expect(early.expiresAt).toBe(1_000_000_060)
    yield* TestClock.adjust("59999 millis")
    expect(yield* box.redeem(early.token)).toEqual({ caller, payload })
    yield* TestClock.adjust("1 millis")
    expect(yield* Effect.flip(box.redeem(late.token))).toMatchObject({ _tag: "UNAUTHORIZED" })
  }))

test("a ticket of another kind, or a made-up one, opens nothing", () =>
  withBox(function* ({ box, caller }) {
    const elsewhere = yield* Tickets.make({ prefix: "rt", payload: Schema.Number })
    const { token } = yield* elsewhere.issue(caller, 1)
    for (const shown of [token, "", "rt_", `${token}x`]) {
      const refusal = yield* Effect.flip(box.redeem(shown))
      expect(refusal).toMatchObject({ _tag: "UNAUTHORIZED" })
      if (shown !== "") expect(refusal.message).not.toContain(token)
    }
    expect((yield* elsewhere.redeem(token)).payload).toBe(1)
  }))

test("a ticket may be given a shorter life than its kind has, and never a longer one", () =>
  withBox(function* ({ box, caller }) {
    yield* TestClock.setTime(1_000_000_000_000)
    const usual = yield* box.issue(caller, payload)
    const short = yield* box.issue(caller, payload, Duration.seconds(10))
    const greedy = yield* box.issue(caller, payload, Duration.days(1))
    expect([usual, short, greedy].map(({ expiresAt }) => expiresAt - 1_000_000_000)).toEqual([60, 10, 60])
    yield* TestClock.adjust("10 seconds")
    expect(yield* Effect.flip(box.redeem(short.token))).toMatchObject({ _tag: "UNAUTHORIZED" })
    expect(yield* box.redeem(usual.token)).toEqual({ caller, payload })
    yield* TestClock.adjust("50 seconds")
    expect(yield* Effect.flip(box.redeem(greedy.token))).toMatchObject({ _tag: "UNAUTHORIZED" })
  }))

test("the ticket of a key that was revoked since opens nothing", () =>
  withBox(function* ({ box, caller }) {
    const { token } = yield* box.issue(caller, payload)
    yield* Effect.flatMap(ApiKeys, (keys) => keys.revoke(caller.keyId))
    expect(yield* Effect.flip(box.redeem(token))).toMatchObject({ _tag: "UNAUTHORIZED" })
  }))

test("a wallet that asks for too many tickets loses its own oldest, and no other wallet's", () =>
  withBox(function* ({ box, caller, other }) {
    const foreign = yield* box.issue(other, payload)
    const first = yield* box.issue(caller, payload)
    const second = yield* box.issue(caller, payload)
    for (let i = 2; i <= Tickets.MAX_PER_WALLET; i++) yield* box.issue(caller, payload)
    expect(yield* Effect.flip(box.redeem(first.token))).toMatchObject({ _tag: "UNAUTHORIZED" })
    expect(yield* box.redeem(second.token)).toEqual({ caller, payload })
    expect(yield* box.redeem(foreign.token)).toEqual({ caller: other, payload })
  }))

test("tickets are opaque, long and never the same", () =>
  withBox(function* ({ box, caller }) {
    const tokens = yield* Effect.forEach(Array.from({ length: 100 }), () => box.issue(caller, payload))
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(100)
    for (const { token } of tokens) expect(token).toMatch(/^rt_[A-Za-z0-9_-]{43}$/)
  }))
