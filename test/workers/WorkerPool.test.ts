import { expect, test } from "bun:test"
import { Duration, Effect, Fiber } from "effect"
import * as Process from "../../src/workers/Process.ts"
import * as Share from "../../src/workers/Share.ts"
import type { Place } from "../../src/workers/TaskQueue.ts"
import { type Spawn, spawn } from "../../src/workers/Thread.ts"
import { make, type PoolOptions, type WorkerPool } from "../../src/workers/WorkerPool.ts"
import { run } from "../support/EffectBody.ts"
import { longTest } from "../support/Long.ts"
import type { Order } from "./Odd.worker.ts"

const options = (workers: number): PoolOptions<Order> => ({
  name: "the odd worker",
  file: new URL("./Odd.worker.ts", import.meta.url),
  workers,
  timeLimit: (order) => (order.do === "hang" ? Duration.millis(200) : Duration.seconds(10)),
  keep: workers,
  warmUp: []
})

const start = { share: "one", at: 0 }
const place = { turn: start, step: 0 }
const echo = (value: string, millis?: number): Order => ({
  do: "echo",
  value,
  ...(millis === undefined ? {} : { millis })
})
const oddPool = (workers: number, more: Partial<PoolOptions<Order>> = {}) =>
  make<Order, string>({ ...options(workers), ...more })

test("a request gets its answer, and the first message reaches the worker", () =>
  run(function* () {
    const pool = yield* oddPool(1, { initial: { greeting: "hello " } })
    yield* pool.ready
    expect(yield* pool.run(echo("there"), { place })).toBe("hello there")
  }))

test("a request may be sent in parts and heard of before its answer, and nobody else comes between", () =>
  run(function* () {
    const pool = yield* make<Order, string, string>(options(1))
    const heard: Array<string> = []
    const hear = (part: string) => {
      heard.push(part)
    }
    // The first is sent once there is a worker, the second while it is at the first.
    const first = pool.start({ do: "part", value: "a" }, { place, onPiece: hear })
    const second = pool.start({ do: "part", value: "c" }, { place })
    first.more({ do: "part", value: "b" })
    yield* pool.ready
    first.more({ do: "end" })
    expect(yield* first.answer).toBe("ab")
    expect(heard).toEqual(["a", "b"])
    first.more({ do: "throw" })
    second.more({ do: "end" })
    expect(yield* second.answer).toBe("c")
    expect(heard).toEqual(["a", "b"])
  }))

test("workers that wait to be wanted load with the first request, pin or question whether they are ready", () =>
  run(function* () {
    const pool = () => oddPool(1, { keep: 0 })
    expect(yield* Effect.flatMap(pool(), ({ run }) => run(echo("asked"), { place }))).toBe("asked")
    expect(yield* Effect.flatMap(pool(), ({ pin }) => Effect.map(pin, ({ worker }) => typeof worker))).toBe("object")
    yield* Effect.flatMap(pool(), ({ ready }) => ready)
  }))

for (const way of ["throw", "reject", "exit"] as const)
  test(`a worker that ends by ${way} fails its own task alone, and another takes its place`, () =>
    run(function* () {
      const pool = yield* oddPool(1)
      const doomed = yield* Effect.fork(pool.run({ do: way }, { place }))
      yield* Effect.yieldNow()
      const next = yield* Effect.fork(pool.run(echo("alive"), { place }))
      const failure = yield* Effect.flip(Fiber.join(doomed))
      expect(failure._tag).toBe("PROVIDER_ERROR")
      expect(failure.message).toBe("the odd worker stopped unexpectedly")
      expect(yield* Fiber.join(next)).toBe("alive")
    }))

test("an unforeseen fault, at loading or at work, costs a worker and not its place", () =>
  run(function* () {
    let starts = 0
    const startOddly: Spawn = <Request, Response, Piece = never>(file: URL, initial: unknown) =>
      Effect.suspend(() => {
        starts++
        if (starts === 1) throw new Error("not foreseen at loading")
        const start = starts
        return Effect.map(spawn<Request, Response, Piece>(file, initial), (thread) => ({
          ...thread,
          ask: (asked: Parameters<typeof thread.ask>[0]) =>
            start === 2 ? Effect.die("not foreseen at work") : thread.ask(asked)
        }))
      })
    const pool = yield* oddPool(1, { spawn: startOddly })
    expect((yield* Effect.flip(pool.ready))._tag).toBe("PROVIDER_UNAVAILABLE")
    expect(yield* pool.run(echo("alive"), { place }).pipe(Effect.timeout("5 seconds"))).toBe("alive")
    expect(starts).toBe(3)
  }))

