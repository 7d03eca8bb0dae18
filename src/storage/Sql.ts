/** The one SQLite file: `SqlClient` reads it, `Writer` writes it. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import * as Checkpoint from "./Checkpoint.ts"
import * as Client from "./Client.ts"
import { assertIntact, databaseError } from "./Database.ts"
import type { Paths } from "./DataFolder.ts"
import { migrate } from "./migrations/index.ts"
import * as Ownership from "./Ownership.ts"
import { patiently } from "./StorageErrors.ts"
import { WriteConnection } from "./WriteConnection.ts"
import { Writer } from "./Writer.ts"

const migrated = (filename: string) =>
  Client.migrating(filename).pipe(
    Effect.flatMap((client) => patiently(Effect.provideService(migrate, SqlClient.SqlClient, client))),
    Effect.catchTag("SqlError", (cause) => Effect.fail(databaseError(cause))),
    Effect.scoped,
    Layer.effectDiscard
  )

/** The database at `filename`, migrated to the newest schema. */
export const layer = (filename: string) =>
  Layer.merge(Client.layer(filename), Layer.provide(Writer.Default, WriteConnection.layer(filename))).pipe(
    Layer.provide(migrated(filename))
  )

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
