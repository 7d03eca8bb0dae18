/**
 * Whether the server is going down. From `begin` on nothing new is admitted:
 * requests get 503, sockets say goodbye, jobs that run are let run.
 */
import { Deferred, Effect } from "effect"

export class Draining extends Effect.Service<Draining>()("server/Draining", {
  effect: Effect.gen(function* () {
    const begun = yield* Deferred.make<void>()
    let draining = false
    return {
      /** Whether it has begun, for code that cannot wait. */
      unsafeIsDraining: (): boolean => draining,
      /** Whether it has begun. */
      isDraining: Effect.sync(() => draining),
      /** Returns when it begins. */
      await: Deferred.await(begun),
      /** Begins it. Once begun it never ends. */
      begin: Effect.suspend(() => {
        draining = true
        return Effect.asVoid(Deferred.succeed(begun, undefined))
      })
    }
  })
}) {}
