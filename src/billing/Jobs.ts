/**
 * The one way to paid work (wire contract, section 2): idempotency, holds,
 * charges and recovery live here and nowhere else.
 *
 * A job is admitted (hold), run in a fiber of its own, settled, and only then
 * reported; whoever asked for it merely watches. Rows go `running → settled |
 * failed`; `JobStore` keeps them.
 */
import { Clock, Duration, Effect, Either, Layer, Option, Schema } from "effect"
import { JobId, newId, type RequestId, type WalletId } from "../Domain.ts"
import type { IdempotencyConflict, InProgress, ProviderUnavailable } from "../Errors.ts"
import { DEFAULT_SHUTDOWN, Draining, OUTCOME_GRACE } from "../http/Draining.ts"
import { stopping } from "../http/Problems.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import * as Metrics from "../runtime/Metrics.ts"
import * as Spans from "../runtime/Spans.ts"
import * as BatchedDeletion from "../storage/BatchedDeletion.ts"
import {
  type AdmissionOutcome,
  FAILED_RETENTION,
  JobStore,
  type JobAdmission as StoreAdmission
} from "../storage/JobStore.ts"
import { type Statement, statement } from "../storage/Statement.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import { type Body, inOrder, Writer } from "../storage/Writer.ts"
import type { Job, Operation, Outcome, Replay, Slot, Submission } from "./Job.ts"
import * as JobAdmission from "./JobAdmission.ts"
import * as Money from "./Money.ts"
import * as RunningJobs from "./RunningJobs.ts"
import { Settlement } from "./Settlement.ts"

export type { Charge, Job, Submission } from "./Job.ts"

const POLL = Duration.millis(10)
const SWEEP_INTERVAL = Duration.hours(1)
/** Rows deleted at once (measured: 2 ms, with transcripts as results). */
const SWEEP_BATCH = 50

const replayedCount = Metrics.counter("qal_jobs_replayed_total", "Requests answered by the result of an earlier one", [
  "operation"
])
const SWEEP = `
  DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE expires_at <= ? AND state <> 'running' LIMIT ${SWEEP_BATCH})
  RETURNING id`
/** Of the job and of those that failed before it under the same id, so that nothing answers to that. */
const FORGET = `
  UPDATE jobs SET request_id = NULL, result = NULL WHERE id IN (
    SELECT same.id FROM jobs JOIN jobs AS same ON same.wallet_id = jobs.wallet_id
      AND same.operation = jobs.operation AND same.request_id = jobs.request_id
    WHERE jobs.id = ? AND jobs.state = 'settled')`
const KEPT = "SELECT operation FROM jobs WHERE id = ? AND state = 'settled' AND request_id IS NOT NULL"

const decodeKept = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ operation: Schema.String })))

/** The statement that forgets a settled job's result and request id, for the transaction that removes its other data. The ledger entry stays. */
export const forget = (jobId: JobId): Statement => statement(FORGET, jobId)

/** What became of an admission, and what is held where it was admitted. */
interface AdmissionResult {
  readonly outcome: AdmissionOutcome
  readonly held: Money.Money
}

