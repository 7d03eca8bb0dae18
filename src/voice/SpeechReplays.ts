/** What was spoken before is answered again whatever has become of its voice, which may have been switched off or removed. */
import { Effect, Option } from "effect"
import type { Job, Jobs } from "../billing/Jobs.ts"
import { GenerationInProgress, type InProgress } from "../Errors.ts"

/** To clients of voice, work under way is a generation. */
export const generationInProgress = ({ message, retryAfter }: InProgress) =>
  new GenerationInProgress({ message, retryAfter })

/** What the job's id stands for already. Fails as `unavailable` says where that is nothing, or other work, and with `GenerationInProgress`. */
export const replayOr = <Result, Encoded, E>(
  { earlier }: Pick<Jobs, "earlier">,
  job: Pick<
    Job<never, Result, Encoded, never>,
    "operation" | "walletId" | "requestId" | "fingerprint" | "result" | "present"
  >,
  unavailable: E
) =>
  earlier(job).pipe(
    Effect.catchTags({ IN_PROGRESS: generationInProgress, IDEMPOTENCY_CONFLICT: () => Effect.fail(unavailable) }),
    Effect.flatMap(
      Option.match({
        onNone: () => Effect.fail(unavailable),
        onSome: (replay) => Effect.succeed({ _tag: "Replayed", ...replay } as const)
      })
    )
  )
