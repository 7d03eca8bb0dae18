import { expect, test } from "bun:test"
import { Effect, Exit, Scope } from "effect"
import * as CapacityLimit from "../../src/workers/CapacityLimit.ts"
import * as FairSemaphore from "../../src/workers/FairSemaphore.ts"
import * as Share from "../../src/workers/Share.ts"
import { run } from "../support/EffectBody.ts"

const admission = (capacity: number) => CapacityLimit.make({ capacity, retryAfter: 2, message: "full" })

/** Enters for the share until the scope closes; whether it could. */
const enter = ({ enter }: CapacityLimit.CapacityLimit, share: string) =>
  Effect.map(Effect.either(Effect.locally(enter, Share.current, share)), ({ _tag }) => _tag === "Right")

test("a share past its capacity is refused at once, and a place that is left can be taken", () =>
  run(function* () {
    const made = yield* admission(1)
    const refused = yield* Effect.scoped(Effect.zipRight(made.enter, Effect.flip(Effect.scoped(made.enter))))
    expect(refused._tag).toBe("LANGUAGE_CAPACITY_REACHED")
    expect(refused.retryAfter).toBe(2)
    yield* Effect.scoped(made.enter)
  }))

test("a share is never refused because of another's load, and each of several has its part", () =>
  run(function* () {
    const made = yield* admission(6)
    const first = yield* Scope.make()
    for (let at = 0; at < 6; at++) expect(yield* Scope.extend(enter(made, "a"), first)).toBe(true)
    expect(yield* Effect.scoped(enter(made, "a"))).toBe(false)
    yield* Effect.scoped(
      Effect.gen(function* () {
        for (let at = 0; at < 3; at++) expect(yield* enter(made, "b")).toBe(true)
        expect(yield* enter(made, "b")).toBe(false)
        for (let at = 0; at < 20; at++) expect(yield* enter(made, `new ${at}`)).toBe(true)
        expect(yield* enter(made, "a")).toBe(false)
      })
    )
    yield* Scope.close(first, Exit.void)
    expect(yield* Effect.scoped(enter(made, "a"))).toBe(true)
  }))

test("places go round between shares, each has its part at most, and who leaves the line frees nothing", () =>
  run(function* () {
    const places = yield* FairSemaphore.make({ permits: 2, perShare: 1, waiting: 2, message: "full" })
    const entered: Array<string> = []
    const go = (share: string, scope: Scope.CloseableScope) =>
      Effect.fork(
        Effect.locally(places.enter, Share.current, share).pipe(
          Scope.extend(scope),
          Effect.tap(() => Effect.sync(() => entered.push(share)))
        )
      )
    const scopes = yield* Effect.all(Array.from({ length: 4 }, () => Scope.make()))
    const [one, two, three, four] = scopes
    if (one === undefined || two === undefined || three === undefined || four === undefined) return expect.unreachable()
    yield* go("a", one)
    yield* go("a", two)
    yield* go("a", three)
    yield* Effect.sleep("10 millis")
    expect(entered).toEqual(["a"])
    const refused = yield* Effect.flip(Effect.scoped(Effect.locally(places.enter, Share.current, "a")))
    expect(refused._tag).toBe("PROVIDER_UNAVAILABLE")
    yield* go("b", four)
    yield* Effect.sleep("10 millis")
    expect(entered).toEqual(["a", "b"])
    yield* Scope.close(two, Exit.void)
    yield* Scope.close(one, Exit.void)
    yield* Effect.sleep("10 millis")
    expect(entered).toEqual(["a", "b", "a"])
  }))
