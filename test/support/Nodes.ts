/** Several nodes on one Postgres, within the process of a test: connections of its own for each. */
import { afterAll, beforeAll } from "bun:test"
import { Effect, type Layer, Logger, Redacted, type Scope } from "effect"
import * as Database from "../../src/storage/postgres/Postgres.ts"
import { hasPostgres, type Postgres, startPostgres } from "./Postgres.ts"

/** A Postgres for the tests of a file. */
export const usePostgres = (): { readonly fresh: () => Promise<string>; readonly server: () => Postgres } => {
  let postgres: Postgres | undefined
  beforeAll(async () => {
    if (hasPostgres) postgres = await startPostgres({ fsync: false })
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
export const withDatabase = <A, E>(
  { fresh }: ReturnType<typeof usePostgres>,
  use: (url: string) => Effect.Effect<A, E, Node | Scope.Scope>
): Promise<A> =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(fresh)
    return yield* Effect.provide(use(url), node(url))
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)
