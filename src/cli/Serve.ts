/** `qal serve`: runs the server until it is told to stop. */
import { Effect } from "effect"
import { server } from "../Layers.ts"
import { warmPreviews, welcome } from "./Welcome.ts"

export const serve = Effect.zipRight(Effect.zip(welcome, warmPreviews), Effect.never).pipe(
  Effect.scoped,
  Effect.provide(server),
  // Spans cost as much as a cheap request, and there is no exporter to send them to.
  Effect.withTracerEnabled(false)
)
