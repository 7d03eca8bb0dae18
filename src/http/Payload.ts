/**
 * Bodies of JSON as handlers take them, with `handleRaw`: where the platform
 * decodes them itself, with `handle`, it prints what a client sent into its
 * error, at whatever cost, and dies of what has no text form.
 */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { Effect, type Schema } from "effect"
import type { ValidationFailed } from "../Errors.ts"
import { decoder } from "./SchemaDecoding.ts"

/** Reads a request's body by `schema`. Fails with `ValidationFailed` where it does not fit. The server itself refuses what is no JSON. */
export const reader = <A, I>(
  schema: Schema.Schema<A, I>
): ((request: HttpServerRequest.HttpServerRequest) => Effect.Effect<A, ValidationFailed>) => {
  const decode = decoder(schema)
  return (request) => Effect.flatMap(Effect.orDie(request.json), decode)
}

/** The same where all of the body may be left out: nothing at all is then an empty object. */
export const optionalReader = <A, I>(
  schema: Schema.Schema<A, I>
): ((request: HttpServerRequest.HttpServerRequest) => Effect.Effect<A, ValidationFailed>) => {
  const decode = decoder(schema)
  return (request) =>
    Effect.flatMap(Effect.orDie(request.text), (text) =>
      text.trim() === "" ? decode({}) : Effect.flatMap(Effect.orDie(request.json), decode)
    )
}
