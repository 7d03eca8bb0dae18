/** Paid work as the model and the program do it, step by step, and what must be the same after each. */
import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect, Exit, Fiber, Option, Schema } from "effect"
import * as Fingerprint from "../../src/billing/Fingerprint.ts"
import { type Job, Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { RequestId, type WalletId } from "../../src/Domain.ts"
import { BillingPending, ProviderError } from "../../src/Errors.ts"
import { insert } from "../../src/storage/Statement.ts"
import { collect } from "../support/Events.ts"
import {
  available,
  expected,
  type Gate,
  type Result as JobResult,
  type Model,
  OPENING,
  type Running,
  type Step
} from "./JobsModel.ts"

/** What the tests' jobs write when they settle: one row each, like a clip. */
export const PRODUCTS = "CREATE TABLE IF NOT EXISTS products (job_id TEXT PRIMARY KEY, wallet_id TEXT NOT NULL)"

/** A process of the program, which can die. */
export interface Process {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Jobs | Wallet | SqlClient.SqlClient>) => Effect.Effect<A, E>
  /** Dies when it has said so many more words to the database; 0 is at once. */
  readonly dieAfter: (words: number) => Effect.Effect<void>
  readonly isDead: () => boolean
  /** Stops as it does when it is told to. */
  readonly stop: Effect.Effect<void>
  /** Has the others take from it what it runs, while it goes on. */
  readonly lose: Effect.Effect<void>
}

/** How processes are started on one database: the nodes', counted from 0. */
export interface Nodes {
  readonly count: 1 | 2
  /** Returns once nothing runs any more of the node's last process. */
  readonly boot: (node: number) => Effect.Effect<Process>
}

const Result = Schema.Struct({ job: Schema.String })

const makeJob = (
  walletId: WalletId,
  gate: Gate,
  options: { readonly id: string | null; readonly input: number; readonly estimate: number }
): Job<string, JobResult, JobResult, ProviderError> => ({
  operation: "voice.generation",
  walletId,
  requestId: Option.map(Option.fromNullable(options.id), (id) => RequestId.make(id)),
  fingerprint: Fingerprint.of({ input: options.input }),
  estimate: Money.fromMicros(options.estimate),
  result: Result,
  retention: Option.none(),
  run: ({ id, emit }) =>
    Effect.gen(function* () {
      yield* emit("started")
      const price = yield* Deferred.await(gate)
      return {
        price,
        settle: () => ({ result: { job: id }, writes: [insert("products", { job_id: id, wallet_id: walletId })] })
      }
    })
})

const facts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const column = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map((row) => row.id)
  const wallets = yield* (yield* Wallet).list()
  return {
    wallets,
    ledger: yield* sql<{
      readonly wallet_id: string
      readonly total: number
    }>`SELECT wallet_id, SUM(amount) AS total FROM ledger GROUP BY wallet_id`,
    running: (yield* sql`SELECT id FROM jobs WHERE state = 'running'`).length,
    settled: column(yield* sql<{ readonly id: string }>`SELECT id FROM jobs WHERE state = 'settled' ORDER BY id`),
    charged: column(
      yield* sql<{ readonly id: string }>`SELECT job_id AS id FROM ledger WHERE kind = 'charge' ORDER BY job_id`
    ),
    products: column(yield* sql<{ readonly id: string }>`SELECT job_id AS id FROM products ORDER BY job_id`)
  }
})

