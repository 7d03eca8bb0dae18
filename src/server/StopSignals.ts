/**
 * From the signal to stop to the end of the process. The deadline counts from the
 * signal itself, also where the program is still starting; and the process ends
 * whatever still runs: a synthesiser in the middle of a phrase, an engine that
 * does not answer, a locked database, a log that is not read. What is not
 * written by then, the next start recovers.
 */
import { Effect, Layer, Runtime } from "effect"
import { Draining, EXIT_GRACE } from "../http/Draining.ts"
import { Settings } from "../settings/Config.ts"

/**
 * Calls back at the first signal to stop, and lets the next one have the
 * system's own effect: it ends the process at once.
 */
const onSignal = (callback: () => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const forget = () => {
        process.removeListener("SIGTERM", once)
        process.removeListener("SIGINT", once)
      }
      const once = () => {
        forget()
        callback()
      }
      process.on("SIGTERM", once)
      process.on("SIGINT", once)
      return forget
    }),
    (forget) => Effect.sync(forget)
  )

/** To be built before everything else, and so given back after it: then nothing is waited for. */
export const layer: Layer.Layer<never, never, Draining | Settings> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const { shutdownPatience } = yield* Settings
    const draining = yield* Draining
    const runFork = Runtime.runFork(yield* Effect.runtime<never>())
    yield* onSignal(() => {
      runFork(draining.begin(shutdownPatience))
    })
    yield* Effect.forkScoped(
      Effect.map(draining.past(EXIT_GRACE), () => {
        process.exit(0)
      })
    )
  })
)
