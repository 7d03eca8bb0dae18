/** What both stores do alike: a test of it runs on SQLite, and on PostgreSQL where that is installed. */
import { test } from "bun:test"
import { join } from "node:path"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, type Layer, type Scope } from "effect"
import type { JobStore } from "../../src/storage/JobStore.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "./Folder.ts"

/** A database; built again it is what another process has of it. */
export type Store = Layer.Layer<SqlClient.SqlClient | Writer | JobStore, unknown>

/** A new database, which goes with the scope. */
export type Fresh = Effect.Effect<Store, never, Scope.Scope>

export const sqlite: Fresh = Effect.map(temporary, (folder) => Sql.layer(join(folder, "qal.sqlite")))

export const eachStore = (name: string, run: (fresh: Fresh) => Promise<unknown>, timeout?: number): void => {
  test(`${name} (SQLite)`, () => run(sqlite).then(() => {}), timeout)
}

/** The whole numbers from `from` on as a table's `value`, in what both databases read. */
export const numbers = (from: number, count: number): string =>
  `(WITH RECURSIVE n(value) AS (SELECT ${from} UNION ALL SELECT value + 1 FROM n WHERE value < ${from + count - 1})
    SELECT value FROM n)`
