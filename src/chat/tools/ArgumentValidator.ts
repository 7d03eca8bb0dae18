/** The line before the processes that check tool calls. */
import { Duration, Effect } from "effect"
import type { ProviderUnavailable } from "../../Errors.ts"
import * as Process from "../../workers/Process.ts"
import type { ProcessLimits } from "../../workers/ProcessLimits.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import {
  type SentValidation,
  sentValidation,
  type ValidationRequest,
  type ValidationResult
} from "./ArgumentValidation.ts"

/** Schemas of real tools take under a millisecond; a regular expression may take for ever, and cannot be stopped. */
const LIMITS: ProcessLimits = { memory: 256 * 1024 * 1024, cpuSeconds: 1 }
/** The same check on a machine that is busy. */
const TIME_LIMIT = Duration.seconds(5)
/** A check that takes its time does not hold up the others. */
const WORKERS = 2

export class ArgumentValidator extends Effect.Service<ArgumentValidator>()("chat/tools/ArgumentValidator", {
  scoped: Effect.gen(function* () {
    const pool = yield* WorkerPool.make<SentValidation, ValidationResult>({
      name: "the checker of tool calls",
      file: workerFile("chat/tools/ArgumentValidation.worker.ts"),
      spawn: Process.spawn(LIMITS),
      workers: WORKERS,
      keep: 0,
      timeLimit: () => TIME_LIMIT,
      warmUp: []
    })
    return {
      /** Whether the value fits; `unusable` too where the schema takes too long. Fails while there is no worker. */
      validate: (request: ValidationRequest): Effect.Effect<ValidationResult, ProviderUnavailable> =>
        Effect.flatMap(pool.turn, (turn) => pool.run(sentValidation(request), { place: { turn, step: 0 } })).pipe(
          Effect.catchTags({
            PROVIDER_ERROR: () => Effect.succeed("unusable" as const),
            PROVIDER_TIMEOUT: () => Effect.succeed("unusable" as const)
          })
        )
    }
  })
}) {}
