/** Several nodes on one Postgres, within the process of a test: a client of its own for each. */
import { afterAll, beforeAll } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { PgClient } from "@effect/sql-pg"
import { Effect, Logger, Redacted, type Scope } from "effect"
import nodes from "../../src/storage/postgres/migrations/0003_nodes.ts"
import { hasPostgres, type Postgres, startPostgres } from "./Postgres.ts"

/** A Postgres for the tests of a file. */
export const usePostgres = (): { readonly fresh: () => Promise<string> } => {
  let postgres: Postgres | undefined
  beforeAll(async () => {
    if (hasPostgres) postgres = await startPostgres({ fsync: false })
  }, 60_000)
  afterAll(async () => await postgres?.stop())
  return {
    fresh: async () => {
      if (postgres === undefined) throw new Error("PostgreSQL is not installed")
      return await postgres.database()
    }
  }
}

/** A node's client. */
export const node = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 3 })

/** Has the test's databases made, and runs it. */
export const withDatabase = <A, E>(
  { fresh }: ReturnType<typeof usePostgres>,
  use: (url: string) => Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>
): Promise<A> =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(fresh)
    return yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE api_keys (id TEXT PRIMARY KEY)`
      yield* nodes
      return yield* use(url)
    }).pipe(Effect.provide(node(url)))
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)
