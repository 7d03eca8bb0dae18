/**
 * Where paid work is kept: the seam between billing, which says what is held,
 * charged and released, and the database, which does it. Everything that passes
 * is plain data: texts, and numbers of micro-ETB and of milliseconds since 1970.
 *
 * Each method is one transaction of its own. Of two that concern one wallet, one
 * is first: nothing is spent twice.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Duration, type Effect, type Option } from "effect"
import type { JobId, WalletId } from "../Domain.ts"
import type { SettlementStatement } from "./Statement.ts"

/** How long the row of a failed job is kept, for the operator's eyes. */
export const FAILED_RETENTION = Duration.hours(24)

/** A job that asks to begin. */
export interface JobAdmission {
  readonly jobId: JobId
  readonly walletId: WalletId
  readonly operation: string
  /** The client's id; null: the request is not idempotent. */
  readonly requestId: string | null
  readonly fingerprint: string
  /** What is to be held. */
  readonly estimate: number
  /** What a wallet may have only one running job of. */
  readonly slot: string | null
  readonly now: number
  /** The `x-request-id` of what asks for the job. */
  readonly asked: string | null
}

/** What a settled job came to, as it was stored. */
export interface StoredResult {
  readonly result: string | null
  /** The wallet's balance with the job's charge. */
  readonly balanceAfter: number
}

/** A job of the same id that runs, or was settled and is not forgotten. */
export interface EarlierJob extends StoredResult {
  readonly _tag: "Earlier"
  readonly jobId: JobId
  readonly state: "running" | "settled"
  readonly fingerprint: string
}

/** What became of an admission. Only `Admitted` has written anything that lasts. */
export type AdmissionOutcome =
  | { readonly _tag: "Admitted" }
  | EarlierJob
  | { readonly _tag: "SlotTaken" }
  /** `available` is less than the estimate; 0 where there is no such wallet. */
  | { readonly _tag: "Insufficient"; readonly available: number }

/** The end of a job that is charged for. */
export interface SettlementOrder {
  readonly jobId: JobId
  readonly walletId: WalletId
  readonly operation: string
  /** The id of the ledger entry. */
  readonly entryId: string
  readonly charge: number
  readonly settledAt: number
  /** When id and result are forgotten; null: not by time. */
  readonly expiresAt: number | null
  /** Encoded; null where nobody can ask for it again. */
  readonly result: string | null
  /** The capability's rows. */
  readonly writes: ReadonlyArray<SettlementStatement>
}

/** The job has ended before, such as by another node that took this one for dead: nothing was written. */
export class JobNotRunning extends Data.TaggedError("JobNotRunning")<{ readonly jobId: JobId }> {}

/** The newest job with some id. */
export interface StoredJob extends StoredResult {
  readonly jobId: JobId
  readonly fingerprint: string
  readonly state: "running" | "settled" | "failed"
  readonly failure: string | null
}

export interface JobStoreShape {
  /** Finds what the job's id stands for already, or takes the slot and the hold. May be lost with the machine's power. */
  readonly admit: (admission: JobAdmission) => Effect.Effect<AdmissionOutcome, SqlError>
  /** Holds `estimate` for a running job in the place of what it held; or answers what is available to it, and has changed nothing. */
  readonly hold: (jobId: JobId, walletId: WalletId, estimate: number) => Effect.Effect<Option.Option<number>, SqlError>
  /** Charge, result, rows and release of the hold, all or nothing. On the disk once it has returned the balance after it. */
  readonly settle: (order: SettlementOrder) => Effect.Effect<number, SqlError | JobNotRunning>
  /** Ends a running job as failed: its hold is released and its id free. The row is kept until `keptUntil`. */
  readonly release: (jobId: JobId, failure: string, now: number, keptUntil: number) => Effect.Effect<void, SqlError>
  /** Releases, as `PROCESS_DIED`, the jobs of processes that have died; answers how many they were. */
  readonly recover: (now: number, keptUntil: number) => Effect.Effect<number, SqlError>
  readonly isTaken: (walletId: WalletId, slot: string) => Effect.Effect<boolean, SqlError>
  /** The newest job with this id whose time is not over at `now`. */
  readonly find: (
    walletId: WalletId,
    operation: string,
    requestId: string,
    now: number
  ) => Effect.Effect<Option.Option<StoredJob>, SqlError>
}

export class JobStore extends Context.Tag("storage/JobStore")<JobStore, JobStoreShape>() {}
