/**
 * The one SQLite file. Reads go through `SqlClient` as they are. Writes that
 * belong together go through `Transactions`, or, where every paid request makes
 * them, through `Writer` on a connection of its own.
 */
import { Effect, Layer } from "effect"
import * as Checkpoint from "./Checkpoint.ts"
import * as Client from "./Client.ts"
import { assertIntact, databaseError } from "./Database.ts"
import type { Paths } from "./DataFolder.ts"
import { migrate } from "./migrations/index.ts"
import * as Ownership from "./Ownership.ts"
import { patiently } from "./StorageErrors.ts"
import { Transactions } from "./Transactions.ts"
import { WriteConnection } from "./WriteConnection.ts"
import { Writer } from "./Writer.ts"

const migrated = Layer.effectDiscard(
  patiently(migrate).pipe(Effect.catchTag("SqlError", (cause) => Effect.fail(databaseError(cause))))
)

/** The database at `filename`, migrated to the newest schema. */
export const layer = (filename: string) =>
  Writer.Default.pipe(
    Layer.provide(WriteConnection.layer(filename)),
    Layer.provideMerge(Transactions.Default(filename)),
    Layer.provideMerge(migrated),
    Layer.provideMerge(Client.layer(filename))
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
