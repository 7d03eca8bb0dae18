/** The schema, in order. A migration that has shipped is never edited; a new one is added. */
import * as Migrator from "@effect/sql/Migrator"
import initial from "./0001_initial.ts"
import uploads from "./0002_uploads.ts"
import legacyAudio from "./0003_legacy_audio.ts"
import jobSlots from "./0004_job_slots.ts"

export const migrate = Migrator.make({})({
  loader: Migrator.fromRecord({
    "0001_initial": initial,
    "0002_uploads": uploads,
    "0003_legacy_audio": legacyAudio,
    "0004_job_slots": jobSlots
  }),
  table: "migrations"
})
