/** Queries of paid work that change nothing, for both databases. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Schema } from "effect"
import { JobId } from "../Domain.ts"
import type { JobStoreShape, StoredJob } from "./JobStore.ts"

const JobRow = Schema.Struct({
  jobId: JobId,
  fingerprint: Schema.String,
  state: Schema.Literal("running", "settled", "failed"),
  failure: Schema.NullOr(Schema.String),
  result: Schema.NullOr(Schema.String),
  balanceAfter: Schema.Int
})
const decodeFound = Schema.decodeUnknown(Schema.Array(JobRow))

export const make = Effect.map(
  SqlClient.SqlClient,
  (sql): Pick<JobStoreShape, "find" | "isTaken"> => ({
    isTaken: (walletId, slot) =>
      Effect.map(
        sql`SELECT 1 FROM jobs WHERE wallet_id = ${walletId} AND slot = ${slot} AND state = 'running'`,
        ({ length }) => length > 0
      ),
    find: (walletId, operation, requestId, now) =>
      sql`
        SELECT id AS "jobId", fingerprint, state, failure, result,
          COALESCE((SELECT balance_after FROM ledger WHERE job_id = jobs.id), 0) AS "balanceAfter"
        FROM jobs
        WHERE wallet_id = ${walletId} AND operation = ${operation} AND request_id = ${requestId}
          AND (expires_at IS NULL OR expires_at > ${now})
        ORDER BY created_at DESC, id DESC LIMIT 1`.pipe(
        Effect.flatMap(decodeFound),
        Effect.catchTag("ParseError", Effect.die),
        Effect.map((rows): Option.Option<StoredJob> => Option.fromNullable(rows[0]))
      )
  })
)
