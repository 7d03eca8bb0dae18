import { expect } from "bun:test"
import { Effect, FastCheck, Layer, Option, Schema } from "effect"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import * as Prices from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { WalletId } from "../../src/Domain.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { longTest } from "../support/Long.ts"
import { eachStore, type Fresh, sqlite } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

const withDatabase = <A, E>(fresh: Fresh, effect: Effect.Effect<A, E, Jobs | Wallet | Writer>) =>
  Effect.gen(function* () {
    const layer = Layer.provideMerge(Layer.mergeAll(Jobs.Default, Wallet.Default), yield* fresh)
    return yield* Effect.provide(effect, layer)
  }).pipe(Effect.scoped, Effect.runPromise)

longTest("the charges of 10,000 random jobs add up to the wallet's change, to the micro-ETB", () =>
  withDatabase(
    sqlite,
    Effect.gen(function* () {
      const wallet = yield* Wallet
      const jobs = yield* Jobs
      const opening = Money.fromMicros(1_000_000_000_000)
      const { id } = yield* wallet.create("ten thousand", opening)
      const price = Option.getOrThrow(Money.parseEtb("5"))
      const millis = FastCheck.sample(FastCheck.nat(400_000), 10_000)
      const charges = yield* Effect.forEach(
        millis,
        (duration, index) =>
          Effect.gen(function* () {
            const submission = yield* jobs.submit({
              operation: "voice.generation",
              walletId: id,
              requestId: Option.none(),
              fingerprint: Fingerprint.of({ index }),
              estimate: price,
              result: Schema.Number,
              retention: Option.none(),
              run: () =>
                Effect.succeed({
                  price: Prices.forAudio(price, duration),
                  settle: () => ({ result: duration, writes: [] })
                })
            })
            if (submission._tag === "Replayed")
              return yield* Effect.dieMessage("a job without an id cannot be replayed")
            return (yield* submission.settled).receipt.charge
          }),
        { concurrency: 50 }
      )
      const sum = charges.reduce((total, charge) => total + BigInt(charge), 0n)
      const after = yield* wallet.get(id)
      expect(BigInt(opening) - BigInt(after.balance)).toBe(sum)
      expect(BigInt(after.spent)).toBe(sum)
      expect(after.held).toBe(Money.zero)
    })
  )
)

eachStore("a ledger entry can be neither changed nor removed", (fresh) =>
  withDatabase(
    fresh,
    Effect.gen(function* () {
      const { id } = yield* (yield* Wallet).create("append-only", Money.fromMicros(5_000_000))
      yield* Effect.flip(write("UPDATE ledger SET amount = 6000000 WHERE wallet_id = ?", id))
      yield* Effect.flip(write("DELETE FROM ledger WHERE wallet_id = ?", id))
      const forged = `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, created_at)
        VALUES ('led_x', ?, 'credit', 1, 99, 0)`
      yield* Effect.flip(write(forged, id))
      expect((yield* (yield* Wallet).get(id)).balance).toBe(Money.fromMicros(5_000_000))
    })
  )
)

eachStore("a top-up is a ledger entry, and an unknown wallet is not found", (fresh) =>
  withDatabase(
    fresh,
    Effect.gen(function* () {
      const wallet = yield* Wallet
      const { id } = yield* wallet.create("team", Money.zero)
      yield* wallet.topUp(id, Money.fromMicros(2_500_000), "invoice 7")
      const [entry] = yield* wallet.entries(id, 10)
      expect(entry?.note).toBe("invoice 7")
      expect(entry?.balanceAfter).toBe(Money.fromMicros(2_500_000))
      const missing = yield* Effect.flip(wallet.topUp(WalletId.make("wal_none"), Money.fromMicros(1), "x"))
      expect(missing._tag).toBe("NOT_FOUND")
    })
  )
)
