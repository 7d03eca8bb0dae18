import { expect, test } from "bun:test"
import { Deferred, Effect, FastCheck, Fiber, Option, Stream } from "effect"
import { ProviderError } from "../../src/Errors.ts"
import * as Prefetch from "../../src/workers/Prefetch.ts"
import type { StartedTask } from "../../src/workers/WorkerPool.ts"
import { run } from "../support/EffectBody.ts"
import { forAllAsync } from "../support/Property.ts"

const inOrder = <A, Response>(requests: Iterable<A>, start: (request: A) => StartedTask<Response>, most: number) =>
  Stream.unwrapScoped(Prefetch.inOrder(requests, start, most))

test("answers come in the order of their requests, whichever is ready first, and few are under way at once", () =>
  forAllAsync(
    { numRuns: 30 },
    FastCheck.array(FastCheck.integer({ min: 0, max: 5 }), { maxLength: 12 }),
    FastCheck.integer({ min: 1, max: 4 }),
    async (delays, most) => {
      let underWay = 0
      let greatest = 0
      const start = ([at, delay]: readonly [number, number]) => {
        greatest = Math.max(greatest, ++underWay)
        const ready = Bun.sleep(delay)
        const answer = Effect.promise(async () => {
          await ready
          underWay--
          return at
        })
        return { answer, withdraw: () => {} }
      }
      const heard = await Effect.runPromise(Stream.runCollect(inOrder(delays.entries(), start, most)))
      expect([...heard]).toEqual(delays.map((_, at) => at))
      expect(greatest).toBeLessThanOrEqual(most)
    }
  ))

test("a reader that leaves withdraws what was under way, and a failure ends the stream in its place", async () => {
  const withdrawn: Array<number> = []
  const start = (at: number) => ({
    answer: at === 2 ? Effect.fail(new ProviderError({ message: "gone" })) : Effect.succeed(at),
    withdraw: () => {
      withdrawn.push(at)
    }
  })
  expect(Option.getOrThrow(await Effect.runPromise(Stream.runHead(inOrder([0, 1, 2, 3], start, 2))))).toBe(0)
  expect(withdrawn).toEqual([])
  const failure = await Effect.runPromise(Effect.flip(Stream.runDrain(inOrder([0, 1, 2, 3], start, 2))))
  expect(failure._tag).toBe("PROVIDER_ERROR")
})

test("an interrupted reader withdraws also what it waits for", async () => {
  const withdrawn: Array<number> = []
  await run(function* () {
    const asked = yield* Deferred.make<void>()
    const start = (at: number) => ({
      answer: Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never),
      withdraw: () => {
        withdrawn.push(at)
      }
    })
    const reader = yield* Effect.fork(Stream.runDrain(inOrder([0, 1, 2], start, 2)))
    yield* Deferred.await(asked)
    yield* Fiber.interrupt(reader)
  })
  expect(withdrawn).toEqual([0])
})
