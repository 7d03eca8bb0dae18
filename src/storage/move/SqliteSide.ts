/** A side of a move that is an SQLite file. */
import { Database, type Statement } from "bun:sqlite"
import * as Fs from "node:fs/promises"
import { Effect, Option, type Scope, Stream } from "effect"
import { io, syncFolder, unlessMissing } from "../BlobFolder.ts"
import { databaseError, OPENING } from "../Database.ts"
import type { Paths } from "../DataFolder.ts"
import { BATCH_BYTES, BATCH_ROWS, bytesOf, MoveFailed, type Row, type Side } from "./Side.ts"
import type { Table } from "./Tables.ts"

type Query = Statement<Readonly<Record<string, unknown>>, Array<string | null>>

/** What is beside an SQLite file that is open, or was when its process died. */
const COMPANIONS = ["", "-wal", "-shm", "-journal"]

export const removeDatabase = (filename: string): Effect.Effect<void> =>
  io(async () => {
    for (const suffix of COMPANIONS) await Fs.rm(`${filename}${suffix}`, { force: true })
  })

/** PostgreSQL has no U+0000 in texts; what it makes of one is what is compared. */
const textOf = (value: unknown): string | null => {
  if (value === null) return null
  const text = String(value)
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text
}

const batch = (rows: Iterator<Readonly<Record<string, unknown>>>): ReadonlyArray<Row> => {
  const found: Array<Row> = []
  for (let bytes = 0; found.length < BATCH_ROWS && bytes < BATCH_BYTES; ) {
    const next = rows.next()
    if (next.done === true) break
    const row = Object.values(next.value).map(textOf)
    found.push(row)
    bytes += bytesOf(row)
  }
  return found
}

const insertInto = (table: Table, columns: ReadonlyArray<string>): string =>
  `INSERT INTO ${table.name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`

/** The statements of the connection; `keep` is what makes a commit one that lasts. */
const sideOf = ({ adminToken, folder: name }: Paths, database: Database, keep: Effect.Effect<void>): Side => {
  const attempt = <A>(work: () => A) =>
    Effect.try({
      try: work,
      catch: (cause) => new MoveFailed({ message: `${name}: ${databaseError(cause).message}`, cause })
    })
  const one = (text: string, ...parameters: Array<string>) =>
    attempt(
      () => Object.values(database.query<Record<string, unknown>, Array<string>>(text).get(...parameters) ?? {})[0]
    )
  return {
    name,
    columns: ({ name: table, ofNodes = [] }) =>
      attempt(() =>
        database
          .query<{ readonly name: string }, []>(`SELECT name FROM pragma_table_info('${table}') ORDER BY name`)
          .all()
          .map((column) => column.name)
          .filter((column) => !ofNodes.includes(column))
      ),
    query: (text) =>
      Stream.unwrap(
        Effect.map(
          attempt(() => database.prepare<Readonly<Record<string, unknown>>, []>(text).iterate()),
          (rows) =>
            Stream.unfoldEffect(rows, (rest) =>
              Effect.map(
                attempt(() => batch(rest)),
                (found) => (found.length === 0 ? Option.none() : Option.some([found, rest] as const))
              )
            )
        )
      ),
    run: (text) => attempt(() => void database.run(text)),
    insert: (table, columns, rows) =>
      attempt(() => {
        const statement: Query = database.query(insertInto(table, columns))
        for (const row of rows) statement.run(...row)
      }),
    empty: (table) => attempt(() => void database.run(`DELETE FROM ${table.name}`)),
    lastNumber: (table) =>
      Effect.map(one("SELECT seq FROM sqlite_sequence WHERE name = ?", table.name), (last) => Number(last ?? 0)),
    goOnFrom: (table, last) =>
      attempt(() => {
        database.run("DELETE FROM sqlite_sequence WHERE name = ?", [table.name])
        database.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [table.name, last])
      }),
    adminToken: io(() => unlessMissing(Fs.readFile(adminToken, "utf8"), undefined)),
    keepAdminToken: (hash) => io(() => Fs.writeFile(adminToken, hash, { mode: 0o600, flush: true })),
    commit: Effect.zipRight(
      attempt(() => void database.run("COMMIT")),
      keep
    )
  }
}

const open = (name: string, filename: string, pragmas: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const database = new Database(filename, { safeIntegers: true, readwrite: true })
        try {
          for (const text of [...OPENING, ...pragmas, "BEGIN IMMEDIATE"]) database.query(text).all()
          return database
        } catch (cause) {
          database.close()
          throw cause
        }
      },
      catch: (cause) => new MoveFailed({ message: `${name}: ${databaseError(cause).message}`, cause })
    }),
    // What was not committed is undone.
    (database) => Effect.sync(() => database.close())
  )

/** The database of the folder, which nobody else can write to meanwhile. */
export const existing = (paths: Paths): Effect.Effect<Side, MoveFailed, Scope.Scope> =>
  Effect.map(open(paths.folder, paths.database, []), (database) => sideOf(paths, database, Effect.void))

/** A database that has no name yet in the folder, such as one that a move did not finish. */
export const unfinishedOf = ({ database }: Paths): string => `${database}.moving`

/**
 * That database, with its schema: a commit gives it its name, in the place of what had it. Until then the disk is not
 * waited for.
 */
export const fresh = (paths: Paths): Effect.Effect<Side, MoveFailed, Scope.Scope> =>
  Effect.map(
    open(paths.folder, unfinishedOf(paths), ["PRAGMA journal_mode = DELETE", "PRAGMA synchronous = OFF"]),
    (database) => {
      const keep = Effect.gen(function* () {
        database.close()
        yield* removeDatabase(paths.database)
        yield* io(async () => {
          const file = await Fs.open(unfinishedOf(paths), "r+")
          await file.sync().finally(() => file.close())
          await Fs.rename(unfinishedOf(paths), paths.database)
          await syncFolder(paths.folder)
        })
      })
      return sideOf(paths, database, keep)
    }
  )
