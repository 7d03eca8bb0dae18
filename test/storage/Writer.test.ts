import { expect, test } from "bun:test"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect, Either, FastCheck, Fiber, Option } from "effect"
import * as Sql from "../../src/storage/Sql.ts"
import { Transactions } from "../../src/storage/Transactions.ts"
import { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "../support/Folder.ts"

const withWriter = <A, E>(work: Effect.Effect<A, E, Writer | Transactions | SqlClient.SqlClient>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(temporary, (folder) =>
        Effect.zipRight(
          Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CREATE TABLE notes (text TEXT PRIMARY KEY)`),
          work
        ).pipe(Effect.provide(Sql.layer(join(folder, "qal.sqlite"))))
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
              (durable ? writer.durable : writer.relaxed)((db) => {
                db.all(INSERT, `note ${at}`)
                if (end === "fail") return Either.left("the body's own failure")
                if (end === "die") throw new Error("the body's own defect")
                if (end === "insert again") db.all(INSERT, `note ${at}`)
                return Either.right(at)
              }).pipe(Effect.sandbox, Effect.either),
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

test("a transaction of the SQL client that takes its time is waited for, and neither sees the other's half", () =>
  withWriter(
    Effect.gen(function* () {
      const writer = yield* Writer
      const sql = yield* SqlClient.SqlClient
      const { relaxed } = yield* Transactions
      const begun = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const slow = sql`INSERT INTO notes (text) VALUES ('slow one')`.pipe(
        Effect.zipRight(Deferred.succeed(begun, undefined)),
        Effect.zipRight(Deferred.await(go)),
        Effect.zipRight(sql`INSERT INTO notes (text) VALUES ('slow two')`),
        relaxed
      )
      const fiber = yield* Effect.fork(slow)
      yield* Deferred.await(begun)
      const seen = yield* Effect.fork(
        writer.durable((db) => Either.right(db.all<{ readonly text: string }>("SELECT text FROM notes ORDER BY text")))
      )
      // Turns of the event loop in which the writer would have written.
      yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.promise(() => new Promise(setImmediate)))
      expect(yield* Fiber.poll(seen)).toEqual(Option.none())
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(fiber)
      expect((yield* Fiber.join(seen)).map(({ text }) => text)).toEqual(["slow one", "slow two"])
    })
  ))

test("whoever stops waiting does not stop what is written", () =>
  withWriter(
    Effect.gen(function* () {
      const writer = yield* Writer
      const write = (text: string) => writer.durable((db) => Either.right(db.all(INSERT, text)))
      yield* Effect.forEach(["a", "b", "c"], (text) => Effect.timeoutOption(write(text), "0 millis"))
      yield* write("d")
      expect(yield* notes).toEqual(["a", "b", "c", "d"])
    })
  ))

test("where nothing waits for the disk, waiting for it ends", () =>
  withWriter(
    Effect.gen(function* () {
      const { sync } = yield* Transactions
      yield* sync
      yield* Effect.all([sync, sync, sync], { concurrency: "unbounded" })
    })
  ))
