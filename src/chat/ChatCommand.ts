/** What chat is asked to do, by whichever protocol. */
import type { Effect, Option } from "effect"
import type { Fingerprint } from "../billing/Fingerprint.ts"
import type { Charge } from "../billing/Jobs.ts"
import type { JobId, RequestId, WalletId } from "../Domain.ts"
import type { BodyMemory } from "../http/BodyMemory.ts"
import type { Statement } from "../storage/Statement.ts"
import type { Answer } from "./Api.ts"
import type { UploadedFile } from "./ChatForm.ts"
import type { ChatRequest } from "./ChatRequest.ts"
import type { Protocol } from "./Rules.ts"

/** The files of a form, which lie on disk until they are released. */
export interface UploadedFiles {
  readonly files: ReadonlyArray<UploadedFile>
  /** Says that a job was started, which from now on releases the files. */
  readonly claim: Effect.Effect<void>
  readonly release: Effect.Effect<void>
}

/** A chat request with its wallet and files. */
export interface ChatCommand {
  readonly walletId: WalletId
  /** None: the request is not idempotent. */
  readonly requestId: Option.Option<RequestId>
  readonly request: ChatRequest
  readonly uploaded: Option.Option<UploadedFiles>
  /** Counts what is loaded of earlier turns' files, to the end of the job. */
  readonly held: BodyMemory
  readonly protocol: Protocol
  /** Of the request as the protocol has it, where that is not all in `request`, or `request` has what was loaded for it. */
  readonly fingerprint?: Fingerprint
  /** What is written before the settlement, once there is an answer: what is too long for one transaction. */
  readonly writesBefore?: (jobId: JobId) => Effect.Effect<void>
  /** Rows that are written with the settlement, where a protocol keeps more than the answer. */
  readonly writes?: (answer: Answer, charge: Charge) => ReadonlyArray<Statement>
}
