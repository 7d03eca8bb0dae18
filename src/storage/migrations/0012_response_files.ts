import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * The long files that stood in what a response was asked, in base64, in pieces: one transaction writes, and one deletion
 * takes away, a few at a time. They are written before the response that they belong to; those that never come to belong
 * to one are found by `written_at`. Whatever deletes a response takes them along.
 */
const statements = [
  `CREATE TABLE response_files (
    response_id TEXT NOT NULL,
    file INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (response_id, file, piece)
  ) STRICT`,
  "CREATE INDEX response_files_by_time ON response_files (written_at, response_id)",
  `CREATE TRIGGER responses_take_files AFTER DELETE ON responses
    BEGIN
      DELETE FROM response_files WHERE response_id = OLD.id;
    END`
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