test("a worker that hangs is ended: its task fails with PROVIDER_TIMEOUT, and another takes its place", () =>
  run(function* () {
    const pool = yield* oddPool(1)
    yield* pool.ready
    const hung = yield* Effect.fork(pool.run({ do: "hang" }, { place }))
    yield* Effect.yieldNow()
    const next = yield* Effect.fork(pool.run(echo("alive"), { place }))
    expect((yield* Effect.flip(Fiber.join(hung)))._tag).toBe("PROVIDER_TIMEOUT")
    expect(yield* Fiber.join(next)).toBe("alive")
  }))

longTest("a worker that waits for a busy machine past its time is not taken to hang", () =>
  run(function* () {
    const pool = yield* oddPool(1, { timeLimit: () => Duration.seconds(1) })
    expect(yield* pool.run(echo("late", 1_500), { place })).toBe("late")
  })
)

longTest("the time that a process takes to start is not taken from its first task", () =>
  run(function* () {
    const pool = yield* oddPool(1, {
      file: new URL("./Slow.worker.ts", import.meta.url),
      spawn: Process.spawn({ memory: 256 * 1024 * 1024, cpuSeconds: 10 }),
      initial: 1_500,
      timeLimit: () => Duration.millis(500)
    })
    expect(yield* pool.run(echo("soon"), { place })).toBe("at once")
  })
)

test("a task of a lower step goes before those that wait with a higher one; equals keep their order", () =>
  run(function* () {
    const pool = yield* oddPool(1)
    yield* pool.ready
    const served: Array<string> = []
    const submit = (name: string, step: number) =>
      Effect.fork(
        pool.run(echo(name, 5), { place: { turn: start, step } }).pipe(Effect.tap((value) => served.push(value)))
      )
    const fibers = []
    for (const [name, step] of [
      ["busy", 0],
      ["a3", 3],
      ["a1", 1],
      ["b1", 1],
      ["a2", 2],
      ["b0", 0]
    ] as const) {
      fibers.push(yield* submit(name, step))
      yield* Effect.yieldNow()
    }
    yield* Fiber.joinAll(fibers)
    expect(served).toEqual(["busy", "b0", "a1", "b1", "a2", "a3"])
  }))

test("a late job starts at the turn being served: its first step goes before, its later ones among the rest", () =>
  run(function* () {
    const pool = yield* oddPool(1)
    yield* pool.ready
    yield* pool.run(echo(""), { place: { turn: start, step: 9 } })
    const turn = yield* Effect.locally(pool.turn, Share.current, "one")
    expect(turn).toEqual({ share: "one", at: 9 })
    const served: Array<string> = []
    const submit = (name: string, at: Place) =>
      Effect.fork(pool.run(echo(name, 5), { place: at }).pipe(Effect.tap((value) => served.push(value))))
    const fibers = [yield* submit("busy", { turn, step: 0 })]
    yield* Effect.yieldNow()
    for (const [name, at] of [
      ["old 10", { turn: start, step: 10 }],
      ["old 11", { turn: start, step: 11 }],
      ["new 0", { turn, step: 0 }],
      ["new 3", { turn, step: 3 }]
    ] as const) {
      fibers.push(yield* submit(name, at))
      yield* Effect.yieldNow()
    }
    yield* Fiber.joinAll(fibers)
    expect(served).toEqual(["busy", "new 0", "old 10", "old 11", "new 3"])
  }))

test("a task whose caller was interrupted is never done", () =>
  run(function* () {
    const pool = yield* oddPool(1)
    yield* pool.ready
    const busy = yield* Effect.fork(pool.run(echo("busy", 100), { place }))
    yield* Effect.yieldNow()
    // Done, it would end the worker and the count that it keeps.
    const unwanted = yield* Effect.fork(pool.run({ do: "exit" }, { place }))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(unwanted)
    const pin = yield* pool.pin
    pin.send({ do: "note" })
    expect(yield* Fiber.join(busy)).toBe("busy")
    expect(yield* pool.run({ do: "count" }, { place })).toBe("1")
  }))

test("pins spread over the workers, and pinned tasks reach the pinned one", () =>
  run(function* () {
    const pool = yield* oddPool(2)
    yield* pool.ready
    const one = yield* pool.pin
    const other = yield* pool.pin
    expect(one.worker).not.toBe(other.worker)
    one.send({ do: "note" })
    expect(yield* one.run({ do: "count" }, place)).toBe("1")
    expect(yield* other.run({ do: "count" }, place)).toBe("0")
  }))

