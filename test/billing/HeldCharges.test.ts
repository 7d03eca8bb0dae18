/** Holds bound charges (wire contract, section 2, rule 1): on each store, whatever the order. */
import { expect, test } from "bun:test"
import { Deferred, Duration, Effect, Exit, FastCheck, Layer, Logger, Metric, Option, Schema } from "effect"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import { type Job, Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { available, Wallet } from "../../src/billing/Wallet.ts"
import type { WalletId } from "../../src/Domain.ts"
import { isQuick } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import { eachStore, type Fresh, sqlite } from "../support/Stores.ts"

const micros = Money.fromMicros
const OPENING = micros(1_000)

type Run = Job<never, number, number, never>["run"]
const jobOf = (walletId: WalletId, estimate: number, run: Run, least?: number): Job<never, number, number, never> => ({
  operation: "chat",
  walletId,
  requestId: Option.none(),
  fingerprint: Fingerprint.of({}),
  estimate: micros(estimate),
  ...(least === undefined ? {} : { least: micros(least) }),
  result: Schema.Number,
  retention: Option.some(Duration.hours(1)),
  run
})

const inWorld = <A, E>(
  fresh: Fresh,
  use: (walletId: WalletId) => Effect.Effect<A, E, Jobs | Wallet>,
  logger = Logger.remove(Logger.defaultLogger)
): Promise<A> =>
  Effect.gen(function* () {
    const layer = Layer.mergeAll(Jobs.Default, Wallet.Default).pipe(Layer.provideMerge(yield* fresh))
    return yield* Effect.gen(function* () {
      const { id } = yield* Effect.flatMap(Wallet, (wallets) => wallets.create("one", OPENING))
      return yield* use(id)
    }).pipe(Effect.provide(layer))
  }).pipe(Effect.scoped, Effect.provide(logger), Effect.runPromise)

const settled = (job: Job<never, number, number, never>) =>
  Effect.gen(function* () {
    const submission = yield* Effect.flatMap(Jobs, ({ submit }) => submit(job))
    if (submission._tag === "Replayed") return yield* Effect.dieMessage("it has no id")
    return yield* submission.settled
  })

const done = (price: number, worth?: number) => ({
  price: micros(price),
  ...(worth === undefined ? {} : { worth: micros(worth) }),
  settle: ({ charge }: { readonly charge: Money.Money }) => ({ result: Number(charge), writes: [] })
})

const counterOf = (name: string): number =>
  Metric.unsafeSnapshot()
    .filter(({ metricKey }) => metricKey.name === name)
    .reduce((sum, { metricState }) => sum + ("count" in metricState ? Number(metricState.count) : 0), 0)

test("work that comes to more than its hold is charged the hold; the rest is logged and counted", () => {
  const lines: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, message }) => void lines.push(JSON.stringify([message, ...annotations])))
  )
  const before = [counterOf("qal_charges_cut_total"), counterOf("qal_uncharged_etb_total")] as const
  return inWorld(
    sqlite,
    (id) =>
      Effect.gen(function* () {
        const { receipt, result } = yield* settled(jobOf(id, 300, () => Effect.succeed(done(900))))
        expect([Number(receipt.charge), Number(receipt.balanceAfter), result]).toEqual([300, 700, 300])
        // What an engine counted and nobody believed is the operator's as well.
        yield* settled(jobOf(id, 300, () => Effect.succeed(done(200, 1_200))))
        yield* settled(jobOf(id, 300, () => Effect.succeed(done(200))))
        expect(lines.filter((line) => line.includes("operator bears"))).toHaveLength(2)
        expect(lines.join()).toContain('"uncharged","0.0006"')
        expect(counterOf("qal_charges_cut_total") - before[0]).toBe(2)
        expect(counterOf("qal_uncharged_etb_total") - before[1]).toBeCloseTo(0.0016, 6)
      }),
    logger
  )
})

test("a wallet below the estimate holds what it has, down to the least price; below that the 402 names the least", () =>
  inWorld(sqlite, (id) =>
    Effect.gen(function* () {
      const seen: Array<number> = []
      const run: Run = ({ held }) =>
        Effect.sync(() => {
          seen.push(held)
          return done(0)
        })
      yield* settled(jobOf(id, 400, run, 100))
      yield* settled(jobOf(id, 4_000, run, 1_000))
      expect(seen).toEqual([400, 1_000])
      const refused = yield* Effect.flip(settled(jobOf(id, 40_000, run, 1_100)))
      expect(refused).toMatchObject({
        _tag: "INSUFFICIENT_CREDITS",
        details: [{ field: "wallet.balance", message: "0.0011 is required, balance is 0.001" }]
      })
    })
  ))

