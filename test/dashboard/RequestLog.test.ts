/** What is written down of requests: the sums equal the rows, nothing is lost that memory holds, and no request waits for it. */
import { Database } from "bun:sqlite"
import { expect, test } from "bun:test"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, FastCheck as fc, Layer, Logger, type Scope, TestClock, TestContext } from "effect"
import { Jobs } from "../../src/billing/Jobs.ts"
import { newId } from "../../src/Domain.ts"
import { RequestBuffer } from "../../src/dashboard/requests/RequestBuffer.ts"
import { RequestLog, layer as RequestLogLayer } from "../../src/dashboard/requests/RequestLog.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "../support/Folder.ts"
import { longTest } from "../support/Long.ts"
import { until } from "../support/Nodes.ts"
import { hasPostgres } from "../support/Postgres.ts"
import { eachStore, type Fresh, ofLivingNode, postgres } from "../support/Stores.ts"
import { write } from "../support/Write.ts"
import { answered, type Described, VOICES } from "./Answered.ts"

const DAY = 86_400_000

/** Runs with a log of requests over a database of its own, which it may look into. */
const logged = <A, E>(
  fresh: Fresh,
  use: Effect.Effect<A, E, RequestLog | Writer | SqlClient.SqlClient | Scope.Scope>
): Promise<A> =>
  Effect.gen(function* () {
    return yield* Effect.provide(use, Layer.provideMerge(RequestLog.Default, yield* fresh))
  }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)

const rows = (text: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Readonly<Record<string, unknown>>>(text))
const numberOf = (text: string) => Effect.map(rows(text), ([row]) => Number(row?.number))
/** How many rows there are, and how many the sums say. */
const counts = Effect.all([
  numberOf("SELECT COUNT(*) AS number FROM requests"),
  numberOf("SELECT COALESCE(SUM(requests), 0) AS number FROM request_days")
])

const NOW = Date.now()

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
  // The longest took eleven days; what is over thirty days old goes at the log's start.
  time: fc.integer({ min: NOW - 15 * DAY, max: NOW }),
  seconds: fc.oneof(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.constant(0)),
  jobs: fc.array(fc.stringMatching(/^job_[a-z0-9]{4}$/), { maxLength: 3 }),
  upgraded: fc.boolean(),
  keyId: fc.constantFrom(undefined, "key_1", "key_2"),
  walletId: fc.constantFrom(undefined, "wal_1")
})