test("a pin on a worker that died loses what waited, fails what was done, and then holds the new worker", () =>
  run(function* () {
    const pool = yield* oddPool(1)
    yield* pool.ready
    const pin = yield* pool.pin
    const doomed = yield* Effect.fork(pin.run({ do: "exit" }, place))
    yield* Effect.yieldNow()
    const waiting = yield* Effect.fork(pin.run(echo("never"), place))
    expect((yield* Effect.flip(Fiber.join(doomed)))._tag).toBe("PROVIDER_ERROR")
    expect((yield* Effect.flip(Fiber.join(waiting)))._tag).toBe("WorkerLost")
    expect((yield* Effect.flip(pin.run(echo("late"), place)))._tag).toBe("WorkerLost")
    const fresh = yield* pool.pin
    expect(yield* fresh.run(echo("alive"), place)).toBe("alive")
  }))

test("a pool in which no worker loads is unavailable, and nobody waits", () =>
  run(function* () {
    const pool = yield* oddPool(2, { initial: { greeting: "refuse" } })
    const waiting = yield* Effect.fork(pool.run(echo("never"), { place }))
    expect((yield* Effect.flip(pool.ready))._tag).toBe("PROVIDER_UNAVAILABLE")
    expect((yield* Effect.flip(Fiber.join(waiting)))._tag).toBe("PROVIDER_UNAVAILABLE")
  }))

test("a closed pool answers those who still wait", () =>
  run(function* () {
    const waiting = yield* Effect.scoped(
      Effect.gen(function* () {
        const pool = yield* oddPool(1)
        yield* pool.ready
        const fibers = [
          yield* Effect.forkDaemon(pool.run({ do: "hang" }, { place })),
          yield* Effect.forkDaemon(pool.run(echo("never"), { place }))
        ]
        yield* Effect.yieldNow()
        return fibers
      })
    )
    for (const fiber of waiting) expect((yield* Effect.flip(Fiber.join(fiber)))._tag).toBe("PROVIDER_UNAVAILABLE")
  }))

const deathsIn = (times: number) =>
  Effect.gen(function* () {
    const deaths = new Int32Array(new SharedArrayBuffer(4))
    const pool = yield* oddPool(2, { initial: { greeting: "", deaths } })
    const outcome = yield* Effect.either(pool.run({ do: "die", times }, { place }))
    return { outcome: outcome._tag === "Right" ? outcome.right : outcome.left._tag, deaths: deaths[0] }
  })

test("a task whose worker crashed is done once more by another, and fails when that one crashes too", () =>
  run(function* () {
    expect(yield* deathsIn(1)).toEqual({ outcome: "survived", deaths: 1 })
    expect(yield* deathsIn(9)).toEqual({ outcome: "PROVIDER_ERROR", deaths: 2 })
  }))

/** Puts a task of the share in line, and notes when it was done. */
const submit = (pool: WorkerPool<Order, string>, share: string, done: Array<string>, millis?: number) =>
  Effect.gen(function* () {
    const turn = yield* pool.turn
    const answer = pool.run(echo(share, millis), { place: { turn, step: 0 } })
    const fiber = yield* Effect.fork(Effect.tap(answer, () => done.push(share)))
    yield* Effect.yieldNow()
    return fiber
  }).pipe(Effect.locally(Share.current, share))

for (const workers of [1, 2])
  test(`a share's first task, with ${workers} workers, waits for what is under way and one more at most`, () =>
    run(function* () {
      const pool = yield* oddPool(workers, { tasks: "short" })
      yield* pool.ready
      const done: Array<string> = []
      for (let at = 0; at < 66; at++) yield* submit(pool, "flood", done, 3)
      yield* Effect.flatten(Effect.map(submit(pool, "late", done), Fiber.join))
      expect(done.indexOf("late")).toBeLessThanOrEqual(2 * workers)
    }))

test("a share leaves half of the workers to others where tasks may be long, and has a bounded line", () =>
  run(function* () {
    const pool = yield* oddPool(2)
    yield* pool.ready
    const done: Array<string> = []
    // One is under way, and 32 wait, although a worker is idle.
    for (let at = 0; at < 33; at++) yield* submit(pool, "slow", done, 300)
    const refused = yield* Effect.flip(Effect.flatten(Effect.map(submit(pool, "slow", done), Fiber.join)))
    expect(refused).toMatchObject({ _tag: "PROVIDER_UNAVAILABLE", retryAfter: 5 })
    yield* Effect.flatten(Effect.map(submit(pool, "quick", done), Fiber.join))
    expect(done).toEqual(["quick"])
  }))
