/**
 * How the server does, at a glance. Read from sums by day: so many rows as there
 * are days, wallets, keys and running jobs, whatever the number of requests,
 * clips and entries of the ledger.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, DateTime, Effect, Schema } from "effect"
import * as Capabilities from "./Capabilities.ts"
import * as Durations from "./Durations.ts"
import type { Overview as Shown } from "./OverviewApi.ts"
import { DAY } from "./RequestBuffer.ts"
import { RequestLog } from "./RequestLog.ts"
import { Capability } from "./RequestsApi.ts"

/**
 * Sums of amounts are taken in steps of 0.0001 ETB, the smallest of any amount:
 * micro-ETB of many wallets would exceed what SQLite's integers hold.
 */
const STEPS_PER_ETB = 10_000

const Etb = Schema.Number.pipe(
  Schema.transform(Schema.Number, {
    strict: true,
    decode: (steps) => steps / STEPS_PER_ETB,
    encode: (etb) => Math.round(etb * STEPS_PER_ETB)
  })
)

const Totals = Schema.Tuple(
  Schema.Struct({
    wallets: Schema.Int,
    balance: Etb,
    spent: Etb,
    keys: Schema.Int,
    held: Etb,
    running: Schema.Int
  })
)

const Day = Schema.Struct({ day: Schema.Int, capability: Capability, requests: Schema.Int, errors: Schema.Int })
const Ending = Schema.Struct({ capability: Capability, code: Schema.String, bucket: Schema.Int, requests: Schema.Int })
const Spend = Schema.Struct({ day: Schema.Int, operation: Schema.String, charged: Etb })

const decodeTotals = Schema.decodeUnknown(Totals)
const decodeDays = Schema.decodeUnknown(Schema.Array(Day))
const decodeEndings = Schema.decodeUnknown(Schema.Array(Ending))
const decodeSpend = Schema.decodeUnknown(Schema.Array(Spend))

/** What was used in one day, or in all. */
class Use {
  requests = 0
  errors = 0
  /** Steps would be exact; a sum of some hundred numbers of ETB is, once rounded to them. */
  #spend = 0

