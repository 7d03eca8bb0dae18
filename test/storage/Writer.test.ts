import { expect, test } from "bun:test"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, FastCheck, Layer } from "effect"
import * as Sql from "../../src/storage/Sql.ts"
import { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "../support/Folder.ts"

const withWriter = <A, E>(work: Effect.Effect<A, E, Writer | Sql.Transactions | SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(temporary, (folder) =>
        Effect.zipRight(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE notes (text TEXT PRIMARY KEY)`),
          work
        ).pipe(Effect.provide(Writer.Default.pipe(Layer.provideMerge(Sql.layer(join(folder, "qal.sqlite"))))))
      )
    )
  )

const INSERT = "INSERT INTO notes (text) VALUES (?)"

const notes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly text: string }>`SELECT text FROM notes ORDER BY text`, (rows) =>
    rows.map(({ text }) => text)
  )
)

interface Write {
  readonly durable: boolean
  /** What the body does after its insert. */
  readonly end: "succeed" | "fail" | "die" | "insert again"
}

const aWrite: FastCheck.Arbitrary<Write> = FastCheck.record({
  durable: FastCheck.boolean(),
  end: FastCheck.constantFrom("succeed", "fail", "die", "insert again")
})

test("writes that come at once succeed and fail each for itself, and only what succeeded is there", () =>
  FastCheck.assert(
    FastCheck.asyncProperty(FastCheck.array(aWrite, { maxLength: 40 }), (writes) =>
      withWriter(
        Effect.gen(function* () {
          const writer = yield* Writer
          const exits = yield* Effect.forEach(
            writes.entries(),
            ([at, { durable, end }]) =>
              (durable ? writer.durable : writer.relaxed)((db) =>
                Effect.gen(function* () {
                  yield* db.all(INSERT, `note ${at}`)
                  if (end === "fail") return yield* Effect.fail("the body's own failure" as const)
                  if (end === "die") return yield* Effect.die("the body's own defect")
                  if (end === "insert again") yield* db.all(INSERT, `note ${at}`)
                  return at
                })
              ).pipe(Effect.sandbox, Effect.either),
            { concurrency: "unbounded" }
          )
          const right = exits.flatMap((exit) => (Either.isRight(exit) ? [exit.right] : []))
          expect(right).toEqual([...writes.keys()].filter((at) => writes[at]?.end === "succeed"))
          expect(yield* notes).toEqual(right.map((at) => `note ${at}`).toSorted())
        })
      )
    ),
    { numRuns: 40 }
  ))

test("a body may use the SQL client: it is in the same transaction, and undone with the rest", () =>
  withWriter(
    Effect.gen(function* () {
      const writer = yield* Writer
      const sql = yield* SqlClient.SqlClient
      yield* writer.relaxed(() => sql`INSERT INTO notes (text) VALUES ('kept')`)
      yield* Effect.ignore(
        writer.durable(() => Effect.zipRight(sql`INSERT INTO notes (text) VALUES ('undone')`, Effect.fail("no")))
      )
      expect(yield* notes).toEqual(["kept"])
    })
  ))

test("whoever stops waiting does not stop what is written", () =>
  withWriter(
    Effect.gen(function* () {
      const writer = yield* Writer
      const write = (text: string) => writer.durable((db) => db.all(INSERT, text))
      yield* Effect.forEach(["a", "b", "c"], (text) => Effect.timeoutOption(write(text), "0 millis"))
      yield* write("d")
      expect(yield* notes).toEqual(["a", "b", "c", "d"])
    })
  ))

test("where nothing waits for the disk, waiting for it ends", () =>
  withWriter(
    Effect.gen(function* () {
      const { sync } = yield* Sql.Transactions
      yield* sync
      yield* Effect.all([sync, sync, sync], { concurrency: "unbounded" })
    })
  ))
