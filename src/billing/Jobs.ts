/**
 * The one door for paid work (wire contract, section 2): idempotency, holds,
 * charges and recovery live here and nowhere else.
 *
 * A job is admitted (hold), run in a fiber of its own, settled, and only then
 * reported; whoever asked for it merely watches. Rows go `running → settled |
 * failed`. This layer may only be built by the owner of the data folder: it
 * takes every row that is still running at its start for a dead process's.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Cause, Clock, Deferred, Duration, Effect, type Exit, FiberSet, Metric, Option, Schedule, Schema } from "effect"
import { JobId, newId, type RequestId, type WalletId } from "../Domain.ts"
import {
  type BillingPending,
  Busy,
  IdempotencyConflict,
  InProgress,
  InsufficientCredits,
  isProblem,
  ProviderUnavailable
} from "../Errors.ts"
import { Transactions } from "../storage/Sql.ts"
import * as EventLog from "./EventLog.ts"
import type { Job, Outcome, Settled, Slot, Submission } from "./Job.ts"
import * as Money from "./Money.ts"
import { Settlement } from "./Settlement.ts"

export type { Job, Operation, Outcome, Settled, Slot, Submission, Work } from "./Job.ts"
export type { Receipt } from "./Settlement.ts"

/** How long shutdown lets running jobs settle. */
const SHUTDOWN_PATIENCE = Duration.seconds(30)
/** How long the row of a failed job is kept, for the operator's eyes. */
const FAILED_RETENTION = Duration.hours(24)
const SWEEP_INTERVAL = Duration.hours(1)
/** What a client is told to wait when its first request still runs, in seconds. */
const RETRY_AFTER_SECONDS = 1

const settledCount = Metric.counter("qal_jobs_settled_total", { incremental: true })
const failedCount = Metric.counter("qal_jobs_failed_total", { incremental: true })
const replayedCount = Metric.counter("qal_jobs_replayed_total", { incremental: true })
const runningGauge = Metric.gauge("qal_jobs_running")

interface EarlierRow {
  readonly id: string
  readonly state: "running" | "settled"
  readonly fingerprint: string
  readonly result: string | null
  readonly expires_at: number | null
}

const insufficient = (available: Money.Money, estimate: Money.Money) =>
  new InsufficientCredits({
    message: `the request is estimated at ${Money.toEtb(estimate)} ETB, more than the wallet can spend now; top it up`,
    details: [{ field: "wallet.balance", code: "balance_too_low", message: `balance is ${Money.toDecimal(available)}` }]
  })

const conflict = () =>
  new IdempotencyConflict({
    message: "this request id was used before with different inputs; use a new id for a different request"
  })

const inProgress = () =>
  new InProgress({ message: "the first request with this id is still running", retryAfter: RETRY_AFTER_SECONDS })

const busy = (slot: Slot) =>
  new Busy({
    message: `this wallet already has a ${slot} running; one at a time`,
    retryAfter: RETRY_AFTER_SECONDS
  })

const stopping = () => new ProviderUnavailable({ message: "the server is shutting down", retryAfter: 5 })

