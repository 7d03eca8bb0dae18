/**
 * Requests that were answered, until they are written: their rows, bounded, and
 * their sums. A request that finds no room for its row is in the sums all the same.
 */
import { Context, Effect, type Scope } from "effect"
import type { CompletedRequest } from "../../http/RequestObserver.ts"
import * as Metrics from "../../runtime/Metrics.ts"
import { dayOf } from "../IsoTimes.ts"
import * as Capabilities from "./Capabilities.ts"
import * as DurationClasses from "./DurationClasses.ts"
import type { Capability } from "./RequestsApi.ts"

/** Milliseconds. */
const SECOND = 1_000

/** Rows that wait at most: about 10 MB. */
const ROOM = 20_000
/** How many of these may be rows of requests that succeeded and began no job. The rest of the room is for requests that cost money or failed. */
const PLAIN_ROOM = 15_000

/**
 * Rows of requests without a key: as many at once, and then one more in so many
 * milliseconds. Whoever has no key cannot push what clients did out of the list
 * so: of the million rows that it has in 30 days, these are two thirds at most.
 */
const STRANGERS_AT_ONCE = 10_000
const STRANGER_EVERY = 4 * SECOND

/** Seconds whose requests are counted each for itself. */
export const RECENT_SECONDS = 60

/** So many in each of the last `RECENT_SECONDS` whole seconds, oldest first. */
export type PerSecond = ReadonlyArray<number>

/** Requests that were answered in each of the last seconds: by this process, or by all nodes of a database (`SharedSeconds`). */
export class RecentRequests extends Context.Reference<RecentRequests>()("dashboard/requests/RecentRequests", {
  defaultValue: (): {
    /** Tells other nodes of this process's requests as long as the scope lives, and answers those of all nodes. */
    readonly shared: (own: Effect.Effect<PerSecond>) => Effect.Effect<Effect.Effect<PerSecond>, never, Scope.Scope>
  } => ({ shared: Effect.succeed })
}) {}

const FIRST_ERROR = 400

const dropped = Metrics.counter(
  "qal_request_rows_dropped_total",
  "Requests that were counted, but are not listed in the dashboard: there were too many at once, or too many without a key",
  []
)

/** The columns of `requests`, in their order, without `seq`; `jobs` is a JSON array. */
export type Row = readonly [
  id: string,
  at: number,
  method: string,
  route: string,
  capability: Capability,
  status: number,
  code: string | null,
  micros: number,
  walletId: string | null,
  keyId: string | null,
  jobs: string | null,
  said: string | null
]

/** Of one day and capability, and one code of `request_days` or one class of `duration_days`. */
interface Sum<By> {
  readonly day: number
  readonly capability: Capability
  readonly by: By
  requests: number
}

type Sums<By> = Map<string, Sum<By>>

const count = <By>(sums: Sums<By>, sum: Sum<By>): void => {
  const name = `${sum.day} ${sum.capability} ${sum.by}`
  const known = sums.get(name)
  if (known === undefined) sums.set(name, sum)
  else known.requests += sum.requests
}

/** What is written at once. */
export interface Batch {
  readonly rows: ReadonlyArray<Row>
  /** By the code of the error, which is empty for what went well. */
  readonly codes: ReadonlyArray<Sum<string>>
  /** By the class of duration; without sockets. */
  readonly durations: ReadonlyArray<Sum<number>>
  /** When each key was last used, in milliseconds since 1970. */
  readonly used: ReadonlyMap<string, number>
}

/** The code of a failed request, as its row has it; none where it succeeded. A response without an error code has its status. */
const codeOf = ({ record, status }: CompletedRequest): string | null =>
  record.code ?? (status >= FIRST_ERROR ? `HTTP_${status}` : null)

/** Of nobody that is known: without a key, and without a job. */
const isOfStranger = ({ jobs, keyId, walletId }: CompletedRequest["record"]): boolean =>
  keyId === undefined && walletId === undefined && jobs.length === 0