export const world = (nodes: Nodes) =>
  Effect.gen(function* () {
    const first = yield* nodes.boot(0)
    const processes = [first, ...(nodes.count === 2 ? [yield* nodes.boot(1)] : [])]
    const nodeOf = (node: number) => node % nodes.count
    const processOf = (node: number): Process => processes[nodeOf(node)] ?? first
    const run: Process["run"] = (effect) => processOf(0).run(effect)
    const wallets = [
      (yield* run(Effect.flatMap(Wallet, (_) => _.create("one", Money.fromMicros(OPENING))))).id,
      (yield* run(Effect.flatMap(Wallet, (_) => _.create("two", Money.fromMicros(OPENING))))).id
    ] as const
    const model: Model = { balance: [OPENING, OPENING], running: [], taken: [], done: [] }

    const restart = Effect.fnUntraced(function* (node: number) {
      const process = yield* nodes.boot(nodeOf(node))
      processes[nodeOf(node)] = process
      yield* process.run(Effect.asVoid(Jobs))
    })

    const isOf = (node: number) => (job: Running) => nodeOf(job.node) === nodeOf(node)

    /** The dead process's watchers never hear again; what it committed is what counts. */
    const afterCrash = Effect.fnUntraced(function* (
      node: number,
      uncertain: ReadonlyArray<{ readonly job: Running; readonly price: number }>
    ) {
      yield* restart(node)
      const { settled } = yield* run(facts)
      for (const { job, price } of uncertain) {
        if (!settled.includes(job.submission.jobId)) continue
        model.balance[job.wallet === 0 ? 0 : 1] -= price
        model.done.push({ ...job, jobId: job.submission.jobId })
      }
      model.running = model.running.filter((job) => !isOf(node)(job))
      model.taken = model.taken.filter((job) => !isOf(node)(job))
    })

    /** Waits for the effect, or for the death of the process under it: what that would have said nobody hears. */
    const orDeath = <A, E>(
      { isDead }: Process,
      effect: Effect.Effect<A, E>
    ): Effect.Effect<Option.Option<Exit.Exit<A, E>>> =>
      Effect.raceFirst(
        Effect.map(Effect.exit(effect), (exit) => (isDead() ? Option.none() : Option.some(exit))),
        Effect.as(Effect.repeat(Effect.sleep(1), { until: isDead }), Option.none())
      )

    /** It lives on, unless it has died of what it does by the way. */
    const spare = Effect.fnUntraced(function* (node: number) {
      yield* processOf(node).dieAfter(Number.POSITIVE_INFINITY)
      if (processOf(node).isDead()) yield* afterCrash(node, [])
    })

    const pick = (which: number) => model.running[which % Math.max(1, model.running.length)]

    const submit = Effect.fnUntraced(function* (step: Extract<Step, { readonly _tag: "Submit" }>) {
      const gate = yield* Deferred.make<Money.Money, ProviderError>()
      const want = expected(model, step)
      const process = processOf(step.node)
      if (step.crash !== null) yield* process.dieAfter(step.crash)
      const attempt = process.run(
        Effect.gen(function* () {
          const walletId = step.wallet === 0 ? wallets[0] : wallets[1]
          const jobs = yield* Jobs
          const job = makeJob(walletId, gate, step)
          return yield* step.alone ? jobs.submitAlone("transcription", job) : jobs.submit(job)
        })
      )
      const outcome = yield* orDeath(process, attempt)
      if (Option.isNone(outcome)) return yield* afterCrash(step.node, [])
      const exit = outcome.value
      const tag = Exit.isSuccess(exit)
        ? exit.value._tag
        : Option.getOrThrow(Exit.causeOption(exit)).toString().split(":")[0]
      expect(tag).toBe(want)
      if (Exit.isSuccess(exit) && exit.value._tag === "Running")
        model.running.push({ ...step, gate, submission: exit.value })
      if (Exit.isSuccess(exit) && exit.value._tag === "Replayed") {
        const { result } = exit.value
        expect(model.done.find((job) => job.wallet === step.wallet && job.id === step.id)?.jobId).toBe(result.job)
      }
      yield* spare(step.node)
    })

    const finish = Effect.fnUntraced(function* (step: Extract<Step, { readonly _tag: "Finish" }>) {
      const job = pick(step.which)
      if (job === undefined) return
      const process = processOf(job.node)
      if (step.crash !== null) yield* process.dieAfter(step.crash)
      yield* Deferred.succeed(job.gate, Money.fromMicros(step.price))
      const outcome = yield* orDeath(process, job.submission.settled)
      // What it came to beyond its hold is the operator's.
      const price = Math.min(step.price, job.estimate)
      if (Option.isNone(outcome)) return yield* afterCrash(job.node, [{ job, price }])
      const settled = yield* outcome.value
      expect(settled.receipt.charge).toBe(Money.fromMicros(price))
      model.balance[job.wallet === 0 ? 0 : 1] -= price
      expect(settled.receipt.balanceAfter).toBe(Money.fromMicros(model.balance[job.wallet === 0 ? 0 : 1]))
      model.running = model.running.filter((other) => other !== job)
      model.done.push({ ...job, jobId: job.submission.jobId })
      expect(yield* collect(job.submission.events)).toHaveLength(1)
      yield* spare(job.node)
    })

    const fail = Effect.fnUntraced(function* (which: number) {
      const job = pick(which)
      if (job === undefined) return
      yield* Deferred.fail(job.gate, new ProviderError({ message: "the engine broke" }))
      expect(yield* Effect.flip(job.submission.settled)).toBeInstanceOf(ProviderError)
      model.running = model.running.filter((other) => other !== job)
    })

    const hangUp = Effect.fnUntraced(function* (which: number) {
      const job = pick(which)
      if (job === undefined) return
      const watcher = yield* Effect.fork(Effect.all([job.submission.settled, collect(job.submission.events)]))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(watcher)
    })

    /** What was taken from a node is done there, and cannot be charged. */
    const thaw = Effect.gen(function* () {
      for (const job of model.taken) {
        yield* Deferred.succeed(job.gate, Money.fromMicros(1_000_000))
        expect(yield* Effect.flip(job.submission.settled)).toBeInstanceOf(BillingPending)
      }
      model.taken = []
    })

    /** A graceful stop: what can end within the patience ends; here all gates open first. */
    const stop = Effect.fnUntraced(function* (node: number) {
      yield* thaw
      for (const job of model.running.filter(isOf(node))) {
        yield* Deferred.succeed(job.gate, Money.fromMicros(1_000_000))
        model.balance[job.wallet === 0 ? 0 : 1] -= Math.min(1_000_000, job.estimate)
        model.done.push({ ...job, jobId: job.submission.jobId })
      }
      model.running = model.running.filter((job) => !isOf(node)(job))
      yield* processOf(node).stop
      yield* processOf(node).dieAfter(0)
      yield* restart(node)
    })

    /** Of a database that one process has to itself nothing is taken while that lives. */
    const lose = Effect.fnUntraced(function* (node: number) {
      if (nodes.count === 1) return
      yield* processOf(node).lose
      model.taken.push(...model.running.filter(isOf(node)))
      model.running = model.running.filter((job) => !isOf(node)(job))
    })

    const take = (step: Step): Effect.Effect<void, unknown> => {
      switch (step._tag) {
        case "Submit":
          return submit(step)
        case "Finish":
          return finish(step)
        case "Fail":
          return fail(step.which)
        case "HangUp":
          return hangUp(step.which)
        case "Crash":
          return Effect.zipRight(processOf(step.node).dieAfter(0), afterCrash(step.node, []))
        case "Stop":
          return stop(step.node)
        case "Lose":
          return lose(step.node)
        case "Thaw":
          return thaw
      }
    }

    /** A slot is taken exactly while a job of its wallet runs in it, and an id's outcome is what became of it. */
    const checkSlotsAndOutcomes = Effect.fnUntraced(function* ({ run }: Process) {
      for (const [wallet, walletId] of wallets.entries()) {
        const free = yield* run(Effect.flatMap(Jobs, (jobs) => Effect.exit(jobs.assertFree(walletId, "transcription"))))
        expect(Exit.isSuccess(free)).toBe(!model.running.some((job) => job.alone && job.wallet === wallet))
        for (const id of ["a", "b", "c"]) {
          const job = { operation: "voice.generation" as const, walletId, result: Result }
          const seen = yield* run(Effect.flatMap(Jobs, (jobs) => jobs.outcome(job, RequestId.make(id))))
          const isSame = (other: { readonly wallet: number; readonly id: string | null }) =>
            other.wallet === wallet && other.id === id
          const done = model.done.find(isSame)
          if (model.running.some(isSame)) expect(seen).toEqual(Option.some({ _tag: "Running" }))
          else if (done !== undefined)
            expect(seen).toEqual(Option.some({ _tag: "Settled", result: { job: done.jobId } }))
          else
            expect(
              Option.getOrElse(
                Option.map(seen, ({ _tag }) => _tag),
                () => "Failed" as const
              )
            ).toBe("Failed")
        }
      }
    })

    const check = Effect.gen(function* () {
      const seen = yield* run(facts)
      const done = model.done.map((job) => job.jobId).sort()
      expect(seen.settled).toEqual(done)
      expect(seen.charged).toEqual(done)
      expect(seen.products).toEqual(done)
      expect(seen.running).toBe(model.running.length)
      wallets.forEach((walletId, index) => {
        const wallet = seen.wallets.find((row) => row.id === walletId)
        expect<number | undefined>(wallet?.balance).toBe(model.balance[index])
        expect<number | undefined>(wallet?.held).toBe((model.balance[index] ?? 0) - available(model, index))
        expect(seen.ledger.find((row) => row.wallet_id === walletId)?.total).toBe(model.balance[index])
      })
      yield* Effect.forEach(processes, checkSlotsAndOutcomes)
    })

    const end = Effect.gen(function* () {
      yield* thaw
      for (const job of model.running)
        yield* Deferred.fail(job.gate, new ProviderError({ message: "the test is over" }))
      yield* Effect.forEach(processes, ({ stop }) => stop)
    })
    return { take, check, end }
  })