eachStore("the request log's sums of each day, capability and code equal its rows, for any requests", (fresh) =>
  logged(
    fresh,
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const all = fc.sample(fc.array(described, { minLength: 1, maxLength: 60 }), 40)
      for (const some of all) {
        for (const each of some) add(answered(each))
        expect(yield* flush).toBe(true)
      }
      const counted = yield* rows(
        `SELECT at / ${DAY} AS day, capability, COALESCE(code, '') AS code, COUNT(*) AS requests
         FROM requests GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
      )
      const sums = yield* rows(
        "SELECT day, capability, code, SUM(requests) AS requests FROM request_days GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
      )
      expect(counted.length).toBeGreaterThan(20)
      expect(sums).toEqual(counted)
      // What is no client's business with the API is in neither.
      expect(yield* rows("SELECT 1 FROM requests WHERE route LIKE '/api/v1/admin%' OR route = '/healthz'")).toEqual([])
      // Only what went well has no code.
      expect(yield* rows("SELECT 1 FROM requests WHERE status >= 400 AND code IS NULL")).toEqual([])
    })
  )
)

eachStore("a row of the request log has what is known of its request, from its arrival on", (fresh) =>
  logged(
    fresh,
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      add(
        answered({ id: "a", time: DAY + 500, seconds: 2, keyId: "key_1", walletId: "wal_1", jobs: ["job_1", "job_2"] })
      )
      add(
        answered({ id: "b", route: undefined, path: `/api/${"x".repeat(300)}\ud800`, status: 404, code: "NOT_FOUND" })
      )
      add(answered({ id: "c", route: "/ws", status: 101, upgraded: true, seconds: 500 }))
      add(answered({ id: "d", status: 499, said: "model 'x' not found" }))
      yield* flush
      const [a, b, c, d] = yield* rows("SELECT * FROM requests ORDER BY seq")
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
        jobs: '["job_1","job_2"]',
        said: null
      })
      expect(b).toMatchObject({ capability: "other", code: "NOT_FOUND", route: `/api/${"x".repeat(94)}…` })
      expect(c).toMatchObject({ capability: "conversation", micros: 500_000_000, code: null })
      expect(d).toMatchObject({ status: 499, code: "HTTP_499", said: "model 'x' not found" })
      expect(yield* rows("SELECT capability, SUM(requests) AS requests FROM duration_days GROUP BY 1")).toEqual([
        // Of those without a key none.
        { capability: "voice", requests: 1 }
      ])
    })
  )
)

eachStore(
  "the request log has a burst of 5,000 requests within seconds, without being read",
  (fresh) =>
    logged(
      fresh,
      Effect.gen(function* () {
        const { add } = yield* RequestLog
        for (let each = 0; each < 5_000; each++) add(answered({}))
        const begun = performance.now()
        while ((yield* counts)[0] < 5_000 && performance.now() - begun < 20_000) yield* Effect.sleep("50 millis")
        expect(yield* counts).toEqual([5_000, 5_000])
      })
    ),
  undefined,
  longTest
)

eachStore("the request log writes what waits when the program ends", (fresh) =>
  Effect.gen(function* () {
    const store = yield* fresh
    yield* Effect.flatMap(RequestLog, ({ add }) =>
      Effect.sync(() => {
        for (let each = 0; each < 3_210; each++) add(answered({}))
      })
    ).pipe(Effect.provide(Layer.provide(RequestLog.Default, store)))
    expect(yield* Effect.provide(counts, store)).toEqual([3_210, 3_210])
  }).pipe(Effect.scoped, Effect.runPromise)
)

test("the request log keeps rows up to a bound, failed or paid ones longer; its sums are right all the same", () => {
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

test("requests without a key fill the request log no faster than it forgets; its sums are right all the same", () => {
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

eachStore("the request log loses nothing while a database refuses writes, and says so once", async (fresh) => {
  const said: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void said.push(`${logLevel.label} ${message}`))
  await Effect.gen(function* () {
    const use = Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const sql = yield* SqlClient.SqlClient
      const refusal = sql.onDialectOrElse({
        pg: () => [
          "ALTER TABLE requests ADD CHECK (id IS NULL) NOT VALID",
          "ALTER TABLE requests DROP CONSTRAINT requests_id_check"
        ],
        orElse: () => [
          "CREATE TRIGGER full BEFORE INSERT ON requests BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
          "DROP TRIGGER full"
        ]
      })
      add(answered({}))
      expect(yield* flush).toBe(true)
      for (const [refuse = "", allow = ""] of [
        ["ALTER TABLE request_days RENAME TO away", "ALTER TABLE away RENAME TO request_days"],
        refusal
      ]) {
        said.length = 0
        yield* write(refuse)
        for (let each = 0; each < 700; each++) add(answered({ keyId: "key_1" }))
        expect(yield* flush).toBe(false)
        expect(yield* flush).toBe(false)
        add(answered({}))
        expect(yield* flush).toBe(false)
        expect(said).toHaveLength(1)
        expect(said[0]).toContain("WARN")
        yield* write(allow)
        expect(yield* flush).toBe(true)
        expect(said).toHaveLength(2)
        expect(said[1]).toContain("INFO")
      }
      expect(yield* counts).toEqual([1_403, 1_403])
    })
    yield* Effect.provide(use, Layer.provideMerge(RequestLog.Default, yield* fresh))
  }).pipe(Effect.scoped, Effect.provide(Logger.replace(Logger.defaultLogger, logger)), Effect.runPromise)
})

longTest("the request log waits for another program's lock, and then writes what came meanwhile", () =>
  Effect.gen(function* () {
    const filename = join(yield* temporary, "qal.sqlite")
    const use = Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const database = new Database(filename)
      database.run("BEGIN IMMEDIATE")
      for (let each = 0; each < 10; each++) add(answered({}))
      expect(yield* flush).toBe(false)
      database.run("COMMIT")
      database.close()
      add(answered({}))
      expect(yield* flush).toBe(true)
      expect(yield* counts).toEqual([11, 11])
    })
    yield* Effect.promise(() => logged(Effect.succeed(Sql.layer(filename)), use))
  }).pipe(Effect.scoped, Effect.runPromise)
)

eachStore("a key's last use is that of its newest request", (fresh) =>
  logged(
    fresh,
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 0)")
      for (const id of ["k1", "k2", "k3"]) {
        yield* write(
          `INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('${id}', 'w', 'k', '${id}', '0000', 0)`
        )
      }
      for (const time of [100, 300]) add(answered({ keyId: "k1", time }))
      add(answered({ keyId: "k2", time: 200 }))
      yield* flush
      // The clock was set back.
      add(answered({ keyId: "k1", time: 50 }))
      yield* flush
      expect(yield* rows("SELECT id, last_used_at FROM api_keys ORDER BY id")).toEqual([
        { id: "k1", last_used_at: 300 },
        { id: "k2", last_used_at: 200 },
        { id: "k3", last_used_at: null }
      ])
    })
  )
)

eachStore("the request log keeps rows 30 days, and their sums stay", (fresh) =>
  logged(
    fresh,
    Effect.gen(function* () {
      const { add, flush, sweep } = yield* RequestLog
      const now = Date.now()
      for (let each = 0; each < 1_200; each++) add(answered({ time: now - 31 * DAY }))
      for (let each = 0; each < 30; each++) add(answered({ time: now - 29 * DAY }))
      yield* flush
      expect(yield* sweep()).toBe(1_200)
      expect(yield* counts).toEqual([30, 1_230])
    })
  )
)

eachStore(
  "the request log keeps no row over 30 days, whatever came to it before, and loses none that is younger",
  (fresh) =>
    logged(
      fresh,
      Effect.gen(function* () {
        const { add, flush, sweep } = yield* RequestLog
        const now = Date.now()
        const [old, young] = [now - 31 * DAY, now - 29 * DAY]
        // A node whose clock was a year ahead, and what it wrote down of the past behind that.
        for (let each = 0; each < 700; each++) add(answered({ time: now + 365 * DAY }))
        for (let each = 0; each < 1_300; each++) add(answered({ time: each % 3 === 0 ? young : old }))
        yield* flush
        const ofOld = yield* numberOf(`SELECT COUNT(*) AS number FROM requests WHERE at < ${now - 30 * DAY}`)
        expect(ofOld).toBe(866)
        expect(yield* sweep()).toBe(ofOld)
        expect(yield* numberOf("SELECT COUNT(*) AS number FROM requests")).toBe(2_000 - ofOld)
        expect(yield* sweep()).toBe(0)
      })
    )
)

eachStore("the request log drops the oldest of more than a million rows", (fresh) =>
  logged(
    fresh,
    Effect.gen(function* () {
      const { add, flush, sweep } = yield* RequestLog
      const sql = yield* SqlClient.SqlClient
      for (let each = 0; each < 700; each++) add(answered({}))
      yield* flush
      // As if as many had come in between.
      yield* write(
        sql.onDialectOrElse({
          pg: () => "SELECT setval(pg_get_serial_sequence('requests', 'seq'), 1000100)",
          orElse: () => "UPDATE sqlite_sequence SET seq = 1000100 WHERE name = 'requests'"
        })
      )
      for (let each = 0; each < 20; each++) add(answered({}))
      yield* flush
      expect(yield* sweep()).toBe(120)
      expect(yield* rows("SELECT MIN(seq) AS seq FROM requests")).toEqual([{ seq: 121 }])
    })
  )
)

eachStore("the request log lists once, by its jobs, what a process did not write before it died", (fresh) =>
  logged(
    fresh,
    Effect.gen(function* () {
      const { add, flush } = yield* RequestLog
      const now = Date.now()
      add(answered({ id: "known", time: now, keyId: "k", jobs: ["job_known"] }))
      yield* flush
      yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 0)")
      const job = (id: string, asked: string | null, at: number, ended: number | null) =>
        write(
          `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, ended_at, x_request_id)
           VALUES (?, 'w', 'chat', '', ?, 0, ?, ?, ?)`,
          ...[id, ended === null ? "running" : "settled", at, ended, asked]
        )
      const [one, two] = [newId("job", now), newId("job", now + 1)]
      yield* job(newId("job", now), "known", now, now)
      yield* job(one, "lost", now, now + 20)
      yield* job(two, "lost", now + 1, now + 50)
      yield* job(newId("job", now), null, now, now)
      yield* job(newId("job", now), "cut", now, null)
      yield* job(newId("job", now - DAY), "long ago", now - DAY, now - DAY)
      // Two starts.
      for (let start = 0; start < 2; start++) yield* Layer.build(Layer.fresh(RequestLog.Default))
      const listed = yield* rows("SELECT id, at, status, code, micros, capability, wallet_id, jobs FROM requests")
      const died = { at: now, status: null, code: "PROCESS_DIED", capability: "chat", wallet_id: "w" }
      expect(listed).toHaveLength(3)
      expect(listed).toContainEqual({ id: "lost", micros: 50_000, jobs: JSON.stringify([one, two]), ...died })
      expect(listed).toContainEqual(expect.objectContaining({ id: "cut", ...died }))
      expect((yield* counts)[1]).toBe(1)
    })
  )
)

eachStore(
  "the request log lists what a process did not write before it died, before what has expired since is swept",
  (fresh) =>
    Effect.gen(function* () {
      const store = yield* fresh
      const ended = Date.now() - 3 * DAY
      const use = Effect.gen(function* () {
        yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 0)")
        yield* write(
          `INSERT INTO requests (id, at, method, route, capability, status, micros) VALUES ('newest', ?, 'GET', '/', 'chat', 200, 1)`,
          ended
        )
        // Its node may not even be taken for dead yet.
        const living = (yield* ofLivingNode)?.node_id
        yield* write(
          `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, ended_at, expires_at, x_request_id)
         VALUES (?, 'w', 'chat', '', 'settled', 0, ?, ?, ?, 'lost')`,
          ...[newId("job", ended), ended, ended, ended + DAY]
        )
        if (living !== undefined) yield* write("UPDATE jobs SET node_id = ?", living)
        const jobsLeft = numberOf("SELECT COUNT(*) AS number FROM jobs")
        expect(yield* jobsLeft).toBe(1)
        yield* Layer.build(RequestLogLayer)
        yield* until(Effect.map(jobsLeft, (left) => left === 0))
        expect(yield* rows("SELECT id, code FROM requests ORDER BY seq")).toEqual([
          { id: "newest", code: null },
          { id: "lost", code: "PROCESS_DIED" }
        ])
      })
      yield* Effect.provide(use, Layer.provideMerge(Jobs.Default, store))
    }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)), Effect.runPromise)
)

longTest.skipIf(!hasPostgres)(
  "a living node lists within a minute what a dead one did not write to the request log, and nothing of others",
  () =>
    Effect.gen(function* () {
      const { store } = yield* postgres
      const now = Date.now()
      yield* TestClock.setTime(now)
      const look = Effect.gen(function* () {
        yield* write("INSERT INTO wallets (id, name, created_at) VALUES ('w', 'w', 0)")
        yield* write("INSERT INTO nodes (id, started_at, seen_at, dead_at) VALUES ('dead', 0, 0, qal_now())")
        const living = (yield* ofLivingNode)?.node_id ?? null
        const job = (asked: string, state: string, node: string | null) =>
          write(
            `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, ended_at, x_request_id, node_id)
             VALUES (?, 'w', 'chat', '', ?, 0, ?, ?, ?, ?)`,
            ...[newId("job", now), state, now, state === "running" ? null : now, asked, node]
          )
        yield* job("charged", "settled", "dead")
        yield* job("failed", "failed", "dead")
        yield* job("forgotten", "failed", "of old")
        yield* job("settled by one that lives", "settled", living)
        yield* job("under way", "running", living)
        const listed = Effect.map(rows("SELECT id FROM requests ORDER BY id"), (found) => found.map(({ id }) => id))
        yield* TestClock.adjust("59 seconds")
        expect(yield* listed).toEqual([])
        for (let minute = 0; minute < 2; minute++) {
          yield* TestClock.adjust("1 minute")
          yield* until(Effect.map(listed, ({ length }) => length >= 3))
        }
        yield* Effect.promise(() => Bun.sleep(200))
        expect(yield* listed).toEqual(["charged", "failed", "forgotten"])
      })
      yield* Effect.provide(look, Layer.provideMerge(RequestLog.Default, store))
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(TestContext.TestContext, Logger.remove(Logger.defaultLogger))),
      Effect.runPromise
    )
)
