/** What `/readyz` says of engines that are still being loaded. */
import { expect, test } from "bun:test"
import { type Clock, Deferred, Duration, Effect, Fiber, TestClock, TestContext } from "effect"
import { ProviderNotConfigured } from "../../src/Errors.ts"
import { CHECK_TIMEOUT, makeExamine, type ReadinessCheck, STARTS_WITHIN } from "../../src/server/Readiness.ts"

const run = <A>(effect: Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, TestContext.TestContext))

/** What is examined of one check, once for each of these times, in seconds after the first. */
const outcomes = (check: ReadinessCheck, ...pauses: ReadonlyArray<Duration.DurationInput>) =>
  Effect.gen(function* () {
    const examine = makeExamine([check])
    const found: Array<string | undefined> = []
    for (const pause of [0, ...pauses]) {
      yield* TestClock.adjust(pause)
      const looking = yield* Effect.fork(examine)
      yield* TestClock.adjust(CHECK_TIMEOUT)
      found.push((yield* Fiber.join(looking)).checks[check.name])
    }
    return found
  })

const silent: ReadinessCheck = { name: "recognizer", check: Effect.never, starts: true }

test("an engine that has not answered yet is starting, and has failed when it takes too long", async () => {
  const seconds = Duration.toSeconds(STARTS_WITHIN)
  const found = await run(outcomes(silent, Duration.seconds(seconds / 2), Duration.seconds(seconds / 2)))
  expect(found).toEqual(["starting", "starting", "failed"])
})

test("an engine that takes too long has failed, also where the time of day was set back meanwhile", async () => {
  const found = await run(
    Effect.clockWith((clock) => {
      // Of this one the time of day alone stands still.
      const stopped: Clock.Clock = Object.create(clock, {
        currentTimeMillis: { value: Effect.succeed(0) },
        unsafeCurrentTimeMillis: { value: () => 0 },
        unsafeCurrentTimeNanos: { value: () => clock.unsafeCurrentTimeNanos() }
      })
      return Effect.withClock(outcomes(silent, STARTS_WITHIN), stopped)
    })
  )
  expect(found).toEqual(["starting", "failed"])
})

test("an engine that has answered once has only the short time to answer again", async () => {
  const found = await run(
    Effect.gen(function* () {
      let asked = 0
      const check = Effect.suspend(() => (asked++ === 0 ? Effect.void : Effect.never))
      return yield* outcomes({ ...silent, check }, "1 second")
    })
  )
  expect(found).toEqual(["ok", "failed"])
})

test("an engine that cannot load has failed at once, also while it starts", async () => {
  expect(await run(outcomes({ ...silent, check: Effect.fail("no memory") }))).toEqual(["failed"])
})

test("a database that does not answer has failed: only engines may be starting", async () => {
  expect(await run(outcomes({ name: "database", check: Effect.never }))).toEqual(["failed"])
})

test("an engine that has loaded since is ready at the next check", async () => {
  const found = await run(
    Effect.gen(function* () {
      const loaded = yield* Deferred.make<void>()
      const examine = makeExamine([{ ...silent, check: Deferred.await(loaded) }])
      const first = yield* Effect.fork(examine)
      yield* TestClock.adjust(CHECK_TIMEOUT)
      const before = yield* Fiber.join(first)
      yield* Deferred.succeed(loaded, undefined)
      return [before, yield* examine]
    })
  )
  expect(found).toEqual([{ checks: { recognizer: "starting" } }, { checks: { recognizer: "ok" } }])
})

test("readiness gives the reason of a failure that a setting mends, and of no other", async () => {
  const message = "the text engine does not have the model that is set; set QAL_TEXT_MODEL to one that it has"
  const examine = makeExamine([
    { name: "text_model", check: Effect.fail(new ProviderNotConfigured({ message })) },
    { name: "database", check: Effect.fail(new Error("/secret/path is locked")) }
  ])
  expect(await run(examine)).toEqual({
    checks: { text_model: "failed", database: "failed" },
    problems: { text_model: message }
  })
})
