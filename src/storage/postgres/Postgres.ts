/** A PostgreSQL database in place of the SQLite file: `SqlClient` reads it, `Writer` writes it. */
import { Effect, Layer } from "effect"
import pg from "pg"
import { codeOf } from "../../runtime/SystemErrors.ts"
import type { DatabaseUrl } from "../../settings/DatabaseUrl.ts"
import { DatabaseError } from "../Database.ts"
import { NewerDatabase } from "../migrations/index.ts"
import { Calls } from "./Calls.ts"
import { type Connection, Connections } from "./ConnectionPool.ts"
import { migrate } from "./migrations/index.ts"
import * as PostgresJobs from "./PostgresJobs.ts"
import * as PostgresWriter from "./PostgresWriter.ts"
import * as Reader from "./Reader.ts"

/** The oldest version whose means the schema uses. */
const OLDEST = 15

/** What is wrong with the database, in one line; the address, which has a password, is not in it. */
export const databaseError = (cause: unknown): DatabaseError => {
  const said = cause instanceof Error ? cause.message.replaceAll(/\s+/g, " ") : String(cause)
  const found = cause instanceof pg.DatabaseError ? said : (codeOf(cause) ?? said)
  return new DatabaseError({ message: `QAL_DATABASE_URL: the database cannot be used (${found})`, cause })
}

/** Throws where this PostgreSQL lacks what the schema needs. */
export const assertSuitable = async ({ plain }: Connection): Promise<void> => {
  const [row] = await plain(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int / 10000 < $1 AS old, current_setting('server_encoding') <> 'UTF8' AS foreign_letters",
    [OLDEST]
  )
  const { foreign_letters, old, version } = Object(row)
  if (old === 1) throw new Error(`it is PostgreSQL ${version}; needed is ${OLDEST} or newer`)
  if (foreign_letters === 1) throw new Error("its encoding is not UTF8")
}

const migrated = Layer.effectDiscard(
  Effect.flatMap(Connections, ({ use }) =>
    Effect.tryPromise({
      try: () =>
        use(async (connection) => {
          await assertSuitable(connection)
          await migrate(connection)
        }),
      catch: (cause) => (cause instanceof NewerDatabase ? cause : databaseError(cause))
    })
  )
)

/** The database at the address as it is, for whoever only looks at it. */
export const asItIs = (address: DatabaseUrl) =>
  Layer.provide(Layer.merge(Reader.layer, PostgresWriter.layer), Connections.layer(address))

/** The database at the address, migrated to the newest schema, for whoever is no node of it. */
export const storage = (address: DatabaseUrl) =>
  Layer.mergeAll(Reader.layer, PostgresWriter.layer, Calls.layer).pipe(
    Layer.provide(migrated),
    Layer.provideMerge(Connections.layer(address))
  )

/** The same for a node. */
export const layer = (address: DatabaseUrl) => Layer.provideMerge(PostgresJobs.layer, storage(address))
