/** What `qal doctor` says of a data folder, and that it leaves it as it is. */
import { Database } from "bun:sqlite"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import * as BunContext from "@effect/platform-bun/BunContext"
import * as Migrator from "@effect/sql/Migrator"
import * as SqliteClient from "@effect/sql-sqlite-bun/SqliteClient"
import { Effect, Either, Layer } from "effect"
import { storageFindings } from "../../src/cli/StorageFindings.ts"
import { Settings } from "../../src/settings/Config.ts"
import { DataFolder } from "../../src/storage/DataFolder.ts"
import * as Sql from "../../src/storage/Sql.ts"

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "qal-findings-"))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What is found in this data folder of its database and its voices. */
const look = (folder: string) =>
  Effect.gen(function* () {
    const { database, voices } = yield* storageFindings
    const found = (check: Effect.Effect<string, { readonly message: string }>) =>
      Effect.map(
        Effect.either(check),
        Either.match({ onLeft: ({ message }) => `FAIL ${message}`, onRight: (text) => `ok ${text}` })
      )
    return { database: yield* found(database.check), voices: yield* found(voices) }
  }).pipe(
    Effect.scoped,
    Effect.provide(Layer.merge(Settings.layerFrom({}), DataFolder.presentLayer(folder))),
    Effect.provide(BunContext.layer),
    Effect.runPromise
  )

/** A data folder whose database has the newest schema, as far as `change` leaves it so; and that schema's number. */
const folderWith = async (name: string, change: (database: Database) => void) => {
  const folder = join(root, name)
  const file = join(folder, "qal.sqlite")
  mkdirSync(folder)
  await Effect.runPromise(Effect.scoped(Layer.build(Sql.layer(file))))
  const rows = (text: string) => {
    const database = new Database(file)
    const found = database.query<{ readonly newest: number }, []>(text).get()?.newest ?? 0
    database.close()
    return found
  }
  const newest = rows("SELECT MAX(migration_id) AS newest FROM migrations")
  const database = new Database(file)
  change(database)
  database.close()
  return { folder, newest, schema: () => rows("SELECT MAX(migration_id) AS newest FROM migrations") }
}

test("doctor finds a data folder without a database well, and makes none in it", async () => {
  const folder = join(root, "nothing")
  expect(await look(folder)).toEqual({
    database: `ok ${folder}: no database yet, which the first start makes, 0 wallets`,
    voices: "ok not looked at: the database has no tables yet"
  })
  expect(existsSync(join(folder, "qal.sqlite"))).toBe(false)
})

// Root may write anywhere.
test.skipIf(process.getuid?.() === 0)(
  "doctor says that a data folder cannot be made in what may not be written",
  async () => {
    const closed = join(root, "closed")
    mkdirSync(closed, { mode: 0o500 })
    await expect(look(join(closed, "data", "more"))).rejects.toThrow("QAL_DATA_DIR: cannot write to the folder")
  }
)

test("doctor finds a database of this version well", async () => {
  const { folder } = await folderWith("same", () => {})
  const { database, voices } = await look(folder)
  expect(database).toBe(`ok ${folder}: database intact, 0 wallets`)
  expect(voices).toMatch(/^ok (\d+) of \1 available$/)
})

test("doctor leaves a database of an older version at its schema, which that version still knows, and says what a start does", async () => {
  const older = await folderWith("older", (database) => {
    database.run("DROP TRIGGER responses_take_files")
    database.run("DROP TABLE response_files")
    database.run("DELETE FROM migrations WHERE name = 'response_files'")
  })
  const before = older.newest - 1
  expect(older.schema()).toBe(before)
  const { database } = await look(older.folder)
  expect(database).toBe(
    `ok ${older.folder}: database intact, schema ${before}, which the next start brings to ${older.newest}, 0 wallets`
  )
  expect(older.schema()).toBe(before)
})

const MIGRATIONS = resolve(import.meta.dir, "../../src/storage/migrations")
const names = readdirSync(MIGRATIONS)
  .filter((name) => /^\d{4}_\w+\.ts$/.test(name))
  .toSorted()

/** Brings a new file to the schema of so many migrations. */
const madeAt = async (file: string, count: number) => {
  const migrations = await Promise.all(
    names.slice(0, count).map(async (name) => [name.replace(".ts", ""), (await import(join(MIGRATIONS, name))).default])
  )
  const loader = Migrator.fromRecord(Object.fromEntries(migrations))
  const client = SqliteClient.layer({ filename: file })
  await Effect.runPromise(Effect.provide(Migrator.make({})({ loader, table: "migrations" }), client))
}

test("doctor finds a database of any older version well, says which schema it has, and counts its wallets", async () => {
  expect(names.length).toBeGreaterThan(11)
  for (let schema = 1; schema < names.length; schema++) {
    const folder = join(root, `schema-${schema}`)
    mkdirSync(folder)
    const file = join(folder, "qal.sqlite")
    await madeAt(file, schema)
    const database = new Database(file)
    database.run("INSERT INTO wallets (id, name, created_at) VALUES ('wal_1', 'one', 0)")
    database.close()
    expect(await look(folder)).toEqual({
      database: `ok ${folder}: database intact, schema ${schema}, which the next start brings to ${names.length}, 1 wallets`,
      voices: "ok not looked at: the database has an older schema, which the next start brings up to date"
    })
  }
})

test("doctor says of a database of a newer version that this one cannot use it", async () => {
  const newer = await folderWith("newer", (database) =>
    database.run("INSERT INTO migrations (migration_id, name) SELECT MAX(migration_id) + 1, 'later' FROM migrations")
  )
  const { database } = await look(newer.folder)
  expect(database).toStartWith("FAIL QAL_DATA_DIR: the database in it is of a newer version of Qal")
})
