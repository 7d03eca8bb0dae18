import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What engines need back with their calls, JSON, by the ids that clients know, for a day. */
const statements = [
  `CREATE TABLE call_fields (
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    call_id TEXT NOT NULL,
    fields TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (wallet_id, call_id)
  ) STRICT`,
  "CREATE INDEX call_fields_expiry ON call_fields (expires_at)",
  "CREATE INDEX call_fields_by_wallet ON call_fields (wallet_id, expires_at)"
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
