/** A node of a database whose connections are all at work, whose wallets are locked, or whose wire is cut. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import pg from "pg"
import * as Money from "../../../src/billing/Money.ts"
import { Wallet } from "../../../src/billing/Wallet.ts"
import { JobId, newId, type WalletId } from "../../../src/Domain.ts"
import { JobStore } from "../../../src/storage/JobStore.ts"
import * as PostgresStore from "../../../src/storage/postgres/Postgres.ts"
import { describePostgres, type Postgres, startPostgres } from "../../support/Postgres.ts"
import { startProxy } from "../../support/Proxy.ts"

const CONNECTIONS = 4

describePostgres("a node of PostgreSQL", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const node = (url: string) =>
    Layer.provideMerge(Wallet.Default, PostgresStore.layer({ url: Redacted.make(url), connections: CONNECTIONS }))

  /** A connection that is no node's. */
  const other = (url: string) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const client = new pg.Client({ connectionString: url })
          await client.connect()
          return client
        }),
        (client) => Effect.promise(() => client.end())
      ),
      (client) =>
        (text: string, ...values: ReadonlyArray<unknown>) =>
          Effect.promise(async () => (await client.query(text, [...values])).rows)
    )

  const opened = Effect.flatMap(Wallet, (wallet) => wallet.create("one", Money.fromEtb(1_000)))

  const asked = (walletId: WalletId) => ({
    jobId: JobId.make(newId("job", Date.now())),
    walletId,
    operation: "chat",
    requestId: null,
    fingerprint: "",
    estimate: 100,
    slot: null,
    now: Date.now(),
    asked: null
  })

  test("a node says that it lives while its other connections are at work, and its releases wait for a lock", async () => {
    const url = await postgres.database()
    await Effect.gen(function* () {
      const ask = yield* other(url)
      const { id } = yield* opened
      const sql = yield* SqlClient.SqlClient
      yield* ask("INSERT INTO nodes (id, started_at, seen_at, dead_at) VALUES ('dead', 0, 0, 0)")
      yield* ask(
        `INSERT INTO jobs (id, wallet_id, operation, fingerprint, state, hold, created_at, node_id)
          VALUES ('job', $1, 'chat', '', 'running', 5, 0, 'dead')`,
        id
      )
      yield* ask("BEGIN")
      yield* ask("SELECT 1 FROM wallets WHERE id = $1 FOR UPDATE", id)
      const slow = Array.from({ length: CONNECTIONS }, () => sql`SELECT pg_sleep(6)`)
      const work = yield* Effect.fork(Effect.all(slow, { concurrency: "unbounded" }))
      let longest = 0
      const silent = ask("SELECT qal_now() - MIN(seen_at) AS silent FROM nodes WHERE dead_at IS NULL")
      const look = Effect.map(silent, ([row]) => {
        longest = Math.max(longest, Number(Object(row).silent))
      })
      yield* Effect.repeat(look, Schedule.intersect(Schedule.spaced("200 millis"), Schedule.recurs(45)))
      yield* ask("ROLLBACK")
      yield* Fiber.join(work)
      // It speaks every two seconds; more is the machine's.
      expect(longest).toBeLessThan(5_000)
    }).pipe(Effect.scoped, Effect.provide(node(url)), Effect.runPromise)
  }, 60_000)

  test("a node leaves no hold where it was cut off while an admission waited in the database", async () => {
    const url = await postgres.database()
    await Effect.gen(function* () {
      const [ask, locks] = [yield* other(url), yield* other(url)]
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => startProxy(Number(new URL(url).port))),
        ({ stop }) => Effect.promise(stop)
      )
      const through = new URL(url)
      through.port = String(proxy.port)
      yield* Effect.gen(function* () {
        const { admit } = yield* JobStore
        const { id } = yield* opened
        yield* locks("BEGIN")
        yield* locks("SELECT 1 FROM wallets WHERE id = $1 FOR NO KEY UPDATE", id)
        const admitted = yield* Effect.fork(Effect.either(admit(asked(id))))
        const waiting = ask(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%qal_admit%'"
        )
        const isThere = {
          until: (rows: ReadonlyArray<unknown>) => rows.length > 0,
          schedule: Schedule.spaced("20 millis")
        }
        yield* Effect.repeat(waiting, isThere)
        proxy.cut()
        expect((yield* admitted)._tag).toBe("Left")
        proxy.mend()
        // By now the node has said that it does not want the job.
        yield* Effect.sleep("3 seconds")
        yield* locks("COMMIT")
        const gone = {
          until: (rows: ReadonlyArray<unknown>) => rows.length === 0,
          schedule: Schedule.spaced("20 millis")
        }
        yield* Effect.repeat(waiting, gone)
        yield* Effect.sleep("1500 millis")
        expect(yield* ask("SELECT id FROM jobs WHERE state = 'running'")).toEqual([])
        expect(yield* ask("SELECT held FROM wallets")).toEqual([{ held: "0" }])
      }).pipe(Effect.provide(node(through.href)))
    }).pipe(Effect.scoped, Effect.runPromise)
  }, 60_000)

  test("a node credits a wallet, and releases its holds, while others change it without a pause", async () => {
    const url = await postgres.database()
    await Effect.gen(function* () {
      const [store, wallet] = [yield* JobStore, yield* Wallet]
      const { id } = yield* opened
      // Whoever waits for the row then finds it changed.
      const changing = Effect.gen(function* () {
        const ask = yield* other(url)
        while (true) {
          yield* ask("BEGIN")
          yield* ask("UPDATE wallets SET name = name WHERE id = $1", id)
          yield* ask("SELECT pg_sleep(0.01)")
          yield* ask("COMMIT")
        }
      })
      const others = yield* Effect.forkAll(Array.from({ length: 5 }, () => Effect.scoped(changing)))
      const job = asked(id)
      yield* store.admit(job)
      const credited = Array.from({ length: 10 }, () => wallet.topUp(id, Money.fromEtb(1), "again"))
      yield* Effect.all([store.release(job.jobId, "INTERRUPTED", 0, 1), ...credited], { concurrency: "unbounded" })
      yield* Fiber.interrupt(others)
      const { balance, held } = yield* wallet.get(id)
      expect([Number(balance), Number(held)]).toEqual([1_010_000_000, 0])
    }).pipe(Effect.scoped, Effect.provide(node(url)), Effect.runPromise)
  }, 60_000)
})
