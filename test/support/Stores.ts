/** What both stores do alike: a test of it runs on SQLite, and on PostgreSQL where that is installed. */
import { afterAll, test } from "bun:test"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Context, Effect, Layer, Redacted, type Scope } from "effect"
import type { JobStore } from "../../src/storage/JobStore.ts"
import * as PostgresStore from "../../src/storage/postgres/Postgres.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "./Folder.ts"
import { isQuick } from "./Long.ts"
import { hasPostgres, type Postgres, startPostgres } from "./Postgres.ts"

/** A database; built again it is what another process has of it. */
export type Store = Layer.Layer<SqlClient.SqlClient | Writer | JobStore, unknown>

/** A new database, which goes with the scope. */
export type Fresh = Effect.Effect<Store, never, Scope.Scope>

export const sqlite: Fresh = Effect.map(temporary, (folder) => Sql.layer(join(folder, "qal.sqlite")))

/** One server for a file's tests, started by the first that needs it. */
let server: Promise<Postgres> | undefined
afterAll(async () => {
  const started = server
  server = undefined
  await (await started)?.stop()
})

const CONNECTIONS = 4

/**
 * What waits until it tries again does so in real time, also where the test's own time stands still; and a node says that
 * it lives in real time, also where the test's own time goes by in a day.
 */
const inRealTime = <E>(store: Layer.Layer<SqlClient.SqlClient | Writer | JobStore, E>) =>
  Layer.map(Layer.scopedContext(Effect.withClock(Layer.build(store), Clock.make())), (services) => {
    const writer = Context.get(services, Writer)
    const clock = Clock.make()
    const { durable, relaxed }: Pick<Writer, "durable" | "relaxed"> = {
      durable: (body) => Effect.withClock(writer.durable(body), clock),
      relaxed: (body) => Effect.withClock(writer.relaxed(body), clock)
    }
    return Context.add(services, Writer, Writer.make({ durable, relaxed, sync: writer.sync }))
  })

/** A new database of PostgreSQL, and its address. */
export const postgres = Effect.promise(async () => {
  // What is lost with the power is not asked here.
  server ??= startPostgres({ fsync: false })
  const url = await (await server).database()
  const store: Store = inRealTime(PostgresStore.layer({ url: Redacted.make(url), connections: CONNECTIONS }))
  return { store, url }
})

/** A test of a rule on each store, which is given a new database; of PostgreSQL it is a long one. */
export const eachStore = (
  name: string,
  run: (fresh: Fresh) => Promise<unknown>,
  timeout?: number,
  onSqlite: (name: string, run: () => Promise<void>, timeout?: number) => void = test
): void => {
  onSqlite(`${name} (SQLite)`, () => run(sqlite).then(() => {}), timeout)
  test.skipIf(!hasPostgres || isQuick)(
    `${name} (PostgreSQL)`,
    () => run(Effect.map(postgres, ({ store }) => store)).then(() => {}),
    timeout
  )
}

/** Of a running job's row: that a living node runs it. Any other is taken for a dead one's. */
export const ofLivingNode = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(
        sql<{ node_id: string }>`SELECT id AS node_id FROM nodes WHERE dead_at IS NULL LIMIT 1`,
        ([node]) => node
      ),
    orElse: () => Effect.succeed(undefined)
  })
)

/** The whole numbers from `from` on as a table's `value`, in what both databases read. */
export const numbers = (from: number, count: number): string =>
  `(WITH RECURSIVE n(value) AS (SELECT ${from} UNION ALL SELECT value + 1 FROM n WHERE value < ${from + count - 1})
    SELECT value FROM n)`
