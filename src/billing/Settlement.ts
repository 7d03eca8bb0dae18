/**
 * The end of a job: charge, result and release of the hold, all or nothing, and
 * on the disk before anybody is told.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Duration, Effect, Option, Schedule } from "effect"
import { type JobId, newId, type WalletId } from "../Domain.ts"
import { BillingPending } from "../Errors.ts"
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
export interface Invoice {
  readonly jobId: JobId
  readonly walletId: WalletId
  readonly operation: string
  readonly price: Money.Money
  /** How long the id and the result are kept; none: until forgotten. */
  readonly retention: Option.Option<Duration.Duration>
  /** Writes the capability's rows, in the settling transaction, and gives the result as it is stored. */
  readonly record: (receipt: Receipt) => Effect.Effect<string, SqlError>
}

/** A settlement that the database refuses (locked, full) is tried again this long. */
const PATIENCE = Duration.seconds(10)

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
const enter = (invoice: Invoice) => (db: Writer.Connection) =>
  Effect.gen(function* () {
    const { jobId, operation, price: charge, walletId } = invoice
    const settledAt = yield* Clock.currentTimeMillis
    const entryId = newId("led", settledAt)
    const amount = Money.negate(charge)
    const written = [entryId, amount, amount, operation, jobId, settledAt, walletId]
    const [entry] = yield* db.all<{ readonly balance_after: number }>(ENTER, ...written)
    const balanceAfter = Money.fromMicros(entry?.balance_after ?? Number.NaN)
    const receipt: Receipt = { jobId, entryId, charge, balanceAfter, settledAt }
    const result = yield* invoice.record(receipt)
    const expiresAt = Option.map(invoice.retention, (retention) => settledAt + Duration.toMillis(retention))
    const settled = yield* db.all(SETTLE, result, settledAt, Option.getOrNull(expiresAt), jobId)
    if (settled.length !== 1) return yield* Effect.dieMessage(`job ${jobId} is not running`)
    return receipt
  })

export class Settlement extends Effect.Service<Settlement>()("billing/Settlement", {
  dependencies: [Writer.Writer.Default],
  effect: Effect.gen(function* () {
    const { durable } = yield* Writer.Writer

    /** Settles one job. Fails with `BillingPending` when the database stays unable; nothing is charged then. */
    const settle = (invoice: Invoice): Effect.Effect<Receipt, BillingPending> =>
      durable(enter(invoice)).pipe(
        Effect.retry(Schedule.intersect(Schedule.exponential("50 millis"), Schedule.recurUpTo(PATIENCE))),
        Effect.tapError((error) => Effect.logError("a settlement was given up", error)),
        Effect.mapError(pending)
      )

    return { settle }
  })
}) {}