export class Jobs extends Effect.Service<Jobs>()("billing/Jobs", {
  dependencies: [Settlement.Default, Draining.Default],
  scoped: Effect.gen(function* () {
    const store = yield* JobStore
    const { durable, relaxed, sync } = yield* Writer
    const settlement = yield* Settlement
    const draining = yield* Draining
    const clock = yield* Effect.clock
    let admitting = true

    const recover = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const until = now + Duration.toMillis(FAILED_RETENTION)
      const dead = yield* store.recover(now, until)
      if (dead > 0) {
        yield* Effect.logWarning("released the holds of jobs that died with the last process").pipe(
          Effect.annotateLogs({ jobs: dead })
        )
      }
    })

    /** Forgets ids and results whose time is over. The ledger is untouched. */
    const sweep = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* BatchedDeletion.deleteUntilNone(relaxed(inOrder(statement(SWEEP, now))))
    })

    /** Ends a failed job: its hold is released and its id free. */
    const release = (jobId: JobId, failure: string) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const until = now + Duration.toMillis(FAILED_RETENTION)
        yield* store.release(jobId, failure, now, until)
      })

    /** Holds `wanted` for the job, or all that the wallet has where that is at least `least`. Answers what is held then. */
    const hold: RunningJobs.JobLedger["hold"] = (jobId, walletId, wanted, least) =>
      Effect.flatMap(
        Effect.orDie(store.hold(jobId, walletId, wanted)),
        Option.match({
          onNone: () => Effect.succeed(wanted),
          onSome: (micros) => {
            const available = Money.fromMicros(micros)
            if (available < least) return JobAdmission.insufficient(available, least)
            return hold(jobId, walletId, available, least)
          }
        })
      )

    /** Admits the job with its estimate held, or with what there is where that is `least` or more. */
    const admit = (admission: StoreAdmission, least: Money.Money): Effect.Effect<AdmissionResult> =>
      Effect.flatMap(Effect.orDie(store.admit(admission)), (outcome) =>
        outcome._tag === "Insufficient" && outcome.available >= least
          ? admit({ ...admission, estimate: outcome.available }, least)
          : Effect.succeed({ outcome, held: Money.fromMicros(admission.estimate) })
      )

    const lives = yield* RunningJobs.make({ settlement, hold, release })
    yield* draining.keepsOpen(lives.isAny)

    /** The deadline of a server that goes down: what is not settled is failed, and its watchers learn it. */
    const cut = Effect.gen(function* () {
      yield* draining.past()
      admitting = false
      const jobs = yield* lives.cutAll
      if (jobs > 0) {
        const message = "the deadline of the shutdown failed jobs; nothing is charged for them"
        yield* Effect.annotateLogs(Effect.logWarning(message), { jobs })
      }
    })

    /** Not to be interrupted: a job that is admitted is started. */
    const begin = <Event, Result, Encoded, E>(
      job: Job<Event, Result, Encoded, E>,
      slot: Option.Option<Slot>
    ): Effect.Effect<Submission<Event, Result, E>, JobAdmission.AdmissionRefusal | ProviderUnavailable> =>
      Effect.uninterruptible(
        Effect.withFiberRuntime((fiber) => {
          if (!admitting) return Effect.fail(stopping)
          const now = clock.unsafeCurrentTimeMillis()
          const jobId = JobId.make(newId("job", now), true)
          const record = RequestInfo.recordIn(fiber.currentContext)
          return admit(JobAdmission.admissionOf(jobId, job, slot, now, record?.id), JobAdmission.required(job)).pipe(
            Effect.flatMap(({ held, outcome }) =>
              Effect.map(JobAdmission.readOutcome(job, slot, outcome), (replay) => ({ held, replay }))
            ),
            Effect.flatMap(({ held, replay }): Effect.Effect<Submission<Event, Result, E>, ProviderUnavailable> => {
              if (Option.isSome(replay)) {
                replayedCount(1, job.operation)
                // Its settlement may have been committed this very moment.
                return Effect.as(Effect.zipRight(Spans.annotate({ "qal.replayed": true }), sync), {
                  _tag: "Replayed",
                  ...replay.value
                })
              }
              if (!admitting) {
                // What is not released is by the next start.
                return Effect.zipRight(Effect.ignore(release(jobId, "INTERRUPTED")), Effect.fail(stopping))
              }
              RequestInfo.recordJob(record, jobId)
              return Effect.sync(() => lives.start(jobId, job, held, fiber.getFiberRefs()))
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
      Spans.within(
        Effect.catchTag(begin(job, Option.none()), "BUSY", (impossible) => Effect.die(impossible)),
        "Jobs.submit"
      )

    /**
     * As `submit`, for work of which a wallet may have one at a time: fails also
     * with `Busy` while the slot is taken. It is free once the job has ended,
     * however it ended.
     */
    const submitAlone = <Event, Result, Encoded, E>(slot: Slot, job: Job<Event, Result, Encoded, E>) =>
      Spans.within(begin(job, Option.some(slot)), "Jobs.submitAlone")

    /** Fails with `Busy` while the slot is taken: for those who would do costly things before they submit. */
    const assertFree = Effect.fn("Jobs.assertFree")(function* (walletId: WalletId, slot: Slot) {
      if (yield* Effect.orDie(store.isTaken(walletId, slot))) return yield* JobAdmission.busy(slot)
    })

    /**
     * What this id was answered before, whatever has become since of what the work needed. None where there is nothing, or
     * it failed. Fails with `IdempotencyConflict` or `InProgress`, as `submit` does, and without anything that it checks.
     */
    const earlier = Effect.fn("Jobs.earlier")(function* <Result, Encoded>(
      job: JobAdmission.Inputs &
        Pick<Job<never, Result, Encoded, never>, "operation" | "walletId" | "requestId" | "result" | "present">
    ): Effect.fn.Return<Option.Option<Replay<Result>>, IdempotencyConflict | InProgress> {
      if (Option.isNone(job.requestId)) return Option.none()
      const now = yield* Clock.currentTimeMillis
      const stored = yield* Effect.orDie(store.find(job.walletId, job.operation, job.requestId.value, now))
      if (Option.isNone(stored)) return Option.none()
      const { state, ...before } = stored.value
      if (state === "failed") return Option.none()
      const replay = yield* JobAdmission.replayOf(job, { ...before, state })
      replayedCount(1, job.operation)
      // Its settlement may have been committed this very moment.
      yield* Effect.zipRight(Spans.annotate({ "qal.replayed": true }), sync)
      return replay
    })

    /** What became of the newest job with this id; none where there is none, or its time is over. */
    const outcome = Effect.fn("Jobs.outcome")(function* <Result, Encoded>(
      job: Pick<Job<never, Result, Encoded, never>, "operation" | "walletId" | "result" | "present">,
      requestId: RequestId
    ): Effect.fn.Return<Option.Option<Outcome<Result>>> {
      const now = yield* Clock.currentTimeMillis
      const stored = yield* Effect.orDie(store.find(job.walletId, job.operation, requestId, now))
      if (Option.isNone(stored)) return Option.none()
      const { failure, state } = stored.value
      if (state === "running") return Option.some({ _tag: "Running" })
      if (state === "failed") return Option.some({ _tag: "Failed", failure: failure ?? "INTERNAL_ERROR" })
      yield* sync
      return Option.some({ _tag: "Settled", result: JobAdmission.resultOf(job, stored.value) })
    })

    /**
     * Forgets a settled job of one of the operations, so that its id may be used
     * again; `also` is written with it. Answers whether there was such a job.
     */
    const discard = Effect.fn("Jobs.discard")(function* (
      jobId: JobId,
      operations: ReadonlyArray<Operation>,
      also: ReadonlyArray<Statement> = []
    ) {
      const body: Body<boolean> = function* () {
        const [kept] = decodeKept(yield statement(KEPT, jobId))
        if (kept === undefined || !operations.some((operation) => operation === kept.operation)) {
          return Either.right(false)
        }
        yield forget(jobId)
        for (const next of also) yield next
        return Either.right(true)
      }
      return yield* Effect.orDie(durable(body))
    })

    yield* Effect.orDie(recover)
    yield* Effect.forkScoped(cut)
    // What nobody watches is let run until the deadline too.
    yield* Effect.addFinalizer(() =>
      draining.begin(DEFAULT_SHUTDOWN).pipe(
        Effect.zipRight(Effect.sleep(POLL)),
        Effect.repeat({
          while: () => lives.isAny() && Duration.greaterThan(draining.left(OUTCOME_GRACE), Duration.zero)
        })
      )
    )

    return { submit, submitAlone, assertFree, earlier, outcome, discard, sweep: Effect.orDie(sweep) }
  })
}) {}

/** Sweeps from now on. A layer of its own, as what else knows of a request by its jobs alone must have read them before. */
export const sweeping = Layer.scopedDiscard(
  Effect.flatMap(Jobs, ({ sweep }) => Sweeps.every("sweep of jobs", SWEEP_INTERVAL, sweep))
)
