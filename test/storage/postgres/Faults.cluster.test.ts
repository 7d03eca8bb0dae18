/** `Writer` on PostgreSQL where connections tear, others come first, and the database is away. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createServer, connect as dial, type Socket } from "node:net"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Redacted } from "effect"
import { codeOf, problemOf } from "../../../src/runtime/SystemErrors.ts"
import * as PostgresStore from "../../../src/storage/postgres/Postgres.ts"
import { type Statement, statement } from "../../../src/storage/Statement.ts"
import { type Body, inOrder, Writer } from "../../../src/storage/Writer.ts"
import type { EffectBody } from "../../support/EffectBody.ts"
import { describePostgres, type Ending, type Postgres, startPostgres } from "../../support/Postgres.ts"
import { write } from "../../support/Write.ts"

const TABLE = "CREATE TABLE counters (id TEXT PRIMARY KEY, value BIGINT NOT NULL)"
const ONE = "INSERT INTO counters (id, value) VALUES ('one', 0)"
const READ = statement("SELECT value FROM counters WHERE id = 'one'")
const ADD = statement("UPDATE counters SET value = value + 1 WHERE id = 'one'")

const numberIn = (row: unknown, name: string): number => Number(Object(row)[name])

/** What must be serialized: reads, and writes one more; after the read it does what `between` says. */
const addOne = (between: (attempt: number) => Generator<Statement, void, ReadonlyArray<unknown>>): Body<number> => {
  let attempts = 0
  return function* () {
    attempts++
    const [row] = yield READ
    yield* between(attempts)
    yield statement("UPDATE counters SET value = ? WHERE id = 'one'", numberIn(row, "value") + 1)
    return Either.right(attempts)
  }
}

const nothing = function* () {}

const value = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql.unsafe(READ.text), ([row]) => numberIn(row, "value"))
)

