/** What was spoken before is answered again whatever has become of its voice, which may have been switched off or removed. */
import { Effect, Option } from "effect"
import type { Inputs } from "../billing/JobAdmission.ts"
import type { Job, Jobs } from "../billing/Jobs.ts"
import { GenerationInProgress, type IdempotencyConflict, type InProgress } from "../Errors.ts"

/** Why an id is no replay. */
export type ReplayFailure = IdempotencyConflict | GenerationInProgress

/** To clients of voice, work under way is a generation. */
export const generationInProgress = ({ message, retryAfter }: InProgress) =>
  new GenerationInProgress({ message, retryAfter })

/**
 * What the job's id stands for already. Fails as `unavailable` says where that is nothing, with `IdempotencyConflict` where
 * it is other work, and with `GenerationInProgress`.
 */
export const replayOr = <Result, Encoded, E>(
  { earlier }: Pick<Jobs, "earlier">,
  job: Inputs & Pick<Job<never, Result, Encoded, never>, "operation" | "walletId" | "requestId" | "result" | "present">,
  unavailable: E
) =>
  earlier(job).pipe(
    Effect.catchTag("IN_PROGRESS", generationInProgress),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.fail(unavailable),
        onSome: (replay) => Effect.succeed({ _tag: "Replayed", ...replay } as const)
      })
    )
  )
