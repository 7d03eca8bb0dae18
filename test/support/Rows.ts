/** Rows of a server's database, whichever it is, as somebody beside the server reads and writes them: texts with `?`. */
import { Database } from "bun:sqlite"
import { existsSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { numbered, types } from "../../src/storage/postgres/PostgresDialect.ts"

export type Rows = <Row extends object>(
  text: string,
  ...values: ReadonlyArray<string | number | null>
) => Promise<ReadonlyArray<Row>>

/** Waits for another program's lock so long. */
const BUSY_MILLIS = 5_000

const withFile = <A>(file: string, use: (database: Database) => A): A => {
  // A file that is not there is a mistake of the test's, and would be made here.
  if (!existsSync(file)) throw new Error(`there is no database ${file}`)
  const database = new Database(file)
  try {
    database.run(`PRAGMA busy_timeout = ${BUSY_MILLIS}`)
    return use(database)
  } finally {
    database.close()
  }
}

/** Uses the SQLite database of a server beside it. */
export const withDatabase = <A>({ folder }: { readonly folder: string }, use: (database: Database) => A): A =>
  withFile(join(folder, "data", "qal.sqlite"), use)

const sqliteRows =
  (file: string): Rows =>
  async <Row extends object>(text: string, ...values: ReadonlyArray<string | number | null>) =>
    withFile(file, (database) => database.query<Row, Array<string | number | null>>(text).all(...values))

export const postgresRows = (url: string): Rows => {
  const pool = new pg.Pool({ connectionString: url, types, max: 4, idleTimeoutMillis: 1_000, allowExitOnIdle: true })
  // Of a connection that nobody uses: the next one is made anew.
  pool.on("error", () => {})
  return async <Row extends object>(text: string, ...values: ReadonlyArray<string | number | null>) =>
    (await pool.query<Row>(numbered(text), [...values])).rows
}

/** Of the server with this data folder, and with this database where it is not in there. */
export const rowsOf = (databaseUrl: string | undefined, dataFolder: string): Rows =>
  databaseUrl === undefined ? sqliteRows(join(dataFolder, "qal.sqlite")) : postgresRows(databaseUrl)