  get spend(): number {
    return Math.round(this.#spend * STEPS_PER_ETB) / STEPS_PER_ETB
  }

  add({ errors = 0, requests = 0, spend = 0 }: { errors?: number; requests?: number; spend?: number }): void {
    this.requests += requests
    this.errors += errors
    this.#spend += spend
  }
}

/** What of `all` is kept under `key`, made where there is none. */
const at = <Key, Value>(all: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  all.set(key, made)
  return made
}

type Uses = Map<Capability, Use>
const noUses = (): Uses => new Map()
const noUse = () => new Use()

const shown = (capability: Capability, { errors, requests, spend }: Use) => ({ capability, requests, errors, spend })

/** In the contract's order. */
const inOrder = (uses: Uses) =>
  Capability.literals.flatMap((capability) => {
    const use = uses.get(capability)
    return use === undefined ? [] : [{ capability, use }]
  })

/** What was used by day, and in all these days. */
const usesOf = (days: ReadonlyArray<typeof Day.Type>, spent: ReadonlyArray<typeof Spend.Type>) => {
  const byDay = new Map<number, Uses>()
  const inAll = noUses()
  const add = (day: number, capability: Capability, more: Parameters<Use["add"]>[0]) => {
    for (const uses of [at(byDay, day, noUses), inAll]) at(uses, capability, noUse).add(more)
  }
  for (const { capability, day, errors, requests } of days) add(day, capability, { requests, errors })
  for (const { charged, day, operation } of spent) add(day, Capabilities.ofOperation(operation), { spend: charged })
  return { byDay, inAll }
}

const add = <Key>(counts: Map<Key, number>, key: Key, more: number) => counts.set(key, (counts.get(key) ?? 0) + more)

/** How requests ended: how many by code, and by class of duration for each capability. */
const endingsOf = (endings: ReadonlyArray<typeof Ending.Type>) => {
  const codes = new Map<string, number>()
  const durations = new Map<Capability, Map<number, number>>()
  for (const { bucket, capability, code, requests } of endings) {
    if (code !== "") add(codes, code, requests)
    add(
      at(durations, capability, () => new Map<number, number>()),
      bucket,
      requests
    )
  }
  const errors = Array.from(codes, ([code, count]) => ({ code, count }))
  return { durations, errors: errors.toSorted((one, other) => other.count - one.count) }
}

const percentilesOf = (counts: ReadonlyMap<number, number> = new Map()) => ({
  p50_ms: Durations.percentile(counts, 0.5),
  p95_ms: Durations.percentile(counts, 0.95),
  p99_ms: Durations.percentile(counts, 0.99)
})

export class Overview extends Effect.Service<Overview>()("dashboard/Overview", {
  dependencies: [RequestLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { perSecond } = yield* RequestLog

    const totals = sql`
      SELECT
        (SELECT COUNT(*) FROM wallets) AS wallets,
        (SELECT COALESCE(SUM(balance / 100), 0) FROM wallets) AS balance,
        (SELECT COALESCE(SUM(spent / 100), 0) FROM wallets) AS spent,
        (SELECT COUNT(*) FROM api_keys WHERE revoked_at IS NULL) AS keys,
        (SELECT COALESCE(SUM(hold / 100), 0) FROM jobs WHERE state = 'running') AS held,
        (SELECT COUNT(*) FROM jobs WHERE state = 'running') AS running`.pipe(Effect.flatMap(decodeTotals), Effect.orDie)

    /** Of the days from `first` to `last`, by their numbers. */
    const days = (first: number, last: number) =>
      sql`
        SELECT day, capability, SUM(requests) AS requests,
          SUM(CASE code WHEN '' THEN 0 ELSE requests END) AS errors
        FROM request_days WHERE day BETWEEN ${first} AND ${last} GROUP BY day, capability`.pipe(
        Effect.flatMap(decodeDays),
        Effect.orDie
      )

    const endings = (first: number, last: number) =>
      sql`
        SELECT capability, code, bucket, SUM(requests) AS requests
        FROM request_days WHERE day BETWEEN ${first} AND ${last} GROUP BY capability, code, bucket`.pipe(
        Effect.flatMap(decodeEndings),
        Effect.orDie
      )

    const spent = (first: number, last: number) =>
      sql`
        SELECT day, operation, charged / 100 AS charged
        FROM spend_days WHERE day BETWEEN ${first} AND ${last}`.pipe(Effect.flatMap(decodeSpend), Effect.orDie)

    /** How the server did in so many days, of which today (in UTC) is the last, and what it does now. */
    const look = Effect.fn("Overview.look")(function* (count: number): Effect.fn.Return<Shown> {
      const last = Math.floor((yield* Clock.currentTimeMillis) / DAY)
      const first = last - count + 1
      const [{ keys, running, ...sums }] = yield* totals
      const { byDay, inAll } = usesOf(yield* days(first, last), yield* spent(first, last))
      const { durations, errors } = endingsOf(yield* endings(first, last))
      return {
        balance: sums.balance,
        held: sums.held,
        spent: sums.spent,
        wallets: sums.wallets,
        keys,
        days: Array.from({ length: count }, (_, index) => ({
          day: DateTime.formatIsoDateUtc(DateTime.unsafeMake((first + index) * DAY)),
          capabilities: inOrder(byDay.get(first + index) ?? noUses()).map(({ capability, use }) =>
            shown(capability, use)
          )
        })),
        capabilities: inOrder(inAll).map(({ capability, use }) => ({
          ...shown(capability, use),
          ...percentilesOf(durations.get(capability))
        })),
        errors,
        now: { running_jobs: running, per_second: yield* perSecond }
      }
    })

    return { look }
  })
}) {}
