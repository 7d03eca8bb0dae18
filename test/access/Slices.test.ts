import { expect, test } from "bun:test"
import { Slices } from "../../src/access/Slices.ts"
import type { BucketDecision } from "../../src/access/TokenBuckets.ts"

/** So many requests at once; those that were decided upon go into `decisions`. */
const ask = (slices: Slices, count: number, now: number, decisions: Array<BucketDecision>, name = "key") => {
  for (let each = 0; each < count; each++) slices.ask(name, now, 600, (decision) => decisions.push(decision))
}

const admitted = (decisions: ReadonlyArray<BucketDecision>) => decisions.filter((each) => each.admitted).length

test("a node cut off from the database admits a tenth of the limit without a wait, and asks again after a second", () => {
  const slices = new Slices(() => {})
  const decisions: Array<BucketDecision> = []
  ask(slices, 200, 0, decisions)
  const asks = slices.questions(0)
  expect(asks).toEqual([{ name: "key", limit: 600, need: 200, held: 0 }])
  // Another key, while the question is under way.
  ask(slices, 1, 500, decisions, "other")
  expect(decisions).toEqual([])
  slices.failed(asks, 2_000)
  expect(decisions).toHaveLength(201)
  expect(admitted(decisions)).toBe(61)
  expect(decisions.every(({ limit }) => limit === 600)).toBe(true)
  ask(slices, 1, 2_500, decisions)
  expect(decisions).toHaveLength(202)
  expect(slices.questions(2_500)).toEqual([])
  ask(slices, 1, 3_000, decisions)
  expect(slices.questions(3_000)).toEqual([{ name: "key", limit: 600, need: 1, held: 0 }])
})

test("a node refuses for a moment without asking what the shared bucket did not have", () => {
  const slices = new Slices(() => {})
  const decisions: Array<BucketDecision> = []
  ask(slices, 10, 0, decisions)
  slices.questions(0)
  // These come while it is asked, and would find it as empty.
  ask(slices, 5, 5, decisions)
  slices.answered([{ name: "key", given: 4, spare: 0, units: 30_000 }], 0, 10)
  expect([decisions.length, admitted(decisions)]).toEqual([15, 4])
  ask(slices, 50, 100, decisions)
  expect([decisions.length, admitted(decisions)]).toEqual([65, 4])
  expect(slices.questions(100)).toEqual([])
  ask(slices, 1, 110, decisions)
  expect(slices.questions(110)).toEqual([{ name: "key", limit: 600, need: 1, held: 0 }])
})

test("a node uses its tokens without asking, asks before they run out, and drops them within the minute", () => {
  const slices = new Slices(() => {})
  const decisions: Array<BucketDecision> = []
  ask(slices, 1, 0, decisions)
  slices.questions(0)
  slices.answered([{ name: "key", given: 1, spare: 15, units: 584 * 60_000 }], 0, 1)
  ask(slices, 12, 10, decisions)
  expect(admitted(decisions)).toBe(13)
  expect(slices.questions(10)).toEqual([{ name: "key", limit: 600, need: 0, held: 3 }])
  slices.answered([{ name: "key", given: 0, spare: 0, units: 584 * 60_000 }], 10, 11)
  expect(slices.take("key", 55_011, 600)).toBeUndefined()
})

test("a node drops the tokens of idle keys", () => {
  const slices = new Slices(() => {})
  for (let each = 0; each < 10_000; each++) slices.take(`key${each}`, each, 600)
  expect(slices.size).toBe(10_000)
  for (let each = 0; each < 10_000; each++) slices.take("busy", 100_000 + each, 600)
  expect(slices.size).toBe(1)
})
