/**
 * The end of a job: charge, result and release of the hold, all or nothing, and
 * on the disk before anybody is told.
 */
import { type Clock, Duration, Effect, Either, Option, Schedule, Schema } from "effect"
import { type JobId, newId } from "../Domain.ts"
import { BillingPending } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import * as Spans from "../Spans.ts"
import { isFull } from "../SystemErrors.ts"
import { statement } from "../storage/Statement.ts"
import { type Body, Writer } from "../storage/Writer.ts"
import type { Job, Receipt, Settled, Work } from "./Job.ts"
import * as Money from "./Money.ts"

/** A settlement that the database refuses, such as while another program writes, is tried again this long. */
const TRIED_FOR = Duration.seconds(30)

/** What is said of work that was done and could not be billed, then and whenever it is asked for. */
export const pending = () =>
  new BillingPending({
    message: "the work is done but could not be billed; nothing was charged, send the same request again",
    retryAfter: 5
  })

const ENTER = `
  INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
  SELECT ?, id, 'charge', ?, balance + ?, ?, ?, ? FROM wallets WHERE id = ?
  RETURNING balance_after`

const SETTLE = `
  UPDATE jobs SET state = 'settled', result = ?, ended_at = ?, expires_at = ?
  WHERE id = ? AND state = 'running' RETURNING id`

const decodeEntry = Schema.decodeUnknownSync(Schema.Tuple(Schema.Struct({ balance_after: Money.Money })))

/** Charge, rows and result of one job. */
const enter = <Event, Result, Encoded, E>(
  jobId: JobId,
  { operation, requestId, result: schema, retention, walletId }: Job<Event, Result, Encoded, E>,
  { price: charge, settle }: Work<Result>,
  clock: Clock.Clock
): Body<Settled<Result>> =>
  function* () {
    const settledAt = clock.unsafeCurrentTimeMillis()
    const entryId = newId("led", settledAt)
    const amount = Money.negate(charge)
    const entered = yield statement(ENTER, entryId, amount, amount, operation, jobId, settledAt, walletId)
    const [{ balance_after: balanceAfter }] = decodeEntry(entered)
    const receipt: Receipt = { jobId, entryId, charge, balanceAfter, settledAt }
    const { result, writes } = settle(receipt)
    for (const write of writes) yield write
    // Without an id nobody can ask for the result again. Encoded by a function compiled once for each schema, which a `parseJson` made here would not be.
    const stored = Option.map(requestId, () => JSON.stringify(Schema.encodeSync(schema)(result)))
    const expiresAt = Option.map(retention, (kept) => settledAt + Duration.toMillis(kept))
    const settled = yield statement(SETTLE, Option.getOrNull(stored), settledAt, Option.getOrNull(expiresAt), jobId)
    if (settled.length !== 1) throw new Error(`job ${jobId} is not running`)
    return Either.right({ result, receipt })
  }

/** Waits between the tries. */
const again = Schedule.exponential("50 millis")

export class Settlement extends Effect.Service<Settlement>()("billing/Settlement", {
  effect: Effect.gen(function* () {
    const { durable } = yield* Writer
    const clock = yield* Effect.clock

    /**
     * Settles one job. Fails with `BillingPending` when the database stays unable;
     * nothing is charged then. Can be interrupted between two tries, never in
     * one: whoever is told that it was interrupted was not charged. A full disk
     * is not waited for: it is a defect, of which `SystemErrors` says what a client is told.
     */
    const settle = <Event, Result, Encoded, E>(
      jobId: JobId,
      job: Job<Event, Result, Encoded, E>,
      work: Work<Result>
    ): Effect.Effect<Settled<Result>, BillingPending> => {
      const attempt = Effect.uninterruptible(durable(enter(jobId, job, work, clock)))
      const retried = Effect.catchAll(attempt, (error) => {
        if (isFull(error)) return Effect.die(error)
        const until = Monotonic.unsafeMillis(clock) + Duration.toMillis(TRIED_FOR)
        return Effect.retry(attempt, { schedule: again, while: () => Monotonic.unsafeMillis(clock) < until }).pipe(
          Effect.tapError((error) => Effect.logError("a settlement was given up", error)),
          Effect.mapError(pending),
          Effect.interruptible
        )
      })
      return Spans.within(retried, "Settlement.settle", { "qal.operation": job.operation })
    }

    return { settle }
  })
}) {}
