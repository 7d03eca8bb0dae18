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
import {
  Cause,
  Clock,
  Deferred,
  Duration,
  Effect,
  Either,
  Exit,
  FiberId,
  FiberRef,
  FiberRefs,
  FiberSet,
  HashMap,
  Metric,
  Option,
  Schedule,
  Schema
} from "effect"
import { JobId, newId, type RequestId, type WalletId } from "../Domain.ts"
import { type BillingPending, isProblem, ProviderUnavailable } from "../Errors.ts"
import { Transactions } from "../storage/Transactions.ts"
import { Writer } from "../storage/Writer.ts"
import * as Admission from "./Admission.ts"
import * as EventLog from "./EventLog.ts"
import type { Job, Outcome, Settled, Slot, Submission } from "./Job.ts"
import { Settlement } from "./Settlement.ts"

export type { Job, Operation, Outcome, Settled, Slot, Submission, Work } from "./Job.ts"
export type { Receipt } from "./Settlement.ts"

/** How long shutdown lets running jobs settle. */
const SHUTDOWN_PATIENCE = Duration.seconds(30)
/** How long the row of a failed job is kept, for the operator's eyes. */
const FAILED_RETENTION = Duration.hours(24)
const SWEEP_INTERVAL = Duration.hours(1)

const settledCount = Metric.counter("qal_jobs_settled_total", { incremental: true })
const failedCount = Metric.counter("qal_jobs_failed_total", { incremental: true })
const replayedCount = Metric.counter("qal_jobs_replayed_total", { incremental: true })
const runningGauge = Metric.gauge("qal_jobs_running")

const stopping = () => new ProviderUnavailable({ message: "the server is shutting down", retryAfter: 5 })

const FAIL_ALL = `
  UPDATE jobs SET state = 'failed', failure = ?, ended_at = ?, expires_at = ? WHERE state = 'running' RETURNING id`
const FAIL = `
  UPDATE jobs SET state = 'failed', failure = ?, ended_at = ?, expires_at = ? WHERE id = ? AND state = 'running'`

