import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** How each wallet has words read: JSON, by language the words with their spellings. A wallet that never set any has no row. */
const statements = [
  `CREATE TABLE lexicons (
    wallet_id TEXT PRIMARY KEY REFERENCES wallets (id),
    entries TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
