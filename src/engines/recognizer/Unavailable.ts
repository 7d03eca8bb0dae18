/** The recogniser of a server that has none: says so, and what would give it one. */
import { Effect, Layer, Stream } from "effect"
import { ProviderUnavailable } from "../../Errors.ts"
import { Recognizer } from "../Recognizer.ts"

/** For the log at the start, and for clients. */
export const REASON =
  "this server has no recogniser; set QAL_RECOGNIZER_URL and QAL_RECOGNIZER_MODEL to one with an OpenAI-compatible audio/transcriptions"

/** Seconds: it takes a restart. */
const RETRY_AFTER = 60

const unavailable = () => new ProviderUnavailable({ message: REASON, retryAfter: RETRY_AFTER })

/** A `Recognizer` that hears nothing and fails with `ProviderUnavailable`. */
export const layer: Layer.Layer<Recognizer> = Layer.succeed(Recognizer, {
  name: "none",
  hear: () => Stream.fail(unavailable()),
  ready: Effect.suspend(unavailable)
})
