/**
 * What was changed by way of the dashboard. An entry is written in the
 * transaction of the change itself: there is none of a change that failed, and no
 * change without one. The table refuses to be changed otherwise.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { newId } from "../Domain.ts"
import * as Cursor from "../http/Cursor.ts"
import { insert, type Statement } from "../storage/Statement.ts"
import { Action, AuditEntry } from "./AuditApi.ts"
import type { Administration } from "./SessionApi.ts"

const Details = AuditEntry.fields.details

/** What is to be known of a change beside what was changed. Never a secret. */
export type Details = typeof Details.Type

/** An entry as it is kept. */
const AuditRow = Schema.Struct({
  seq: Schema.Int,
  id: Schema.String,
  /** Milliseconds since 1970. */
  at: Schema.Int,
  session_id: Schema.String,
  action: Action,
  target: Schema.NullOr(Schema.String),
  details: Schema.parseJson(Details)
})
export type AuditRow = typeof AuditRow.Type

const decodeRows = Schema.decodeUnknown(Schema.Array(AuditRow))

/** That the session did this to `target`, at `now` (milliseconds since 1970); to be written together with the change. */
export const entry = (
  { sessionId }: Administration,
  action: Action,
  target: string | null,
  details: Details,
  now: number
): Statement =>
  insert("audit", {
    id: newId("aud", now),
    at: now,
    session_id: sessionId,
    action,
    target,
    details: JSON.stringify(details)
  })

const cursors = Cursor.make("audit")

export interface AuditFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly action?: Action | undefined
}

export class Audit extends Effect.Service<Audit>()("dashboard/Audit", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** A page, newest first. Fails with `ValidationFailed` on a foreign cursor. */
    const list = Effect.fn("Audit.list")(function* ({ action, cursor, limit }: AuditFilter) {
      const before = yield* cursors.before(cursor)
      const conditions = [sql`seq < ${before}`, ...(action === undefined ? [] : [sql`action = ${action}`])]
      const found = yield* sql`
        SELECT * FROM audit WHERE ${sql.and(conditions)} ORDER BY seq DESC LIMIT ${limit + 1}`.pipe(
        Effect.flatMap(decodeRows),
        Effect.orDie
      )
      return cursors.page(found, limit)
    })

    return { list }
  })
}) {}
