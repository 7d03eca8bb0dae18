/** The worker that brings what was committed from the log into the database, and waits for the disk twice to do so. */
import { Database } from "bun:sqlite"
import { serve } from "../workers/Serve.ts"

export interface CheckpointInitial {
  readonly filename: string
  readonly pragmas: ReadonlyArray<string>
}

/** As much as can be without keeping anybody from reading or writing. */
const CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"

serve<CheckpointInitial, "checkpoint", "done">(async ({ filename, pragmas }) => {
  const database = new Database(filename)
  for (const pragma of pragmas) database.run(pragma)
  return () => {
    database.run(CHECKPOINT)
    return { response: "done", transfer: [] }
  }
})
