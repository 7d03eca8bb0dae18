import { expect, test } from "bun:test"
import { Effect, FastCheck } from "effect"
import { TokenBuckets } from "../../src/access/TokenBuckets.ts"
import { type TokenResponse, TokenShares } from "../../src/access/TokenShares.ts"
import { Calls } from "../../src/storage/postgres/Calls.ts"
import { usePostgres, withDatabase } from "../support/Nodes.ts"
import { describePostgres } from "../support/Postgres.ts"
import { forAllAsync } from "../support/Property.ts"

interface Step {
  /** Which node is asked, of however many there are. */
  readonly node: number
  /** Milliseconds since the last step. */
  readonly wait: number
  readonly requests: number
}

const MINUTE = 60_000

describePostgres("limits that nodes share", () => {
  const postgres = usePostgres()

  /** What of the steps is admitted, of how many, by so many nodes on one database, and by one bucket; and how often the database was asked. */
  const play = (name: string, perMinute: number, nodes: number, steps: ReadonlyArray<Step>) =>
    Effect.gen(function* () {
      const sql = yield* Calls
      const all = Array.from({ length: nodes }, () => new TokenShares(() => {}))
      const one = new TokenBuckets(perMinute)
      let [now, admitted, ideal, requests, calls] = [1_000_000, 0, 0, 0, 0]
      for (const step of steps) {
        now += step.wait
        const index = step.node % nodes
        const shares = all[index] ?? new TokenShares(() => {})
        for (let i = 0; i < step.requests; i++) {
          requests++
          if (one.take("k", now, perMinute).admitted) ideal++
          shares.ask(name, now, perMinute, (decision) => {
            expect(decision.limit).toBe(perMinute)
            expect(decision.remaining).toBeLessThanOrEqual(perMinute)
            expect(decision.remaining).toBeGreaterThanOrEqual(0)
            if (decision.admitted) admitted++
            else expect(decision.retryAfter).toBeGreaterThanOrEqual(1)
          })
        }
        for (let asks = shares.questions(now); asks.length > 0; asks = shares.questions(now)) {
          calls++
          const [row] = yield* sql<{ readonly answers: string }>`
            SELECT qal_take_tokens(${`node ${index}`}, ${JSON.stringify(asks)}::jsonb, ${now}) AS answers`
          const answers: ReadonlyArray<TokenResponse> = JSON.parse(row?.answers ?? "[]")
          shares.answered(answers, now, now)
        }
        expect(admitted).toBeLessThanOrEqual(perMinute + ((now - 1_000_000) * perMinute) / MINUTE)
      }
      return { admitted, ideal, requests, calls }
    })

  const patterns = (most: number) =>
    FastCheck.record({
      perMinute: FastCheck.oneof(FastCheck.integer({ min: 1, max: 60 }), FastCheck.integer({ min: 60, max: 6_000 })),
      nodes: FastCheck.integer({ min: 1, max: most }),
      steps: FastCheck.array(
        FastCheck.record({
          node: FastCheck.nat(20),
          wait: FastCheck.oneof(FastCheck.nat(30), FastCheck.nat(1_500)),
          requests: FastCheck.oneof(FastCheck.integer({ min: 1, max: 5 }), FastCheck.integer({ min: 1, max: 600 }))
        }),
        { minLength: 1, maxLength: 60 }
      )
    })

  /** The steps of the first minute. */
  const within = (steps: ReadonlyArray<Step>) => {
    let time = 0
    return steps.filter(({ wait }) => {
      time += wait
      return time <= MINUTE
    })
  }

  test(
    "nodes that share a limit admit no more than one bucket has, and at most a tenth of the limit less",
    () =>
      withDatabase(postgres, function* () {
        const runtime = yield* Effect.runtime<Calls>()
        let count = 0
        yield* Effect.promise(() =>
          forAllAsync({ numRuns: 60 }, patterns(12), async ({ nodes, perMinute, steps }) => {
            const { admitted, ideal } = await Effect.runPromise(
              Effect.provide(play(`key ${count++}`, perMinute, nodes, within(steps)), runtime)
            )
            expect(ideal - admitted).toBeLessThanOrEqual(Math.max(1, Math.ceil(perMinute / 10)))
          })
        )
      }),
    120_000
  )

  test(
    "a node alone admits of a shared limit what one bucket would, but for a fiftieth",
    () =>
      withDatabase(postgres, function* () {
        const runtime = yield* Effect.runtime<Calls>()
        let count = 0
        yield* Effect.promise(() =>
          forAllAsync({ numRuns: 60 }, patterns(1), async ({ perMinute, steps }) => {
            const { admitted, calls, ideal, requests } = await Effect.runPromise(
              Effect.provide(play(`key ${count++}`, perMinute, 1, within(steps)), runtime)
            )
            expect(ideal - admitted).toBeLessThanOrEqual(1 + perMinute / 50)
            expect(calls).toBeLessThanOrEqual(requests)
          })
        )
      }),
    120_000
  )

  const rates = [
    { perMinute: 600, nodes: 1, every: 150, most: 0.2 },
    { perMinute: 600, nodes: 3, every: 150, most: 0.3 },
    { perMinute: 600, nodes: 10, every: 105, most: 0.5 },
    { perMinute: 60, nodes: 3, every: 1_500, most: 0.8 },
    // Ten times what is allowed.
    { perMinute: 600, nodes: 3, every: 10, most: 0.4 }
  ]
  test.each(rates)(
    "%j: requests that go round the nodes of a shared limit ask the database less than once each",
    ({ every, most, nodes, perMinute }) =>
      withDatabase(postgres, function* () {
        const steps = Array.from({ length: Math.floor(MINUTE / every) }, (_, index) => ({
          node: index,
          wait: every,
          requests: 1
        }))
        const { admitted, calls, ideal, requests } = yield* play("key", perMinute, nodes, steps)
        expect(calls / requests).toBeLessThanOrEqual(most)
        expect(admitted).toBeGreaterThanOrEqual(0.9 * ideal)
      }),
    60_000
  )
})
