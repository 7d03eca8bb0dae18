import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Answers of `/v1/responses` that later requests may build on. Each row has its
 * own input alone: what was said before it is in the rows that `previous_id`
 * leads to, so that a picture is kept once. What is long lies in a table of its
 * own, since the time of expiry of all that a new response builds on is renewed,
 * and a changed row is written anew as a whole.
 *
 * `stored_responses` has the sum of each wallet's sizes, so that its bound is
 * looked at without its rows.
 */
const statements = [
  `CREATE TABLE responses (
    id TEXT PRIMARY KEY,
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    previous_id TEXT,
    size INTEGER NOT NULL CHECK (size > 0),
    expires_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE INDEX responses_expiry ON responses (expires_at)",
  "CREATE INDEX responses_by_wallet ON responses (wallet_id, expires_at)",
  `CREATE TABLE response_contents (
    response_id TEXT PRIMARY KEY REFERENCES responses (id) ON DELETE CASCADE,
    input TEXT NOT NULL,
    response TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE stored_responses (
    wallet_id TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL CHECK (bytes >= 0)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TRIGGER responses_add_size AFTER INSERT ON responses
    BEGIN
      INSERT INTO stored_responses (wallet_id, bytes) VALUES (NEW.wallet_id, NEW.size)
      ON CONFLICT (wallet_id) DO UPDATE SET bytes = bytes + excluded.bytes;
    END`,
  `CREATE TRIGGER responses_take_size AFTER DELETE ON responses
    BEGIN
      UPDATE stored_responses SET bytes = bytes - OLD.size WHERE wallet_id = OLD.wallet_id;
    END`
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