export class Jobs extends Effect.Service<Jobs>()("billing/Jobs", {
  dependencies: [Settlement.Default],
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { relaxed, sync } = yield* Transactions
    const settlement = yield* Settlement
    const fibers = yield* FiberSet.make<void>()
    let admitting = true

    const end = (failure: string, now: number) => sql`
      state = 'failed', failure = ${failure}, ended_at = ${now}, expires_at = ${now + Duration.toMillis(FAILED_RETENTION)}`

    const recover = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const dead = yield* relaxed(sql`UPDATE jobs SET ${end("PROCESS_DIED", now)} WHERE state = 'running' RETURNING id`)
      if (dead.length > 0) {
        yield* Effect.logWarning("released the holds of jobs that died with the last process").pipe(
          Effect.annotateLogs({ jobs: dead.length })
        )
      }
    })

    /** Forgets ids and results whose time is over. The ledger is untouched. */
    const sweep = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* sql`DELETE FROM jobs WHERE expires_at <= ${now} AND state <> 'running'`
    })

    /** Ends a failed job: its hold is released and its id free. Tries until the database takes it. */
    const release = (jobId: JobId, failure: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        yield* relaxed(sql`UPDATE jobs SET ${end(failure, now)} WHERE id = ${jobId} AND state = 'running'`)
      }).pipe(Effect.retry(Schedule.spaced("1 second")), Effect.orDie)

    const earlier = Effect.fnUntraced(function* (
      job: Pick<Job<never, never, never, never>, "operation" | "walletId">,
      requestId: RequestId,
      now: number
    ) {
      const [row] = yield* sql<EarlierRow>`
        SELECT id, state, fingerprint, result, expires_at FROM jobs
        WHERE wallet_id = ${job.walletId} AND operation = ${job.operation} AND request_id = ${requestId}
          AND state <> 'failed'`
      if (row === undefined) return Option.none<EarlierRow>()
      if (row.expires_at === null || row.expires_at > now) return Option.some(row)
      yield* sql`DELETE FROM jobs WHERE id = ${row.id}`
      return Option.none<EarlierRow>()
    })

    const isTaken = (walletId: WalletId, slot: Slot) =>
      Effect.map(
        sql`SELECT 1 FROM jobs WHERE wallet_id = ${walletId} AND slot = ${slot} AND state = 'running'`,
        (rows) => rows.length > 0
      )

    const hold = Effect.fnUntraced(function* (
      jobId: JobId,
      job: Pick<Job<never, never, never, never>, "operation" | "walletId" | "requestId" | "fingerprint" | "estimate">,
      slot: Option.Option<Slot>,
      now: number
    ) {
      if (Option.isSome(slot) && (yield* isTaken(job.walletId, slot.value))) return yield* busy(slot.value)
      const [wallet] = yield* sql<{ readonly available: number }>`
        SELECT balance - (SELECT COALESCE(SUM(hold), 0) FROM jobs WHERE wallet_id = ${job.walletId} AND state = 'running')
          AS available
        FROM wallets WHERE id = ${job.walletId}`
      const available = Money.fromMicros(wallet?.available ?? 0)
      if (available < job.estimate) return yield* insufficient(available, job.estimate)
      yield* sql`INSERT INTO jobs ${sql.insert({
        id: jobId,
        wallet_id: job.walletId,
        operation: job.operation,
        request_id: Option.getOrNull(job.requestId),
        fingerprint: job.fingerprint,
        state: "running",
        hold: job.estimate,
        slot: Option.getOrNull(slot),
        created_at: now
      })}`
    })

    /** One transaction: finds the id's earlier job, or takes the slot and the hold. */
    const admit = <Event, Result, Encoded, E>(
      jobId: JobId,
      job: Job<Event, Result, Encoded, E>,
      slot: Option.Option<Slot>
    ) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const before = yield* Option.match(job.requestId, {
          onNone: () => Effect.succeedNone,
          onSome: (requestId) => earlier(job, requestId, now)
        })
        if (Option.isNone(before)) return yield* Effect.as(hold(jobId, job, slot, now), Option.none<Result>())
        const { fingerprint, state, result } = before.value
        if (fingerprint !== job.fingerprint) return yield* conflict()
        if (state === "running") return yield* inProgress()
        return Option.some(yield* Effect.orDie(Schema.decodeUnknown(Schema.parseJson(job.result))(result)))
      }).pipe(
        relaxed,
        Effect.catchTag("SqlError", (error) => Effect.die(error))
      )

    const failureOf = <E>(cause: Cause.Cause<E>): string => {
      const failure = Cause.squash(cause)
      return Cause.isInterruptedOnly(cause) ? "INTERRUPTED" : isProblem(failure) ? failure._tag : "INTERNAL_ERROR"
    }

    const perform = <Event, Result, Encoded, E>(
      jobId: JobId,
      job: Job<Event, Result, Encoded, E>,
      log: EventLog.EventLog<Event>
    ): Effect.Effect<Settled<Result>, E | BillingPending> =>
      Effect.gen(function* () {
        const work = yield* Effect.scoped(job.run({ id: jobId, emit: log.append }))
        // Compiled once for each schema, which a `parseJson` made here would not be.
        const encode = Schema.encode(job.result)
        let result = Option.none<Result>()
        const receipt = yield* settlement.settle({
          jobId,
          walletId: job.walletId,
          operation: job.operation,
          price: work.price,
          retention: job.retention,
          record: (receipt) =>
            Effect.flatMap(work.settle(receipt), (made) => {
              result = Option.some(made)
              return Effect.orDie(Effect.map(encode(made), (stored) => JSON.stringify(stored)))
            })
        })
        return { result: Option.getOrThrow(result), receipt }
      }).pipe(
        Effect.tapErrorCause((cause) =>
          Effect.zipRight(release(jobId, failureOf(cause)), Metric.increment(failedCount))
        ),
        Effect.tap(Metric.increment(settledCount)),
        Effect.tapDefect((cause) => Effect.logError("a job ended in a defect", cause)),
        Effect.annotateLogs({ job: jobId, wallet: job.walletId, operation: job.operation })
      )

    const start = <Event, Result, Encoded, E>(jobId: JobId, job: Job<Event, Result, Encoded, E>) =>
      Effect.gen(function* () {
        const log = yield* EventLog.make<Event>()
        const outcome = yield* Deferred.make<Settled<Result>, E | BillingPending>()
        const finish = (exit: Exit.Exit<Settled<Result>, E | BillingPending>) =>
          Effect.all([log.end, Deferred.done(outcome, exit), Metric.incrementBy(runningGauge, -1)], { discard: true })
        yield* Metric.increment(runningGauge)
        yield* FiberSet.run(
          fibers,
          Effect.interruptible(perform(jobId, job, log)).pipe(Effect.onExit(finish), Effect.exit, Effect.asVoid)
        )
        return { _tag: "Running", jobId, events: log.stream, settled: Deferred.await(outcome) } as const
      })

    const begin = Effect.fnUntraced(function* <Event, Result, Encoded, E>(
      job: Job<Event, Result, Encoded, E>,
      slot: Option.Option<Slot>
    ): Effect.fn.Return<
      Submission<Event, Result, E>,
      InsufficientCredits | IdempotencyConflict | InProgress | Busy | ProviderUnavailable
    > {
      if (!admitting) return yield* stopping()
      const jobId = JobId.make(newId("job", yield* Clock.currentTimeMillis))
      const replay = yield* admit(jobId, job, slot)
      if (Option.isNone(replay)) return yield* start(jobId, job)
      // Its settlement may have been committed this very moment.
      yield* sync
      yield* Metric.increment(replayedCount)
      return { _tag: "Replayed", result: replay.value } as const
    }, Effect.uninterruptible)

    /**
     * Admits the work and starts it, or finds it already done. Fails with
     * `InsufficientCredits`, `IdempotencyConflict`, `InProgress`, or
     * `ProviderUnavailable` while the server shuts down.
     */
    const submit = Effect.fn("Jobs.submit")(<Event, Result, Encoded, E>(job: Job<Event, Result, Encoded, E>) =>
      Effect.catchTag(begin(job, Option.none()), "BUSY", (impossible) => Effect.die(impossible))
    )

    /**
     * As `submit`, for work of which a wallet may have one at a time: fails also
     * with `Busy` while the slot is taken. It is free once the job has ended,
     * however it ended.
     */
    const submitAlone = Effect.fn("Jobs.submitAlone")(
      <Event, Result, Encoded, E>(slot: Slot, job: Job<Event, Result, Encoded, E>) => begin(job, Option.some(slot))
    )

    /** Fails with `Busy` while the slot is taken: for those who would do costly things before they submit. */
    const assertFree = Effect.fn("Jobs.assertFree")(function* (walletId: WalletId, slot: Slot) {
      if (yield* Effect.orDie(isTaken(walletId, slot))) return yield* busy(slot)
    })

    /** What became of the newest job with this id; none where there is none, or its time is over. */
    const outcome = Effect.fn("Jobs.outcome")(function* <Result, Encoded>(
      job: Pick<Job<never, Result, Encoded, never>, "operation" | "walletId" | "result">,
      requestId: RequestId
    ): Effect.fn.Return<Option.Option<Outcome<Result>>> {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* Effect.orDie(
        sql<{ readonly state: string; readonly failure: string | null; readonly result: string | null }>`
          SELECT state, failure, result FROM jobs
          WHERE wallet_id = ${job.walletId} AND operation = ${job.operation} AND request_id = ${requestId}
            AND (expires_at IS NULL OR expires_at > ${now})
          ORDER BY created_at DESC, id DESC LIMIT 1`
      )
      if (row === undefined) return Option.none()
      if (row.state === "running") return Option.some({ _tag: "Running" })
      if (row.state === "failed") return Option.some({ _tag: "Failed", failure: row.failure ?? "INTERNAL_ERROR" })
      const result = yield* Effect.orDie(Schema.decodeUnknown(Schema.parseJson(job.result))(row.result))
      return Option.some({ _tag: "Settled", result })
    })

    /** Frees the id of a settled job, whose result is gone by the client's own wish. */
    const forget = (jobId: JobId) => sql`UPDATE jobs SET request_id = NULL WHERE id = ${jobId}`

    yield* Effect.orDie(recover)
    yield* Effect.forkScoped(
      Effect.schedule(
        Effect.catchAllCause(sweep, (cause) => Effect.logError("sweep of jobs", cause)),
        Schedule.spaced(SWEEP_INTERVAL)
      )
    )
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => {
        admitting = false
        return Effect.timeoutOption(FiberSet.awaitEmpty(fibers), SHUTDOWN_PATIENCE)
      })
    )

    return { submit, submitAlone, assertFree, outcome, forget, sweep: Effect.orDie(sweep) }
  })
}) {}