test("a hold grows as far as the wallet reaches, and stays as it was where it does not", () =>
  inWorld(sqlite, (id) =>
    Effect.gen(function* () {
      const wallets = yield* Wallet
      const left = Effect.map(Effect.orDie(wallets.get(id)), (wallet) => Number(available(wallet)))
      const seen: Array<number> = []
      const run: Run = ({ holdUpTo }) =>
        Effect.gen(function* () {
          seen.push(yield* Effect.orDie(holdUpTo(micros(600), micros(500))), yield* left)
          seen.push(yield* Effect.orDie(holdUpTo(micros(1_500), micros(700))), yield* left)
          const refused = yield* Effect.orDie(Effect.flip(holdUpTo(micros(1_500), micros(1_100))))
          expect(refused.details?.[0]?.message).toBe("0.0011 is required, balance is 0.001")
          seen.push(yield* left)
          return done(5_000)
        })
      const { receipt } = yield* settled(jobOf(id, 100, run))
      expect(seen).toEqual([600, 400, 1_000, 0, 0])
      expect(Number(receipt.balanceAfter)).toBe(0)
    })
  ))

/** One of several jobs at once: what it holds at first, what it asks for on the way, and what it says that it came to. */
const life = FastCheck.record({
  estimate: FastCheck.integer({ min: 0, max: 700 }),
  least: FastCheck.integer({ min: 0, max: 700 }),
  asks: FastCheck.array(
    FastCheck.record({
      wanted: FastCheck.integer({ min: 0, max: 1_500 }),
      least: FastCheck.integer({ min: 0, max: 900 })
    }),
    { maxLength: 4 }
  ),
  price: FastCheck.oneof(FastCheck.integer({ min: 0, max: 900 }), FastCheck.constant(9_999_999)),
  fails: FastCheck.boolean()
})

type Life = typeof life extends FastCheck.Arbitrary<infer A> ? A : never

eachStore(
  "jobs that hold, extend and over-count at once are charged at most their holds; no balance is below zero",
  (fresh) =>
    inWorld(fresh, (first) =>
      Effect.gen(function* () {
        const wallets = yield* Wallet
        const runtime = yield* Effect.runtime<Jobs | Wallet>()
        let next = 0
        const world = (lives: ReadonlyArray<Life>) =>
          Effect.gen(function* () {
            const id = next++ === 0 ? first : (yield* wallets.create(`${next}`, OPENING)).id
            const start = yield* Deferred.make<void>()
            const ends = yield* Effect.forEach(
              lives,
              ({ asks, estimate, fails, least, price }) => {
                let held = 0
                const run: Run = (context) =>
                  Effect.gen(function* () {
                    held = context.held
                    yield* Deferred.await(start)
                    for (const ask of asks) {
                      const asked = context.holdUpTo(micros(Math.max(ask.wanted, ask.least)), micros(ask.least))
                      held = yield* Effect.orElseSucceed(asked, () => micros(held))
                      const wallet = yield* Effect.orDie(wallets.get(id))
                      expect(available(wallet)).toBeGreaterThanOrEqual(0)
                    }
                    return fails ? yield* Effect.dieMessage("the engine broke") : done(price)
                  })
                const lower = Math.min(least, estimate)
                return Effect.map(Effect.exit(settled(jobOf(id, estimate, run, lower))), (exit) => ({ exit, held }))
              },
              { concurrency: "unbounded" }
            ).pipe(Effect.zipLeft(Deferred.succeed(start, undefined), { concurrent: true }))
            const charged = ends.flatMap(({ exit, held }) => {
              if (!Exit.isSuccess(exit)) return []
              expect(Number(exit.value.receipt.charge)).toBeLessThanOrEqual(held)
              expect(Number(exit.value.receipt.balanceAfter)).toBeGreaterThanOrEqual(0)
              return [Number(exit.value.receipt.charge)]
            })
            const after = yield* wallets.get(id)
            expect(Number(after.balance)).toBe(OPENING - charged.reduce((sum, charge) => sum + charge, 0))
            expect(Number(after.held)).toBe(0)
          })
        yield* Effect.promise(() =>
          forAllAsync({ numRuns: isQuick ? 5 : 40 }, FastCheck.array(life, { minLength: 1, maxLength: 6 }), (lives) =>
            Effect.runPromise(Effect.provide(world(lives), runtime))
          )
        )
      })
    )
)
