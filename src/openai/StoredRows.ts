/** The rows of stored responses: what is written of each, and which are taken away for it. */
import { Duration, Either, Schema } from "effect"
import type { Charge } from "../billing/Job.ts"
import type { WalletId } from "../Domain.ts"
import { insert, listed, type Statement, statement } from "../storage/Statement.ts"
import type { Body } from "../storage/Writer.ts"
import { jsonOf } from "./ItemFiles.ts"
import type { InputItem } from "./ResponseItemsApi.ts"
import type { ResponseObject } from "./ResponseObjectApi.ts"

/** After the newest response that goes on from it (wire contract, section 12). */
const RETENTION = Duration.hours(24)
/** Responses deleted at once; each may hold pictures. */
export const SWEEP_BATCH = 10

const MIB = 1024 * 1024
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
  readonly input: ReadonlyArray<InputItem>
  readonly response: ResponseObject
  /** Responses that it builds on, by id. */
  readonly ancestors: ReadonlyArray<string>
}

const decodeOldest = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String, size: Schema.Int })))
const decodeSum = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ bytes: Schema.Int })))

const RENEW = "UPDATE responses SET expires_at = ? WHERE id IN (SELECT key FROM json_each(?))"
const STORED = "SELECT bytes FROM stored_responses WHERE wallet_id = ?"
const OLDEST = `SELECT id, size FROM responses WHERE wallet_id = ? ORDER BY expires_at LIMIT ${SWEEP_BATCH}`
const EVICT = "DELETE FROM responses WHERE id IN (SELECT key FROM json_each(?))"

/** The rows of a new response, for the transaction that charges it. */
export const rowsOf = (
  { ancestors, input, previousId, response, walletId }: NewResponse,
  { settledAt }: Charge
): ReadonlyArray<Statement> => {
  const texts = { input: jsonOf(input), response: JSON.stringify(response) }
  const size = ROW_BYTES + Buffer.byteLength(texts.input) + Buffer.byteLength(texts.response)
  const expiresAt = settledAt + Duration.toMillis(RETENTION)
  const row = { id: response.id, wallet_id: walletId, previous_id: previousId, size, expires_at: expiresAt }
  return [
    insert("responses", row),
    insert("response_contents", { response_id: response.id, ...texts }),
    ...(ancestors.length === 0 ? [] : [statement(RENEW, expiresAt, listed(ancestors))])
  ]
}

/** Takes the wallet's oldest away until the rest is within the bound. */
export const makingRoom = (walletId: WalletId): Body<number> =>
  function* () {
    const [stored] = decodeSum(yield statement(STORED, walletId))
    let excess = (stored?.bytes ?? 0) - MOST_BYTES
    let gone = 0
    while (excess > 0) {
      const evicted: Array<string> = []
      for (const { id, size } of decodeOldest(yield statement(OLDEST, walletId))) {
        if (excess <= 0) break
        evicted.push(id)
        excess -= size
      }
      if (evicted.length === 0) break
      yield statement(EVICT, listed(evicted))
      gone += evicted.length
    }
    return Either.right(gone)
  }
