/** The time of day is set forward and back under the server, while its time goes on evenly. */
import { expect, test } from "bun:test"
import { Clock, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import { Authenticator } from "../../src/access/Authenticator.ts"
import { RateLimit } from "../../src/access/RateLimit.ts"
import * as Tickets from "../../src/access/Tickets.ts"
import { Draining } from "../../src/http/Draining.ts"
import * as Monotonic from "../../src/runtime/Monotonic.ts"
import { sqlite } from "../support/Stores.ts"
import { keysOver, wallet, withKeys } from "./Database.ts"

/** A clock that goes only as it is told. */
class Told implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  private even = 1_800_000_000_000
  private timeOfDay = this.even
  /** Time passes. */
  pass(duration: Duration.DurationInput) {
    this.even += Duration.toMillis(duration)
    this.timeOfDay += Duration.toMillis(duration)
  }
  /** Somebody sets the time of day, by so many hours. */
  set(hours: number) {
    this.timeOfDay += Duration.toMillis(Duration.hours(1)) * hours
  }
  unsafeCurrentTimeMillis = () => this.timeOfDay
  unsafeCurrentTimeNanos = () => BigInt(this.even) * 1_000_000n
  currentTimeMillis = Effect.sync(this.unsafeCurrentTimeMillis)
  currentTimeNanos = Effect.sync(this.unsafeCurrentTimeNanos)
  sleep = (duration: Duration.Duration) => Clock.make().sleep(duration)
}

const jumps = [-48, -1, 0, 1, 48]

/** The same with every jump. */
const whatever = (rule: string, run: (hours: number, clock: Told) => Promise<unknown>) => {
  for (const hours of jumps) test(`${rule} when the system clock jumps by ${hours} hours`, () => run(hours, new Told()))
}

whatever("a key that another process has revoked stops working within a second", (hours, clock) =>
  withKeys(sqlite, (store) =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const { key, secret } = yield* keys.create(wallet, "a")
      const works = Effect.map(keys.authenticate(Redacted.value(secret)), Option.isSome)
      expect(yield* works).toBe(true)
      clock.set(hours)
      yield* Effect.flatMap(ApiKeys, ({ revoke }) => revoke(key.id)).pipe(Effect.provide(Layer.fresh(keysOver(store))))
      clock.pass("1 second")
      expect(yield* works).toBe(false)
    }).pipe(Effect.withClock(clock))
  )
)

whatever("the rate limit admits as many requests a minute", (hours, clock) =>
  withKeys(sqlite, () =>
    Effect.gen(function* () {
      const { secret } = yield* Effect.flatMap(ApiKeys, (keys) => keys.create(wallet, "a"))
      const admitted = Effect.map(
        Effect.forEach(Array.from({ length: 20 }), () =>
          Effect.isSuccess(Effect.flatMap(Authenticator, (_) => _.authenticateSecret(Redacted.value(secret))))
        ),
        (each) => each.filter((was) => was).length
      )
      expect(yield* admitted).toBe(6)
      clock.set(hours)
      expect(yield* admitted).toBe(0)
      clock.pass("30 seconds")
      expect(yield* admitted).toBe(3)
      clock.set(-hours)
      clock.pass("1 minute")
      expect(yield* admitted).toBe(6)
    }).pipe(
      Effect.provide(Authenticator.Default.pipe(Layer.provide(RateLimit.Default({ perMinute: 6 })))),
      Effect.withClock(clock)
    )
  )
)

whatever("a ticket stays valid for its minute", (hours, clock) =>
  withKeys(sqlite, () =>
    Effect.gen(function* () {
      const { key } = yield* Effect.flatMap(ApiKeys, (keys) => keys.create(wallet, "a"))
      const caller = { keyId: key.id, walletId: wallet }
      const box = yield* Tickets.make({ prefix: "rt", payload: Schema.String })
      const [used, unused] = [yield* box.issue(caller, "used"), yield* box.issue(caller, "unused")]
      clock.set(hours)
      clock.pass("58 seconds")
      expect((yield* box.redeem(used.token)).payload).toBe("used")
      clock.pass("3 seconds")
      expect(yield* Effect.flip(box.redeem(unused.token))).toMatchObject({ _tag: "UNAUTHORIZED" })
    }).pipe(Effect.withClock(clock))
  )
)

whatever("a cached answer is made again after its time", (hours, clock) =>
  Effect.gen(function* () {
    let made = 0
    const [answer, forget] = yield* Monotonic.cachedInvalidateFor(
      Effect.map(Clock.currentTimeMillis, (timeOfDay) => [++made, timeOfDay]),
      "1 minute"
    )
    expect(yield* answer).toEqual([1, 1_800_000_000_000])
    clock.set(hours)
    clock.pass("59 seconds")
    expect((yield* answer)[0]).toBe(1)
    clock.pass("2 seconds")
    expect(yield* answer).toEqual([2, clock.unsafeCurrentTimeMillis()])
    yield* forget
    expect((yield* answer)[0]).toBe(3)
  }).pipe(Effect.withClock(clock), Effect.runPromise)
)

whatever("the deadline of a shutdown stays the same", (hours, clock) =>
  Effect.gen(function* () {
    const draining = yield* Draining
    expect(draining.left()).toEqual(Duration.infinity)
    yield* draining.begin(Duration.seconds(25))
    clock.set(hours)
    clock.pass("10 seconds")
    yield* draining.begin(Duration.seconds(25))
    expect([draining.unsafeIsDraining(), Duration.toSeconds(draining.left())]).toEqual([true, 15])
  }).pipe(Effect.provide(Draining.Default), Effect.withClock(clock), Effect.runPromise)
)
