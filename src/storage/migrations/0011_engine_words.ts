import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What an engine said of a request's failure, for the operator. Null where it said nothing. */
const statements = ["ALTER TABLE requests ADD COLUMN said TEXT"] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
