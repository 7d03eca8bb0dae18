/** An admission whose connection goes while it waits in the database. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect, Logger, Redacted } from "effect"
import pg from "pg"
import * as Money from "../../../src/billing/Money.ts"
import { Wallet } from "../../../src/billing/Wallet.ts"
import { JobId } from "../../../src/Domain.ts"
import { JobStore } from "../../../src/storage/JobStore.ts"
import * as PostgresStore from "../../../src/storage/postgres/Postgres.ts"
import { describePostgres, type Postgres, startPostgres } from "../../support/Postgres.ts"
import { startProxy } from "../../support/Proxy.ts"

/** Of others than who asks. */
const BUSY =
  "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'"

describePostgres("an admission that is lost on its way back", () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres({ fsync: false })
  }, 60_000)
  afterAll(() => postgres.stop())

  const lost = (url: string, near: string, wire: Awaited<ReturnType<typeof startProxy>>) =>
    Effect.gen(function* () {
      const { id: walletId } = yield* Effect.flatMap(Wallet, (_) => _.create("one", Money.fromMicros(1_000_000)))
      const other = new pg.Client({ connectionString: url })
      const rows = (text: string) => Effect.promise(async () => (await other.query(text)).rows)
      const until = (condition: Effect.Effect<boolean>) =>
        Effect.repeat(
          Effect.zipRight(
            Effect.promise(() => Bun.sleep(10)),
            condition
          ),
          { until: (is) => is }
        )
      yield* Effect.promise(() => other.connect())
      yield* rows("BEGIN")
      yield* rows("SELECT 1 FROM wallets FOR NO KEY UPDATE")
      const admission = yield* Effect.fork(
        Effect.flatMap(JobStore, (store) =>
          store.admit({
            jobId: JobId.make("job_1"),
            walletId,
            operation: "chat",
            requestId: null,
            fingerprint: "f",
            estimate: 1,
            slot: null,
            now: 0,
            asked: null
          })
        )
      )
      yield* until(
        Effect.map(rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"), ({ length }) => length > 0)
      )
      wire.cut()
      wire.mend()
      expect((yield* Effect.flip(admission))._tag).toBe("SqlError")
      const waiting = Effect.map(
        rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
        ({ length }) => length
      )
      // It is given up before it is done.
      yield* until(Effect.map(rows("SELECT 1 FROM jobs"), ({ length }) => length > 0))
      expect(yield* waiting).toBe(1)
      yield* rows("COMMIT")
      yield* until(Effect.map(rows(BUSY), ({ length }) => length === 0))
      expect(yield* rows("SELECT state, failure FROM jobs")).toEqual([{ state: "failed", failure: "INTERRUPTED" }])
      expect((yield* rows("SELECT held FROM wallets"))[0]).toEqual({ held: "0" })
      yield* Effect.promise(() => other.end())
    }).pipe(
      Effect.provide(Wallet.Default),
      Effect.provide(PostgresStore.layer({ url: Redacted.make(near), connections: 2 })),
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )

  test("holds nothing, also where it could only be done after it was given up", async () => {
    const url = await postgres.database()
    const wire = await startProxy(Number(new URL(url).port))
    const near = new URL(url)
    near.port = String(wire.port)
    await Effect.runPromise(lost(url, near.href, wire))
    await wire.stop()
  }, 60_000)
})
