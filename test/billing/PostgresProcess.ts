/** Two nodes on one Postgres, each behind a wire that can be cut at any message. */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Logger, ManagedRuntime, Redacted, Schedule, Scope } from "effect"
import { Jobs } from "../../src/billing/Jobs.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { JobStore } from "../../src/storage/JobStore.ts"
import { Node, layer as NodeLayer } from "../../src/storage/postgres/Node.ts"
import * as PostgresStore from "../../src/storage/postgres/Postgres.ts"
import { type Ask, askOf, wired } from "../support/Nodes.ts"
import type { Proxy } from "../support/Proxy.ts"
import { type Nodes, PRODUCTS, type Process } from "./JobsWorld.ts"

const CONNECTIONS = 3
const POLL = Schedule.spaced("2 millis")

const layerOf = (url: string) =>
  Layer.mergeAll(Jobs.Default, Wallet.Default).pipe(
    // The one that its jobs have too: a layer is built once.
    Layer.provideMerge(NodeLayer),
    Layer.provideMerge(PostgresStore.layer({ url: Redacted.make(url), connections: CONNECTIONS })),
    Layer.provide(Logger.remove(Logger.defaultLogger))
  )

/** Until the database has ended what the dead process asked of it last, of which nobody hears. */
const untilGone = (ask: Ask, ports: ReadonlyArray<number>) =>
  Effect.repeat(ask("SELECT 1 FROM pg_stat_activity WHERE client_port = ANY ($1)", ports), {
    until: (rows) => rows.length === 0,
    schedule: POLL
  })

/** A node behind its wire. */
const start = (ask: Ask, url: string, proxy: Proxy) =>
  Effect.gen(function* () {
    const runtime = ManagedRuntime.make(layerOf(url))
    const run = <A, E>(effect: Effect.Effect<A, E, Jobs | Wallet | SqlClient.SqlClient | JobStore | Node>) =>
      Effect.flatten(Effect.promise(() => runtime.runPromise(Effect.exit(effect))))
    const node = yield* Effect.orDie(run(Node))
    const store = yield* Effect.orDie(run(JobStore))

    /** Has this node find that another was not heard of for a lease. */
    const bury = (dead: string) =>
      Effect.gen(function* () {
        yield* ask("UPDATE nodes SET steady_since = 0 WHERE id = $1", yield* node.id)
        yield* ask("UPDATE nodes SET seen_at = 0 WHERE id = $1 AND dead_at IS NULL", dead)
        yield* Effect.orDie(store.recover(0, 0))
        return yield* ask(
          `SELECT 1 FROM nodes WHERE id = $1 AND dead_at IS NULL
           UNION ALL SELECT 1 FROM jobs WHERE node_id = $1 AND state = 'running'`,
          dead
        )
        // Again where it said meanwhile that it lives, or another node looks for the dead at this moment.
      }).pipe(Effect.repeat({ until: (left) => left.length === 0, schedule: POLL }))

    return { run, id: node.id, bury, proxy, dispose: Effect.promise(() => runtime.dispose()) }
  })
type Started = Effect.Effect.Success<ReturnType<typeof start>>

/** On a fresh database, whose address `fresh` gives. */
export const nodes = (fresh: () => Promise<string>): Effect.Effect<Nodes, never, Scope.Scope> =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(fresh)
    const ask = yield* askOf(url)
    const scope = yield* Effect.scope
    const live = new Map<number, Started>()

    const boot = (at: number): Effect.Effect<Process> =>
      Effect.gen(function* () {
        const { near, wire } = yield* Scope.extend(wired(url), scope)
        const started = yield* start(ask, near, wire)
        if (live.size === 0) yield* ask(PRODUCTS)
        const before = live.get(at)
        live.set(at, started)
        if (before !== undefined) {
          yield* untilGone(ask, before.proxy.farPorts())
          yield* started.bury(yield* before.id)
          // It waits for its jobs, which may never end.
          yield* Effect.forkDaemon(before.dispose)
        }
        return {
          run: started.run,
          dieAfter: (words) => Effect.sync(() => wire.cutAfter(words)),
          isDead: wire.isCut,
          stop: started.dispose,
          lose: Effect.flatMap(started.id, (id) => live.get(1 - at)?.bury(id) ?? Effect.void)
        }
      })
    return { count: 2, boot }
  })
