/**
 * The end of a job: charge, result and release of the hold, all or nothing, and
 * on the disk before anybody is told.
 */
import { type Clock, Duration, Effect, Either, Option, Schedule, Schema } from "effect"
import { type JobId, newId, type WalletId } from "../Domain.ts"
import { BillingPending } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import { isFull } from "../SystemErrors.ts"
import * as Writer from "../storage/Writer.ts"
import * as Money from "./Money.ts"

/** What the ledger says of a settled job. */
export interface Receipt {
  readonly jobId: JobId
  /** The id of the ledger entry. */
  readonly entryId: string
  readonly charge: Money.Money
  readonly balanceAfter: Money.Money
  /** Milliseconds since 1970. */
  readonly settledAt: number
}

/** A job that has done its work and wants to be paid. */
export interface Invoice<Result, Encoded> {
  readonly jobId: JobId
  readonly walletId: WalletId
  readonly operation: string
  readonly price: Money.Money
  /** How long the id and the result are kept; none: until forgotten. */
  readonly retention: Option.Option<Duration.Duration>
  /** Writes the capability's rows, in the settling transaction, and says the result. */
  readonly settle: (receipt: Receipt, db: Writer.Connection) => Result
  /** How the result is stored; none: it is not, as nobody can ask for it again. */
  readonly result: Option.Option<Schema.Schema<Result, Encoded>>
}

/** A settled job's result with what the ledger says of it. */
export interface Settled<Result> {
  readonly result: Result
  readonly receipt: Receipt
}

/** A settlement that the database refuses, such as while another program writes, is tried again this long. */
const PATIENCE = Duration.seconds(30)

const pending = () =>
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

/** Charge, rows and result of one job. */
const enter =
  <Result, Encoded>(invoice: Invoice<Result, Encoded>, clock: Clock.Clock) =>
  (db: Writer.Connection): Either.Either<Settled<Result>> => {
    const { jobId, operation, price: charge, walletId } = invoice
    const settledAt = clock.unsafeCurrentTimeMillis()
    const entryId = newId("led", settledAt)
    const amount = Money.negate(charge)
    const written = [entryId, amount, amount, operation, jobId, settledAt, walletId]
    const [entry] = db.all<{ readonly balance_after: number }>(ENTER, ...written)
    const balanceAfter = Money.fromMicros(entry?.balance_after ?? Number.NaN)
    const receipt: Receipt = { jobId, entryId, charge, balanceAfter, settledAt }
    const result = invoice.settle(receipt, db)
    // Compiled once for each schema, which a `parseJson` made here would not be.
    const stored = Option.map(invoice.result, (schema) => JSON.stringify(Schema.encodeSync(schema)(result)))
    const expiresAt = Option.map(invoice.retention, (retention) => settledAt + Duration.toMillis(retention))
    const settled = db.all(SETTLE, Option.getOrNull(stored), settledAt, Option.getOrNull(expiresAt), jobId)
    if (settled.length !== 1) throw new Error(`job ${jobId} is not running`)
    return Either.right({ result, receipt })
  }

/** Waits between the tries. */
const again = Schedule.exponential("50 millis")

export class Settlement extends Effect.Service<Settlement>()("billing/Settlement", {
  effect: Effect.gen(function* () {
    const { durable } = yield* Writer.Writer
    const clock = yield* Effect.clock

    /**
     * Settles one job. Fails with `BillingPending` when the database stays unable;
     * nothing is charged then. Can be interrupted between two tries, never in
     * one: whoever is told that it was interrupted was not charged. A full disk
     * is not waited for: it is a defect, of which `SystemErrors` says what a client is told.
     */
    const settle = <Result, Encoded>(
      invoice: Invoice<Result, Encoded>
    ): Effect.Effect<Settled<Result>, BillingPending> => {
      const attempt = Effect.uninterruptible(durable(enter(invoice, clock)))
      return Effect.catchAll(attempt, (error) => {
        if (isFull(error)) return Effect.die(error)
        const until = Monotonic.unsafeMillis(clock) + Duration.toMillis(PATIENCE)
        return Effect.retry(attempt, { schedule: again, while: () => Monotonic.unsafeMillis(clock) < until }).pipe(
          Effect.tapError((error) => Effect.logError("a settlement was given up", error)),
          Effect.mapError(pending),
          Effect.interruptible
        )
      })
    }

    return { settle }
  })
}) {}
