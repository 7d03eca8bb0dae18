import { describe, expect, test } from "bun:test"
import { Effect, FastCheck, Fiber } from "effect"
import * as EventLog from "../../src/billing/EventLog.ts"
import { collect } from "../support/Events.ts"
import { forAll } from "../support/Property.ts"

/** What befalls a log: so many events come, or one of three watchers looks once. */
const step = FastCheck.oneof(
  FastCheck.record({ come: FastCheck.integer({ min: 1, max: 5 }) }),
  FastCheck.record({ looks: FastCheck.integer({ min: 0, max: 2 }) })
)

/** What each of three watchers was given of the events 0, 1, 2 … that come as `steps` say; all look once more at the end. */
const watched = (
  keeps: EventLog.EventRetention,
  steps: ReadonlyArray<{ readonly come: number } | { readonly looks: number }>
) =>
  Effect.gen(function* () {
    const log = EventLog.make<number>(keeps)
    const given: ReadonlyArray<Array<number>> = [[], [], []]
    const places = [0, 0, 0]
    let count = 0
    const look = (watcher: number) =>
      Effect.gen(function* () {
        const place = places[watcher] ?? 0
        if (place >= count) return
        const { events, next } = yield* log.from(place)
        given[watcher]?.push(...events)
        places[watcher] = next
      })
    for (const step of steps) {
      if ("looks" in step) yield* look(step.looks)
      else for (let at = 0; at < step.come; at++) log.append(count++)
    }
    for (const watcher of [0, 1, 2]) yield* look(watcher)
    log.end()
    for (const place of places) expect(yield* log.from(place)).toEqual({ events: [], next: count })
    return { given, count }
  }).pipe(Effect.runSync)

describe("a log", () => {
  test("a log of all events gives each watcher all of them, once and in order, at its own pace", () => {
    forAll({}, FastCheck.array(step), (steps) => {
      const { count, given } = watched("all", steps)
      for (const events of given) expect(events).toEqual(Array.from({ length: count }, (_, at) => at))
    })
  })

  test("a log of the newest event gives each watcher the newest when it looks, and none twice", () => {
    forAll({}, FastCheck.array(step), (steps) => {
      const { count, given } = watched("newest", steps)
      let come = 0
      const expected: ReadonlyArray<Array<number>> = [[], [], []]
      const looked = (watcher: number) => {
        const events = expected[watcher]
        if (events !== undefined && come > 0 && events.at(-1) !== come - 1) events.push(come - 1)
      }
      for (const step of steps) {
        if ("looks" in step) looked(step.looks)
        else come += step.come
      }
      for (const watcher of [0, 1, 2]) looked(watcher)
      expect(come).toBe(count)
      expect(given).toEqual([...expected])
    })
  })

  test("a log of the newest event holds one of thousands, before and after its end", () =>
    Effect.gen(function* () {
      const log = EventLog.make<number>("newest")
      for (let at = 0; at < 5_000; at++) log.append(at)
      expect(yield* log.from(0)).toEqual({ events: [4_999], next: 5_000 })
      log.end()
      expect(yield* collect(log)).toEqual([4_999])
    }).pipe(Effect.runPromise))

  test.each(["all", "newest"] as const)("a log of %s wakes those who wait, and lets them go at its end", (keeps) =>
    Effect.gen(function* () {
      const log = EventLog.make<string>(keeps)
      const watchers = yield* Effect.all([Effect.fork(collect(log)), Effect.fork(collect(log))])
      const gone = yield* Effect.fork(collect(log))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(gone)
      for (const event of ["a", "b"]) {
        log.append(event)
        yield* Effect.sleep("1 millis")
      }
      log.end()
      for (const watcher of watchers) expect(yield* Fiber.join(watcher)).toEqual(["a", "b"])
    }).pipe(Effect.runPromise)
  )
})
