/** How the one SQLite file is opened, and what is said where it cannot be. */
import { Database } from "bun:sqlite"
import { statSync } from "node:fs"
import { Data, Effect, type Scope } from "effect"
import { codeOf } from "../runtime/SystemErrors.ts"
import { lineOf, retryLocked } from "./StorageErrors.ts"

/** The database cannot be used; `message` is one line for the person who starts the program. */
export class DatabaseError extends Data.TaggedError("DatabaseError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/**
 * Pages of 4 KiB in the log before they are copied into the database, four times
 * SQLite's own figure: it stops whoever commits then, and most of the pages are
 * the same few again and again (measured: the slowest of a hundred commits took
 * 0.2 instead of 4.7 ms).
 */
const CHECKPOINT_PAGES = 4_000

/** What every connection begins with. */
export const OPENING = [
  // Whoever meets another process's lock waits on the event loop; SQLite would stop the thread. See `StorageErrors`.
  "PRAGMA busy_timeout = 0",
  "PRAGMA journal_mode = WAL",
  "PRAGMA foreign_keys = ON",
  // A commit does not wait for the disk; see `WriteAheadLog`.
  "PRAGMA synchronous = NORMAL",
  `PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
  // What a client deletes is overwritten, also in the pages that it leaves free.
  "PRAGMA secure_delete = ON",
  // Reads the schema, which a damaged file does not have.
  "SELECT count(*) FROM sqlite_schema"
] as const

/** What is wrong with the database, in one line. */
export const databaseError = (cause: unknown): DatabaseError =>
  new DatabaseError({
    message: lineOf(cause) ?? `QAL_DATA_DIR: the database in it cannot be opened (${codeOf(cause) ?? cause})`,
    cause
  })

const open = (filename: string) =>
  Effect.try({
    try: () => {
      const database = new Database(filename)
      try {
        for (const text of OPENING) database.query(text).all()
        return database
      } catch (cause) {
        database.close()
        throw cause
      }
    },
    catch: databaseError
  })

/** A connection, closed with the scope. */
export const openDatabase = (filename: string): Effect.Effect<Database, DatabaseError, Scope.Scope> =>
  Effect.acquireRelease(retryLocked(open(filename)), (database) => Effect.sync(() => database.close()))

/** Up to this size a database is read through at the start (measured: 2 to 3 ms for a MB); `qal doctor` reads any. */
const EXAMINED_UP_TO = 64 * 1024 * 1024

/** Fails where pages of the database are destroyed. */
export const assertIntact = Effect.fn("Database.assertIntact")(function* (filename: string) {
  const found = yield* Effect.scoped(
    Effect.flatMap(openDatabase(filename), (database) =>
      Effect.try({
        try: () => {
          if (statSync(filename).size > EXAMINED_UP_TO) return "ok"
          return database.query<{ readonly quick_check: string }, []>("PRAGMA quick_check(1)").get()?.quick_check
        },
        catch: databaseError
      })
    )
  )
  if (found !== "ok") {
    return yield* new DatabaseError({
      message: `QAL_DATA_DIR: the database in it is damaged (${found?.replaceAll("\n", " ")}); restore it from a backup`
    })
  }
})
