/** Admission of paid work: what is known of a request's id, and why a job may not begin. */
import { Either, Option, Schema } from "effect"
import type { JobId } from "../Domain.ts"
import { Busy, IdempotencyConflict, InProgress, InsufficientCredits } from "../Errors.ts"
import type { AdmissionOutcome, EarlierJob, JobAdmission, StoredResult } from "../storage/JobStore.ts"
import type { Job, Replay, Slot } from "./Job.ts"
import * as Money from "./Money.ts"

/** Seconds for `Retry-After` while the first request with an id still runs. */
const RETRY_AFTER_SECONDS = 1

/** A result as it was stored; its decoder is compiled once for each schema. */
export const resultOf = <Result, Encoded>(
  { present, result }: Pick<Job<never, Result, Encoded, never>, "result" | "present">,
  stored: StoredResult
): Result => {
  const made = Schema.decodeUnknownSync(result)(JSON.parse(stored.result ?? "null"))
  return present === undefined ? made : present(made, Money.fromMicros(stored.balanceAfter))
}

const mayCost = (required: Money.Money): string =>
  `the request may cost ${Money.toEtb(required)} ETB, more than the wallet can spend now; top it up`

/** The wallet cannot spend what the request needs, or what `message` says. */
export const insufficient = (available: Money.Money, required: Money.Money, message: string = mayCost(required)) =>
  new InsufficientCredits({
    message,
    details: [
      {
        field: "wallet.balance",
        code: "balance_too_low",
        message: `${Money.toExact(required)} is required, balance is ${Money.toExact(available)}`
      }
    ]
  })

/** What must be affordable for the job to begin. */
export const required = <Event, Result, Encoded, E>({ estimate, least }: Job<Event, Result, Encoded, E>): Money.Money =>
  least ?? estimate

const conflict = () =>
  new IdempotencyConflict({
    message: "this request id was used before with different inputs; use a new id for a different request"
  })

/** The work of this id is still under way. */
export const inProgress = () =>
  new InProgress({ message: "the first request with this id is still running", retryAfter: RETRY_AFTER_SECONDS })

/** Somebody of the same wallet is in the slot. */
export const busy = (slot: string) =>
  new Busy({
    message: `this wallet already has a ${slot} running; one at a time`,
    retryAfter: RETRY_AFTER_SECONDS
  })

/** Why a job may not begin. */
export type AdmissionRefusal = InsufficientCredits | IdempotencyConflict | InProgress | Busy

/** The admission of a job, as the store takes it. `asked` is the `x-request-id` of what asks for it, `now` in milliseconds since 1970. */
export const admissionOf = <Event, Result, Encoded, E>(
  jobId: JobId,
  { estimate, fingerprint, operation, requestId, walletId }: Job<Event, Result, Encoded, E>,
  slot: Option.Option<Slot>,
  now: number,
  asked?: string
): JobAdmission => ({
  jobId,
  walletId,
  operation,
  requestId: Option.getOrNull(requestId),
  fingerprint,
  estimate,
  slot: Option.getOrNull(slot),
  now,
  asked: asked ?? null
})

/** What an earlier job with the same id is held against. */
export type Inputs = Pick<Job<never, never, never, never>, "fingerprint" | "formerly">

const areSame = ({ fingerprint, formerly }: Inputs, before: string): boolean =>
  before === fingerprint || (formerly?.().some((former) => former === before) ?? false)

/** What a job is answered whose id stands for an earlier one. */
export const replayOf = <Result, Encoded>(
  job: Inputs & Pick<Job<never, Result, Encoded, never>, "result" | "present">,
  before: Pick<EarlierJob, "jobId" | "fingerprint" | "state" | "result" | "balanceAfter">
): Either.Either<Option.Option<Replay<Result>>, IdempotencyConflict | InProgress> => {
  if (!areSame(job, before.fingerprint)) return Either.left(conflict())
  if (before.state === "running") return Either.left(inProgress())
  return Either.right(Option.some({ jobId: before.jobId, result: resultOf(job, before) }))
}

/** Nothing where the job was admitted; else the settled result of its id, or why it was refused. */
export const readOutcome = <Event, Result, Encoded, E>(
  job: Job<Event, Result, Encoded, E>,
  slot: Option.Option<Slot>,
  outcome: AdmissionOutcome
): Either.Either<Option.Option<Replay<Result>>, AdmissionRefusal> => {
  switch (outcome._tag) {
    case "Admitted":
      return Either.right(Option.none())
    case "Earlier":
      return replayOf(job, outcome)
    case "SlotTaken":
      return Either.left(busy(Option.getOrElse(slot, () => job.operation)))
    case "Insufficient":
      return Either.left(insufficient(Money.fromMicros(outcome.available), required(job)))
  }
}
