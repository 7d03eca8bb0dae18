/**
 * The beginning of paid work: what a request's id stands for already, and the
 * hold that a new job puts on its wallet. Bodies of one transaction.
 */
import { Either, Option, Schema } from "effect"
import { JobId, type WalletId } from "../Domain.ts"
import { Busy, IdempotencyConflict, InProgress, InsufficientCredits } from "../Errors.ts"
import { type Rows, statement } from "../storage/Statement.ts"
import type { Body } from "../storage/Writer.ts"
import type { Job, Replay, Slot } from "./Job.ts"
import * as Money from "./Money.ts"

/** What a client is told to wait when its first request still runs, in seconds. */
const RETRY_AFTER_SECONDS = 1

const Earlier = Schema.Struct({
  id: JobId,
  state: Schema.Literal("running", "settled"),
  fingerprint: Schema.String,
  result: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.Number)
})

// Measured: 1 µs for a row of either.
const decodeEarlier = Schema.decodeUnknownSync(Schema.Array(Earlier))
const decodeAvailable = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ available: Money.Money })))
const decodeHold = Schema.decodeUnknownSync(Schema.Tuple(Schema.Struct({ hold: Money.Money })))

/** A result as it was stored; its decoder is compiled once for each schema. */
export const resultOf = <Result, Encoded>(schema: Schema.Schema<Result, Encoded>, stored: string | null): Result =>
  Schema.decodeUnknownSync(schema)(JSON.parse(stored ?? "null"))

const insufficient = (available: Money.Money, estimate: Money.Money) =>
  new InsufficientCredits({
    message: `the request may cost ${Money.toEtb(estimate)} ETB, more than the wallet can spend now; top it up`,
    details: [{ field: "wallet.balance", code: "balance_too_low", message: `balance is ${Money.toDecimal(available)}` }]
  })

const conflict = () =>
  new IdempotencyConflict({
    message: "this request id was used before with different inputs; use a new id for a different request"
  })

/** The work of this id is still under way. */
export const inProgress = () =>
  new InProgress({ message: "the first request with this id is still running", retryAfter: RETRY_AFTER_SECONDS })

/** Somebody of the same wallet is in the slot. */
export const busy = (slot: Slot) =>
  new Busy({
    message: `this wallet already has a ${slot} running; one at a time`,
    retryAfter: RETRY_AFTER_SECONDS
  })

const EARLIER = `
  SELECT id, state, fingerprint, result, expires_at FROM jobs
  WHERE wallet_id = ? AND operation = ? AND request_id = ? AND state <> 'failed'`
const FORGET = "DELETE FROM jobs WHERE id = ?"
/** A row, if the wallet (first) has a running job in the slot (second). */
export const TAKEN = "SELECT 1 FROM jobs WHERE wallet_id = ? AND slot = ? AND state = 'running'"
const AVAILABLE = `
  SELECT balance - (SELECT COALESCE(SUM(hold), 0) FROM jobs WHERE wallet_id = wallets.id AND state = 'running')
    AS available
  FROM wallets WHERE id = ?`
const ADMIT = `
  INSERT INTO jobs (id, wallet_id, operation, request_id, fingerprint, state, hold, slot, created_at, x_request_id)
  VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?, ?)`

/** What the wallet can spend, by the rows of `AVAILABLE`; nothing where there is no such wallet. */
const availableOf = (rows: Rows): Money.Money => decodeAvailable(rows)[0]?.available ?? Money.zero

const HOLD = "UPDATE jobs SET hold = ? WHERE id = ?"
const OWN_HOLD = "SELECT hold FROM jobs WHERE id = ?"

/** Holds `estimate` for a running job in the place of what it held. Fails with `InsufficientCredits`, and has changed nothing then. */
export const holdInstead = (jobId: JobId, walletId: WalletId, estimate: Money.Money): Body<void, InsufficientCredits> =>
  function* () {
    const [own] = decodeHold(yield statement(OWN_HOLD, jobId))
    const left = Money.add(availableOf(yield statement(AVAILABLE, walletId)), own.hold)
    if (left < estimate) return Either.left(insufficient(left, estimate))
    yield statement(HOLD, estimate, jobId)
    return Either.void
  }

/** Why a job may not begin. */
export type Refusal = InsufficientCredits | IdempotencyConflict | InProgress | Busy

/** What a job is answered whose id stands for an earlier one. */
const replayOf = <Result, Encoded>(
  { fingerprint, result }: Pick<Job<never, Result, Encoded, never>, "fingerprint" | "result">,
  before: typeof Earlier.Type
): Either.Either<Option.Option<Replay<Result>>, Refusal> => {
  if (before.fingerprint !== fingerprint) return Either.left(conflict())
  if (before.state === "running") return Either.left(inProgress())
  return Either.right(Option.some({ jobId: before.id, result: resultOf(result, before.result) }))
}

/**
 * Finds the settled result that the job's id stands for, or takes the slot and
 * the hold at `now` (milliseconds since 1970). `asked` is the `x-request-id` of
 * what asks for the job. Fails with `InsufficientCredits`,
 * `IdempotencyConflict`, `InProgress` or `Busy`, and has written nothing then.
 */
export const admit = <Event, Result, Encoded, E>(
  jobId: JobId,
  job: Job<Event, Result, Encoded, E>,
  slot: Option.Option<Slot>,
  now: number,
  asked?: string
): Body<Option.Option<Replay<Result>>, Refusal> =>
  function* () {
    const { estimate, fingerprint, operation, walletId } = job
    const requestId = Option.getOrNull(job.requestId)
    if (requestId !== null) {
      const [before] = decodeEarlier(yield statement(EARLIER, walletId, operation, requestId))
      if (before !== undefined) {
        if (before.expires_at === null || before.expires_at > now) return replayOf(job, before)
        yield statement(FORGET, before.id)
      }
    }
    if (Option.isSome(slot) && (yield statement(TAKEN, walletId, slot.value)).length > 0) {
      return Either.left(busy(slot.value))
    }
    const left = availableOf(yield statement(AVAILABLE, walletId))
    if (left < estimate) return Either.left(insufficient(left, estimate))
    const taken = Option.getOrNull(slot)
    yield statement(ADMIT, jobId, walletId, operation, requestId, fingerprint, estimate, taken, now, asked ?? null)
    return Either.right(Option.none())
  }
