/**
 * The one SQLite file and how it is opened. Reads go through `SqlClient` as they
 * are. Writes that belong together go through `Transactions`, or, where every
 * paid request makes them, through `Writer` on a connection of its own.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { SqliteClient } from "@effect/sql-sqlite-bun"
import { Context, Effect, Layer } from "effect"
import { migrate } from "./migrations/index.ts"
import { Transactions } from "./Transactions.ts"
import { WriteConnection } from "./WriteConnection.ts"
import { Writer } from "./Writer.ts"

/** How long a statement waits for another process (the command line) to finish writing, in milliseconds. */
const BUSY_TIMEOUT_MILLIS = 5_000

/**
 * Pages of 4 KiB in the log before they are copied into the database, four times
 * SQLite's own figure: it stops whoever commits then, and most of the pages are
 * the same few again and again (measured: the slowest of a hundred commits took
 * 0.2 instead of 4.7 ms).
 */
const CHECKPOINT_PAGES = 4_000

const connectionPragmas = [
  `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLIS}`,
  "PRAGMA foreign_keys = ON",
  // A commit does not wait for the disk; see `WriteAheadLog`.
  "PRAGMA synchronous = NORMAL",
  `PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`
] as const

const client = (filename: string) =>
  SqliteClient.layer({ filename }).pipe(
    Layer.tap((context) => {
      const sql = Context.get(context, SqlClient.SqlClient)
      return Effect.forEach(connectionPragmas, (pragma) => sql.unsafe(pragma), { discard: true })
    })
  )

/** The database at `filename`, migrated to the newest schema. */
export const layer = (filename: string) =>
  Writer.Default.pipe(
    Layer.provide(WriteConnection.layer(filename, connectionPragmas)),
    Layer.provideMerge(Transactions.Default(filename)),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(client(filename))
  )
