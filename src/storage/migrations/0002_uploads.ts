import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Files that clients sent to the chat. `blob_id` is the file as it came;
 * `text` what a document says; the renditions are what a model is shown in its
 * place: an image converted or scaled, a document's pages drawn.
 */
const statements = [
  `CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    kind TEXT NOT NULL CHECK (kind IN ('Image', 'Document', 'Audio')),
    mime_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    blob_id TEXT NOT NULL UNIQUE,
    text TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK ((kind = 'Document') = (text IS NOT NULL))
  ) STRICT`,
  `CREATE INDEX uploads_expiry ON uploads (expires_at)`,
  `CREATE TABLE upload_renditions (
    upload_id TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    mime_type TEXT NOT NULL,
    blob_id TEXT NOT NULL UNIQUE,
    PRIMARY KEY (upload_id, position)
  ) STRICT`
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
