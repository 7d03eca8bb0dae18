/** `qal serve`: runs the server until it is told to stop. */
import { Effect } from "effect"
import { welcome } from "./cli/Welcome.ts"
import { server } from "./Layers.ts"

export const serve = Effect.zipRight(welcome, Effect.never).pipe(Effect.scoped, Effect.provide(server))
