/**
 * `SqlClient` for the whole program's reads. Not the one of `@effect/sql-pg`: whoever stops waiting for an answer there has
 * it cancelled by the number of its process, which by then may be at another's statement; and texts with U+0000, which
 * PostgreSQL refuses, would fail in every place that looks for what a client sent.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import { Effect, Layer, Stream } from "effect"
import { codeOf } from "../../runtime/SystemErrors.ts"
import type { Rows } from "../Statement.ts"
import { Connections } from "./ConnectionPool.ts"
import { failureOf, retrying } from "./PostgresFailures.ts"

const compiler = Statement.makeCompiler({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: (places, alias, columns, values) => [`(VALUES ${places}) AS ${alias}${columns}`, values.flat()],
  onCustom: () => ["", []]
})

/** A read is no place to write: that is the caller's fault, and no sign of a database that has become a copy. */
const isWrite = (cause: unknown): boolean => codeOf(cause) === "25006"

type Execute = (text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<Rows, SqlError>

/** A client whose statements are run so, each for itself. */
export const clientOf = (run: Execute): Effect.Effect<SqlClient.SqlClient> => {
  const execute = (text: string, parameters: ReadonlyArray<unknown>) => run(text, parameters)
  const connection: Connection = {
    execute,
    executeRaw: execute,
    executeUnprepared: execute,
    executeValues: (text, parameters) =>
      Effect.map(run(text, parameters), (rows) => rows.map((row) => Object.values(Object(row)))),
    executeStream: (text, parameters) => Stream.fromIterableEffect(execute(text, parameters))
  }
  return SqlClient.make({
    acquirer: Effect.succeed(connection),
    compiler,
    spanAttributes: [["db.system.name", "postgresql"]]
  }).pipe(Effect.provideServiceEffect(Reactivity.Reactivity, Reactivity.make))
}

/** A statement is a transaction of its own, and writes nothing: it may be run again. */
const make = Effect.flatMap(Connections, ({ use }) =>
  clientOf((text, parameters) =>
    retrying(
      Effect.tryPromise({
        try: () => use(({ plain }) => plain(text, parameters)),
        catch: (cause) =>
          isWrite(cause) ? new SqlError({ cause, message: "Only Writer writes" }) : failureOf(cause, true)
      })
    )
  )
)

export const layer: Layer.Layer<SqlClient.SqlClient, never, Connections> = Layer.effect(SqlClient.SqlClient, make)
