/** What is said of a settlement that the database did not take: never that nothing was charged where that is not known. */
import { expect, test } from "bun:test"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Fiber, Layer, Logger, Option, Schema, TestClock, TestContext } from "effect"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import type { Job } from "../../src/billing/Job.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Settlement } from "../../src/billing/Settlement.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { JobId, RequestId, WalletId } from "../../src/Domain.ts"
import type { BillingPending } from "../../src/Errors.ts"
import { UNKNOWN_OUTCOME, UNREACHABLE } from "../../src/runtime/SystemErrors.ts"
import { JobNotRunning, JobStore } from "../../src/storage/JobStore.ts"
import { eachStore, type Store } from "../support/Stores.ts"

const ID = JobId.make("job_1")

const job: Job<never, string, string, never> = {
  operation: "chat",
  walletId: WalletId.make("wal_1"),
  requestId: Option.none(),
  fingerprint: Fingerprint.of({}),
  estimate: Money.fromMicros(1),
  result: Schema.String,
  retention: Option.none(),
  run: () => Effect.never
}
const work = { price: Money.fromMicros(1), settle: () => ({ result: "made", writes: [] }) }

const refusal = (code: string) => new SqlError({ cause: Object.assign(new Error("no"), { code }), message: "no" })
const unknown = refusal(UNKNOWN_OUTCOME)
const unreached = refusal(UNREACHABLE)
const taken = new JobNotRunning({ jobId: ID })

/** A settlement where the database answers so, one attempt after the other, the last answer again and again. */
const settling = <A>(
  answers: ReadonlyArray<number | SqlError | JobNotRunning>,
  run: (settle: Effect.Effect<string, BillingPending>) => Effect.Effect<A>
): Promise<A> => {
  let attempts = 0
  const unused = Effect.die("is not asked")
  const store = {
    admit: () => unused,
    hold: () => unused,
    release: () => unused,
    recover: () => unused,
    isTaken: () => unused,
    find: () => unused,
    settle: () =>
      Effect.suspend((): Effect.Effect<number, SqlError | JobNotRunning> => {
        const answer = answers[Math.min(attempts++, answers.length - 1)] ?? 0
        return typeof answer === "number" ? Effect.succeed(answer) : Effect.fail(answer)
      })
  }
  return Effect.gen(function* () {
    const { settle } = yield* Settlement
    return yield* run(Effect.map(settle(ID, job, work), ({ result }) => result))
  }).pipe(
    Effect.provide(Layer.provide(Settlement.Default, Layer.succeed(JobStore, store))),
    Effect.provide(Layer.merge(TestContext.TestContext, Logger.remove(Logger.defaultLogger))),
    Effect.runPromise
  )
}

/** What a client is told in the end. */
const told = (settle: Effect.Effect<string, BillingPending>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(
      Effect.match(settle, { onFailure: (error) => error.message, onSuccess: (made) => made })
    )
    yield* TestClock.adjust("2 minutes")
    return yield* Fiber.join(fiber)
  })

test.each([
  ["a database that is never reached", [unreached]],
  ["a job that was taken", [taken]],
  ["a job that was taken meanwhile", [unreached, taken]],
  ["an attempt that nobody knows of, and a job that was taken", [unknown, unreached, taken]]
])("a settlement that meets %s answers that nothing was charged", async (_, answers) => {
  const message = await settling(answers, told)
  expect(message).toContain("nothing was charged")
})

test.each([
  ["an attempt that nobody knows of", [unknown]],
  ["an attempt that nobody knows of, then a database that is not reached", [unknown, unreached]],
  ["one attempt among many that nobody knows of", [unreached, unreached, unknown, unreached]]
])("a settlement that meets %s answers that the charge is not known", async (_, answers) => {
  const message = await settling(answers, told)
  expect(message).toContain("not known whether it was billed")
  expect(message).not.toContain("nothing was charged")
})

test("an attempt of unknown outcome that the database then confirms is a settlement", async () => {
  expect(await settling([unknown, unreached, 5], told)).toBe("made")
})

/** Where the first settlement is done and its answer lost, and the database not reached any more until it is `mended`. */
const losing = (store: Store) => {
  let attempts = 0
  let isMended = false
  const lossy = Layer.map(store, (services) => {
    const real = Context.get(services, JobStore)
    return Context.add(services, JobStore, {
      ...real,
      settle: (order) => {
        if (isMended) return real.settle(order)
        return attempts++ === 0 ? Effect.zipRight(real.settle(order), Effect.fail(unknown)) : Effect.fail(unreached)
      },
      release: (...job) => (isMended ? real.release(...job) : Effect.fail(unreached))
    })
  })
  return {
    lossy,
    mend: () => {
      isMended = true
    }
  }
}

/** Time goes by: what waits as it closes is done. */
const passing = Effect.forever(
  Effect.zipRight(
    TestClock.adjust("10 millis"),
    Effect.promise(() => Bun.sleep(5))
  )
)

eachStore("a client whose charge was not known asks again with the id, and was charged once", (fresh) =>
  Effect.gen(function* () {
    const { lossy, mend } = losing(yield* fresh)
    yield* Effect.gen(function* () {
      const wallet = yield* Wallet
      const { id: walletId } = yield* wallet.create("one", Money.fromMicros(1_000))
      const { submit } = yield* Jobs
      const ask = submit({
        ...job,
        walletId,
        requestId: Option.some(RequestId.make("asked")),
        run: () => Effect.succeed(work)
      })
      const first = yield* ask
      if (first._tag !== "Running") throw new Error("it was not begun")
      const fiber = yield* Effect.fork(Effect.flip(first.settled))
      // The attempt reaches the database in its own time.
      const balance = Effect.map(wallet.get(walletId), ({ balance }) => Number(balance))
      while ((yield* balance) !== 999) yield* Effect.promise(() => Bun.sleep(5))
      yield* Effect.promise(() => Bun.sleep(50))
      yield* TestClock.adjust("1 minute")
      expect((yield* Fiber.join(fiber)).message).toContain("not known whether it was billed")
      mend()
      yield* TestClock.adjust("2 seconds")
      expect(yield* ask).toMatchObject({ _tag: "Replayed", result: "made" })
      expect(yield* balance).toBe(999)
    }).pipe(Effect.provide(Layer.merge(Jobs.Default, Wallet.Default).pipe(Layer.provideMerge(lossy))))
  }).pipe(
    Effect.scoped,
    Effect.raceFirst(passing),
    Effect.provide(Layer.merge(TestContext.TestContext, Logger.remove(Logger.defaultLogger))),
    Effect.runPromise
  )
)

/** What comes of a settlement that a server interrupts as it goes down. */
const interrupted = (settle: Effect.Effect<string, BillingPending>) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    const watched = Effect.matchCauseEffect(settle, {
      onSuccess: (made) => Effect.sync(() => seen.push(made)),
      onFailure: (cause) => Effect.sync(() => seen.push(String(cause)))
    })
    const fiber = yield* Effect.fork(Effect.uninterruptible(watched))
    yield* TestClock.adjust("3 seconds")
    yield* Fiber.interrupt(fiber)
    return seen
  })

test("a server that stops between two attempts to settle does not claim that nothing was charged", async () => {
  const [known] = await settling([unreached], interrupted)
  expect(known).toContain("interrupted")
  const [unsaid] = await settling([unreached, unknown, unreached], interrupted)
  expect(unsaid).toContain("not known whether it was billed")
})
