/**
 * The end of a job: charge, result and release of the hold, all or nothing, and
 * on the disk before anybody gets an answer.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Duration, Effect, Option, Schedule, Schema } from "effect"
import { type JobId, newId } from "../Domain.ts"
import { BillingPending } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import * as Spans from "../runtime/Spans.ts"
import { codeOf, isFull, UNKNOWN_OUTCOME } from "../runtime/SystemErrors.ts"
import { type JobNotRunning, JobStore } from "../storage/JobStore.ts"
import type { Charge, Job, SettledJob, Work } from "./Job.ts"
import * as Money from "./Money.ts"

/** How long a settlement is tried again that the database refuses, such as while another program writes. */
const TRIED_FOR = Duration.seconds(30)

/** The error for work that was done and could not be billed, at that time and for every later request with its id. */
export const pending = () =>
  new BillingPending({
    message: "the work is done but could not be billed; nothing was charged, send the same request again",
    retryAfter: 5
  })

/**
 * The same where the connection went while the database was asked to commit, and it did not tell since what came of it. It
 * may have charged; that the same id is charged once holds all the same.
 */
const uncertain = new BillingPending({
  message:
    "the work is done, but it is not known whether it was billed; the same request under the same id is charged once, without an id look at the wallet's balance before you send it again",
  retryAfter: 5
})

/** Waits between the tries. */
const again = Schedule.exponential("50 millis")

const isRefused = (error: SqlError | JobNotRunning): error is SqlError => error._tag === "SqlError"

export class Settlement extends Effect.Service<Settlement>()("billing/Settlement", {
  effect: Effect.gen(function* () {
    const store = yield* JobStore
    const clock = yield* Effect.clock

    /** Charge, rows and result of one job. */
    const enter = <Event, Result, Encoded, E>(
      jobId: JobId,
      { operation, present, requestId, result: schema, retention, walletId }: Job<Event, Result, Encoded, E>,
      { price, settle }: Work<Result>
    ): Effect.Effect<SettledJob<Result>, SqlError | JobNotRunning> =>
      Effect.suspend(() => {
        const settledAt = clock.unsafeCurrentTimeMillis()
        const charge: Charge = { jobId, entryId: newId("led", settledAt), charge: price, settledAt }
        const { result, writes } = settle(charge)
        // Without an id nobody can ask for the result again. Each schema's encoder is compiled once; a `parseJson` made here would be compiled anew.
        const stored = Option.map(requestId, () => JSON.stringify(Schema.encodeSync(schema)(result)))
        const expiresAt = Option.map(retention, (kept) => settledAt + Duration.toMillis(kept))
        const order = {
          ...charge,
          walletId,
          operation,
          expiresAt: Option.getOrNull(expiresAt),
          result: Option.getOrNull(stored),
          writes
        }
        return Effect.map(store.settle(order), (micros) => {
          const balanceAfter = Money.fromMicros(micros)
          return {
            result: present === undefined ? result : present(result, balanceAfter),
            receipt: { ...charge, balanceAfter }
          }
        })
      })

    /**
     * Settles one job. Fails with `BillingPending` when the database stays unable,
     * or has given the job up meanwhile; nothing is charged then, unless the error says
     * that this is not known. Can be interrupted between two tries, never in one: whoever
     * is told that it was interrupted was not charged. A full disk is not waited for: it
     * is a defect; `SystemErrors` has the answer to the client.
     */
    const settle = <Event, Result, Encoded, E>(
      jobId: JobId,
      job: Job<Event, Result, Encoded, E>,
      work: Work<Result>
    ): Effect.Effect<SettledJob<Result>, BillingPending> => {
      let isKnown = true
      const attempt = Effect.uninterruptible(
        Effect.tapError(enter(jobId, job, work), (error) =>
          Effect.sync(() => {
            // A job that runs no more, and was not charged, is charged by no call that is still under way.
            isKnown = !isRefused(error) || (isKnown && codeOf(error) !== UNKNOWN_OUTCOME)
          })
        )
      )
      const given = (error: SqlError | JobNotRunning) =>
        Effect.zipRight(Effect.logError("a settlement was given up", error), isKnown ? pending() : uncertain)
      const retried = Effect.catchAll(attempt, (error) => {
        if (isFull(error)) return Effect.die(error)
        if (!isRefused(error)) return given(error)
        const until = Monotonic.unsafeMillis(clock) + Duration.toMillis(TRIED_FOR)
        const isTried = (error: SqlError | JobNotRunning) => isRefused(error) && Monotonic.unsafeMillis(clock) < until
        return Effect.retry(attempt, { schedule: again, while: isTried }).pipe(
          Effect.catchAll(given),
          Effect.interruptible,
          Effect.catchAllCause((cause) =>
            Cause.isInterruptedOnly(cause) && !isKnown ? uncertain : Effect.failCause(cause)
          )
        )
      })
      return Spans.within(retried, "Settlement.settle", { "qal.operation": job.operation })
    }

    return { settle }
  })
}) {}
