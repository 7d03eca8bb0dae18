/** Work whose price shows only once its material has been read. */
import { expect, test } from "bun:test"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Layer, Option, Schema } from "effect"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import { type Job, Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { available, Wallet } from "../../src/billing/Wallet.ts"
import { currentShare, type Share, type WalletId } from "../../src/Domain.ts"
import type { InsufficientCredits } from "../../src/Errors.ts"
import { database } from "../support/Database.ts"

const job = <E>(walletId: WalletId, run: Job<never, string, string, E>["run"]): Job<never, string, string, E> => ({
  operation: "chat",
  walletId,
  requestId: Option.none(),
  fingerprint: Fingerprint.of({}),
  estimate: Money.fromMicros(10),
  result: Schema.String,
  retention: Option.some(Duration.hours(1)),
  run
})

const inWorld = <A, E>(use: (walletId: WalletId) => Effect.Effect<A, E, Jobs | Wallet | SqlClient.SqlClient>) =>
  Effect.flatMap(Wallet, (wallets) => wallets.create("one", Money.fromMicros(100))).pipe(
    Effect.flatMap(({ id }) => use(id)),
    Effect.provide(Layer.merge(Jobs.Default, Wallet.Default).pipe(Layer.provideMerge(database))),
    Effect.runPromise
  )

const settled = <E>(one: Job<never, string, string, E>) =>
  Effect.gen(function* () {
    const submission = yield* Effect.flatMap(Jobs, (jobs) => jobs.submit(one))
    if (submission._tag === "Replayed") return yield* Effect.dieMessage("it has no id")
    return (yield* submission.settled).result
  })

test("a job may replace its estimate's hold once it runs; where the wallet lacks that, the job fails free of charge", () =>
  inWorld((walletId) =>
    Effect.gen(function* () {
      const left = Effect.flatMap(Wallet, (wallets) => Effect.map(Effect.orDie(wallets.get(walletId)), available))
      const wallets = yield* Wallet
      const seen: Array<number> = []
      const reading = (estimate: number) =>
        job<InsufficientCredits>(walletId, ({ hold }) =>
          Effect.gen(function* () {
            yield* hold(Money.fromMicros(estimate))
            seen.push(available(yield* Effect.orDie(wallets.get(walletId))))
            return { price: Money.zero, settle: () => ({ result: "read", writes: [] }) }
          })
        )
      expect(yield* settled(reading(100))).toBe("read")
      expect(yield* settled(reading(3))).toBe("read")
      expect(seen).toEqual([0, 97])
      const refused = yield* Effect.flip(settled(reading(101)))
      expect(refused._tag).toBe("INSUFFICIENT_CREDITS")
      expect(yield* left).toBe(Money.fromMicros(100))
    })
  ))

test("a job works in its wallet's share of the workers, whoever asks for its result", () =>
  inWorld((walletId) =>
    Effect.gen(function* () {
      const shares: Array<Share> = []
      const work = job<never>(walletId, () =>
        Effect.map(currentShare, (share) => {
          shares.push(share)
          return { price: Money.zero, settle: () => ({ result: "done", writes: [] }) }
        })
      )
      yield* Effect.locally(settled(work), currentShare, "somebody else")
      expect(shares).toEqual([walletId])
    })
  ))
