/** `SqlClient`, for reading. A statement that meets another process's lock is tried again on the event loop, and never stops the thread. */
import type { Database, SQLQueryBindings } from "bun:sqlite"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { Effect, Layer, type Scope } from "effect"
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

const clientOf = (database: Database, attempt: Attempt): Effect.Effect<SqlClient.SqlClient> =>
  SqlClient.make({
    acquirer: Effect.succeed(connectionOf(database, attempt)),
    compiler: Statement.makeCompilerSqlite(),
    spanAttributes: []
  }).pipe(Effect.provide(Reactivity.layer))

/** A client that also writes, by itself on a connection to the database at `filename`: for migrations, before anything else is done. */
export const migrating = (filename: string): Effect.Effect<SqlClient.SqlClient, DatabaseError, Scope.Scope> =>
  Effect.flatMap(openDatabase(filename), (database) => clientOf(database, (attempt) => attempt))

/** A connection to the database at `filename` for the whole program's reads; SQLite refuses it any write, which is `Writer`'s. */
export const layer = (filename: string): Layer.Layer<SqlClient.SqlClient, DatabaseError> =>
  Layer.scoped(
    SqlClient.SqlClient,
    Effect.flatMap(openDatabase(filename), (database) => {
      database.run("PRAGMA query_only = ON")
      return clientOf(database, patiently)
    })
  )
