/**
 * Tickets that any node takes, whichever issued them: rows of the database, by
 * whose clock they expire. What they are good for may hold what nobody else is to read, such as
 * instructions to a model: it is sealed, so that neither rows nor the log of the database show it.
 */
import { type Context, Duration, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { ApiKeyId, WalletId } from "../Domain.ts"
import { Calls } from "../storage/postgres/Calls.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import * as Sealing from "./Sealing.ts"
import { MAX_PER_WALLET, TicketStore, type TicketTable } from "./Tickets.ts"

/** Expired tickets open nothing; they are only in the way. */
const SWEEP_EVERY = Duration.minutes(1)

const Caller = Schema.parseJson(
  Schema.Struct({
    keyId: ApiKeyId,
    walletId: WalletId,
    perMinute: Schema.optionalWith(Schema.Number, { exact: true }),
    lent: Schema.optionalWith(Schema.String, { exact: true })
  })
)

const decodeRows = Schema.decodeUnknown(Schema.Array(Schema.Struct({ caller: Schema.String, payload: Schema.String })))
const decodeExpiry = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ expires_at: Schema.Number })))

/** Where nodes have different secrets, only the one that issued a ticket can take it. */
const unopened = Effect.as(
  Effect.logError("a ticket could not be read: every node needs the same QAL_SIGNING_SECRET"),
  Option.none<never>()
)

const shelfOf = <Payload, Encoded>(
  sql: Context.Tag.Service<typeof Calls>,
  sealing: Sealing.Sealing,
  kind: string,
  payload: Schema.Schema<Payload, Encoded>
): TicketTable<Payload> => {
  const Ticket = Schema.Struct({ caller: Caller, payload: Schema.parseJson(payload) })
  const encode = Schema.encode(Ticket)
  const decode = Schema.decodeUnknown(Ticket)
  const placeOf = (hash: string) => `${kind} ${hash}`
  return {
    // One statement: the oldest of the wallet goes where there are too many. It does not see the row that it adds.
    keep: (hash, ticket, ttlMillis) =>
      Effect.gen(function* () {
        const { walletId } = ticket.caller
        const row = yield* encode(ticket)
        const sealed = sealing.seal(row.payload, placeOf(hash))
        const [{ expires_at }] = yield* sql`
          WITH displaced AS (
            DELETE FROM tickets WHERE hash IN (
              SELECT hash FROM tickets WHERE wallet_id = ${walletId} AND kind = ${kind} AND expires_at > (SELECT qal_now())
              ORDER BY issued_at DESC, hash OFFSET ${MAX_PER_WALLET - 1})
          )
          INSERT INTO tickets (hash, kind, wallet_id, caller, payload, issued_at, expires_at)
          SELECT ${hash}, ${kind}, ${walletId}, ${row.caller}, ${sealed}, now,
            ((now + ${ttlMillis}::BIGINT + 999) / 1000) * 1000
          FROM qal_now() AS now RETURNING expires_at / 1000 AS expires_at`.pipe(Effect.flatMap(decodeExpiry))
        return expires_at
      }).pipe(Effect.orDie),
    take: (hash) =>
      sql`
        DELETE FROM tickets WHERE hash = ${hash} AND kind = ${kind} AND expires_at > qal_now()
        RETURNING caller, payload`.pipe(
        Effect.flatMap(decodeRows),
        Effect.flatMap(([row]) => {
          if (row === undefined) return Effect.succeedNone
          // Nodes of the version before this one keep it as it is.
          const opened = Sealing.isSealed(row.payload)
            ? sealing.open(row.payload, placeOf(hash))
            : Option.some(row.payload)
          if (Option.isNone(opened)) return unopened
          return Effect.asSome(decode({ caller: row.caller, payload: opened.value }))
        }),
        Effect.orDie
      )
  }
}

/** `secret`: of all nodes alike. */
export const layer = (secret: Redacted.Redacted): Layer.Layer<TicketStore, never, Calls> =>
  Layer.scoped(
    TicketStore,
    Effect.gen(function* () {
      const sql = yield* Calls
      const sealing = Sealing.make(secret, "tickets")
      yield* Sweeps.every("sweep of tickets", SWEEP_EVERY, sql`DELETE FROM tickets WHERE expires_at <= qal_now()`)
      return { shelf: (kind, payload) => shelfOf(sql, sealing, kind, payload) }
    })
  )
