/**
 * What was changed by way of the dashboard and of the command line. An entry is written in the
 * transaction of the change itself: there is none of a change that failed, and no
 * change without one. The table refuses to be changed otherwise.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, Schema } from "effect"
import { newId } from "../../Domain.ts"
import * as Cursor from "../../http/Cursor.ts"
import * as EventLoopTurns from "../../runtime/EventLoopTurns.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { insert, type Statement } from "../../storage/Statement.ts"
import type { Administration } from "../session/SessionApi.ts"
import { Action, AuditEntry } from "./AuditApi.ts"

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

const readRows = rowsOf(AuditRow)

/** Who runs a command on the server's machine, in place of a session. */
export const COMMAND_LINE: Administration = { sessionId: "command line" }
/** Who is not signed in. */
export const NOBODY: Administration = { sessionId: "nobody" }

/** By what an entry's change was made, and in which session. */
export const sourceOf = (sessionId: string): Pick<AuditEntry, "via" | "session_id"> => ({
  via: sessionId === COMMAND_LINE.sessionId ? "command_line" : "dashboard",
  session_id: [COMMAND_LINE, NOBODY].some((each) => each.sessionId === sessionId) ? null : sessionId
})

/** The statement of an entry: the session did this to `target` at `now` (milliseconds since 1970). It is written together with the change. */
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

/** The details of a new key. */
export const ofNewKey = (walletId: string, name: string, rateLimit: Option.Option<number>): Details => ({
  name,
  wallet_id: walletId,
  ...Option.match(rateLimit, { onNone: () => ({}), onSome: (limit) => ({ rate_limit_per_minute: limit }) })
})

const cursors = Cursor.make("audit")

interface AuditFilter {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly action?: Action | undefined
}

export class Audit extends Effect.Service<Audit>()("dashboard/audit/Audit", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const turn = EventLoopTurns.makeWait()

    /** A page, newest first. Fails with `ValidationFailed` on a foreign cursor. */
    const list = Effect.fn("Audit.list")(function* ({ action, cursor, limit }: AuditFilter) {
      yield* turn
      const before = yield* cursors.before(cursor)
      const conditions = [sql`seq < ${before}`, ...(action === undefined ? [] : [sql`action = ${action}`])]
      const rows = yield* sql`
        SELECT * FROM audit WHERE ${sql.and(conditions)} ORDER BY seq DESC LIMIT ${limit + 1}`.pipe(readRows)
      return cursors.page(rows, limit)
    })

    return { list }
  })
}) {}
