/**
 * Whether the server is stopping, and until when: from `begin` on nothing new is
 * admitted (requests get 503, sockets an event), and one deadline holds for
 * everything that still runs. What has ended by then is answered as it ended;
 * what has not fails, is not charged, and is answered so. A moment later the
 * process ends.
 */
import { Deferred, Duration, Effect, type Scope } from "effect"
import * as Monotonic from "../runtime/Monotonic.ts"

/** The default of `QAL_SHUTDOWN_SECONDS`. Service managers kill after 30 s or more (Kubernetes 30, systemd 90). */
export const DEFAULT_SHUTDOWN = Duration.seconds(25)

/** After the deadline, for sending clients the outcome of their requests. */
export const OUTCOME_GRACE = Duration.millis(500)

/** After the deadline, for answering what is then still unanswered: that the server stops. */
export const REFUSAL_GRACE = Duration.millis(650)

/** After the deadline, for closing files and the database; then the process ends as it is. */
export const EXIT_GRACE = Duration.millis(900)

export class Draining extends Effect.Service<Draining>()("http/Draining", {
  effect: Effect.gen(function* () {
    const clock = yield* Effect.clock
    const begun = yield* Deferred.make<void>()
    /** By the monotonic clock; none before it has begun. */
    let deadline: number | undefined
    /** When the deadline was noticed. On a busy machine that is late, and the time after it must not be cut short. */
    let noticed: number | undefined
    const works = new Set<() => boolean>()

    const left = (beyond: Duration.Duration = Duration.zero): Duration.Duration => {
      if (deadline === undefined) return Duration.infinity
      const now = Monotonic.unsafeMillis(clock)
      if (now >= deadline) noticed ??= now
      return Duration.millis((noticed ?? deadline) + Duration.toMillis(beyond) - now)
    }

    return {
      /** Whether it has begun, for code that cannot wait. */
      unsafeIsDraining: (): boolean => deadline !== undefined,
      /** Keeps the ports open while `isAny` holds, which says whether reported work is under way: clients learn that the server stops. */
      keepsOpen: (isAny: () => boolean): Effect.Effect<void, never, Scope.Scope> =>
        Effect.acquireRelease(
          Effect.sync(() => works.add(isAny)),
          () => Effect.sync(() => works.delete(isAny))
        ),
      /** Whether any such work is under way. */
      isAnyWork: (): boolean => Array.from(works).some((isAny) => isAny()),
      /** Returns when it begins. */
      await: Deferred.await(begun),
      /** Begins it, with so long until the deadline. Once begun, it neither ends nor changes. */
      begin: (time: Duration.Duration): Effect.Effect<void> =>
        Effect.suspend(() => {
          deadline ??= Monotonic.unsafeMillis(clock) + Duration.toMillis(time)
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
