/** The list of what is moved is the list of what there is. */

import { Database } from "bun:sqlite"
import { beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Redacted } from "effect"
import { OF_NODES, OF_SCHEMA, TABLES } from "../../../src/storage/move/Tables.ts"
import * as Postgres from "../../../src/storage/postgres/Postgres.ts"
import * as Sql from "../../../src/storage/Sql.ts"
import { usePostgres } from "../../support/Nodes.ts"
import { describePostgres } from "../../support/Postgres.ts"
import { ask, fill } from "./World.ts"

const namesIn = (rows: ReadonlyArray<{ readonly name: string }>): ReadonlyArray<string> => rows.map(({ name }) => name)

const inSqlite = <A>(use: (database: Database) => A, prepare: (folder: string) => Promise<unknown>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "qal-move-"))
  return prepare(folder)
    .then(() => {
      const database = new Database(join(folder, "qal.sqlite"), { readonly: true })
      try {
        return use(database)
      } finally {
        database.close()
      }
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }))
}

const tablesOf = (database: Database) =>
  namesIn(
    database
      .query<{ readonly name: string }, []>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      )
      .all()
  )

const moved = TABLES.map(({ name }) => name)

test("every table of SQLite's schema is moved, and nothing else", async () => {
  const found = await inSqlite(tablesOf, (folder) =>
    Effect.runPromise(Effect.scoped(Layer.build(Sql.layer(join(folder, "qal.sqlite")))))
  )
  expect([...found].sort()).toEqual([...moved, ...OF_SCHEMA].sort())
})

test("a table with numbers that are never given again says so", async () => {
  const numbered = await inSqlite(
    (database) =>
      tablesOf(database).filter((name) =>
        database
          .query<{ readonly sql: string }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?")
          .get(name)
          ?.sql.includes("AUTOINCREMENT")
      ),
    (folder) => Effect.runPromise(Effect.scoped(Layer.build(Sql.layer(join(folder, "qal.sqlite")))))
  )
  expect([...numbered].sort()).toEqual(TABLES.flatMap(({ isNumbered, name }) => (isNumbered ? [name] : [])).sort())
})

test("the tests of a move have rows in every table", async () => {
  const empty = await inSqlite(
    (database) => moved.filter((name) => database.query(`SELECT 1 FROM ${name}`).get() === null),
    fill
  )
  expect(empty).toEqual([])
})

describePostgres("the tables that are moved", () => {
  const postgres = usePostgres()
  let url = ""
  beforeAll(async () => {
    url = await postgres.fresh()
    await Effect.runPromise(Effect.scoped(Layer.build(Postgres.storage({ url: Redacted.make(url), connections: 1 }))))
  })
  const asked = (text: string) => ask(url, async (sql) => namesIn(await sql.unsafe(text)))
  const TABLE = "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"

  test("every table of PostgreSQL's schema is moved, or said to be of nodes", async () => {
    const parts = TABLES.flatMap(({ parts = [] }) => parts)
    const found = await asked(`${TABLE} ORDER BY 1`)
    expect([...found].sort()).toEqual([...moved, ...parts, ...OF_NODES, ...OF_SCHEMA].sort())
  })

  test("every column of PostgreSQL's schema is moved, or said to be of nodes", async () => {
    const columns = (table: string) =>
      asked(`SELECT column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = '${table}' ORDER BY column_name COLLATE "C"`)
    const theirs = await Promise.all(moved.map(columns))
    const ours = await inSqlite(
      (database) =>
        TABLES.map(({ name, ofNodes = [] }) =>
          [
            ...namesIn(
              database.query<{ readonly name: string }, [string]>("SELECT name FROM pragma_table_info(?)").all(name)
            ),
            ...ofNodes
          ].sort()
        ),
      (folder) => Effect.runPromise(Effect.scoped(Layer.build(Sql.layer(join(folder, "qal.sqlite")))))
    )
    expect(theirs.map((names) => [...names].sort())).toEqual(ours)
  })

  test("the tables with an identity in PostgreSQL are those whose numbers go on after a move", async () => {
    const found = await asked(
      "SELECT DISTINCT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'"
    )
    expect([...found].sort()).toEqual(TABLES.flatMap(({ isNumbered, name }) => (isNumbered ? [name] : [])).sort())
  })
})
