/**
 * The two kinds of transaction on `SqlClient`. Both take the write lock at
 * their start (`BEGIN IMMEDIATE`), so that a read followed by a write can never
 * lose to another process with SQLITE_BUSY_SNAPSHOT.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlConnection from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Exit, Scope } from "effect"
import { patiently } from "./StorageErrors.ts"
import * as WriteAheadLog from "./WriteAheadLog.ts"
import { WriteLock } from "./WriteLock.ts"

type Transaction = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>

/** Where the disk is full SQLite has done so itself, and says that there is nothing to undo. */
const undo = (connection: SqlConnection.Connection) =>
  Effect.ignore(connection.executeUnprepared("ROLLBACK", [], undefined))

export class Transactions extends Effect.Service<Transactions>()("storage/Transactions", {
  scoped: Effect.fnUntraced(function* (filename: string) {
    const sql = yield* SqlClient.SqlClient
    const { sync, syncNow } = yield* WriteAheadLog.make(filename)
    const lock = new WriteLock()
    /**
     * The connection with the transaction begun on it. Where another process
     * holds the lock, the connection is given back before the next try, so that
     * reads go on meanwhile.
     */
    const begun = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const connection = yield* Scope.extend(sql.reserve, scope)
      lock.enter()
      yield* Scope.addFinalizer(scope, Effect.sync(lock.leave))
      yield* connection
        .executeUnprepared("BEGIN IMMEDIATE", [], undefined)
        .pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
      return [scope, connection] as const
    })
    const relaxed: Transaction = SqlClient.makeWithTransaction<
      SqlClient.TransactionConnection,
      SqlConnection.Connection
    >({
      transactionTag: SqlClient.TransactionConnection,
      spanAttributes: [],
      acquireConnection: patiently(begun),
      begin: () => Effect.void,
      savepoint: (connection, id) => connection.executeUnprepared(`SAVEPOINT qal_${id}`, [], undefined),
      commit: (connection) =>
        Effect.tapError(connection.executeUnprepared("COMMIT", [], undefined), () => undo(connection)),
      rollback: undo,
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
      sync,
      /** `sync` for who waits without a fiber. */
      syncNow,
      /** Tells other connections of this process when they may write. */
      lock
    }
  })
}) {}
