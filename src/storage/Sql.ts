/** The database: `SqlClient` reads it, `Writer` writes it. The one SQLite file, or where an address is set, PostgreSQL. */
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-bun/SqliteClient"
import { Cause, Effect, Layer, Option } from "effect"
import type { DatabaseUrl } from "../settings/DatabaseUrl.ts"
import * as Checkpoint from "./Checkpoint.ts"
import { assertIntact, databaseError, OPENING } from "./Database.ts"
import type { Paths } from "./DataFolder.ts"
import { migrate } from "./migrations/index.ts"
import * as Ownership from "./Ownership.ts"
import * as SqliteJobs from "./SqliteJobs.ts"
import { retryLocked } from "./StorageErrors.ts"
import { WriteConnection } from "./WriteConnection.ts"
import { Writer } from "./Writer.ts"

/** A client on a connection of its own to the database at `filename`, on which these pragmas are set; closed with the scope. */
const connect = (filename: string, ...pragmas: ReadonlyArray<string>) =>
  SqliteClient.make({ filename, disableWAL: true }).pipe(
    Effect.tap((sql) => Effect.forEach([...OPENING, ...pragmas], (text) => sql.unsafe(text))),
    Effect.catchAllCause((cause) => Effect.fail(databaseError(Cause.squash(cause)))),
    retryLocked,
    Effect.provide(Reactivity.layer)
  )

const migrated = (filename: string) =>
  connect(filename).pipe(
    Effect.flatMap((client) => retryLocked(Effect.provideService(migrate, SqlClient.SqlClient, client))),
    Effect.catchTag("SqlError", (cause) => Effect.fail(databaseError(cause))),
    Effect.scoped,
    Layer.effectDiscard
  )

/** For the whole program's reads; SQLite refuses it any write, which is `Writer`'s. */
const reader = (filename: string) => Layer.scoped(SqlClient.SqlClient, connect(filename, "PRAGMA query_only = ON"))

/** The database at `filename` as it is, for whoever only looks at one that is there: an older version may be at work on it. */
export const asItIs = (filename: string) =>
  Layer.merge(reader(filename), Layer.provide(Writer.Default, WriteConnection.layer(filename)))

/** The same, migrated to the newest schema. */
export const layer = (filename: string) =>
  SqliteJobs.layer.pipe(Layer.provideMerge(asItIs(filename)), Layer.provide(migrated(filename)))

/** The same for the process that owns the data folder: only where its files belong to the database. */
export const ownedLayer = (paths: Paths) =>
  Layer.unwrapEffect(
    Effect.as(
      Effect.zipRight(Ownership.assertDatabase(paths), assertIntact(paths.database)),
      Layer.provideMerge(
        Layer.merge(Layer.effectDiscard(Ownership.claim(paths)), Checkpoint.layer(paths.database)),
        layer(paths.database)
      )
    )
  )

/** PostgreSQL at the address; it is loaded where it is used alone. */
export const postgres = (address: DatabaseUrl) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./postgres/Postgres.ts")),
      ({ layer }) => layer(address)
    )
  )

/** The same as it is, read-only: nothing is migrated, and no query is sent before the first use. */
export const postgresAsItIs = (address: DatabaseUrl) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./postgres/Postgres.ts")),
      ({ asItIs }) => asItIs(address)
    )
  )

/** What is live on one SQLite file, or where an address is set. */
export const chosen = <A, E, R, E2, R2>(
  address: Option.Option<DatabaseUrl>,
  sqlite: Layer.Layer<A, E, R>,
  onPostgres: (address: DatabaseUrl) => Layer.Layer<A, E2, R2>
): Layer.Layer<A, E | E2, R | R2> =>
  Option.match(address, {
    onNone: (): Layer.Layer<A, E | E2, R | R2> => sqlite,
    onSome: (found): Layer.Layer<A, E | E2, R | R2> => onPostgres(found)
  })
