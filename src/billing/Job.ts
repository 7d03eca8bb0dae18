/** Paid work as it is described to `Jobs`, and as `Jobs` describes it to whoever watches. */
import type { Effect, Option, Schema } from "effect"
import type { EnginePart, JobId, RequestId, WalletId } from "../Domain.ts"
import type { BillingPending, InsufficientCredits, ProviderUnavailable } from "../Errors.ts"
import type { SettlementStatement } from "../storage/Statement.ts"
import type { EventFeed, EventRetention } from "./EventLog.ts"
import type { Fingerprint } from "./Fingerprint.ts"
import type { Retention } from "./IdempotencyKey.ts"
import type * as Money from "./Money.ts"

/** What costs money; the scope of a client's request id within its wallet. */
export type Operation =
  | "voice.generation"
  | "voice.legacy"
  | "chat"
  | "embedding"
  | "translation"
  | "speech_to_text"
  | "transcription"
  | "conversation"

/** What a wallet may have only one running job of, whatever the operation. */
export type Slot = "transcription"

/** What is known of a charge before it is entered in the ledger. */
export interface Charge {
  readonly jobId: JobId
  /** The id of the ledger entry. */
  readonly entryId: string
  readonly charge: Money.Money
  /** Milliseconds since 1970. */
  readonly settledAt: number
}

/** What the ledger says of a settled job. */
interface Receipt extends Charge {
  readonly balanceAfter: Money.Money
}

/** A settled job's result with what the ledger says of it. */
export interface SettledJob<Result> {
  readonly result: Result
  readonly receipt: Receipt
}

/** What the work came to. */
export interface Work<Result> {
  /** The price of what was made and delivered. No more than the hold is charged; the operator bears the rest. */
  readonly price: Money.Money
  /** What it came to by the engines' word, where `price` does not believe all of that. */
  readonly worth?: Money.Money
  /**
   * What it comes to without the parts that models did which may not be sold: that is charged then. Where nothing is
   * said, nothing is: there is no other part.
   */
  readonly beside?: (free: ReadonlySet<EnginePart>) => Money.Money
  /**
   * The result, and the capability's rows as statements for the settling
   * transaction; a row that says the balance says `BALANCE_AFTER`. Called again
   * where that has to be tried again.
   */
  readonly settle: (charge: Charge) => { readonly result: Result; readonly writes: ReadonlyArray<SettlementStatement> }
}

export interface Job<Event, Result, Encoded, E> {
  readonly operation: Operation
  readonly walletId: WalletId
  /** The client's id; none: the request is not idempotent. */
  readonly requestId: Option.Option<RequestId>
  readonly fingerprint: Fingerprint
  /** By which other versions of the program know the same inputs: looked at where an earlier job's is not `fingerprint`. */
  readonly formerly?: () => ReadonlyArray<Fingerprint>
  /** What is held while the job runs, near what it can cost; `hold` and `holdUpTo` hold other sums in its place. */
  readonly estimate: Money.Money
  /** The least that the wallet must have, where that is less than the estimate. A wallet with less than the estimate holds all that it has. */
  readonly least?: Money.Money
  /** How the result is stored and replayed, where there is an id to ask for it by. */
  readonly result: Schema.Schema<Result, Encoded>
  /** Completes a result, new or stored, with the wallet's balance after the charge, which only the ledger knows. */
  readonly present?: (result: Result, balanceAfter: Money.Money) => Result
  readonly retention: Retention
  /** Which events are kept for those who watch: `all` where nothing is said. */
  readonly keeps?: EventRetention
  /** The work. It runs to its end, whoever listens. Only the deadline of a stopping server interrupts it. */
  readonly run: (job: {
    readonly id: JobId
    /** What is held at first: the estimate, or what the wallet has where that is less. */
    readonly held: Money.Money
    /** Publishes an event to watchers. */
    readonly publish: (event: Event) => void
    /** The same as an effect. */
    readonly emit: (event: Event) => Effect.Effect<void>
    /**
     * Holds as much in the place of the estimate: for work whose price shows only
     * once its files have been read, before what costs more is done. Fails with
     * `InsufficientCredits`.
     */
    readonly hold: (estimate: Money.Money) => Effect.Effect<void, InsufficientCredits>
    /**
     * Holds `wanted`, or what the wallet has where that is less but no less than
     * `least`, and answers what is held now: for work whose length is open. Fails as
     * `hold` does; what was held stays held then.
     */
    readonly holdUpTo: (wanted: Money.Money, least: Money.Money) => Effect.Effect<Money.Money, InsufficientCredits>
  }) => Effect.Effect<Work<Result>, E>
}

/** What is known of the newest job with some id, for those who ask for its outcome later. */
export type Outcome<Result> =
  | { readonly _tag: "Running" }
  | { readonly _tag: "Settled"; readonly result: Result }
  /** `failure` is the code of the error that ended it, `INTERRUPTED`, or `PROCESS_DIED`. */
  | { readonly _tag: "Failed"; readonly failure: string }

/** What an earlier job with the same id came to. */
export interface Replay<Result> {
  /** The earlier job's. */
  readonly jobId: JobId
  readonly result: Result
}

/** A job that was admitted, as its watchers see it. */
export interface Running<Event, Result, E> {
  readonly _tag: "Running"
  readonly jobId: JobId
  /** Everything the job publishes, from the beginning, as far as it is kept; ends with the job. */
  readonly events: EventFeed<Event>
  /**
   * Waits for settlement. Interrupting the wait leaves the job alone. Fails with
   * `ProviderUnavailable` where the server went down first; nothing is charged then.
   */
  readonly settled: Effect.Effect<SettledJob<Result>, E | BillingPending | ProviderUnavailable>
}

export type Submission<Event, Result, E> =
  /** This id was settled before: the stored result, no charge. */
  ({ readonly _tag: "Replayed" } & Replay<Result>) | Running<Event, Result, E>
