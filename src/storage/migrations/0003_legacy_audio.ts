import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * What the deprecated text-to-speech spoke for a request with an id. A row goes
 * when its job's time is over and the job's row goes; then no row keeps its file.
 */
const statement = `CREATE TABLE legacy_audio (
  job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
  blob_id TEXT NOT NULL UNIQUE
) STRICT`

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(statement)
})
