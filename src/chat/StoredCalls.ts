/**
 * What an engine needs back with a call, by the call's id, for clients that drop it: fields of its own, and what it
 * thought before it called (wire contract, section 3).
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Schema } from "effect"
import type { WalletId } from "../Domain.ts"
import { extraOf, onWire } from "../engines/CallExtra.ts"
import type { ToolCall } from "../engines/TextModel.ts"
import { OpenObject } from "../http/Dictionary.ts"
import * as BatchedDeletion from "../storage/BatchedDeletion.ts"
import { listed, type Statement, statement } from "../storage/Statement.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import type { Turn } from "./History.ts"

const RETENTION = Duration.hours(24)
const SWEEP_EVERY = Duration.hours(1)
const SWEEP_BATCH = 50
/** Calls of one wallet that are kept, the newest; */
const MOST_CALLS = 256
/** and bytes of one call's. */
const MOST_BYTES = 65_536

const Fields = Schema.Struct({
  extra: Schema.optionalWith(OpenObject, { exact: true }),
  thoughts: Schema.optionalWith(Schema.String, { exact: true })
})
type Fields = typeof Fields.Type
const decodeRows = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ call_id: Schema.String, fields: Schema.parseJson(Fields) }))
)

const KEEP = `
  INSERT INTO call_fields (wallet_id, call_id, fields, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (wallet_id, call_id) DO UPDATE SET fields = excluded.fields, expires_at = excluded.expires_at`
const BOUND = `
  DELETE FROM call_fields WHERE wallet_id = ? AND expires_at <= (
    SELECT expires_at FROM call_fields WHERE wallet_id = ? ORDER BY expires_at DESC LIMIT 1 OFFSET ${MOST_CALLS})`
const SWEEP = `
  DELETE FROM call_fields WHERE (wallet_id, call_id) IN (
    SELECT wallet_id, call_id FROM call_fields WHERE expires_at <= ? LIMIT ${SWEEP_BATCH}) RETURNING call_id`

/** An answer's calls by the ids that the client knows, and what the engine thought before them. */
interface StoredCall {
  readonly calls: ReadonlyArray<ToolCall>
  readonly thoughts?: string
}

/** The rows that keep what the engine needs back with these calls, for the transaction that charges their answer. */
export const rowsOf = (
  walletId: WalletId,
  { calls, thoughts }: StoredCall,
  settledAt: number
): ReadonlyArray<Statement> => {
  const expiresAt = settledAt + Duration.toMillis(RETENTION)
  const rows = calls.flatMap(({ extra, id }, index) => {
    // What was thought before all of them is kept with the first.
    const thought = index === 0 && thoughts !== undefined ? { thoughts } : {}
    const fields = JSON.stringify({ ...(extra === undefined ? {} : { extra }), ...thought })
    return fields === "{}" || Buffer.byteLength(fields) > MOST_BYTES
      ? []
      : [statement(KEEP, walletId, id, fields, expiresAt)]
  })
  return rows.length === 0 ? [] : [...rows, statement(BOUND, walletId, walletId)]
}

type AssistantTurn = Extract<Turn, { readonly role: "assistant" }>

const callsOf = (turn: Turn) => (turn.role === "assistant" ? (turn.tool_calls ?? []) : [])

/** The turn with what is kept of its calls, where it does not say it itself. */
const filledIn = (turn: AssistantTurn, kept: ReadonlyMap<string, Fields>): AssistantTurn => {
  const calls = callsOf(turn).map((call) => {
    const extra = extraOf(call).extra ?? kept.get(call.id)?.extra
    const { arguments: given, name } = call.function
    return extra === undefined ? call : onWire({ id: call.id, name, arguments: given, extra })
  })
  const thoughts =
    turn.reasoning_content ?? calls.map(({ id }) => kept.get(id)?.thoughts).find((it) => it !== undefined)
  return { ...turn, tool_calls: calls, ...(thoughts === undefined ? {} : { reasoning_content: thoughts }) }
}

export class StoredCalls extends Effect.Service<StoredCalls>()("chat/StoredCalls", {
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { relaxed } = yield* Writer

    const filled = Effect.fn("StoredCalls.complete")(function* (
      walletId: WalletId,
      turns: ReadonlyArray<Turn>,
      ids: ReadonlyArray<string>
    ) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`
        SELECT call_id, fields FROM call_fields
        WHERE wallet_id = ${walletId} AND call_id IN (SELECT key FROM json_each(${listed(ids)}))
          AND expires_at > ${now}`.pipe(Effect.flatMap(decodeRows), Effect.orDie)
      if (rows.length === 0) return turns
      const kept = new Map(rows.map(({ call_id, fields }) => [call_id, fields] as const))
      return turns.map((turn) => (turn.role === "assistant" ? filledIn(turn, kept) : turn))
    })

    /** The turns with what the wallet's engine needs back of their calls. */
    const complete = (walletId: WalletId, turns: ReadonlyArray<Turn>): Effect.Effect<ReadonlyArray<Turn>> => {
      const ids = turns.flatMap(callsOf).map(({ id }) => id)
      return ids.length === 0 ? Effect.succeed(turns) : filled(walletId, turns, ids)
    }

    /** Removes what has expired. */
    const sweep = Effect.fn("StoredCalls.sweep")(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* Effect.orDie(BatchedDeletion.deleteUntilNone(relaxed(inOrder(statement(SWEEP, now)))))
    })

    yield* Sweeps.every("sweep of calls", SWEEP_EVERY, sweep())

    return { complete, sweep }
  })
}) {}
