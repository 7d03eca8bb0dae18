import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What of an upload a model is not given: JSON, an array of sentences. Null where nothing is left out. */
const statements = ["ALTER TABLE uploads ADD COLUMN left_out TEXT"] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
