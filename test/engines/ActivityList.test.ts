import { expect, test } from "bun:test"
import { Chunk, Deferred, Effect, Fiber, Logger, Option, type Scope, TestClock, TestContext } from "effect"
import { type EngineFailure, ProviderError, ProviderUnavailable } from "../../src/Errors.ts"
import * as ActivityList from "../../src/engines/ActivityList.ts"

const FRAME = 320
const sound = (samples: number) => new Int16Array(samples).fill(1)

/** Hears somebody in every frame, unless something else is said. */
const listed = (
  hear: ActivityList.ModelSound["hear"] = (frames) =>
    Effect.succeed(Array.from({ length: frames.length / FRAME }, () => true)),
  open: ActivityList.ListedActivity["open"] = Effect.succeed({ hear })
): ActivityList.ListedActivity => ({ id: "model", languages: [], licence: "MIT", isFree: false, open })

/** Begins sounds with these models, and collects what is logged. */
const withModels = <A>(
  models: ReadonlyArray<ActivityList.ListedActivity>,
  use: (
    open: ReturnType<typeof ActivityList.make>["open"],
    logged: ReadonlyArray<string>
  ) => Effect.Effect<A, never, Scope.Scope>
) => {
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push(String(Array.isArray(message) ? message[0] : message)))
  return use(ActivityList.make(() => models).open, logged).pipe(
    Effect.scoped,
    Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
    Effect.provide(TestContext.TestContext),
    Effect.runPromise
  )
}

const failed = (): EngineFailure => new ProviderError({ message: "it failed" })

test("without a model nothing is said of a sound's frames", () =>
  withModels([], (open) =>
    Effect.gen(function* () {
      expect(yield* (yield* open(0.5)).hear(sound(FRAME))).toBeUndefined()
    })
  ))

test("a model of voice activity is given whole frames in order, at most ten seconds at once, however the sound comes", () => {
  const given: Array<Int16Array> = []
  const model = listed((frames) => {
    given.push(frames.slice())
    return Effect.succeed(Array.from({ length: frames.length / FRAME }, (_, at) => frames[at * FRAME] === 1))
  })
  return withModels([model], (open) =>
    Effect.gen(function* () {
      const { hear } = yield* open(0.5)
      const counts = []
      for (const samples of [100, 219, 1, 700, 25 * 16_000]) counts.push((yield* hear(sound(samples)))?.length)
      expect(counts).toEqual([0, 0, 1, 2, 1_250])
      expect(given.map(({ length }) => length)).toEqual([FRAME, 2 * FRAME, 160_000, 160_000, 80_000])
    })
  )
})

test("a turn that took what had come of a frame leaves the next frame whole", () =>
  withModels([listed()], (open) =>
    Effect.gen(function* () {
      const { cut, hear } = yield* open(0.5)
      expect(yield* hear(sound(300))).toEqual([])
      cut()
      expect(yield* hear(sound(300))).toEqual([])
      expect(yield* hear(sound(20))).toEqual([true])
    })
  ))

test("how sure a model of voice activity must be is told with each piece, and may change", () => {
  const told: Array<number> = []
  const model = listed((_, threshold) => {
    told.push(threshold)
    return Effect.succeed([true])
  })
  return withModels([model], (open) =>
    Effect.gen(function* () {
      const { configure, hear } = yield* open(0.3)
      yield* hear(sound(FRAME))
      configure(0.8)
      yield* hear(sound(FRAME))
      expect(told).toEqual([0.3, 0.8])
    })
  )
})

test("a sound whose model of voice activity fails goes on without it for good, which is logged once", () => {
  let count = 0
  const model = listed(() => (++count === 2 ? failed() : Effect.succeed([true])))
  return withModels([model], (open, logged) =>
    Effect.gen(function* () {
      const { hear } = yield* open(0.5)
      const heard = []
      for (let at = 0; at < 4; at++) heard.push(yield* hear(sound(FRAME)))
      expect(heard).toEqual([[true], undefined, undefined, undefined])
      expect(count).toBe(2)
      expect(logged).toEqual(["a model of voice activity failed; this sound is divided without it from here on"])
      // Another sound has it again.
      expect(yield* (yield* open(0.5)).hear(sound(FRAME))).toEqual([true])
    })
  )
})

test.each([
  ["a file waits five seconds", 5_000, false],
  ["a live conversation waits 0.8 s", 800, true]
])("%s for its model of voice activity, and no longer", (_, most, isLive) =>
  withModels([listed(() => Effect.never)], (open) =>
    Effect.gen(function* () {
      const { hear } = yield* open(0.5, isLive)
      const waiting = yield* Effect.fork(hear(sound(FRAME)))
      yield* Effect.repeat(Effect.zipRight(Effect.yieldNow(), TestClock.sleeps()), {
        until: Chunk.isNonEmpty
      })
      yield* TestClock.adjust(most - 1)
      expect(yield* Fiber.poll(waiting)).toEqual(Option.none())
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(waiting)).toBeUndefined()
    })
  )
)

test("a file waits for its model of voice activity to load, and all of it is heard", () => {
  const model = listed(undefined, Effect.delay(Effect.succeed({ hear: () => Effect.succeed([true]) }), "4 seconds"))
  return withModels([model], (open) =>
    Effect.gen(function* () {
      const { hear } = yield* open(0.5)
      const waiting = yield* Effect.fork(hear(sound(FRAME)))
      yield* Effect.repeat(Effect.zipRight(Effect.yieldNow(), TestClock.sleeps()), {
        until: (sleeping) => Chunk.size(sleeping) === 2
      })
      yield* TestClock.adjust("4 seconds")
      expect(yield* Fiber.join(waiting)).toEqual([true])
    })
  )
})

