/** The line before the processes in which the sandbox evaluates clients' schemas. */
import { Duration, Effect, type Scope } from "effect"
import { ProviderError, type ProviderUnavailable } from "../../Errors.ts"
import type { Limits } from "../../workers/Limits.ts"
import * as Process from "../../workers/Process.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import type { CallAnswer, CallRequest } from "./Calling.ts"

/** Arguments for the schemas of real tools take a few milliseconds. */
const LIMITS: Limits = { memory: 256 * 1024 * 1024, cpuSeconds: 1 }
/** The same on a machine that is busy. */
const TIME_LIMIT = Duration.seconds(5)
/** A schema that takes its time does not hold up the others. */
const WORKERS = 2

/** Decides on a call. Fails with `ProviderError` where arguments would be too long, or take too long to make. */
export type Call = (
  request: CallRequest
) => Effect.Effect<Exclude<CallAnswer, { readonly tag: "too much" }>, ProviderError | ProviderUnavailable>

const tooMuch = (what: string) =>
  new ProviderError({ message: `the sandbox text model cannot make arguments for ${what}: that asks for too much` })

export const make: Effect.Effect<Call, never, Scope.Scope> = Effect.gen(function* () {
  const pool = yield* WorkerPool.make<CallRequest, CallAnswer>({
    name: "the maker of tool calls",
    file: workerFile("engines/sandbox/Calling.worker.ts"),
    spawn: Process.spawn(LIMITS),
    workers: WORKERS,
    keep: 0,
    timeLimit: () => TIME_LIMIT,
    warmUp: []
  })
  const schemas = "the parameters of these tools"
  return (request) =>
    Effect.flatMap(pool.turn, (turn) => pool.run(request, { place: { turn, step: 0 } })).pipe(
      Effect.catchTags({
        PROVIDER_ERROR: () => Effect.fail(tooMuch(schemas)),
        PROVIDER_TIMEOUT: () => Effect.fail(tooMuch(schemas))
      }),
      Effect.flatMap((answer) =>
        answer.tag === "too much"
          ? Effect.fail(tooMuch(`the parameters of ${JSON.stringify(answer.name)}`))
          : Effect.succeed(answer)
      )
    )
})
