/**
 * The beginning of paid work: what a request's id stands for already, and the
 * hold that a new job puts on its wallet. Bodies of one transaction.
 */
import { Either, Option, Schema } from "effect"
import type { JobId, RequestId, WalletId } from "../Domain.ts"
import { Busy, IdempotencyConflict, InProgress, InsufficientCredits } from "../Errors.ts"
import type { Connection } from "../storage/Writer.ts"
import type { Job, Slot } from "./Job.ts"
import * as Money from "./Money.ts"

/** What a client is told to wait when its first request still runs, in seconds. */
const RETRY_AFTER_SECONDS = 1

interface EarlierRow {
  readonly id: string
  readonly state: "running" | "settled"
  readonly fingerprint: string
  readonly result: string | null
  readonly expires_at: number | null
}

const insufficient = (available: Money.Money, estimate: Money.Money) =>
  new InsufficientCredits({
    message: `the request may cost ${Money.toEtb(estimate)} ETB, more than the wallet can spend now; top it up`,
    details: [{ field: "wallet.balance", code: "balance_too_low", message: `balance is ${Money.toDecimal(available)}` }]
  })

const conflict = () =>
  new IdempotencyConflict({
    message: "this request id was used before with different inputs; use a new id for a different request"
  })

const inProgress = () =>
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
  INSERT INTO jobs (id, wallet_id, operation, request_id, fingerprint, state, hold, slot, created_at)
  VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?)`

type Applicant = Pick<
  Job<never, never, never, never>,
  "operation" | "walletId" | "requestId" | "fingerprint" | "estimate"
>

/** The job that this id stands for, unless its time is over. */
const earlier = (
  db: Connection,
  { operation, walletId }: Applicant,
  requestId: RequestId,
  now: number
): EarlierRow | undefined => {
  const [row] = db.all<EarlierRow>(EARLIER, walletId, operation, requestId)
  if (row === undefined || row.expires_at === null || row.expires_at > now) return row
  db.all(FORGET, row.id)
  return undefined
}

/** Takes the slot and the hold, or says why not. */
const hold = (
  db: Connection,
  jobId: JobId,
  { estimate, fingerprint, operation, requestId, walletId }: Applicant,
  slot: Option.Option<Slot>,
  now: number
): Either.Either<void, Busy | InsufficientCredits> => {
  if (Option.isSome(slot) && db.all(TAKEN, walletId, slot.value).length > 0) return Either.left(busy(slot.value))
  const [wallet] = db.all<{ readonly available: number }>(AVAILABLE, walletId)
  const available = Money.fromMicros(wallet?.available ?? 0)
  if (available < estimate) return Either.left(insufficient(available, estimate))
  const keys = [jobId, walletId, operation, Option.getOrNull(requestId), fingerprint]
  db.all(ADMIT, ...keys, estimate, Option.getOrNull(slot), now)
  return Either.void
}

const HOLD = "UPDATE jobs SET hold = ? WHERE id = ?"
const OWN_HOLD = "SELECT hold FROM jobs WHERE id = ?"

/** Holds `estimate` for a running job in the place of what it held. Fails with `InsufficientCredits`, and has changed nothing then. */
export const holdInstead =
  (jobId: JobId, walletId: WalletId, estimate: Money.Money) =>
  (db: Connection): Either.Either<void, InsufficientCredits> => {
    const [wallet] = db.all<{ readonly available: number }>(AVAILABLE, walletId)
    const [own] = db.all<{ readonly hold: number }>(OWN_HOLD, jobId)
    const available = Money.fromMicros((wallet?.available ?? 0) + (own?.hold ?? 0))
    if (available < estimate) return Either.left(insufficient(available, estimate))
    db.all(HOLD, estimate, jobId)
    return Either.void
  }

/** Why a job may not begin. */
export type Refusal = InsufficientCredits | IdempotencyConflict | InProgress | Busy

/**
 * Finds the settled result that the job's id stands for, or takes the slot and
 * the hold at `now` (milliseconds since 1970). Fails with `InsufficientCredits`,
 * `IdempotencyConflict`, `InProgress` or `Busy`, and has written nothing then.
 */
export const admit =
  <Event, Result, Encoded, E>(
    jobId: JobId,
    job: Job<Event, Result, Encoded, E>,
    slot: Option.Option<Slot>,
    now: number
  ) =>
  (db: Connection): Either.Either<Option.Option<Result>, Refusal> => {
    const before = Option.isSome(job.requestId) ? earlier(db, job, job.requestId.value, now) : undefined
    if (before === undefined) return Either.map(hold(db, jobId, job, slot, now), () => Option.none())
    const { fingerprint, state, result } = before
    if (fingerprint !== job.fingerprint) return Either.left(conflict())
    if (state === "running") return Either.left(inProgress())
    return Either.right(Option.some(Schema.decodeUnknownSync(Schema.parseJson(job.result))(result)))
  }
