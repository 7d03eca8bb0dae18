/**
 * The end of a job: charge, result and release of the hold in one durable
 * transaction. One commit serves every job that is ready in the same moment.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Array, Chunk, Clock, Deferred, Duration, Effect, Exit, Option, Queue, Schedule } from "effect"
import { type JobId, newId, type WalletId } from "../Domain.ts"
import { BillingPending } from "../Errors.ts"
import { Transactions } from "../storage/Sql.ts"
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

/** Jobs in one commit at most, so that the write lock is never held long. */
const BATCH = 128
/** A settlement that the database refuses (locked, full) is tried again this long. */
const PATIENCE = Duration.seconds(10)

const pending = () =>
  new BillingPending({
    message: "the work is done but could not be billed; nothing was charged, send the same request again",
    retryAfter: 5
  })

interface Waiting {
  readonly invoice: Invoice
  readonly receipt: Deferred.Deferred<Receipt, BillingPending>
}

export class Settlement extends Effect.Service<Settlement>()("billing/Settlement", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Transactions
    const queue = yield* Queue.unbounded<Waiting>()

    const enter = Effect.fnUntraced(function* (invoice: Invoice) {
      const settledAt = yield* Clock.currentTimeMillis
      const entryId = newId("led", settledAt)
      const amount = Money.negate(invoice.price)
      const rows = yield* sql<{ readonly balance_after: number }>`
        INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
        SELECT ${entryId}, id, 'charge', ${amount}, balance + ${amount}, ${invoice.operation}, ${invoice.jobId}, ${settledAt}
        FROM wallets WHERE id = ${invoice.walletId}
        RETURNING balance_after`
      const balanceAfter = Money.fromMicros(rows[0]?.balance_after ?? Number.NaN)
      const receipt: Receipt = { jobId: invoice.jobId, entryId, charge: invoice.price, balanceAfter, settledAt }
      const result = yield* invoice.record(receipt)
      const expiresAt = Option.map(invoice.retention, (retention) => settledAt + Duration.toMillis(retention))
      const settled = yield* sql`
        UPDATE jobs SET state = 'settled', result = ${result}, ended_at = ${settledAt},
          expires_at = ${Option.getOrNull(expiresAt)}
        WHERE id = ${invoice.jobId} AND state = 'running' RETURNING id`
      if (settled.length !== 1) return yield* Effect.dieMessage(`job ${invoice.jobId} is not running`)
      return receipt
    })

    const alone = (waiting: Waiting) =>
      durable(enter(waiting.invoice)).pipe(
        Effect.retry(Schedule.intersect(Schedule.exponential("50 millis"), Schedule.recurUpTo(PATIENCE))),
        Effect.tapError((error) => Effect.logError("a settlement was given up", error)),
        Effect.mapError(pending),
        Effect.intoDeferred(waiting.receipt)
      )

    /** All in one transaction, each under a savepoint of its own; those that fail are settled alone. */
    const together = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
      const exits = yield* durable(
        Effect.forEach(batch, (waiting) => Effect.exit(sql.withTransaction(enter(waiting.invoice))))
      )
      yield* Effect.forEach(Array.zip(batch, exits), ([waiting, exit]) =>
        Exit.isSuccess(exit)
          ? Effect.asVoid(Deferred.succeed(waiting.receipt, exit.value))
          : Effect.asVoid(Effect.fork(alone(waiting)))
      )
    })

    const settleBatch = Effect.fnUntraced(function* () {
      const batch = Chunk.toReadonlyArray(yield* Queue.takeBetween(queue, 1, BATCH))
      yield* together(batch).pipe(
        Effect.catchAllCause(() => Effect.forEach(batch, (waiting) => Effect.fork(alone(waiting)), { discard: true }))
      )
    })

    yield* Effect.forkScoped(Effect.forever(settleBatch()))

    /** Settles one job. Fails with `BillingPending` when the database stays unable; nothing is charged then. */
    const settle = Effect.fnUntraced(function* (invoice: Invoice) {
      const receipt = yield* Deferred.make<Receipt, BillingPending>()
      yield* Queue.offer(queue, { invoice, receipt })
      return yield* Deferred.await(receipt)
    })

    return { settle }
  })
}) {}
