/** The overview: its numbers are those of a plain recount, and it reads sums, whatever the number of rows behind them. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { Clock, Effect, FastCheck as fc, Layer } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Overview } from "../../src/dashboard/overview/Overview.ts"
import * as DurationClasses from "../../src/dashboard/requests/DurationClasses.ts"
import { RequestLog } from "../../src/dashboard/requests/RequestLog.ts"
import { DEFAULT_LOW_BALANCE } from "../../src/dashboard/wallets/WalletsApi.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { fill } from "../support/LargeDatabase.ts"
import { forAll } from "../support/Property.ts"
import { eachStore, type Fresh } from "../support/Stores.ts"
import { write } from "../support/Write.ts"
import { answered } from "./Answered.ts"

const DAY = 86_400_000
/** The last millisecond of a day in UTC. */
const NOW = Date.UTC(2026, 10, 22) - 1

const atNow: Clock.Clock = Object.assign(Object.create(Clock.make()), {
  currentTimeMillis: Effect.succeed(NOW),
  unsafeCurrentTimeMillis: () => NOW
})

/** Runs over a new database, as if it were `NOW`. */
const over = <A>(fresh: Fresh, body: EffectBody<Overview | RequestLog | Writer, [], A>): Promise<A> =>
  Effect.gen(function* () {
    const services = Layer.provideMerge(Layer.merge(Overview.Default, RequestLog.Default), yield* fresh)
    return yield* Effect.provide(Effect.withClock(Effect.gen(body), atNow), services)
  }).pipe(Effect.scoped, Effect.runPromise)

eachStore("the overview of an unused server has a day for each that was asked for, and no more", (fresh) =>
  over(fresh, function* () {
    const { look } = yield* Overview
    const seen = yield* look(3)
    expect(seen).toEqual({
      balance: 0,
      held: 0,
      spent: 0,
      wallets: 0,
      low_wallets: 0,
      keys: 0,
      days: ["2026-11-19", "2026-11-20", "2026-11-21"].map((day) => ({ day, capabilities: [] })),
      capabilities: [],
      errors: [],
      now: { running_jobs: 0, per_second: Array.from({ length: 60 }, () => 0) }
    })
  })
)

eachStore("the overview counts wallets whose balance is below the mark, and not one that is at it", (fresh) =>
  over(fresh, function* () {
    yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('a', 'a', 0), ('b', 'b', 0), ('c', 'c', 0)")
    for (const [wallet, amount] of [
      ["a", Money.fromEtb(DEFAULT_LOW_BALANCE)],
      ["b", Money.fromEtb(DEFAULT_LOW_BALANCE) - 100]
    ] as const) {
      yield* write(
        `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, note, created_at)
           VALUES (?, ?, 'credit', ?, ?, 'x', 0)`,
        ...[`l${wallet}`, wallet, amount, amount]
      )
    }
    expect((yield* (yield* Overview).look(1)).low_wallets).toBe(2)
  })
)

eachStore("the overview's numbers are those of a plain recount, whatever was asked and charged", (fresh) =>
  over(fresh, function* () {
    const { add, flush } = yield* RequestLog
    const { look } = yield* Overview
    yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('a', 'a', 0), ('b', 'b', 0)")
    const one = fc.record({
      ago: fc.integer({ min: 0, max: 6 * DAY }),
      route: fc.constantFrom("/api/v1/voice/usage", "/api/v1/chat_generate", "/api/v1/translate", "/api/v1/usage"),
      code: fc.constantFrom(undefined, undefined, "RATE_LIMITED", "NOT_FOUND"),
      seconds: fc.double({ min: 0, max: 3, noNaN: true }),
      charge: fc.option(fc.integer({ min: 0, max: 50_000 }), { nil: undefined }),
      operation: fc.constantFrom("chat", "translation", "voice.generation", "voice.legacy"),
      wallet: fc.constantFrom("a", "b")
    })
    const all = fc.sample(one, 400)
    const balances: Record<string, number> = { a: 0, b: 0 }
    for (const [index, { ago, charge, code, operation, route, seconds, wallet }] of all.entries()) {
      add(answered({ keyId: "key", route, code, seconds, time: NOW - ago + seconds * 1_000 }))
      if (charge === undefined) continue
      balances[wallet] = (balances[wallet] ?? 0) - charge * 100
      yield* write(
        `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
           VALUES (?, ?, 'charge', ?, ?, ?, ?, ?)`,
        ...[`l${index}`, wallet, -charge * 100, balances[wallet] ?? 0, operation, `j${index}`, NOW - ago]
      )
    }
    yield* flush
    const seen = yield* look(5)
    const first = NOW + 1 - 5 * DAY
    const within = all.filter(({ ago }) => NOW - ago >= first)
    const capabilityOf = (route: string) =>
      ({ "/api/v1/voice/usage": "voice", "/api/v1/chat_generate": "chat", "/api/v1/translate": "translation" })[
        route
      ] ?? "other"
    const paidFor = (operation: string) =>
      ({ "voice.generation": "voice", "voice.legacy": "legacy_voice" })[operation] ?? operation
    const recount = (some: typeof all) =>
      ["voice", "legacy_voice", "chat", "translation", "other"].flatMap((capability) => {
        const asked = some.filter(({ route }) => capabilityOf(route) === capability)
        const paid = some.filter(({ charge, operation }) => charge !== undefined && paidFor(operation) === capability)
        if (asked.length + paid.length === 0) return []
        const errors = asked.filter(({ code }) => code !== undefined).length
        const spend = paid.reduce((sum, { charge = 0 }) => sum + charge, 0) / 10_000
        return [{ capability, requests: asked.length, errors, spend }]
      })
    const days = Array.from({ length: 5 }, (_, index) => {
      const from = first + index * DAY
      const some = within.filter(({ ago }) => NOW - ago >= from && NOW - ago < from + DAY)
      return { day: new Date(from).toISOString().slice(0, 10), capabilities: recount(some) }
    })
    expect(seen.days as unknown).toEqual(days)
    expect(seen.capabilities.map(({ p50_ms: _, p95_ms: __, p99_ms: ___, ...counts }) => counts) as unknown).toEqual(
      recount(within)
    )
    const codes = Map.groupBy(
      within.flatMap(({ code }) => code ?? []),
      (code) => code
    )
    expect(new Map(seen.errors.map(({ code, count }) => [code, count]))).toEqual(
      new Map(Array.from(codes, ([code, some]) => [code, some.length]))
    )
    expect(seen.errors.map(({ count }) => count)).toEqual(
      seen.errors.map(({ count }) => count).toSorted((left, right) => right - left)
    )
    expect(Math.round((seen.balance + seen.spent) * 10_000)).toBe(0)
    for (const { capability, p50_ms, p95_ms, p99_ms } of seen.capabilities) {
      const times = within
        .filter(({ route }) => capabilityOf(route) === capability)
        .map(({ seconds }) => seconds * 1_000)
      const sorted = times.toSorted((left, right) => left - right)
      if (sorted.length === 0) {
        expect([p50_ms, p95_ms, p99_ms]).toEqual([null, null, null])
        continue
      }
      for (const [share, told] of [
        [0.5, p50_ms],
        [0.95, p95_ms],
        [0.99, p99_ms]
      ] as const) {
        const real = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
        expect(told).toBeGreaterThan(real / 1.2 - 0.2)
        expect(told).toBeLessThan(real * 1.2 + 0.2)
      }
    }
  })
)

