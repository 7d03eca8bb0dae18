import { expect, test } from "bun:test"
import { statSync } from "node:fs"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Layer } from "effect"
import * as Checkpoints from "../../src/storage/Checkpoints.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "../support/Folder.ts"

/** Some four pages each: a row with an index, and its text. */
const NOTES = 4_000
const text = "x".repeat(6_000)

test("however much is written, the log stays short, and everything is there", () =>
  Effect.gen(function* () {
    const file = join(yield* temporary, "qal.sqlite")
    const rows = yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writer = yield* Writer
      yield* sql`CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT NOT NULL)`
      yield* Effect.forEach(
        Array.from({ length: NOTES }, (_, at) => at),
        (at) => writer.relaxed((db) => Either.right(db.all("INSERT INTO notes VALUES (?, ?)", `note ${at}`, text))),
        { concurrency: 16, discard: true }
      )
      const [found] = yield* sql<{ readonly rows: number }>`SELECT COUNT(*) AS rows FROM notes WHERE text = ${text}`
      return found?.rows
    }).pipe(
      Effect.tap(() => Effect.sync(() => expect(statSync(`${file}-wal`).size).toBeLessThan((NOTES * text.length) / 4))),
      Effect.provide(Layer.provideMerge(Checkpoints.layer(file), Sql.layer(file)))
    )
    expect(rows).toBe(NOTES)
  }).pipe(Effect.scoped, Effect.runPromise))
