/** Several nodes on one Postgres, within the process of a test: a client of its own for each. */
import { afterAll, beforeAll } from "bun:test"
import { Effect, type Layer, Logger, Redacted, type Scope } from "effect"
import * as Postgres from "../../src/storage/postgres/Postgres.ts"
import { hasPostgres, type Postgres as Running, startPostgres } from "./Postgres.ts"

/** A Postgres for the tests of a file. */
export const usePostgres = (): { readonly fresh: () => Promise<string> } => {
  let postgres: Running | undefined
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

/** A node's store. */
export const node = (url: string) => Postgres.layer({ url: Redacted.make(url), connections: 3 })

type NodeServices = Layer.Layer.Success<ReturnType<typeof node>>

/** Has the test's database made, and runs it as a node of it. */
export const withDatabase = <A, E>(
  { fresh }: ReturnType<typeof usePostgres>,
  use: (url: string) => Effect.Effect<A, E, NodeServices | Scope.Scope>
): Promise<A> =>
  Effect.promise(fresh).pipe(
    Effect.flatMap((url) => Effect.provide(use(url), node(url))),
    Effect.scoped,
    Effect.provide(Logger.remove(Logger.defaultLogger)),
    Effect.runPromise
  )
