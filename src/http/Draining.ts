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

/** After the deadline, for telling those whose requests were then still unanswered that the server stops. */
export const LAST_ANSWERS = Duration.millis(650)

/** After the deadline, for everything that has to be put in order; then the process ends as it is. */
export const LAST_ORDERS = Duration.millis(900)

export class Draining extends Effect.Service<Draining>()("http/Draining", {
  effect: Effect.gen(function* () {
    const clock = yield* Effect.clock
    const begun = yield* Deferred.make<void>()
    /** By the monotonic clock; none before it has begun. */
    let deadline: number | undefined
    /** When the deadline was noticed: on a machine that is short of time, what comes after it is not to be cut short. */
    let noticed: number | undefined

    const left = (beyond: Duration.Duration = Duration.zero): Duration.Duration => {
      if (deadline === undefined) return Duration.infinity
      const now = Monotonic.unsafeMillis(clock)
      if (now >= deadline) noticed ??= now
      return Duration.millis((noticed ?? deadline) + Duration.toMillis(beyond) - now)
    }

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
      /** Returns when the deadline has come, and so much more has passed. */
      past: (beyond: Duration.Duration = Duration.zero): Effect.Effect<void> =>
        Deferred.await(begun).pipe(
          Effect.zipRight(Effect.suspend(() => Effect.sleep(left()))),
          Effect.zipRight(Effect.suspend(() => Effect.sleep(left(beyond))))
        )
    }
  })
}) {}
