/** The rows of stored responses: what is written of each, and which are taken away for it. */
import { Duration, Either, Schema } from "effect"
import type { Charge } from "../billing/Job.ts"
import type { WalletId } from "../Domain.ts"
import { insert, listed, type Statement, statement } from "../storage/Statement.ts"
import type { Body } from "../storage/Writer.ts"
import type { ResponseObject } from "./ResponseObjectApi.ts"
import type { StoredInput } from "./StoredFiles.ts"

/** After the newest response that goes on from it (wire contract, section 12). */
const RETENTION = Duration.hours(24)
/** Responses that are looked for at once to be deleted. */
const SWEEP_BATCH = 10

const MIB = 1024 * 1024
/** Bytes of responses deleted at once, but for one that is longer: they are overwritten. */
const DELETED_AT_ONCE = 2 * MIB
/**
 * Bytes of one wallet's responses. What exceeds them when the next is asked for
 * goes, those first that were gone on from longest ago: a client that stores
 * every request without knowing is not turned away, and only the wallet's own go.
 */
export const MOST_BYTES = 256 * MIB
/** Bytes that a response takes beside its texts: rows, indexes and pages that are not full. */
const ROW_BYTES = 1_024

/** A response to be kept: what was said in its request, and what was answered. */
export interface NewResponse {
  readonly walletId: WalletId
  readonly previousId: string | null
  /** Its long files are written before (`StoredFiles`). */
  readonly input: StoredInput
  readonly response: ResponseObject
  /** Responses that it builds on, by id. */
  readonly ancestors: ReadonlyArray<string>
}

const decodeFound = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String, size: Schema.Int })))
const decodeSum = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ bytes: Schema.Int })))

const RENEW = "UPDATE responses SET expires_at = ? WHERE id IN (SELECT key FROM json_each(?))"
const STORED = "SELECT bytes FROM stored_responses WHERE wallet_id = ?"
const OLDEST = `SELECT id, size FROM responses WHERE wallet_id = ? ORDER BY expires_at LIMIT ${SWEEP_BATCH}`
const EXPIRED = `SELECT id, size FROM responses WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP_BATCH}`
const DELETE = "DELETE FROM responses WHERE id IN (SELECT key FROM json_each(?))"

/** The rows of a new response, for the transaction that charges it. */
export const rowsOf = (
  { ancestors, input, previousId, response, walletId }: NewResponse,
  { settledAt }: Charge
): ReadonlyArray<Statement> => {
  const texts = { input: input.json, response: JSON.stringify(response) }
  const size = [texts.input, texts.response, ...input.files].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    ROW_BYTES
  )
  const expiresAt = settledAt + Duration.toMillis(RETENTION)
  const row = { id: response.id, wallet_id: walletId, previous_id: previousId, size, expires_at: expiresAt }
  return [
    insert("responses", row),
    insert("response_contents", { response_id: response.id, ...texts }),
    ...(ancestors.length === 0 ? [] : [statement(RENEW, expiresAt, listed(ancestors))])
  ]
}

/** The first of them, as many as are deleted at once. */
const few = (rows: ReadonlyArray<{ readonly id: string; readonly size: number }>): ReadonlyArray<string> => {
  let bytes = 0
  const chosen = rows.filter(({ size }, at) => {
    bytes += size
    return at === 0 || bytes <= DELETED_AT_ONCE
  })
  return chosen.map(({ id }) => id)
}

/** The wallet's oldest while there is more than the bound, a few of them. */
export const beyondBound = (walletId: WalletId): Body<ReadonlyArray<string>> =>
  function* () {
    const [stored] = decodeSum(yield statement(STORED, walletId))
    let excess = (stored?.bytes ?? 0) - MOST_BYTES
    if (excess <= 0) return Either.right([])
    const needed = decodeFound(yield statement(OLDEST, walletId)).filter(({ size }) => {
      const isNeeded = excess > 0
      excess -= size
      return isNeeded
    })
    return Either.right(few(needed))
  }

/** Those whose time is over, a few of them. */
export const expiredAt = (now: number): Body<ReadonlyArray<string>> =>
  function* () {
    return Either.right(few(decodeFound(yield statement(EXPIRED, now))))
  }

/** Deletes them; whose files are deleted is up to the caller (`StoredFiles`), or to the database, all at once. */
export const deletionOf = (ids: ReadonlyArray<string>): Statement => statement(DELETE, listed(ids))
