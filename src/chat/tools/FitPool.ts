/** The line before the worker that checks tool calls. */
import { Duration, Effect } from "effect"
import type { ProviderUnavailable } from "../../Errors.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import type { FitAnswer, FitRequest } from "./Fit.ts"

/** Schemas of real tools take under a millisecond; the rest is for a machine that is busy. */
const TIME_LIMIT = Duration.seconds(2)
/** One is enough: it is asked only when a model calls a tool. */
const WORKERS = 1

export class FitPool extends Effect.Service<FitPool>()("chat/FitPool", {
  scoped: Effect.gen(function* () {
    const pool = yield* WorkerPool.make<FitRequest, FitAnswer>({
      name: "the checker of tool calls",
      file: workerFile("chat/tools/Fit.worker.ts"),
      workers: WORKERS,
      load: "when wanted",
      timeLimit: () => TIME_LIMIT,
      warmUp: []
    })
    return {
      /** Whether the value fits; `unusable` too where the schema takes too long. Fails while there is no worker. */
      fit: (request: FitRequest): Effect.Effect<FitAnswer, ProviderUnavailable> =>
        Effect.flatMap(pool.turn, (turn) => pool.run(request, { place: { turn, step: 0 } })).pipe(
          Effect.catchTags({
            PROVIDER_ERROR: () => Effect.succeed("unusable" as const),
            PROVIDER_TIMEOUT: () => Effect.succeed("unusable" as const)
          })
        )
    }
  })
}) {}
