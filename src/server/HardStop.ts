/**
 * The end of a process that was told to stop, whatever still holds on to it: a
 * synthesiser in the middle of a phrase, an engine that does not answer, a
 * database that somebody has locked, a log that nobody reads. What is not
 * written by then, the next start makes good.
 */
import { Effect, Layer } from "effect"
import { Draining, LAST_ORDERS } from "./Draining.ts"

/** To be built before everything else, and so given back after it: then nothing is waited for. */
export const layer: Layer.Layer<never, never, Draining> = Layer.scopedDiscard(
  Effect.flatMap(Draining, ({ past }) =>
    Effect.forkScoped(
      Effect.map(past(LAST_ORDERS), () => {
        process.exit(0)
      })
    )
  )
)
