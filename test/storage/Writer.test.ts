import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, FastCheck, type Layer, Redacted } from "effect"
import * as PostgresStore from "../../src/storage/postgres/Postgres.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { statement } from "../../src/storage/Statement.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { longTest } from "../support/Long.ts"
import { describePostgres, type Postgres, startPostgres } from "../support/Postgres.ts"
import { forAllAsync } from "../support/Property.ts"
import { write } from "../support/Write.ts"

type Store = Layer.Layer<Writer | SqlClient.SqlClient, unknown>

const INSERT = "INSERT INTO notes (text) VALUES (?)"

const notes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly text: string }>`SELECT text FROM notes ORDER BY text`, (rows) =>
    rows.map(({ text }) => text)
  )
)

interface Write {
  readonly durable: boolean
  /** What the body does after its insert. */
  readonly end: "succeed" | "take long" | "fail" | "die" | "insert again"
}

const aWrite: FastCheck.Arbitrary<Write> = FastCheck.record({
  durable: FastCheck.boolean(),
  end: FastCheck.constantFrom("succeed", "take long", "fail", "die", "insert again")
})

/** As long as a transaction takes in further bodies. */
const takeLong = (): void => {
  for (const until = performance.now() + 11; performance.now() < until; );
}

/** What holds of `Writer` on any store; `fresh` has an empty one. */
const laws = (fresh: <A, E>(use: (store: Store) => Effect.Effect<A, E>) => Effect.Effect<A, E>, runs: number): void => {
  const withWriter = (body: EffectBody<Writer | SqlClient.SqlClient, [], void>): Promise<void> =>
    Effect.runPromise(
      fresh((store) =>
        Effect.gen(function* () {
          yield* write("CREATE TABLE notes (text TEXT PRIMARY KEY)")
          yield* Effect.gen(() => body())
        }).pipe(Effect.provide(store), Effect.orDie)
      )
    )

  longTest("writes that come at once succeed and fail each for itself, and only what succeeded is there", () =>
    forAllAsync({ numRuns: runs }, FastCheck.array(aWrite, { maxLength: 40 }), (writes) =>
      withWriter(function* () {
        const writer = yield* Writer
        const exits = yield* Effect.forEach(
          writes.entries(),
          ([at, { durable, end }]) =>
            (durable ? writer.durable : writer.relaxed)(function* () {
              yield statement(INSERT, `note ${at}`)
              if (end === "fail") return Either.left("the body's own failure")
              if (end === "die") throw new Error("the body's own defect")
              if (end === "take long") takeLong()
              if (end === "insert again") yield statement(INSERT, `note ${at}`)
              return Either.right(at)
            }).pipe(Effect.sandbox, Effect.either),
          { concurrency: "unbounded" }
        )
        const right = exits.flatMap((exit) => (Either.isRight(exit) ? [exit.right] : []))
        expect(right).toEqual([...writes.keys()].filter((at) => /^(succeed|take long)$/.test(writes[at]?.end ?? "")))
        expect(yield* notes).toEqual(right.map((at) => `note ${at}`).toSorted())
      })
    )
  )

  test("statements are written in their order, all or none, and the last one's rows are answered", () =>
    withWriter(function* () {
      const { durable } = yield* Writer
      const read = statement("SELECT text FROM notes ORDER BY text")
      expect(yield* durable(inOrder(statement(INSERT, "b"), statement(INSERT, "a"), read))).toEqual([
        { text: "a" },
        { text: "b" }
      ])
      yield* Effect.flip(durable(inOrder(statement(INSERT, "c"), statement(INSERT, "a"))))
      expect(yield* notes).toEqual(["a", "b"])
      expect(yield* durable(inOrder())).toEqual([])
    }))

  test("a write otherwise than through the writer is refused", () =>
    withWriter(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.flip(sql`INSERT INTO notes (text) VALUES ('a')`)
      yield* Effect.flip(sql.withTransaction(sql`DELETE FROM notes`))
      yield* Effect.flip(sql`DROP TABLE notes`)
      expect(yield* notes).toEqual([])
    }))

  test("a write goes on though its caller stops waiting", () =>
    withWriter(function* () {
      const writer = yield* Writer
      const write = (text: string) => writer.durable(inOrder(statement(INSERT, text)))
      yield* Effect.forEach(["a", "b", "c"], (text) => Effect.timeoutOption(write(text), "0 millis"))
      yield* write("d")
      const all = yield* Effect.repeat(notes, { until: ({ length }) => length === 4, times: 1_000 })
      expect(all).toEqual(["a", "b", "c", "d"])
    }))

  test("a wait for the disk ends where nothing has been written", () =>
    withWriter(function* () {
      const { sync } = yield* Writer
      yield* sync
      yield* Effect.all([sync, sync, sync], { concurrency: "unbounded" })
    }))
}

describe("on SQLite", () => {
  const fresh = <A, E>(use: (store: Store) => Effect.Effect<A, E>) =>
    Effect.scoped(Effect.flatMap(temporary, (folder) => use(Sql.layer(join(folder, "qal.sqlite")))))
  laws(fresh, 40)

  test("writes that take long and come at once are written one in a turn of the event loop, of either kind", () =>
    Effect.gen(function* () {
      const writer = yield* Writer
      let turns = 0
      const count = (): void => {
        turns++
        next = setImmediate(count)
      }
      let next = setImmediate(count)
      const begun: Array<number> = []
      yield* Effect.forEach(
        Array.from({ length: 8 }, (_, at) => at),
        (at) =>
          (at % 2 === 0 ? writer.durable : writer.relaxed)(function* () {
            begun.push(turns)
            takeLong()
            yield statement("SELECT 1")
            return Either.right(at)
          }),
        { concurrency: "unbounded" }
      )
      clearImmediate(next)
      expect(new Set(begun).size).toBe(8)
    }).pipe((work) => fresh((store) => Effect.provide(work, store)), Effect.runPromise))
})

describePostgres("the writer", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
  })
  afterAll(() => postgres.stop())
  const fresh = Effect.map(
    Effect.promise(() => postgres.database()),
    (url) => PostgresStore.layer({ url: Redacted.make(url), connections: 4 })
  )
  laws((use) => Effect.flatMap(fresh, use), 8)
})
