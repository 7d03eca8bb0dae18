import { expect, test } from "bun:test"
import * as EngineRests from "../../src/engines/EngineRests.ts"

const engine = {}

/** Rests of an engine that failed as often as lets it rest, the last time at 0. */
const atRest = () => {
  const rests = EngineRests.make()
  for (let failure = 1; failure <= EngineRests.MOST_FAILURES; failure++) rests.begin(engine, 0)?.fail(0)
  return rests
}

test("an engine rests half a minute from the fifth of five failures within half a minute", () => {
  const rests = EngineRests.make()
  for (const at of [0, 7_000, 14_000, 21_000]) rests.begin(engine, at)?.fail(at)
  expect(rests.isAwake(engine, 28_000)).toBe(true)
  rests.begin(engine, 28_000)?.fail(28_000)
  expect(rests.isAwake(engine, 28_000)).toBe(false)
  expect(rests.isAwake(engine, 57_999)).toBe(false)
  expect(rests.isAwake(engine, 58_000)).toBe(true)
})

test("five failures that take longer than half a minute let no engine rest", () => {
  const rests = EngineRests.make()
  for (const at of [0, 10_000, 20_000, 29_000, 30_000, 41_000]) rests.begin(engine, at)?.fail(at)
  expect(rests.isAwake(engine, 41_000)).toBe(true)
})

test("of requests that come when an engine's rest is over, one tries it", () => {
  const rests = atRest()
  const attempts = Array.from({ length: 200 }, () => rests.begin(engine, 30_000))
  expect(attempts.filter((attempt) => attempt !== undefined)).toHaveLength(1)
  attempts[0]?.succeed()
  expect(rests.begin(engine, 30_001)).toBeDefined()
  expect(rests.begin(engine, 30_001)).toBeDefined()
})

test("an engine rests again as long where the request that tries it lets others try, and fails then", () => {
  const rests = atRest()
  const [first, second] = [0, 1].map(() => {
    const attempt = rests.begin(engine, 31_000)
    attempt?.end()
    return attempt
  })
  first?.fail(33_000)
  expect(rests.begin(engine, 62_999)).toBeUndefined()
  // Of one rest, one failure renews it.
  second?.fail(40_000)
  expect(rests.begin(engine, 63_000)).toBeDefined()
})

test("an engine that fails the request which tries it rests again as long", () => {
  const rests = atRest()
  rests.begin(engine, 31_000)?.fail(33_000)
  expect(rests.isAwake(engine, 62_999)).toBe(false)
  expect(rests.isAwake(engine, 63_000)).toBe(true)
})

test("an engine is awake as soon as it delivers something to the request which tries it, and rests after five failures more", () => {
  const rests = atRest()
  const long = rests.begin(engine, 30_000)
  long?.deliver()
  for (let failure = 1; failure < EngineRests.MOST_FAILURES; failure++) rests.begin(engine, 31_000)?.fail(31_000)
  expect(rests.isAwake(engine, 31_000)).toBe(true)
  long?.fail(31_000)
  expect(rests.isAwake(engine, 31_000)).toBe(false)
})

test("what an engine delivers before it fails does not undo its failures", () => {
  const rests = EngineRests.make()
  for (let failure = 1; failure <= EngineRests.MOST_FAILURES; failure++) {
    const attempt = rests.begin(engine, 0)
    attempt?.deliver()
    attempt?.fail(0)
  }
  expect(rests.isAwake(engine, 0)).toBe(false)
})

test("where the request that tries an engine says nothing of it, the next one tries it", () => {
  const rests = atRest()
  const hungUp = rests.begin(engine, 30_000)
  expect(rests.begin(engine, 30_000)).toBeUndefined()
  hungUp?.end()
  expect(rests.begin(engine, 30_000)).toBeDefined()
})

test("requests that were asked before an engine's rest began do not make it longer", () => {
  const rests = EngineRests.make()
  const asked = Array.from({ length: 8 }, () => rests.begin(engine, 0))
  for (const attempt of asked.slice(0, EngineRests.MOST_FAILURES)) attempt?.fail(1_000)
  for (const attempt of asked.slice(EngineRests.MOST_FAILURES)) attempt?.fail(20_000)
  expect(rests.isAwake(engine, 31_000)).toBe(true)
})

test("an engine that answers has no failures behind it, and engines rest each for itself", () => {
  const rests = EngineRests.make()
  for (let failure = 1; failure < EngineRests.MOST_FAILURES; failure++) rests.begin(engine, 0)?.fail(0)
  rests.begin(engine, 0)?.succeed()
  rests.begin(engine, 0)?.fail(0)
  expect(rests.isAwake(engine, 0)).toBe(true)
  expect(atRest().isAwake({}, 0)).toBe(true)
})
