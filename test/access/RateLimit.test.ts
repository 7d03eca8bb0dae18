import { expect, test } from "bun:test"
import { Effect, FastCheck, TestClock, TestContext } from "effect"
import { headersOf, RateLimit, refusal } from "../../src/access/RateLimit.ts"
import { TokenBuckets } from "../../src/access/TokenBuckets.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { forAll, forAllAsync } from "../support/Property.ts"

/** Counts one request of the key now. */
const take = (key: string) => Effect.flatMap(RateLimit, ({ ask }) => ask(key))

const limited = (perMinute: number, body: EffectBody<RateLimit>) =>
  Effect.runPromise(
    Effect.gen(body).pipe(Effect.provide(RateLimit.Default({ perMinute })), Effect.provide(TestContext.TestContext))
  )

test("a rate limit admits no more than its bucket and what time has refilled, and never less", () => {
  forAll(
    {},
    FastCheck.integer({ min: 1, max: 1_000 }),
    FastCheck.array(
      FastCheck.record({
        wait: FastCheck.integer({ min: 0, max: 4_000 }),
        requests: FastCheck.integer({ min: 1, max: 60 })
      }),
      {
        maxLength: 30
      }
    ),
    (perMinute, steps) => {
      const buckets = new TokenBuckets(perMinute)
      // The model counts in exact rationals: tokens times 60,000.
      let model = perMinute * 60_000
      let now = 0
      let admitted = 0
      for (const { wait, requests } of steps) {
        now += wait
        model = Math.min(perMinute * 60_000, model + wait * perMinute)
        for (let i = 0; i < requests; i++) {
          const may = model >= 60_000
          const answer = buckets.take("key", now)
          expect(answer.admitted).toBe(may)
          if (may) model -= 60_000
          if (may) admitted += 1
          expect(answer.remaining).toBe(Math.floor(model / 60_000))
          expect(answer.limit).toBe(perMinute)
        }
        expect(admitted).toBeLessThanOrEqual(perMinute + (now * perMinute) / 60_000)
      }
    }
  )
})

test("a client that waits as long as Retry-After says is admitted, and no second of the wait was needless", () =>
  forAllAsync({ numRuns: 30 }, FastCheck.integer({ min: 1, max: 500 }), FastCheck.nat(2_000), (perMinute, wait) =>
    limited(perMinute, function* () {
      for (let i = 0; i < perMinute; i++) yield* take("key")
      yield* TestClock.adjust(wait)
      let refused = yield* take("key")
      while (refused.admitted) refused = yield* take("key")
      expect(refused.retryAfter).toBeGreaterThanOrEqual(1)
      yield* TestClock.adjust((refused.retryAfter - 1) * 1000)
      if (refused.retryAfter > 1) expect((yield* take("key")).admitted).toBe(false)
      yield* TestClock.adjust(1000)
      expect((yield* take("key")).admitted).toBe(true)
    })
  ))

test("a rate limit's bucket is full again after the stated reset time", () =>
  limited(60, function* () {
    for (let i = 0; i < 29; i++) yield* take("key")
    const last = yield* take("key")
    expect(last).toEqual({ admitted: true, limit: 60, remaining: 30, reset: 30, retryAfter: 0 })
    yield* TestClock.adjust(last.reset * 1000)
    expect((yield* take("key")).remaining).toBe(59)
  }))

test("each key has its own rate limit bucket", () =>
  limited(1, function* () {
    expect((yield* take("a")).admitted).toBe(true)
    expect((yield* take("a")).admitted).toBe(false)
    expect((yield* take("b")).admitted).toBe(true)
  }))

test("a limit of a key's own applies to it alone, and changes no other key's", () => {
  const buckets = new TokenBuckets(600)
  expect(buckets.take("slow", 0, 2)).toEqual({ admitted: true, limit: 2, remaining: 1, reset: 30, retryAfter: 0 })
  expect(buckets.take("quick", 0, 5).remaining).toBe(4)
  expect(buckets.take("usual", 0).remaining).toBe(599)
  expect(buckets.take("slow", 0, 2).admitted).toBe(true)
  expect(buckets.take("slow", 0, 2)).toEqual({ admitted: false, limit: 2, remaining: 0, reset: 60, retryAfter: 30 })
})

test("a key whose limit changes is never admitted more than the greatest of its limits allowed", () => {
  forAll(
    {},
    FastCheck.array(
      FastCheck.record({
        wait: FastCheck.integer({ min: 0, max: 4_000 }),
        perMinute: FastCheck.integer({ min: 1, max: 40 }),
        requests: FastCheck.integer({ min: 1, max: 60 })
      }),
      { minLength: 1, maxLength: 20 }
    ),
    (steps) => {
      const buckets = new TokenBuckets(1)
      let [now, admitted] = [0, 0]
      for (const { perMinute, requests, wait } of steps) {
        now += wait
        for (let i = 0; i < requests; i++) {
          const answer = buckets.take("key", now, perMinute)
          if (answer.admitted) admitted++
          expect(answer.limit).toBe(perMinute)
          expect(answer.remaining).toBeLessThanOrEqual(perMinute)
        }
      }
      const greatest = Math.max(...steps.map(({ perMinute }) => perMinute))
      expect(admitted).toBeLessThanOrEqual(greatest + (now * greatest) / 60_000)
    }
  )
})

test("a clock that steps back neither adds nor takes tokens of a rate limit", () => {
  const buckets = new TokenBuckets(2)
  buckets.take("key", 100_000)
  expect(buckets.take("key", 10).admitted).toBe(true)
  expect(buckets.take("key", 20).admitted).toBe(false)
  expect(buckets.take("key", 99_000).admitted).toBe(false)
  expect(buckets.take("key", 130_000).admitted).toBe(true)
})

test("rate limit buckets of idle keys are dropped", () => {
  const buckets = new TokenBuckets(600)
  for (let i = 0; i < 10_000; i++) buckets.take(`key${i}`, i)
  expect(buckets.size).toBe(10_000)
  for (let i = 0; i < 10_000; i++) buckets.take("busy", 100_000 + i)
  expect(buckets.size).toBe(1)
})

test("a rate limit refusal names the limit and the wait, and the six headers agree with it", () => {
  const buckets = new TokenBuckets(1)
  buckets.take("key", 0)
  const refused = buckets.take("key", 30_500)
  expect(refusal(refused)).toMatchObject({
    _tag: "RATE_LIMITED",
    retryAfter: 30,
    message: "this API key may make 1 requests a minute; try again in 30 seconds"
  })
  expect(headersOf(refused)).toEqual({
    "x-ratelimit-limit-requests": "1",
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "30",
    "x-ratelimit-limit": "1",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "30"
  })
})
