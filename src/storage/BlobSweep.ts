/** Which rows keep a file alive, and the fiber that removes what none of them does. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqlSchema from "@effect/sql/SqlSchema"
import { Duration, Effect, Layer, Schedule, Schema } from "effect"
import { Blobs } from "./Blobs.ts"

/** Every column that refers to a file. A new one belongs here, or its files are swept. */
export const REFERENCES = [
  { table: "clips", column: "blob_id" },
  { table: "legacy_audio", column: "blob_id" },
  { table: "previews", column: "blob_id" },
  { table: "upload_renditions", column: "blob_id" },
  { table: "uploads", column: "blob_id" }
] as const

/** How often the sweep runs, and how long a file may wait for its row. A job's settlement follows its file within seconds. */
export const SWEEP_EVERY = Duration.hours(1)
export const ROW_FOLLOWS_WITHIN = Duration.hours(1)

/** The ids, of those asked, that some row refers to. */
export const referenced = Effect.fn("BlobSweep.referenced")(function* (ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const query = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Schema.Struct({ id: Schema.String }),
    execute: (asked) =>
      sql`${sql.join(
        " UNION ",
        false
      )(
        REFERENCES.map(
          ({ table, column }) => sql`SELECT ${sql(column)} AS id FROM ${sql(table)} WHERE ${sql.in(column, asked)}`
        )
      )}`
  })
  const rows = yield* Effect.orDie(query(ids))
  return new Set(rows.map(({ id }) => id))
})

/** One sweep of what has been unreferenced for `olderThan`. */
export const sweepOnce = Effect.fn("BlobSweep.sweepOnce")(function* (olderThan: Duration.Duration) {
  const blobs = yield* Blobs
  const swept = yield* blobs.sweep({ olderThan, referenced })
  if (swept.temporaries + swept.unreferenced > 0) yield* Effect.logInfo("Swept unreferenced files", swept)
  return swept
})

/**
 * For the process that owns the data folder: everything unreferenced goes
 * before this layer is built (no job runs yet, so nothing awaits its row), then
 * a fiber sweeps every hour.
 */
export const layer = Layer.scopedDiscard(
  Effect.zipRight(
    sweepOnce(Duration.zero),
    sweepOnce(ROW_FOLLOWS_WITHIN).pipe(
      Effect.catchAllCause((cause) =>
        Effect.logError("A sweep of the file store failed; the next is in an hour", cause)
      ),
      Effect.schedule(Schedule.spaced(SWEEP_EVERY)),
      Effect.forkScoped
    )
  )
)
