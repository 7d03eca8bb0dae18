/**
 * In which order the turns of a conversation are heard: one after the other, as transcripts come in order, and a recording
 * of many turns asks the recogniser for one at a time. For a turn of which nothing is heard for a while the next
 * does not wait: it is heard beside it.
 */
import { Deferred, Duration, Effect, Exit, Option } from "effect"
import * as Money from "../billing/Money.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { Charge, Usage } from "./State.ts"

/** Milliseconds in which nothing is heard of a turn until the next one is heard beside it. */
const MOST_QUIET = 15_000

/** A turn's place among all that is heard. */
export interface HearingPlace {
  /** What was said before has been heard, or is not to be waited for. */
  readonly isNext: Effect.Effect<void>
  /** Something is heard of this turn. */
  readonly progress: Effect.Effect<void>
}

/** The same for whoever gives it. */
interface TakenPlace extends HearingPlace {
  /** The next turn need not wait for this one. */
  readonly leave: () => void
}

/** The order of one conversation. Answers the next place with each run. */
export const make = (): Effect.Effect<TakenPlace> => {
  let isNext: Effect.Effect<void> = Effect.void
  let announce: Effect.Effect<unknown> = Effect.void
  return Effect.gen(function* () {
    const before = isNext
    const [over, passed, another] = yield* Effect.all([
      Deferred.make<void>(),
      Deferred.make<void>(),
      Deferred.make<void>()
    ])
    let heardAt = Number.NEGATIVE_INFINITY
    const progress = Effect.map(Monotonic.millis, (now) => {
      heardAt = now
    })
    // While it is the last there is nobody who waits for it.
    const stalled = Effect.gen(function* () {
      yield* Deferred.await(another)
      yield* progress
      for (let left = MOST_QUIET; left > 0; left = heardAt + MOST_QUIET - (yield* Monotonic.millis)) {
        yield* Effect.sleep(Duration.millis(left))
      }
    })
    const passing = Effect.zipRight(before, Effect.raceFirst(Deferred.await(over), stalled))
    yield* Effect.forkDaemon(Effect.zipRight(passing, Deferred.succeed(passed, undefined)))
    yield* announce
    isNext = Deferred.await(passed)
    announce = Deferred.succeed(another, undefined)
    return { isNext: before, progress, leave: () => Deferred.unsafeDone(over, Exit.void) }
  })
}

interface OrderedTurn {
  readonly speech: Option.Option<HearingPlace>
  readonly stop: Deferred.Deferred<Charge>
}

/** Waits until the turn is heard next. False where it was ended before: nothing of it is heard then. */
export const isHeard = ({ speech, stop }: OrderedTurn): Effect.Effect<boolean> =>
  Option.match(speech, {
    onNone: () => Effect.succeed(true),
    onSome: ({ isNext }) =>
      Effect.zipRight(
        Effect.raceFirst(isNext, Deferred.await(stop)),
        Effect.map(Deferred.isDone(stop), (isOver) => !isOver)
      )
  })

/** What a turn comes to of which nothing was heard. */
export const unheard = (balance: Money.Money): Usage => ({
  seconds: 0,
  tokens: { promptTokens: 0, candidateTokens: 0 },
  charge: Money.zero,
  balance
})