export class Jobs extends Effect.Service<Jobs>()("billing/Jobs", {
  dependencies: [Settlement.Default],
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { sync } = yield* Transactions
    const writer = yield* Writer
    const settlement = yield* Settlement
    const fibers = yield* FiberSet.make<void>()
    const runFork = yield* FiberSet.runtime(fibers)()
    const clock = yield* Effect.clock
    let admitting = true

    const recover = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const dead = yield* writer.relaxed((db) =>
        Either.right(db.all(FAIL_ALL, "PROCESS_DIED", now, now + Duration.toMillis(FAILED_RETENTION)))
      )
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
        const until = now + Duration.toMillis(FAILED_RETENTION)
        yield* writer.relaxed((db) => Either.right(db.all(FAIL, failure, now, until, jobId)))
      }).pipe(Effect.retry(Schedule.spaced("1 second")), Effect.orDie)

    const failureOf = <E>(cause: Cause.Cause<E>): string => {
      const failure = Cause.squash(cause)
      return Cause.isInterruptedOnly(cause) ? "INTERRUPTED" : isProblem(failure) ? failure._tag : "INTERNAL_ERROR"
    }

    const releaseAfter = <E>(jobId: JobId, cause: Cause.Cause<E>) =>
      Effect.gen(function* () {
        yield* release(jobId, failureOf(cause))
        yield* Metric.increment(failedCount)
        if (Cause.isDie(cause)) yield* Effect.logError("a job ended in a defect", cause)
      })

    const perform = <Event, Result, Encoded, E>(
      jobId: JobId,
      job: Job<Event, Result, Encoded, E>,
      log: EventLog.EventLog<Event>
    ): Effect.Effect<Settled<Result>, E | BillingPending> => {
      const { operation, requestId, retention, walletId } = job
      const result = Option.map(requestId, () => job.result)
      const emit = (event: Event) => Effect.sync(() => log.append(event))
      return Effect.flatMap(job.run({ id: jobId, tell: log.append, emit }), ({ price, settle }) =>
        settlement.settle({ jobId, walletId, operation, price, retention, settle, result })
      )
    }

    /**
     * A fiber that is nobody's child, but logs and traces as the one that asked
     * for the job, with the job's own names.
     */
    const forkLike = (
      parent: FiberRefs.FiberRefs,
      names: Readonly<Record<string, unknown>>,
      whole: Effect.Effect<void>
    ) => {
      let annotations = FiberRefs.getOrDefault(parent, FiberRef.currentLogAnnotations)
      for (const name in names) annotations = HashMap.set(annotations, name, names[name])
      runFork(whole, {
        updateRefs: (_, id) =>
          FiberRefs.updateManyAs(parent, {
            entries: [[FiberRef.currentLogAnnotations, [[id, annotations]]]],
            forkAs: id
          })
      })
    }

    const start = <Event, Result, Encoded, E>(
      jobId: JobId,
      job: Job<Event, Result, Encoded, E>,
      parent: FiberRefs.FiberRefs
    ) => {
      const log = EventLog.make<Event>()
      const outcome = Deferred.unsafeMake<Settled<Result>, E | BillingPending>(FiberId.none)
      const end = (exit: Exit.Exit<Settled<Result>, E | BillingPending>) =>
        Effect.sync(() => {
          log.end()
          runningGauge.unsafeModify(-1, [])
          Deferred.unsafeDone(outcome, exit)
        })
      // Uninterruptible but for the work itself: what a job holds is released however it ends.
      const whole = Effect.exit(Effect.interruptible(perform(jobId, job, log))).pipe(
        Effect.flatMap((exit) => {
          if (Exit.isFailure(exit)) return Effect.zipRight(releaseAfter(jobId, exit.cause), end(exit))
          settledCount.unsafeUpdate(1, [])
          return end(exit)
        }),
        Effect.uninterruptible
      )
      runningGauge.unsafeModify(1, [])
      forkLike(parent, { job: jobId, wallet: job.walletId, operation: job.operation }, whole)
      return { _tag: "Running", jobId, events: log.stream, log, settled: Deferred.await(outcome) } as const
    }

    /** Not to be interrupted: a job that is admitted is started. */
    const begin = <Event, Result, Encoded, E>(
      job: Job<Event, Result, Encoded, E>,
      slot: Option.Option<Slot>
    ): Effect.Effect<Submission<Event, Result, E>, Admission.Refusal | ProviderUnavailable> =>
      Effect.uninterruptible(
        Effect.withFiberRuntime((fiber) => {
          if (!admitting) return Effect.fail(stopping())
          const now = clock.unsafeCurrentTimeMillis()
          const jobId = JobId.make(newId("job", now), true)
          return writer.relaxed(Admission.admit(jobId, job, slot, now)).pipe(
            Effect.catchTag("SqlError", (error) => Effect.die(error)),
            Effect.flatMap((replay): Effect.Effect<Submission<Event, Result, E>> => {
              if (Option.isNone(replay)) return Effect.sync(() => start(jobId, job, fiber.getFiberRefs()))
              replayedCount.unsafeUpdate(1, [])
              // Its settlement may have been committed this very moment.
              return Effect.as(sync, { _tag: "Replayed", result: replay.value })
            })
          )
        })
      )

    /**
     * Admits the work and starts it, or finds it already done. Fails with
     * `InsufficientCredits`, `IdempotencyConflict`, `InProgress`, or
     * `ProviderUnavailable` while the server shuts down.
     */
    const submit = <Event, Result, Encoded, E>(job: Job<Event, Result, Encoded, E>) =>
      Effect.catchTag(begin(job, Option.none()), "BUSY", (impossible) => Effect.die(impossible))

    /**
     * As `submit`, for work of which a wallet may have one at a time: fails also
     * with `Busy` while the slot is taken. It is free once the job has ended,
     * however it ended.
     */
    const submitAlone = <Event, Result, Encoded, E>(slot: Slot, job: Job<Event, Result, Encoded, E>) =>
      begin(job, Option.some(slot))

    /** Fails with `Busy` while the slot is taken: for those who would do costly things before they submit. */
    const assertFree = Effect.fn("Jobs.assertFree")(function* (walletId: WalletId, slot: Slot) {
      const taken = yield* Effect.orDie(sql.unsafe(Admission.TAKEN, [walletId, slot]))
      if (taken.length > 0) return yield* Admission.busy(slot)
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
      yield* sync
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
