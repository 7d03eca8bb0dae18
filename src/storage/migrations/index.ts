/** The schema, in order. A migration that has shipped is never edited; a new one is added. */
import * as Migrator from "@effect/sql/Migrator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect, Schema } from "effect"
import initial from "./0001_initial.ts"
import uploads from "./0002_uploads.ts"
import legacyAudio from "./0003_legacy_audio.ts"
import jobSlots from "./0004_job_slots.ts"
import bounded from "./0005_bounded.ts"
import dashboard from "./0006_dashboard.ts"
import responses from "./0007_responses.ts"
import lexicons from "./0008_lexicons.ts"
import leftOut from "./0009_left_out.ts"
import callFields from "./0010_call_fields.ts"
import engineWords from "./0011_engine_words.ts"
import responseFiles from "./0012_response_files.ts"

const migrations = {
  "0001_initial": initial,
  "0002_uploads": uploads,
  "0003_legacy_audio": legacyAudio,
  "0004_job_slots": jobSlots,
  "0005_bounded": bounded,
  "0006_dashboard": dashboard,
  "0007_responses": responses,
  "0008_lexicons": lexicons,
  "0009_left_out": leftOut,
  "0010_call_fields": callFields,
  "0011_engine_words": engineWords,
  "0012_response_files": responseFiles
}

const TABLE = "migrations"
const NEWEST = Object.keys(migrations).length

/** A newer version of the program has migrated the database; this one does not know what it means. */
export class NewerDatabase extends Data.TaggedError("NewerDatabase")<{ readonly message: string }> {}

const decodeNewest = Schema.decodeUnknownSync(Schema.Tuple(Schema.Struct({ newest: Schema.NullOr(Schema.Number) })))

/** The schema of the database, 0 where it has no tables, and the one that it would be brought to. Fails for one of a newer version. */
export const schemaOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${TABLE}`
  if (tables.length === 0) return { newest: 0, known: NEWEST }
  const [{ newest }] = yield* Effect.map(sql`SELECT MAX(migration_id) AS newest FROM ${sql(TABLE)}`, decodeNewest)
  if (newest !== null && newest > NEWEST) {
    return yield* new NewerDatabase({
      message: `QAL_DATA_DIR: the database in it is of a newer version of Qal (schema ${newest}, this one knows ${NEWEST}); start that version, nothing was changed`
    })
  }
  return { newest: newest ?? 0, known: NEWEST }
})

/** Whether a database has tables, and all that this version knows of. */
export const stateOf = ({ known, newest }: { readonly known: number; readonly newest: number }) =>
  newest === 0 ? "none" : newest < known ? "older" : "newest"

/** Nothing is written to a database of a newer version. */
export const migrate = Effect.zipRight(
  schemaOf,
  Migrator.make({})({ loader: Migrator.fromRecord(migrations), table: TABLE })
)
