import { expect, test } from "bun:test"
import type { BucketDecision } from "../../src/access/TokenBuckets.ts"
import { TokenShares } from "../../src/access/TokenShares.ts"

/** So many requests at once; those that were decided upon go into `decisions`. */
const ask = (shares: TokenShares, count: number, now: number, decisions: Array<BucketDecision>, name = "key") => {
  for (let each = 0; each < count; each++) shares.ask(name, now, 600, (decision) => decisions.push(decision))
}

const admitted = (decisions: ReadonlyArray<BucketDecision>) => decisions.filter((each) => each.admitted).length

test("a node cut off from the database admits a tenth of the limit without a wait, and asks again after a second", () => {
  const shares = new TokenShares(() => {})
  const decisions: Array<BucketDecision> = []
  ask(shares, 200, 0, decisions)
  const asks = shares.questions(0)
  expect(asks).toEqual([{ name: "key", limit: 600, need: 200, held: 0 }])
  // Another key, while the question is under way.
  ask(shares, 1, 500, decisions, "other")
  expect(decisions).toEqual([])
  shares.failed(asks, 2_000)
  expect(decisions).toHaveLength(201)
  expect(admitted(decisions)).toBe(61)
  expect(decisions.every(({ limit }) => limit === 600)).toBe(true)
  ask(shares, 1, 2_500, decisions)
  expect(decisions).toHaveLength(202)
  expect(shares.questions(2_500)).toEqual([])
  ask(shares, 1, 3_000, decisions)
  expect(shares.questions(3_000)).toEqual([{ name: "key", limit: 600, need: 1, held: 0 }])
})

test("a node refuses for a moment without asking what the shared bucket did not have", () => {
  const shares = new TokenShares(() => {})
  const decisions: Array<BucketDecision> = []
  ask(shares, 10, 0, decisions)
  shares.questions(0)
  // These come while it is asked, and would find it as empty.
  ask(shares, 5, 5, decisions)
  shares.answered([{ name: "key", given: 4, spare: 0, units: 30_000 }], 0, 10)
  expect([decisions.length, admitted(decisions)]).toEqual([15, 4])
  ask(shares, 50, 100, decisions)
  expect([decisions.length, admitted(decisions)]).toEqual([65, 4])
  expect(shares.questions(100)).toEqual([])
  ask(shares, 1, 110, decisions)
  expect(shares.questions(110)).toEqual([{ name: "key", limit: 600, need: 1, held: 0 }])
})

test("a node uses its tokens without asking, asks before they run out, and drops them within the minute", () => {
  const shares = new TokenShares(() => {})
  const decisions: Array<BucketDecision> = []
  ask(shares, 1, 0, decisions)
  shares.questions(0)
  shares.answered([{ name: "key", given: 1, spare: 15, units: 584 * 60_000 }], 0, 1)
  ask(shares, 12, 10, decisions)
  expect(admitted(decisions)).toBe(13)
  expect(shares.questions(10)).toEqual([{ name: "key", limit: 600, need: 0, held: 3 }])
  shares.answered([{ name: "key", given: 0, spare: 0, units: 584 * 60_000 }], 10, 11)
  expect(shares.take("key", 55_011, 600)).toBeUndefined()
})

test("a node drops the tokens of idle keys", () => {
  const shares = new TokenShares(() => {})
  for (let each = 0; each < 10_000; each++) shares.take(`key${each}`, each, 600)
  expect(shares.size).toBe(10_000)
  for (let each = 0; each < 10_000; each++) shares.take("busy", 100_000 + each, 600)
  expect(shares.size).toBe(1)
})
