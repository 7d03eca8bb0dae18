/**
 * How the server does, at a glance. Read from sums by day: so many rows as there
 * are days, wallets, keys and running jobs, whatever the number of requests,
 * clips and entries of the ledger.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Schema } from "effect"
import * as Money from "../../billing/Money.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { dayOf, isoDay } from "../IsoTimes.ts"
import * as Capabilities from "../requests/Capabilities.ts"
import * as DurationClasses from "../requests/DurationClasses.ts"
import { RequestLog } from "../requests/RequestLog.ts"
import { Capability } from "../requests/RequestsApi.ts"
import { DEFAULT_LOW_BALANCE } from "../wallets/WalletsApi.ts"
import type { Overview as Shown } from "./OverviewApi.ts"

/**
 * Sums of amounts are taken in steps of 0.0001 ETB, the smallest of any amount:
 * micro-ETB of many wallets would exceed what an integer of the database holds.
 */
const STEPS_PER_ETB = 10_000

const LOW = Money.fromEtb(DEFAULT_LOW_BALANCE)

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
    low: Schema.Int,
    balance: Etb,
    spent: Etb,
    keys: Schema.Int,
    held: Etb,
    running: Schema.Int
  })
)

const Ended = Schema.Struct({ day: Schema.Int, capability: Capability, code: Schema.String, requests: Schema.Int })
const Lasted = Schema.Struct({ capability: Capability, class: Schema.Int, requests: Schema.Int })
const Spend = Schema.Struct({ day: Schema.Int, operation: Schema.String, charged: Etb })

const decodeTotals = Schema.decodeUnknown(Totals)
const readEnded = rowsOf(Ended)
const readLasted = rowsOf(Lasted)
const readSpend = rowsOf(Spend)

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
  const overview = make()
  all.set(key, overview)
  return overview
}

type Uses = Map<Capability, Use>
const noUses = (): Uses => new Map()
const noUse = () => new Use()
const noCounts = () => new Map<number, number>()

const shown = (capability: Capability, { errors, requests, spend }: Use) => ({ capability, requests, errors, spend })

/** In the contract's order. */
const inOrder = (uses: Uses) =>
  Capability.literals.flatMap((capability) => {
    const use = uses.get(capability)
    return use === undefined ? [] : [{ capability, use }]
  })

/** What was used by day, and in all these days. */
const usesOf = (ended: ReadonlyArray<typeof Ended.Type>, spent: ReadonlyArray<typeof Spend.Type>) => {
  const byDay = new Map<number, Uses>()
  const inAll = noUses()
  const add = (day: number, capability: Capability, more: Parameters<Use["add"]>[0]) => {
    for (const uses of [at(byDay, day, noUses), inAll]) at(uses, capability, noUse).add(more)
  }
  for (const { capability, code, day, requests } of ended) {
    add(day, capability, { requests, errors: code === "" ? 0 : requests })
  }
  for (const { charged, day, operation } of spent) add(day, Capabilities.ofOperation(operation), { spend: charged })
  return { byDay, inAll }
}

const add = <Key>(counts: Map<Key, number>, key: Key, more: number) => counts.set(key, (counts.get(key) ?? 0) + more)

/** How many requests each error ended, the commonest first. */
const errorsOf = (ended: ReadonlyArray<typeof Ended.Type>) => {
  const codes = new Map<string, number>()
  for (const { code, requests } of ended) if (code !== "") add(codes, code, requests)
  return Array.from(codes, ([code, count]) => ({ code, count })).toSorted(
    (one, other) => other.count - one.count || (one.code < other.code ? -1 : 1)
  )
}

/** How many requests of each capability took how long, by class. */
const durationsOf = (lasted: ReadonlyArray<typeof Lasted.Type>) => {
  const durations = new Map<Capability, Map<number, number>>()
  for (const { capability, class: index, requests } of lasted) {
    add(at(durations, capability, noCounts), index, requests)
  }
  return durations
}

const percentilesOf = (counts: ReadonlyMap<number, number> = new Map()) => ({
  p50_ms: DurationClasses.percentile(counts, 0.5),
  p95_ms: DurationClasses.percentile(counts, 0.95),
  p99_ms: DurationClasses.percentile(counts, 0.99)
})

export class Overview extends Effect.Service<Overview>()("dashboard/overview/Overview", {
  dependencies: [RequestLog.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()
    const { perSecond } = yield* RequestLog

    const totals = sql`
      SELECT
        (SELECT COUNT(*) FROM wallets) AS wallets,
        (SELECT COUNT(*) FROM wallets WHERE balance < ${LOW}) AS low,
        (SELECT CAST(COALESCE(SUM(balance / 100), 0) AS BIGINT) FROM wallets) AS balance,
        (SELECT CAST(COALESCE(SUM(spent / 100), 0) AS BIGINT) FROM wallets) AS spent,
        (SELECT COUNT(*) FROM api_keys WHERE revoked_at IS NULL) AS keys,
        (SELECT CAST(COALESCE(SUM(hold / 100), 0) AS BIGINT) FROM jobs WHERE state = 'running') AS held,
        (SELECT COUNT(*) FROM jobs WHERE state = 'running') AS running`.pipe(Effect.flatMap(decodeTotals), Effect.orDie)

    /** Of the days from `first` to `last`, by their numbers. */
    const ended = (first: number, last: number) =>
      sql`
        SELECT day, capability, code, requests FROM request_days WHERE day BETWEEN ${first} AND ${last}`.pipe(readEnded)

    const lasted = (first: number, last: number) =>
      sql`
        SELECT capability, class, CAST(SUM(requests) AS BIGINT) AS requests
        FROM duration_days WHERE day BETWEEN ${first} AND ${last} GROUP BY capability, class`.pipe(readLasted)

    const spent = (first: number, last: number) =>
      sql`
        SELECT day, operation, charged / 100 AS charged
        FROM spend_days WHERE day BETWEEN ${first} AND ${last}`.pipe(readSpend)

    /** How the server did in so many days, of which today (in UTC) is the last, and what it does now. */
    const look = Effect.fn("Overview.look")(function* (count: number): Effect.fn.Return<Shown> {
      yield* turn
      const last = dayOf(yield* Clock.currentTimeMillis)
      const first = last - count + 1
      const [{ keys, running, ...sums }] = yield* totals
      const ends = yield* ended(first, last)
      const { byDay, inAll } = usesOf(ends, yield* spent(first, last))
      const durations = durationsOf(yield* lasted(first, last))
      return {
        balance: sums.balance,
        held: sums.held,
        spent: sums.spent,
        wallets: sums.wallets,
        low_wallets: sums.low,
        keys,
        days: Array.from({ length: count }, (_, index) => ({
          day: isoDay(first + index),
          capabilities: inOrder(byDay.get(first + index) ?? noUses()).map(({ capability, use }) =>
            shown(capability, use)
          )
        })),
        capabilities: inOrder(inAll).map(({ capability, use }) => ({
          ...shown(capability, use),
          ...percentilesOf(durations.get(capability))
        })),
        errors: errorsOf(ends),
        now: { running_jobs: running, per_second: yield* perSecond }
      }
    })

    return { look }
  })
}) {}
