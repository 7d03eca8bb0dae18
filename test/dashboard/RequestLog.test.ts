/** What is written down of requests: the sums equal the rows, nothing is lost that memory holds, and no request waits for it. */
import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { join } from "node:path"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, FastCheck as fc, Layer, Logger, type Scope } from "effect"
import { newId } from "../../src/Domain.ts"
import { RequestBuffer } from "../../src/dashboard/RequestBuffer.ts"
import { RequestLog } from "../../src/dashboard/RequestLog.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "../support/Folder.ts"
import { answered, type Described, VOICES } from "./Answered.ts"

const DAY = 86_400_000

/** Runs with a log of requests over a database of its own, which it may look into. */
const logged = <A, E>(
  use: (database: Database) => Effect.Effect<A, E, RequestLog | Writer | SqlClient.SqlClient | Scope.Scope>
): Promise<A> =>
  Effect.gen(function* () {
    const filename = join(yield* temporary, "qal.sqlite")
    const looked = Effect.acquireRelease(
      Effect.sync(() => new Database(filename)),
      (database) => Effect.sync(() => database.close())
    )
    return yield* Effect.provide(
      Effect.flatMap(looked, use),
      RequestLog.Default.pipe(Layer.provideMerge(Sql.layer(filename)))
    )
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

const count = (database: Database): number =>
  Number(Object.values(database.query("SELECT COUNT(*) FROM requests").get() ?? {})[0])
const sum = (database: Database): number =>
  Number(Object.values(database.query("SELECT COALESCE(SUM(requests), 0) FROM request_days").get() ?? {})[0])

const described: fc.Arbitrary<Described> = fc.record({
  route: fc.constantFrom(
    VOICES,
    "/api/v1/voice/clips/:id",
    "/api/v1/chat_generate",
    "/api/v1/audio",
    "/api/v1/scribe/transcribe",
    "/api/v2/stt",
    "/ws",
    "/v1/realtime",
    "/healthz",
    "/api/v1/admin/keys",
    "/api",
    undefined
  ),
  path: fc.oneof(
    fc.constantFrom("/api/v1/nothing", "/somewhere"),
    fc.string({ unit: "binary" }).map((text) => `/api/${text}`)
  ),
  status: fc.constantFrom(200, 201, 401, 404, 422, 429, 499, 500, 503),
  code: fc.constantFrom(undefined, "VALIDATION_ERROR", "RATE_LIMITED"),
  time: fc.integer({ min: 20 * DAY, max: 40 * DAY }),
  seconds: fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constant(0)),
  jobs: fc.array(fc.stringMatching(/^job_[a-z0-9]{4}$/), { maxLength: 3 }),
  upgraded: fc.boolean(),
  keyId: fc.constantFrom(undefined, "key_1", "key_2"),
  walletId: fc.constantFrom(undefined, "wal_1")
})

test("whatever requests there were, the sums of each day, capability and code equal the rows", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const all = fc.sample(fc.array(described, { minLength: 1, maxLength: 60 }), 40)
      for (const some of all) {
        for (const each of some) add(answered(each))
        expect(yield* flush).toBe(true)
      }
      const rows = database
        .query(
          `SELECT at / ${DAY} AS day, capability, COALESCE(code, '') AS code, COUNT(*) AS requests
           FROM requests GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
        )
        .all()
      const sums = database
        .query(
          "SELECT day, capability, code, SUM(requests) AS requests FROM request_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
        )
        .all()
      expect(rows.length).toBeGreaterThan(20)
      expect(sums).toEqual(rows)
      // What is no client's business with the API is in neither.
      expect(
        database.query("SELECT 1 FROM requests WHERE route LIKE '/api/v1/admin%' OR route = '/healthz'").all()
      ).toEqual([])
      // Only what went well has no code.
      expect(database.query("SELECT 1 FROM requests WHERE status >= 400 AND code IS NULL").all()).toEqual([])
    })
  ))

test("a row has what is known of its request, from its arrival on", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      add(
        answered({ id: "a", time: DAY + 500, seconds: 2, keyId: "key_1", walletId: "wal_1", jobs: ["job_1", "job_2"] })
      )
      add(
        answered({ id: "b", route: undefined, path: `/api/${"x".repeat(300)}\ud800`, status: 404, code: "NOT_FOUND" })
      )
      add(answered({ id: "c", route: "/ws", status: 101, upgraded: true, seconds: 500 }))
      add(answered({ id: "d", status: 499 }))
      yield* flush
      const [a, b, c, d] = database.query("SELECT * FROM requests ORDER BY seq").all()
      expect(a).toEqual({
        seq: 1,
        id: "a",
        at: DAY - 1_500,
        method: "GET",
        route: VOICES,
        capability: "voice",
        status: 200,
        code: null,
        micros: 2_000_000,
        wallet_id: "wal_1",
        key_id: "key_1",
        jobs: '["job_1","job_2"]'
      })
      expect(b).toMatchObject({ capability: "other", code: "NOT_FOUND", route: `/api/${"x".repeat(195)}` })
      expect(c).toMatchObject({ capability: "conversation", micros: 500_000_000, code: null })
      expect(d).toMatchObject({ status: 499, code: "HTTP_499" })
      expect(database.query("SELECT capability, SUM(requests) FROM duration_days GROUP BY 1").values()).toEqual([
        // Of those without a key none.
        ["voice", 1]
      ])
    })
  ))

test("a burst of 5,000 requests is all there within seconds, without anybody's asking", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add } = yield* RequestLog
      for (let each = 0; each < 5_000; each++) add(answered({}))
      const begun = performance.now()
      while (count(database) < 5_000 && performance.now() - begun < 20_000) yield* Effect.sleep("50 millis")
      expect([count(database), sum(database)]).toEqual([5_000, 5_000])
    })
  ))

test("what waits when the program ends is written then", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporary, "qal.sqlite")
    yield* Effect.flatMap(RequestLog, ({ add }) =>
      Effect.sync(() => {
        for (let each = 0; each < 3_210; each++) add(answered({}))
      })
    ).pipe(Effect.provide(RequestLog.Default.pipe(Layer.provide(Sql.layer(filename)))))
    const database = new Database(filename)
    expect([count(database), sum(database)]).toEqual([3_210, 3_210])
    database.close()
  }).pipe(Effect.scoped, Effect.runPromise))

test("rows find room up to a bound, what failed or cost money longer; sums are right all the same", () => {
  const buffer = new RequestBuffer()
  for (let each = 0; each < 16_000; each++) buffer.add(answered({ keyId: "key_a" }))
  expect(buffer.dropped).toBe(1_000)
  for (let each = 0; each < 3_000; each++)
    buffer.add(answered({ keyId: "key_a", status: 422, code: "VALIDATION_ERROR" }))
  for (let each = 0; each < 3_000; each++) buffer.add(answered({ jobs: ["job_1"] }))
  expect(buffer.dropped).toBe(2_000)
  const batch = buffer.take(30_000)
  expect(batch.rows).toHaveLength(20_000)
  const requests = batch.codes.reduce((all, each) => all + each.requests, 0)
  expect(requests).toBe(22_000)
  for (let each = 0; each < 10; each++) buffer.add(answered({ keyId: "key_a" }))
  buffer.giveBack(batch)
  expect(buffer.dropped).toBe(2_010)
  const again = buffer.take(30_000)
  expect([again.rows.length, again.codes.reduce((all, each) => all + each.requests, 0)]).toEqual([20_000, 22_010])
  expect(buffer.isEmpty).toBe(true)
})

test("whoever has no key fills the list no faster than it forgets; sums are right all the same", () => {
  const buffer = new RequestBuffer()
  const time = 1_700_000_000_000
  const flood = (at: number) => {
    for (let each = 0; each < 12_000; each++) {
      buffer.add(answered({ time: at, route: each % 2 === 0 ? VOICES : undefined, status: 401, code: "UNAUTHORIZED" }))
    }
    const { codes, rows } = buffer.take(30_000)
    return [rows.length, codes.reduce((all, each) => all + each.requests, 0)]
  }
  expect(flood(time)).toEqual([10_000, 12_000])
  expect(flood(time + 40_000)).toEqual([10, 12_000])
  expect(flood(time)).toEqual([0, 12_000])
  buffer.add(answered({ time, keyId: "key_a", status: 422, code: "VALIDATION_ERROR" }))
  buffer.add(answered({ time, jobs: ["job_1"] }))
  expect(buffer.take(30_000).rows).toHaveLength(2)
  expect(flood(time + 30 * 86_400_000)).toEqual([10_000, 12_000])
})

test("requests of each of the last 60 seconds are counted, the oldest first", () => {
  const buffer = new RequestBuffer()
  const second = 1_700_000_000
  for (let each = 0; each < 90; each++) {
    for (let times = 0; times < each; times++) buffer.add(answered({ time: (second + each) * 1_000 + 999 }))
  }
  expect(buffer.perSecond((second + 90) * 1_000)).toEqual(Array.from({ length: 60 }, (_, at) => 30 + at))
  expect(buffer.perSecond((second + 120) * 1_000)).toEqual(
    Array.from({ length: 60 }, (_, at) => (at < 30 ? 60 + at : 0))
  )
  expect(buffer.perSecond((second + 1_000) * 1_000)).toEqual(Array.from({ length: 60 }, () => 0))
})

test("a database that refuses writes loses no row and no sum, and is told of once", async () => {
  const said: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void said.push(`${logLevel.label} ${message}`))
  await Effect.gen(function* () {
    const filename = join(yield* temporary, "qal.sqlite")
    const use = Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const database = new Database(filename)
      add(answered({}))
      expect(yield* flush).toBe(true)
      for (const [refuse, allow] of [
        ["ALTER TABLE request_days RENAME TO away", "ALTER TABLE away RENAME TO request_days"],
        [
          "CREATE TRIGGER full BEFORE INSERT ON requests BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
          "DROP TRIGGER full"
        ]
      ] as const) {
        said.length = 0
        database.run(refuse)
        for (let each = 0; each < 700; each++) add(answered({ keyId: "key_1" }))
        expect(yield* flush).toBe(false)
        expect(yield* flush).toBe(false)
        add(answered({}))
        expect(yield* flush).toBe(false)
        expect(said).toHaveLength(1)
        expect(said[0]).toContain("WARN")
        database.run(allow)
        expect(yield* flush).toBe(true)
        expect(said).toHaveLength(2)
        expect(said[1]).toContain("INFO")
      }
      expect([count(database), sum(database)]).toEqual([1_403, 1_403])
      database.close()
    })
    yield* Effect.provide(use, RequestLog.Default.pipe(Layer.provide(Sql.layer(filename))))
  }).pipe(Effect.scoped, Effect.provide(Logger.replace(Logger.defaultLogger, logger)), Effect.runPromise)
})

test("another program's lock is waited for, and what came meanwhile is written after it", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      database.run("BEGIN IMMEDIATE")
      for (let each = 0; each < 10; each++) add(answered({}))
      expect(yield* flush).toBe(false)
      database.run("COMMIT")
      add(answered({}))
      expect(yield* flush).toBe(true)
      expect([count(database), sum(database)]).toEqual([11, 11])
    })
  ))

test("a key's last use is that of its newest request", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      database.run("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 0)")
      for (const id of ["k1", "k2", "k3"]) {
        database.run(
          `INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('${id}', 'w', 'k', '${id}', '0000', 0)`
        )
      }
      for (const time of [100, 300]) add(answered({ keyId: "k1", time }))
      add(answered({ keyId: "k2", time: 200 }))
      yield* flush
      // The clock was set back.
      add(answered({ keyId: "k1", time: 50 }))
      yield* flush
      expect(database.query("SELECT id, last_used_at FROM api_keys ORDER BY id").values()).toEqual([
        ["k1", 300],
        ["k2", 200],
        ["k3", null]
      ])
    })
  ))

test("rows are kept 30 days; their sums stay", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush, sweep } = yield* RequestLog
      const now = Date.now()
      for (let each = 0; each < 1_200; each++) add(answered({ time: now - 31 * DAY }))
      for (let each = 0; each < 30; each++) add(answered({ time: now - 29 * DAY }))
      yield* flush
      expect(yield* sweep()).toBe(1_200)
      expect([count(database), sum(database)]).toEqual([30, 1_230])
    })
  ))

test("of more than a million rows the oldest go", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush, sweep } = yield* RequestLog
      for (let each = 0; each < 700; each++) add(answered({}))
      yield* flush
      // As if as many had come in between.
      database.run("UPDATE sqlite_sequence SET seq = 1000100 WHERE name = 'requests'")
      for (let each = 0; each < 20; each++) add(answered({}))
      yield* flush
      expect(yield* sweep()).toBe(120)
      expect(database.query("SELECT MIN(seq) AS seq FROM requests").get()).toEqual({ seq: 121 })
    })
  ))

test("what a process did not write down before it died is listed by its jobs, once", () =>
  logged((database) =>
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const now = Date.now()
      add(answered({ id: "known", time: now, keyId: "k", jobs: ["job_known"] }))
      yield* flush
      database.run("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 0)")
      const job = (id: string, asked: string | null, at: number, ended: number | null) =>
        database.run(
          `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, ended_at, x_request_id)
           VALUES (?, 'w', 'chat', '', ?, 0, ?, ?, ?)`,
          [id, ended === null ? "running" : "settled", at, ended, asked]
        )
      const [one, two] = [newId("job", now), newId("job", now + 1)]
      job(newId("job", now), "known", now, now)
      job(one, "lost", now, now + 20)
      job(two, "lost", now + 1, now + 50)
      job(newId("job", now), null, now, now)
      job(newId("job", now), "cut", now, null)
      job(newId("job", now - DAY), "long ago", now - DAY, now - DAY)
      // Two starts.
      for (let start = 0; start < 2; start++) yield* Layer.build(Layer.fresh(RequestLog.Default))
      const rows = database
        .query("SELECT id, at, status, code, micros, capability, wallet_id, jobs FROM requests")
        .all()
      const died = { at: now, status: null, code: "PROCESS_DIED", capability: "chat", wallet_id: "w" }
      expect(rows).toHaveLength(3)
      expect(rows).toContainEqual({ id: "lost", micros: 50_000, jobs: JSON.stringify([one, two]), ...died })
      expect(rows).toContainEqual(expect.objectContaining({ id: "cut", micros: 0, ...died }))
      expect(sum(database)).toBe(1)
    })
  ))
