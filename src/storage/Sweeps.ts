/** What a server removes by itself: at its start, as whoever starts it often would keep all for ever, and then again and again. */
import { Duration, Effect, Schedule, type Scope } from "effect"
import { Once } from "./Once.ts"

/**
 * Runs `work` now and every `interval` until the scope closes, on one of several nodes. What it fails with is logged by
 * `name`, and it is tried again after as long.
 */
export const every = <E, R>(
  name: string,
  interval: Duration.Duration,
  work: Effect.Effect<unknown, E, R>
): Effect.Effect<void, never, R | Scope.Scope> =>
  Effect.flatMap(Once, ({ inTurn }) =>
    inTurn(
      name,
      interval
    )(work).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logError(`the ${name} failed; the next is in ${Duration.format(interval)}`, cause)
      ),
      Effect.repeat(Schedule.spaced(interval)),
      Effect.forkScoped,
      // It looks at what there is before whoever asks for it goes on.
      Effect.zipRight(Effect.yieldNow())
    )
  )
