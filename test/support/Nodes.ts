/** Several nodes on one Postgres, within the process of a test: connections of its own for each. */
import { afterAll, beforeAll } from "bun:test"
import { Effect, type Layer, Logger, Redacted, type Scope } from "effect"
import pg from "pg"
import * as Database from "../../src/storage/postgres/Postgres.ts"
import type { EffectBody } from "./EffectBody.ts"
import { isQuick } from "./Long.ts"
import { hasPostgres, type Postgres, startPostgres } from "./Postgres.ts"
import { startProxy } from "./Proxy.ts"

/** A Postgres for the tests of a file. */
export const usePostgres = (): { readonly fresh: () => Promise<string>; readonly server: () => Postgres } => {
  let postgres: Postgres | undefined
  beforeAll(async () => {
    if (hasPostgres && !isQuick) postgres = await startPostgres({ fsync: false })
  }, 60_000)
  afterAll(async () => await postgres?.stop())
  const server = () => {
    if (postgres === undefined) throw new Error("PostgreSQL is not installed")
    return postgres
  }
  return { fresh: () => server().database(), server }
}

/** What a node has of the database; built again it is another node. */
export const node = (url: string) => Database.layer({ url: Redacted.make(url), connections: 3 })

/** What a node keeps in its database. */
export type Node = Layer.Layer.Success<ReturnType<typeof node>>

/** Runs a test as a node of a new database, whose address it gets. */
export const withDatabase = <A>(
  { fresh }: ReturnType<typeof usePostgres>,
  body: EffectBody<Node | Scope.Scope, [url: string], A>
): Promise<A> =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(fresh)
    return yield* Effect.provide(
      Effect.gen(() => body(url)),
      node(url)
    )
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

/** What the test itself asks of the database, by no node. */
export type Ask = (text: string, ...values: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<object>>

/** On a connection of its own, straight to the address. */
export const askOf = (url: string): Effect.Effect<Ask, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        return client
      }),
      (client) => Effect.promise(() => client.end())
    ),
    (client): Ask =>
      (text, ...values) =>
        Effect.promise(async () => (await client.query(text, [...values])).rows)
  )

/** In real time, whatever the clock of the test is. */
export const until = <E, R>(condition: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.asVoid(
    Effect.repeat(
      Effect.zipRight(
        Effect.promise(() => Bun.sleep(10)),
        condition
      ),
      { until: (is) => is }
    )
  )

/** How many wait in the database for a lock that another has, also where that is a transaction of who asks. */
export const waiting = (ask: Ask): Effect.Effect<number> =>
  // Within a transaction it is else what it was when it was asked first.
  ask("SELECT pg_stat_clear_snapshot()").pipe(
    Effect.zipRight(ask("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")),
    Effect.map(({ length }) => length)
  )

/** Until the database has done all that it was asked, also by those who are gone. */
export const untilIdle = (ask: Ask): Effect.Effect<void> =>
  until(
    Effect.map(
      ask(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
      ),
      ({ length }) => length === 0
    )
  )

/** A wire to the database at the address, with the address through it. */
export const wired = (url: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => startProxy(Number(new URL(url).port))),
      ({ stop }) => Effect.promise(stop)
    ),
    (wire) => {
      const near = new URL(url)
      near.port = String(wire.port)
      return { wire, near: near.href }
    }
  )
