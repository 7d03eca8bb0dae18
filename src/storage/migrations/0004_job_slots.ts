import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * What a wallet may have only one job of at a time, such as a transcription: the
 * job's slot. The index is the rule; whatever admits jobs only asks first.
 */
const statements = [
  `ALTER TABLE jobs ADD COLUMN slot TEXT`,
  `CREATE UNIQUE INDEX jobs_slots ON jobs (wallet_id, slot) WHERE slot IS NOT NULL AND state = 'running'`
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
