/** When a pool loads workers, and when it stops them again. */
import { expect, test } from "bun:test"
import { Duration, Effect, FastCheck, Fiber, type Scope, TestClock, TestContext } from "effect"
import { NOBODY } from "../../src/Domain.ts"
import { IDLE } from "../../src/workers/Slot.ts"
import { type Spawn, spawn } from "../../src/workers/Thread.ts"
import { make, type PoolOptions } from "../../src/workers/WorkerPool.ts"
import { type EffectBody, run } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"
import type { Order } from "./Odd.worker.ts"

/** Starts threads, and knows how many live. */
const counter = () => {
  const count = { alive: 0, started: 0 }
  const counting: Spawn = <Request, Response, Piece = never>(file: URL, initial: unknown) =>
    Effect.tap(spawn<Request, Response, Piece>(file, initial), () =>
      Effect.acquireRelease(
        Effect.sync(() => {
          count.alive++
          count.started++
        }),
        () =>
          Effect.sync(() => {
            count.alive--
          })
      )
    )
  return { count, counting }
}

const countedPool = (workers: number, keep: number, more: Partial<PoolOptions<Order>> = {}) =>
  Effect.gen(function* () {
    const { count, counting } = counter()
    const pool = yield* make<Order, string>({
      name: "the odd worker",
      file: new URL("./Odd.worker.ts", import.meta.url),
      workers,
      keep,
      timeLimit: () => Duration.minutes(10),
      warmUp: [],
      tasks: "short",
      spawn: counting,
      ...more
    })
    return { ...pool, count }
  })

const place = { turn: { share: "one", at: 0 }, step: 0 }
const echo = (value: string, millis = 0): Order => ({ do: "echo", value, millis })

const runOnTestClock = (body: EffectBody<Scope.Scope>) =>
  Effect.gen(body).pipe(Effect.provide(TestContext.TestContext), Effect.scoped, Effect.runPromise)

/** Lets other threads' messages come in. */
const settle = Effect.promise(() => Bun.sleep(20))
/** Time in which nothing is asked, and what follows from it. */
const idleFor = (time: Duration.DurationInput) => Effect.zipRight(TestClock.adjust(time), settle)
const longEnough = Duration.sum(IDLE, "1 second")
const eventually = (holds: () => boolean) =>
  Effect.repeat(settle, { until: holds }).pipe(Effect.timeoutFail({ duration: "10 seconds", onTimeout: () => "never" }))

test("a worker loads with the first request, is stopped when it has been idle, and another serves the next", () =>
  runOnTestClock(function* () {
    const { count, run } = yield* countedPool(2, 0)
    yield* settle
    expect(count.started).toBe(0)
    expect(yield* run(echo("one"), { place })).toBe("one")
    yield* idleFor(Duration.subtract(IDLE, "1 second"))
    expect(count.alive).toBe(1)
    expect(yield* run(echo("two"), { place })).toBe("two")
    yield* idleFor(Duration.subtract(IDLE, "1 second"))
    expect(count).toEqual({ alive: 1, started: 1 })
    yield* idleFor("2 seconds")
    expect(count.alive).toBe(0)
    expect(yield* run(echo("three"), { place })).toBe("three")
    expect(count).toEqual({ alive: 1, started: 2 })
  }))

test("a pool that is prepared loads one worker, once, and stops it when nobody comes", () =>
  runOnTestClock(function* () {
    const { count, prepare } = yield* countedPool(2, 0)
    yield* settle
    yield* Effect.zipRight(prepare, prepare)
    yield* Effect.repeat(settle, { until: () => count.alive > 0 })
    yield* prepare
    yield* settle
    expect(count).toEqual({ alive: 1, started: 1 })
    yield* idleFor(longEnough)
    expect(count.alive).toBe(0)
  }))

test("a worker that is kept loads with the pool, and is never stopped", () =>
  runOnTestClock(function* () {
    const { count, ready, run } = yield* countedPool(2, 1)
    yield* ready
    yield* run(echo("one"), { place })
    yield* idleFor("10 minutes")
    expect(count).toEqual({ alive: 1, started: 1 })
  }))

longTest("another worker loads for tasks that wait, not for what nobody asked for, and is stopped when idle", () =>
  run(function* () {
    const { count, ready, start } = yield* countedPool(2, 1)
    yield* ready
    const submit = (share: string) =>
      Array.from({ length: 6 }, (_, step) => start(echo(share, 150), { place: { turn: { share, at: 0 }, step } }))
    for (const { answer } of submit(NOBODY)) expect(yield* answer).toBe(NOBODY)
    expect(count.started).toBe(1)
    for (const { answer } of submit("one")) expect(yield* answer).toBe("one")
    expect(count.started).toBe(2)
  })
)

test("light work is left to one worker, so that the others are seen to be idle", () =>
  runOnTestClock(function* () {
    const { count, pin, run } = yield* countedPool(2, 1)
    // Two pins have a second one loaded.
    yield* Effect.scoped(Effect.zip(pin, pin))
    yield* Effect.promise(() => Bun.sleep(0))
    yield* eventually(() => count.alive === 2).pipe(Effect.provide(TestContext.LiveContext), Effect.orDie)
    for (let minute = 0; minute < 4; minute++) {
      yield* run(echo(""), { place })
      yield* idleFor("1 minute")
    }
    expect(count.alive).toBe(1)
  }))

