/**
 * Time for lifetimes, limits and intervals. The wall clock is set back and
 * forward, by people and by time servers, and would make a minute last an hour
 * or nothing; this one only ever runs. What is stored or sent to clients as a
 * time of day is the wall clock's.
 */
import { Clock, type Duration, Effect } from "effect"

/** Milliseconds, with fractions, since an instant that means nothing. 0.2 µs: cheap enough for every request. */
export const unsafeMillis = (clock: Clock.Clock): number => Number(clock.unsafeCurrentTimeNanos()) / 1e6

/** The same, of the current clock. */
export const millis: Effect.Effect<number> = Effect.clockWith((clock) => Effect.succeed(unsafeMillis(clock)))

/** A clock whose milliseconds are these. */
const onlyForward = (clock: Clock.Clock): Clock.Clock => ({
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => unsafeMillis(clock),
  currentTimeMillis: Effect.sync(() => unsafeMillis(clock)),
  unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
  currentTimeNanos: clock.currentTimeNanos,
  sleep: (duration) => clock.sleep(duration)
})

/**
 * `Effect.cachedInvalidateWithTTL`, whose answers grow old by this time: the
 * answer, made again `lifetime` after it was last, and an effect that forgets it.
 */
export const cachedInvalidateFor = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  lifetime: Duration.DurationInput
): Effect.Effect<[Effect.Effect<A, E>, Effect.Effect<void>], never, R> =>
  Effect.clockWith((clock) =>
    Effect.map(
      Effect.cachedInvalidateWithTTL(Effect.withClock(self, clock), lifetime),
      ([get, forget]): [Effect.Effect<A, E>, Effect.Effect<void>] => [Effect.withClock(get, onlyForward(clock)), forget]
    )
  )

/** The same for answers that are never forgotten early. */
export const cachedFor = <A, E, R>(
  self: Effect.Effect<A, E, R>,
  lifetime: Duration.DurationInput
): Effect.Effect<Effect.Effect<A, E>, never, R> => Effect.map(cachedInvalidateFor(self, lifetime), ([get]) => get)
