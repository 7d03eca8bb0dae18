/**
 * The one SQLite file: how it is opened, and the two kinds of transaction.
 *
 * Reads go through `SqlClient` as they are. Writes that belong together go
 * through `Transactions`: both kinds take the write lock at their start
 * (`BEGIN IMMEDIATE`), so that a read followed by a write can never lose to
 * another process with SQLITE_BUSY_SNAPSHOT.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { SqliteClient } from "@effect/sql-sqlite-bun"
import { Context, Effect, Layer, Scope } from "effect"
import { migrate } from "./migrations/index.ts"
import * as WriteAheadLog from "./WriteAheadLog.ts"

/** How long a statement waits for another process (the command line) to finish writing, in milliseconds. */
const BUSY_TIMEOUT_MILLIS = 5_000

const connectionPragmas = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLIS}`,
  "PRAGMA foreign_keys = ON",
  // A commit does not wait for the disk; see `WriteAheadLog`.
  "PRAGMA synchronous = NORMAL"
] as const

type Transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

export class Transactions extends Effect.Service<Transactions>()("storage/Transactions", {
  scoped: Effect.fnUntraced(function* (filename: string) {
    const sql = yield* SqlClient.SqlClient
    const { sync } = yield* WriteAheadLog.make(filename)
    const relaxed: Transaction = SqlClient.makeWithTransaction<
      SqlClient.TransactionConnection,
      SqlConnection.Connection
    >({
      transactionTag: SqlClient.TransactionConnection,
      spanAttributes: [],
      acquireConnection: Effect.flatMap(Scope.make(), (scope) =>
        Effect.map(Scope.extend(sql.reserve, scope), (connection) => [scope, connection] as const)
      ),
      begin: (connection) => connection.executeUnprepared("BEGIN IMMEDIATE", [], undefined),
      savepoint: (connection, id) => connection.executeUnprepared(`SAVEPOINT qal_${id}`, [], undefined),
      commit: (connection) => connection.executeUnprepared("COMMIT", [], undefined),
      rollback: (connection) => connection.executeUnprepared("ROLLBACK", [], undefined),
      rollbackSavepoint: (connection, id) =>
        connection.executeUnprepared(`ROLLBACK TO SAVEPOINT qal_${id}`, [], undefined)
    })
    const durable: Transaction = (effect) => Effect.zipLeft(relaxed(effect), sync)
    return {
      /** Survives the loss of power once it has returned. For money and what was paid for. */
      durable,
      /**
       * Survives the death of the process, and is visible to other processes at
       * once; the last few may be lost with the power. For admissions and
       * releases, which recovery makes good.
       */
      relaxed,
      /** Makes durable what others have committed: before anybody is told of it. */
      sync
    }
  })
}) {}

const client = (filename: string) =>
  SqliteClient.layer({ filename }).pipe(
    Layer.tap((context) => {
      const sql = Context.get(context, SqlClient.SqlClient)
      return Effect.forEach(connectionPragmas, (pragma) => sql.unsafe(pragma), { discard: true })
    })
  )

/** The database at `filename`, migrated to the newest schema. */
export const layer = (filename: string) =>
  Transactions.Default(filename).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(client(filename))
  )
