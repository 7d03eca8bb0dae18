/**
 * Whether the server is going down, and until when: from `begin` on nothing new
 * is admitted (requests get 503, sockets are told), and one deadline holds for
 * everything that still runs. What has ended by then is told as it ended; what
 * has not is failed and free, and told so. A moment later the process is gone.
 */
import { Deferred, Duration, Effect } from "effect"
import * as Monotonic from "../Monotonic.ts"

/** How long the default `QAL_SHUTDOWN_SECONDS` is: service managers kill after 30 s and more (Kubernetes, 30; systemd, 90). */
export const PATIENCE = Duration.seconds(25)

/** After the deadline, for telling clients what became of their requests. */
export const LAST_WORDS = Duration.millis(500)

/** After the deadline, for everything that has to be put in order; then the process ends as it is. */
export const LAST_ORDERS = Duration.millis(900)

export class Draining extends Effect.Service<Draining>()("server/Draining", {
  effect: Effect.gen(function* () {
    const clock = yield* Effect.clock
    const begun = yield* Deferred.make<void>()
    /** By the monotonic clock; none before it has begun. */
    let deadline: number | undefined

    const left = (beyond: Duration.Duration = Duration.zero): Duration.Duration =>
      deadline === undefined
        ? Duration.infinity
        : Duration.millis(deadline + Duration.toMillis(beyond) - Monotonic.unsafeMillis(clock))

    return {
      /** Whether it has begun, for code that cannot wait. */
      unsafeIsDraining: (): boolean => deadline !== undefined,
      /** Returns when it begins. */
      await: Deferred.await(begun),
      /** Begins it, with so long until the deadline. Once begun, it neither ends nor changes. */
      begin: (patience: Duration.Duration): Effect.Effect<void> =>
        Effect.suspend(() => {
          deadline ??= Monotonic.unsafeMillis(clock) + Duration.toMillis(patience)
          return Effect.asVoid(Deferred.succeed(begun, undefined))
        }),
      /** How long until so much after the deadline; none where that is past. */
      left,
      /** Returns when so much time after the deadline has passed. */
      past: (beyond?: Duration.Duration): Effect.Effect<void> =>
        Effect.zipRight(
          Deferred.await(begun),
          Effect.suspend(() => Effect.sleep(left(beyond)))
        )
    }
  })
}) {}
