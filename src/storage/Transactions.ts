/**
 * The two kinds of transaction on `SqlClient`. Both take the write lock at
 * their start (`BEGIN IMMEDIATE`), so that a read followed by a write can never
 * lose to another process with SQLITE_BUSY_SNAPSHOT.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Scope } from "effect"
import * as WriteAheadLog from "./WriteAheadLog.ts"
import { WriteLock } from "./WriteLock.ts"

type Transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

export class Transactions extends Effect.Service<Transactions>()("storage/Transactions", {
  scoped: Effect.fnUntraced(function* (filename: string) {
    const sql = yield* SqlClient.SqlClient
    const { sync, syncNow } = yield* WriteAheadLog.make(filename)
    const lock = new WriteLock()
    const enter = Effect.sync(lock.enter)
    const leave = Effect.sync(lock.leave)
    const transaction: Transaction = SqlClient.makeWithTransaction<
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
    const relaxed: Transaction = (effect) =>
      Effect.acquireUseRelease(
        enter,
        () => transaction(effect),
        () => leave
      )
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
      sync,
      /** `sync` for who waits without a fiber; it rejects on a fault of the disk. */
      syncNow,
      /** Tells other connections of this process when they may write. */
      lock
    }
  })
}) {}