test("a worker that is held, by a pin or by what it opened, is not stopped until it is let go", () =>
  runOnTestClock(function* () {
    const pool = yield* countedPool(1, 0)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const pin = yield* pool.pin
        pin.send({ do: "note" })
        yield* idleFor("10 minutes")
        expect(yield* pin.run({ do: "count" }, place)).toBe("1")
      })
    )
    yield* idleFor(longEnough)
    expect(pool.count.alive).toBe(0)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const { pin } = yield* pool.open(echo("open"), place, { do: "note" })
        pin.send({ do: "note" })
        yield* idleFor("10 minutes")
        expect(yield* pin.run({ do: "count" }, place)).toBe("1")
      })
    )
    yield* idleFor(longEnough)
    expect(pool.count).toEqual({ alive: 0, started: 2 })
  }))

test("a request that is withdrawn before a worker has loaded is never done", () =>
  run(function* () {
    const pool = yield* countedPool(1, 0)
    pool.start({ do: "exit" }, { place }).withdraw()
    const pin = yield* pool.pin
    expect(yield* pin.run(echo("alive"), place)).toBe("alive")
    expect(pool.count.started).toBe(1)
  }))

test("without a kept worker readiness is tried once, with one that is stopped again, and then remembered", () =>
  runOnTestClock(function* () {
    const { count, ready } = yield* countedPool(2, 0)
    yield* Effect.all([ready, ready, ready], { concurrency: "unbounded" })
    expect(count).toEqual({ alive: 0, started: 1 })
    yield* idleFor("10 minutes")
    yield* ready
    expect(count.started).toBe(1)
  }))

test("an engine that loads more slowly than anybody waits is ready in the end", () =>
  run(function* () {
    const { count, counting } = counter()
    const { ready } = yield* make<number, string>({
      name: "the slow worker",
      file: new URL("./Slow.worker.ts", import.meta.url),
      workers: 1,
      keep: 0,
      timeLimit: () => Duration.minutes(10),
      initial: 800,
      warmUp: [],
      tasks: "short",
      spawn: counting
    })
    yield* Effect.retry(Effect.timeout(ready, "100 millis"), { times: 100 })
    expect(count).toEqual({ alive: 0, started: 1 })
  }))

test("an engine that fails to load is not ready, and is ready once it loads", () =>
  run(function* () {
    const { counting } = counter()
    let isBroken = true
    const { ready, run } = yield* countedPool(2, 0, {
      spawn: (file, initial) => counting(file, isBroken ? { greeting: "refuse" } : initial)
    })
    expect((yield* Effect.flip(ready))._tag).toBe("PROVIDER_UNAVAILABLE")
    expect((yield* Effect.flip(run(echo(""), { place })))._tag).toBe("PROVIDER_UNAVAILABLE")
    expect((yield* Effect.flip(ready))._tag).toBe("PROVIDER_UNAVAILABLE")
    isBroken = false
    yield* ready
    expect(yield* run(echo("alive"), { place })).toBe("alive")
  }))

test("a pool that closes leaves no worker, one that is loading included", () =>
  run(function* () {
    const { count, waiting } = yield* Effect.scoped(
      Effect.gen(function* () {
        const pool = yield* countedPool(3, 1)
        yield* pool.ready
        const waiting = yield* Effect.forkDaemon(pool.run({ do: "hang" }, { place }))
        yield* Effect.scoped(Effect.zip(pool.pin, pool.pin))
        return { count: pool.count, waiting }
      })
    )
    expect((yield* Effect.flip(Fiber.join(waiting)))._tag).toBe("PROVIDER_UNAVAILABLE")
    expect(count.alive).toBe(0)
  }))

type Step =
  | { readonly do: "ask"; readonly many: number }
  | { readonly do: "hold"; readonly minutes: number }
  | { readonly do: "wait"; readonly millis: number }

/** Waits lie close around the moment at which a worker is stopped. */
const steps = FastCheck.array(
  FastCheck.oneof(
    FastCheck.record({ do: FastCheck.constant("ask" as const), many: FastCheck.integer({ min: 1, max: 8 }) }),
    FastCheck.record({ do: FastCheck.constant("hold" as const), minutes: FastCheck.integer({ min: 0, max: 5 }) }),
    FastCheck.record({
      do: FastCheck.constant("wait" as const),
      millis: FastCheck.integer({ min: -600, max: 600 }).map((around) => Duration.toMillis(IDLE) + around)
    })
  ),
  { maxLength: 8 }
)

longTest("no request is lost and no held worker stopped whenever workers stop, and only the kept ones are left", () =>
  forAllAsync({ numRuns: 25 }, steps, FastCheck.integer({ min: 0, max: 1 }), (script: ReadonlyArray<Step>, keep) =>
    runOnTestClock(function* () {
      const pool = yield* countedPool(2, keep)
      if (keep > 0) yield* pool.ready
      const asked: Array<readonly [string, Fiber.Fiber<string, unknown>]> = []
      for (const [at, step] of script.entries()) {
        if (step.do === "wait") {
          // What is asked right after is asked while workers are stopped; what was asked before is done.
          for (const [, fiber] of asked) yield* Fiber.await(fiber)
          yield* TestClock.adjust(step.millis)
        }
        for (let each = 0; step.do === "ask" && each < step.many; each++) {
          const name = `${at}.${each}`
          asked.push([name, yield* Effect.fork(pool.run(echo(name), { place: { ...place, step: each } }))])
        }
        if (step.do === "hold")
          yield* Effect.scoped(
            Effect.gen(function* () {
              const pin = yield* pool.pin
              yield* TestClock.adjust(Duration.minutes(step.minutes))
              expect(yield* pin.run(echo("held"), place)).toBe("held")
            })
          )
      }
      for (const [name, fiber] of asked) expect(yield* Fiber.join(fiber)).toBe(name)
      yield* settle
      yield* idleFor(longEnough)
      expect(pool.count.alive).toBe(keep)
    })
  )
)
