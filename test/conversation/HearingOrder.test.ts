/** Which turn of a conversation is heard when. */
import { expect, test } from "bun:test"
import { Effect, TestClock, TestContext } from "effect"
import * as HearingOrder from "../../src/conversation/HearingOrder.ts"

/** Takes places in one order, and says which are next by now. */
const ordered = <A>(
  use: (
    take: Effect.Effect<Effect.Effect.Success<ReturnType<typeof HearingOrder.make>>>,
    next: ReadonlyArray<number>
  ) => Effect.Effect<A>
): Promise<A> => {
  const places = HearingOrder.make()
  const next: Array<number> = []
  let count = 0
  const take = Effect.gen(function* () {
    const number = ++count
    const place = yield* places
    yield* Effect.forkDaemon(Effect.map(place.isNext, () => next.push(number)))
    yield* TestClock.adjust(0)
    return place
  })
  return use(take, next).pipe(Effect.provide(TestContext.TestContext), Effect.runPromise)
}

test("what is said in a conversation is heard one after the other, in its order", () =>
  ordered((take, next) =>
    Effect.gen(function* () {
      const [one, two] = [yield* take, yield* take]
      yield* take
      expect(next).toEqual([1])
      // Ended while it waited: the third still waits for the first.
      two.leave()
      yield* TestClock.adjust("1 second")
      expect(next).toEqual([1])
      one.leave()
      yield* TestClock.adjust(0)
      expect(next).toEqual([1, 2, 3])
    })
  ))

test("a turn of which nothing is heard for 15 s holds up no other, however long it takes", () =>
  ordered((take, next) =>
    Effect.gen(function* () {
      const one = yield* take
      // Nobody waits while it is being said.
      yield* TestClock.adjust("60 seconds")
      yield* take
      yield* take
      yield* TestClock.adjust("14 seconds")
      expect(next).toEqual([1])
      yield* one.progress
      yield* TestClock.adjust("14 seconds")
      expect(next).toEqual([1])
      yield* TestClock.adjust("1 second")
      expect(next).toEqual([1, 2])
      yield* TestClock.adjust("15 seconds")
      expect(next).toEqual([1, 2, 3])
    })
  ))
