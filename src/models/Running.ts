/** Work as promises that an interrupted fiber waits for: what it has written may be removed only when it has ended. */
import { Effect } from "effect"
import type { ModelProblem } from "./ModelProblem.ts"
import { problemOf } from "./ModelProblem.ts"

/** Runs `work`, whose signal is aborted at an interruption. Fails as `problemOf(doing)` says. */
export const runWork = <A>(doing: string, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, ModelProblem> =>
  Effect.async((resume) => {
    const controller = new AbortController()
    const running = work(controller.signal).then(
      (value) => resume(Effect.succeed(value)),
      (cause) => resume(Effect.fail(problemOf(doing)(cause)))
    )
    return Effect.promise(() => {
      controller.abort()
      return running
    })
  })