export class RequestBuffer {
  #rows: Array<Row> = []
  /** As many as days, capabilities, codes and classes come together: some hundred a day. */
  #codes: Sums<string> = new Map()
  #durations: Sums<number> = new Map()
  /** As many as keys are used. */
  #used = new Map<string, number>()
  readonly #perSecond = Array.from({ length: RECENT_SECONDS }, () => ({ second: -1, requests: 0 }))
  #dropped = 0
  #strangers = STRANGERS_AT_ONCE
  #strangersAt = 0

  get isEmpty(): boolean {
    return this.#rows.length === 0 && this.#codes.size === 0 && this.#used.size === 0
  }

  /** Rows that found no room so far. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes a request, where requests to its path are recorded; says whether it did. */
  add(answered: CompletedRequest): boolean {
    const { method, path, record, seconds, status, time } = answered
    const capability = Capabilities.ofPath(path)
    if (capability === undefined) return false
    const micros = Math.max(0, Math.round(seconds * 1e6))
    const at = Math.min(time, Math.round(time - seconds * SECOND))
    const code = codeOf(answered)
    const day = dayOf(at)
    count(this.#codes, { day, capability, by: code ?? "", requests: 1 })
    // What was refused for want of a key says nothing of how long work takes.
    if (!record.upgraded && record.keyId !== undefined)
      count(this.#durations, { day, capability, by: DurationClasses.classOf(micros), requests: 1 })
    this.#tick(Math.floor(time / SECOND))
    if (record.keyId !== undefined) this.#used.set(record.keyId, time)
    const { jobs } = record
    const isFull = this.#rows.length >= (code === null && jobs.length === 0 ? PLAIN_ROOM : ROOM)
    if (isFull || (isOfStranger(record) && !this.#admitsStranger(time))) {
      this.#drop(1)
      return true
    }
    const named = jobs.length === 0 ? null : JSON.stringify(jobs)
    const owner = [record.walletId ?? null, record.keyId ?? null] as const
    this.#rows.push([
      record.id,
      at,
      method,
      path,
      capability,
      status,
      code,
      micros,
      ...owner,
      named,
      record.said ?? null
    ])
    return true
  }

  /** Takes all that waits, with the oldest `most` rows. The caller gives it back where it cannot be written. */
  take(most: number): Batch {
    const batch = {
      rows: this.#rows.splice(0, most),
      codes: Array.from(this.#codes.values()),
      durations: Array.from(this.#durations.values()),
      used: this.#used
    }
    this.#codes = new Map()
    this.#durations = new Map()
    this.#used = new Map()
    return batch
  }

  /** Takes back what could not be written, before what came since. */
  giveBack({ codes, durations, rows, used }: Batch): void {
    this.#drop(Math.max(0, rows.length + this.#rows.length - ROOM))
    this.#rows = [...rows, ...this.#rows].slice(0, ROOM)
    for (const sum of codes) count(this.#codes, sum)
    for (const sum of durations) count(this.#durations, sum)
    this.#used = new Map([...used, ...this.#used])
  }

  /** Requests that were answered in each of the last whole seconds before `now` (milliseconds since 1970), oldest first. */
  perSecond(now: number): PerSecond {
    const first = Math.floor(now / SECOND) - RECENT_SECONDS
    return this.#perSecond.map((_, at) => {
      const counted = this.#perSecond[(first + at) % RECENT_SECONDS]
      return counted?.second === first + at ? counted.requests : 0
    })
  }

  /** Whether one more row without a key has its turn. */
  #admitsStranger(now: number): boolean {
    const since = Math.max(0, now - this.#strangersAt)
    this.#strangersAt = Math.max(now, this.#strangersAt)
    this.#strangers = Math.min(STRANGERS_AT_ONCE, this.#strangers + since / STRANGER_EVERY)
    if (this.#strangers < 1) return false
    this.#strangers--
    return true
  }

  #tick(second: number): void {
    const counted = this.#perSecond[second % RECENT_SECONDS]
    if (counted === undefined) return
    if (counted.second !== second) Object.assign(counted, { second, requests: 0 })
    counted.requests++
  }

  #drop(rows: number): void {
    if (rows === 0) return
    this.#dropped += rows
    dropped(rows)
  }
}
