/** Groups of endpoints whose handlers bring little into each request. */
import { Context, Effect, Layer } from "effect"
import { Authentication } from "./Authentication.ts"

/**
 * `group`, built with what its type names and nothing else of the program: the
 * platform copies all that a group was built with for every request that its
 * handlers answer. What handlers use they are to have at hand.
 */
export const lean = <A, E>(group: Layer.Layer<A, E, Authentication>): Layer.Layer<A, E, Authentication> =>
  Layer.scopedContext(
    Effect.flatMap(Effect.context<Authentication>(), (context) =>
      Effect.flatMap(Effect.scope, (scope) =>
        // The routes of all groups go into one router, which the map of what has been built knows.
        Layer.buildWithMemoMap(group, Context.get(context, Layer.CurrentMemoMap), scope).pipe(
          Effect.mapInputContext(() => Context.pick(Authentication)(context))
        )
      )
    )
  )
