/** Tickets that any node takes, whichever issued them: rows of the database, by whose clock they expire. */
import { type Context, Duration, Effect, Layer, Option, Schedule, Schema } from "effect"
import { ApiKeyId, WalletId } from "../Domain.ts"
import { Once } from "../storage/Once.ts"
import { Calls } from "../storage/postgres/Calls.ts"
import { MAX_PER_WALLET, type Shelf, TicketStore } from "./Tickets.ts"

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

const decodeExpiry = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ expires_at: Schema.Number })))

const shelfOf = <Payload, Encoded>(
  sql: Context.Tag.Service<typeof Calls>,
  kind: string,
  payload: Schema.Schema<Payload, Encoded>
): Shelf<Payload> => {
  const Row = Schema.Struct({ caller: Caller, payload: Schema.parseJson(payload) })
  const encode = Schema.encode(Row)
  const decode = Schema.decodeUnknown(Schema.Array(Row))
  return {
    // One statement: the oldest of the wallet goes where there are too many. It does not see the row that it adds.
    keep: (hash, ticket, ttlMillis) =>
      Effect.gen(function* () {
        const { walletId } = ticket.caller
        const row = yield* encode(ticket)
        const [{ expires_at }] = yield* sql`
          WITH displaced AS (
            DELETE FROM tickets WHERE hash IN (
              SELECT hash FROM tickets WHERE wallet_id = ${walletId} AND kind = ${kind} AND expires_at > (SELECT qal_now())
              ORDER BY issued_at DESC, hash OFFSET ${MAX_PER_WALLET - 1})
          )
          INSERT INTO tickets (hash, kind, wallet_id, caller, payload, issued_at, expires_at)
          SELECT ${hash}, ${kind}, ${walletId}, ${row.caller}, ${row.payload}, now,
            ((now + ${ttlMillis}::BIGINT + 999) / 1000) * 1000
          FROM qal_now() AS now RETURNING expires_at / 1000 AS expires_at`.pipe(Effect.flatMap(decodeExpiry))
        return expires_at
      }).pipe(Effect.orDie),
    take: (hash) =>
      sql`
        DELETE FROM tickets WHERE hash = ${hash} AND kind = ${kind} AND expires_at > qal_now()
        RETURNING caller, payload`.pipe(
        Effect.flatMap(decode),
        Effect.map(([ticket]) => Option.fromNullable(ticket)),
        Effect.orDie
      )
  }
}

export const layer: Layer.Layer<TicketStore, never, Calls> = Layer.scoped(
  TicketStore,
  Effect.gen(function* () {
    const sql = yield* Calls
    const { inTurn } = yield* Once
    const swept = sql`DELETE FROM tickets WHERE expires_at <= qal_now()`.pipe(
      inTurn("sweep of tickets", SWEEP_EVERY),
      Effect.catchAllCause((cause) => Effect.logError("sweep of tickets", cause))
    )
    yield* Effect.forkScoped(Effect.schedule(swept, Schedule.spaced(SWEEP_EVERY)))
    return { shelf: (kind, payload) => shelfOf(sql, kind, payload) }
  })
)
