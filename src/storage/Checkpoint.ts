/**
 * Empties the write-ahead log. What a client deletes is overwritten in the
 * database (`secure_delete`), but its old pages stay in the log until that is cut
 * off; SQLite by itself only begins to write over it from the start.
 */
import * as Fs from "node:fs/promises"
import * as SqlClient from "@effect/sql/SqlClient"
import { Duration, Effect, Layer, Schedule, Schema } from "effect"

/** A deleted text is gone from every file within an hour; this leaves room for tries that find the log in use. */
const EVERY = Duration.minutes(50)
const TRIED_AGAIN_EVERY = Duration.seconds(30)
const TRIES_AGAIN = 10

const decodeOutcome = Schema.decodeUnknownSync(Schema.Tuple(Schema.Struct({ busy: Schema.Number })))

/** Copies the log into the database and cuts it off; answers whether that was possible. */
export const truncate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [{ busy }] = yield* Effect.map(sql`PRAGMA wal_checkpoint(TRUNCATE)`, decodeOutcome)
  return busy === 0
})

const sizeOf = (file: string) =>
  Effect.promise(() =>
    Fs.stat(file).then(
      ({ size }) => size,
      () => 0
    )
  )

/** For the process that owns the database at `filename`: at the start, for what the last process left, and then regularly. */
export const layer = (filename: string) =>
  Effect.flatMap(sizeOf(`${filename}-wal`), (size) => (size === 0 ? Effect.succeed(true) : truncate)).pipe(
    Effect.repeat({
      until: (isDone) => isDone,
      schedule: Schedule.intersect(Schedule.spaced(TRIED_AGAIN_EVERY), Schedule.recurs(TRIES_AGAIN))
    }),
    Effect.catchAllCause((cause) => Effect.logError("The database's log could not be emptied", cause)),
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped,
    Layer.scopedDiscard
  )