eachStore("a day of the overview ends at midnight in UTC, by a request's arrival", (fresh) =>
  over(fresh, function* () {
    const { add, flush } = yield* RequestLog
    const { look } = yield* Overview
    const midnight = NOW + 1 - DAY
    add(answered({ keyId: "key", time: midnight + 500, seconds: 1 }))
    add(answered({ keyId: "key", time: midnight + 1_000, seconds: 1 }))
    add(answered({ keyId: "key", time: NOW, seconds: 0 }))
    // Of tomorrow, as where the clock was set back.
    add(answered({ keyId: "key", time: NOW + 1, seconds: 0 }))
    yield* flush
    const { days } = yield* look(2)
    expect(days.map(({ capabilities, day }) => [day, capabilities.map(({ requests }) => requests)])).toEqual([
      ["2026-11-20", [1]],
      ["2026-11-21", [2]]
    ])
  })
)

eachStore("the overview's sums of more micro-ETB than a number holds are exact to the smallest amount", (fresh) =>
  over(fresh, function* () {
    const { look } = yield* Overview
    for (let wallet = 0; wallet < 20; wallet++) {
      yield* write(`INSERT INTO wallets (id, name, created_at) VALUES ('${wallet}', 'rich', 0)`)
      yield* write(
        `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, created_at)
           VALUES ('${wallet}', '${wallet}', 'credit', 1000000000000100, 1000000000000100, 0)`
      )
    }
    expect((yield* look(1)).balance).toBe(20_000_000_000.002)
  })
)

/** What a busy server has. */
const used: Fresh = Effect.flatMap(temporary, (folder) => {
  const filename = join(folder, "qal.sqlite")
  const amounts = { wallets: 10, entries: 100, clips: 10, requests: 100 }
  return Effect.as(
    Effect.promise(() => fill(filename, amounts, NOW)),
    Sql.layer(filename)
  )
})

test("the overview shows what runs now", () =>
  over(used, function* () {
    const { add } = yield* RequestLog
    const { look } = yield* Overview
    for (let times = 0; times < 5; times++) add(answered({ keyId: "key", time: NOW - 2_000 }))
    const seen = yield* look(90)
    expect(seen.now.running_jobs).toBe(100)
    expect(seen.held).toBe(0.505)
    expect(seen.now.per_second.slice(57)).toEqual([0, 5, 0])
    expect(seen.keys).toBe(10)
    expect(seen.days.at(-1)?.capabilities.length).toBeGreaterThan(0)
  }))

test("every duration is in its histogram class, and a percentile is off by less than 19 %", () => {
  forAll(
    { numRuns: 300 },
    fc.array(fc.integer({ min: 0, max: 400_000_000 }), { minLength: 1, maxLength: 50 }),
    (times) => {
      const counts = new Map<number, number>()
      for (const micros of times) {
        const index = DurationClasses.classOf(micros)
        counts.set(index, (counts.get(index) ?? 0) + 1)
      }
      const sorted = times.toSorted((left, right) => left - right)
      for (const share of [0.01, 0.5, 0.95, 1]) {
        const real = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
        const told = (DurationClasses.percentile(counts, share) ?? -1) * 1_000
        expect(told).toBeLessThanOrEqual(Math.max(real, 100) * 1.19 + 1)
        expect(told).toBeGreaterThanOrEqual(real > 100 ? real / 1.19 - 1 : 0)
      }
    }
  )
  expect(DurationClasses.percentile(new Map(), 0.5)).toBeNull()
})