describePostgres("writing to PostgreSQL", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
  })
  afterAll(() => postgres.stop())

  const node = (url: string, connections = 4) => PostgresStore.layer({ url: Redacted.make(url), connections })

  /** A database with a counter; `body` is done by a node of it. */
  const counted = async (body: EffectBody<Writer | SqlClient.SqlClient>, connections?: number): Promise<void> => {
    const url = await postgres.database()
    await Effect.gen(function* () {
      for (const text of [TABLE, ONE]) yield* write(text)
      yield* Effect.gen(() => body())
    }).pipe(Effect.provide(node(url, connections)), Effect.runPromise)
  }

  test("a thousand writes at once on two connections are all made, each once", () =>
    counted(function* () {
      const { durable } = yield* Writer
      const every = Array.from({ length: 1_000 })
      yield* Effect.forEach(every, () => durable(inOrder(ADD)), { concurrency: "unbounded" })
      expect(yield* value).toBe(1_000)
    }, 2))

  test("two nodes that read and write the same row lose nothing", async () => {
    const url = await postgres.database()
    const adding = Effect.gen(function* () {
      const { durable, relaxed } = yield* Writer
      const every = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? durable : relaxed))
      return yield* Effect.forEach(every, (enter) => enter(addOne(nothing)), { concurrency: 5 })
    })
    await Effect.runPromise(
      Effect.provide(
        Effect.forEach([TABLE, ONE], (text) => write(text)),
        node(url)
      )
    )
    const attempts = await Promise.all([1, 2].map(() => Effect.runPromise(Effect.provide(adding, node(url)))))
    expect(await Effect.runPromise(Effect.provide(value, node(url)))).toBe(100)
    expect(Math.max(...attempts.flat())).toBeGreaterThan(1)
  })

  /** Ends the connection that it is asked on. */
  const END = statement("SELECT pg_terminate_backend(pg_backend_pid())")

  test("a connection that tears before the end is made anew, and its write is done once", () =>
    counted(function* () {
      const { durable } = yield* Writer
      const attempts = yield* durable(
        addOne(function* (attempt) {
          if (attempt < 3) yield END
        })
      )
      expect(attempts).toBe(3)
      expect(yield* value).toBe(1)
    }))

  test("a write whose connection tears while it commits is not tried again, as nobody knows whether it did", () =>
    counted(function* () {
      const { durable } = yield* Writer
      yield* write(
        "CREATE FUNCTION ends() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'"
      )
      yield* write(
        "CREATE CONSTRAINT TRIGGER ends AFTER UPDATE ON counters DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ends()"
      )
      let attempts = 0
      const body = addOne(function* () {
        attempts++
      })
      for (const error of [yield* Effect.flip(durable(inOrder(ADD))), yield* Effect.flip(durable(body))]) {
        expect(codeOf(error)).toBe("POSTGRES_UNKNOWN_OUTCOME")
        expect(problemOf(error)?._tag).toBe("PROVIDER_UNAVAILABLE")
      }
      expect(attempts).toBe(1)
      yield* write("DROP TRIGGER ends ON counters")
      expect(yield* value).toBe(0)
    }))

  test("a transaction that stands still loses its locks, and then does not count", () =>
    counted(function* () {
      const { durable } = yield* Writer
      const first = addOne(function* (attempt) {
        // As a process that is stopped and goes on: its connection is taken from it after five seconds.
        if (attempt === 1) Bun.sleepSync(6_000)
      })
      expect(yield* durable(first)).toBe(2)
      expect(yield* value).toBe(1)
    }))

  test.each<Ending>(["INT", "QUIT", "KILL"])(
    "a restart of PostgreSQL by SIG%s in the middle loses and doubles nothing",
    (how) =>
      counted(function* () {
        const { durable } = yield* Writer
        let isOver = false
        let known = 0
        let unknown = 0
        const keepAdding = Effect.gen(function* () {
          while (!isOver) {
            const outcome = yield* Effect.either(durable(inOrder(ADD)))
            if (Either.isRight(outcome)) known++
            else {
              expect(codeOf(outcome.left)).toMatch(/^POSTGRES_/)
              if (codeOf(outcome.left) === "POSTGRES_UNKNOWN_OUTCOME") unknown++
            }
          }
        })
        const keepReading = Effect.gen(function* () {
          while (!isOver) {
            const read = yield* Effect.either(value)
            if (Either.isLeft(read)) expect(codeOf(read.left)).toBe("POSTGRES_UNREACHABLE")
          }
        })
        const working = yield* Effect.fork(Effect.all([keepAdding, keepAdding, keepReading], { concurrency: 3 }))
        yield* Effect.sleep("300 millis")
        const before = known
        yield* Effect.promise(() => postgres.restart(how))
        yield* Effect.sleep("700 millis")
        isOver = true
        yield* working
        expect(known).toBeGreaterThan(before)
        const there = yield* value
        expect(there).toBeGreaterThanOrEqual(known)
        expect(there).toBeLessThanOrEqual(known + unknown)
      })
  )

  test("a database that is away fails soon, as a client can be told, and works again once it is back", () =>
    counted(function* () {
      const { durable } = yield* Writer
      yield* Effect.promise(() => postgres.end())
      const begun = performance.now()
      const failures = yield* Effect.all([Effect.flip(durable(inOrder(ADD))), Effect.flip(value)], {
        concurrency: "unbounded"
      })
      expect(performance.now() - begun).toBeLessThan(10_000)
      expect(failures.map((error) => problemOf(error)?._tag)).toEqual(["PROVIDER_UNAVAILABLE", "PROVIDER_UNAVAILABLE"])
      yield* Effect.promise(() => postgres.start())
      yield* durable(inOrder(ADD))
      expect(yield* value).toBe(1)
    }))

  test("a reader that stops waiting disturbs no other", () =>
    counted(function* () {
      const sql = yield* SqlClient.SqlClient
      const slow = Effect.timeoutOption(sql`SELECT pg_sleep(0.05)`, "10 millis")
      for (let turn = 0; turn < 20; turn++) {
        yield* Effect.all([slow, value, slow, value], { concurrency: "unbounded" })
      }
    }, 2))

  /** Counts how often the client speaks after the database has: the database's answers are held up meanwhile. */
  const listening = (url: string) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        const { hostname, port } = new URL(url)
        const sockets: Array<Socket> = []
        const turns = { count: 0 }
        const proxy = createServer((client) => {
          let isAnswered = true
          const server = dial(Number(port), hostname)
          sockets.push(client, server)
          for (const socket of [client, server]) socket.on("error", () => {})
          client.on("data", (bytes) => {
            if (isAnswered) turns.count++
            isAnswered = false
            server.write(bytes)
          })
          server.on("data", (bytes) => {
            setTimeout(() => {
              isAnswered = true
              client.write(bytes)
            }, 30)
          })
          client.on("close", () => server.destroy())
        })
        await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done))
        const address = proxy.address()
        const through = new URL(url)
        through.port = String(typeof address === "object" ? address?.port : "")
        return { url: through.href, turns, proxy, sockets }
      }),
      ({ proxy, sockets }) =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          proxy.close()
        })
    )

  test("a write known beforehand is one round trip; else each statement is one, with one for the end", async () => {
    const url = await postgres.database()
    await Effect.runPromise(
      Effect.gen(function* () {
        const through = yield* listening(url)
        const turnsOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.gen(function* () {
            const before = through.turns.count
            yield* work
            return through.turns.count - before
          })
        yield* Effect.gen(function* () {
          const { durable, relaxed } = yield* Writer
          for (const text of [TABLE, ONE]) yield* write(text)
          expect(yield* turnsOf(durable(inOrder(ADD)))).toBe(1)
          expect(yield* turnsOf(relaxed(inOrder(ADD, ADD, READ)))).toBe(1)
          expect(yield* turnsOf(durable(addOne(nothing)))).toBe(3)
          expect(yield* turnsOf(value)).toBe(1)
          expect(yield* value).toBe(4)
        }).pipe(Effect.provide(node(through.url, 1)))
      }).pipe(Effect.scoped)
    )
  })

  test("a relaxed write does not wait for the disk, and a durable one does", () =>
    counted(function* () {
      const { durable, relaxed } = yield* Writer
      const asked = inOrder(statement("SELECT current_setting('synchronous_commit') AS mode"))
      expect(yield* relaxed(asked)).toEqual([{ mode: "off" }])
      expect(yield* durable(asked)).toEqual([{ mode: "on" }])
    }, 1))
})