test("who gives up waiting for a model of voice activity interrupts no work of it: its process has the sounds of others", () =>
  withModels([], () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const done = yield* Deferred.make<string>()
      const model = listed(() =>
        Deferred.succeed(begun, undefined).pipe(
          Effect.zipRight(Deferred.await(go)),
          Effect.as([true]),
          Effect.onExit(({ _tag }) => Deferred.succeed(done, _tag))
        )
      )
      const { hear } = yield* ActivityList.make(() => [model]).open(0.5)
      const waiting = yield* Effect.fork(hear(sound(FRAME)))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(go, undefined)
      expect(yield* Deferred.await(done)).toBe("Success")
    })
  ))

test("a model of voice activity that fails five times is left alone for 30 s; one that has no room is not", () => {
  let opened = 0
  const refusing = (failure: EngineFailure) =>
    listed(
      undefined,
      Effect.zipRight(
        Effect.sync(() => opened++),
        Effect.fail(failure)
      )
    )
  const tried = (failure: EngineFailure) =>
    withModels([refusing(failure)], (open) =>
      Effect.gen(function* () {
        opened = 0
        for (let at = 0; at < 8; at++) yield* Effect.scoped(Effect.flatMap(open(0.5), ({ hear }) => hear(sound(FRAME))))
        const before = opened
        yield* TestClock.adjust("30 seconds")
        yield* Effect.scoped(Effect.flatMap(open(0.5), ({ hear }) => hear(sound(FRAME))))
        return [before, opened]
      })
    )
  const busy = new ProviderUnavailable({ message: "full", retryAfter: 5, isBusy: true })
  return Effect.runPromise(
    Effect.gen(function* () {
      expect(yield* Effect.promise(() => tried(failed()))).toEqual([5, 6])
      expect(yield* Effect.promise(() => tried(busy))).toEqual([8, 9])
    })
  )
})

test("a model of voice activity holds its sound until that is over", () => {
  let open = 0
  const model = listed(
    undefined,
    Effect.acquireRelease(
      Effect.sync(() => {
        open++
        return { hear: () => Effect.succeed([true]) }
      }),
      () =>
        Effect.sync(() => {
          open--
        })
    )
  )
  return withModels([model], (begin) =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* (yield* begin(0.5)).hear(sound(FRAME))
          expect(open).toBe(1)
        })
      )
      yield* Effect.yieldNow()
      yield* Effect.repeat(Effect.yieldNow(), { until: () => open === 0 })
      expect(open).toBe(0)
    })
  )
})

test("a live conversation goes on without its model of voice activity while that loads, and with it from the next whole frame", () => {
  const given: Array<number> = []
  return withModels([], () =>
    Effect.gen(function* () {
      const opened = yield* Deferred.make<void>()
      const hear: ActivityList.ModelSound["hear"] = ({ length }) => {
        given.push(length)
        return Effect.succeed(Array.from({ length: length / FRAME }, () => true))
      }
      const model = listed(hear, Effect.as(Deferred.await(opened), { hear }))
      const sounds = yield* ActivityList.make(() => [model]).open(0.5, true)
      expect(yield* sounds.hear(sound(FRAME))).toBeUndefined()
      expect(yield* sounds.hear(sound(FRAME + 300))).toBeUndefined()
      yield* Deferred.succeed(opened, undefined)
      yield* Effect.yieldNow()
      // Of these samples 20 complete the frame that has begun.
      expect(yield* sounds.hear(sound(FRAME))).toEqual([true])
      expect(given).toEqual([FRAME])
    })
  )
})

test("a sound has a place with its model of voice activity from its first samples on, until it is over or the model fails", () => {
  let open = 0
  let fails = false
  const hear = () => (fails ? failed() : Effect.succeed([true]))
  const taken = Effect.acquireRelease(
    Effect.sync(() => {
      open++
      return { hear }
    }),
    () => Effect.sync(() => open--)
  )
  return withModels([listed(hear, taken)], (begin) =>
    Effect.gen(function* () {
      const { hear } = yield* begin(0.5)
      expect(open).toBe(0)
      yield* hear(sound(FRAME))
      expect(open).toBe(1)
      fails = true
      yield* hear(sound(FRAME))
      yield* Effect.repeat(Effect.yieldNow(), { until: () => open === 0 })
      expect(yield* hear(sound(FRAME))).toBeUndefined()
      expect(open).toBe(0)
    })
  )
})

test("a model of voice activity is told of a sound's end only behind all that it was asked", () =>
  withModels([], () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const begun = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const hear = () =>
        Deferred.succeed(begun, undefined).pipe(
          Effect.zipRight(Deferred.await(go)),
          Effect.map(() => {
            events.push("heard")
            return [true]
          })
        )
      const opened = Effect.acquireRelease(Effect.succeed({ hear }), () => Effect.sync(() => events.push("closed")))
      const listening = yield* Effect.fork(
        Effect.scoped(
          Effect.flatMap(ActivityList.make(() => [listed(hear, opened)]).open(0.5), ({ hear }) => hear(sound(FRAME)))
        )
      )
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(listening)
      expect(events).toEqual([])
      yield* Deferred.succeed(go, undefined)
      yield* Effect.repeat(Effect.yieldNow(), { until: () => events.length === 2 })
      expect(events).toEqual(["heard", "closed"])
    })
  ))
