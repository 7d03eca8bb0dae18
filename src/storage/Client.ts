/**
 * `SqlClient` on one connection that never stops the thread: a statement that
 * meets another process's lock is tried again on the event loop. Statements of a
 * transaction are not: `Transactions` waits for its beginning, and after that
 * nobody else can hold the lock.
 */
import type { Database, SQLQueryBindings } from "bun:sqlite"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Scope } from "effect"
import { type DatabaseError, openDatabase } from "./Database.ts"
import { patiently } from "./StorageErrors.ts"

type Bindings = Array<SQLQueryBindings>
type Attempt = <A>(attempt: Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>

const isBinding = (parameter: unknown): parameter is SQLQueryBindings =>
  parameter === null || ["string", "number", "bigint", "boolean"].includes(typeof parameter)

const bindings = (parameters: ReadonlyArray<unknown>): Bindings => {
  if (parameters.every(isBinding)) return [...parameters]
  throw new TypeError("a statement was given a parameter that is no text, number, truth value or null")
}

const connectionOf = (database: Database, attempt: Attempt): Connection => {
  const run = <A>(use: () => A): Effect.Effect<A, SqlError> =>
    attempt(Effect.try({ try: use, catch: (cause) => new SqlError({ cause, message: "Failed to execute statement" }) }))
  const rows = (statement: string, parameters: ReadonlyArray<unknown>) =>
    run(() => database.query<Row, Bindings>(statement).all(...bindings(parameters)))
  const execute: Connection["execute"] = (statement, parameters, transform) =>
    transform === undefined ? rows(statement, parameters) : Effect.map(rows(statement, parameters), transform)
  return {
    execute,
    executeRaw: rows,
    executeValues: (statement, parameters) =>
      run(() => database.query<Row, Bindings>(statement).values(...bindings(parameters))),
    executeUnprepared: execute,
    executeStream: () => Effect.dieMessage("rows are not streamed")
  }
}

const make = (filename: string) =>
  Effect.gen(function* () {
    const database = yield* openDatabase(filename)
    const alone = yield* Effect.makeSemaphore(1)
    // Each try waits for the transaction that is open, so that none falls into it.
    const patient = connectionOf(database, (attempt) => patiently(alone.withPermits(1)(attempt)))
    const inTransaction = connectionOf(database, (attempt) => attempt)
    return yield* SqlClient.make({
      acquirer: Effect.succeed(patient),
      transactionAcquirer: Effect.uninterruptibleMask((restore) =>
        Effect.zipRight(
          restore(alone.take(1)),
          Effect.flatMap(Effect.scope, (scope) => Scope.addFinalizer(scope, alone.release(1)))
        )
      ).pipe(Effect.as(inTransaction)),
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: []
    })
  })

/** A connection to the database at `filename` for the whole program's reads, and for transactions in turn. */
export const layer = (filename: string): Layer.Layer<SqlClient.SqlClient, DatabaseError> =>
  Layer.scoped(SqlClient.SqlClient, make(filename)).pipe(Layer.provide(Reactivity.layer))
