import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Every query of a route has an index that bounds the rows it looks at,
 * whatever it filters by: a page of clips by voice, by language and by both; a
 * job by its request id, failed or not; the keys of a wallet in their order.
 *
 * `released_blobs` names the files whose rows are gone on purpose. A sweep
 * deletes these; what has neither a row nor an entry here it cannot explain,
 * and only sets aside.
 *
 * `installation` has the one row that says which folder of files is this
 * database's, and proves to the readiness check that a row can be written.
 */
const statements = [
  "CREATE INDEX clips_by_language ON clips (wallet_id, language, seq)",
  "CREATE INDEX clips_by_voice ON clips (wallet_id, voice_id, seq)",
  "CREATE INDEX clips_by_voice_and_language ON clips (wallet_id, voice_id, language, seq)",
  `CREATE INDEX jobs_by_id ON jobs (wallet_id, operation, request_id, created_at, id) WHERE request_id IS NOT NULL`,
  "DROP INDEX api_keys_by_wallet",
  "CREATE INDEX api_keys_by_wallet ON api_keys (wallet_id, created_at, id)",
  "CREATE UNIQUE INDEX previews_by_blob ON previews (blob_id)",
  "CREATE TABLE released_blobs (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
  ...["clips", "uploads", "upload_renditions", "legacy_audio", "previews"].map(
    (table) => `CREATE TRIGGER ${table}_releases_blob AFTER DELETE ON ${table}
      BEGIN INSERT OR IGNORE INTO released_blobs (id) VALUES (OLD.blob_id); END`
  ),
  `CREATE TRIGGER previews_replace_blob AFTER UPDATE OF blob_id ON previews WHEN NEW.blob_id <> OLD.blob_id
    BEGIN INSERT OR IGNORE INTO released_blobs (id) VALUES (OLD.blob_id); END`,
  `CREATE TABLE installation (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    probed_at INTEGER NOT NULL
  ) STRICT`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
