/** API keys: made, listed, revoked, and looked up for every request. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Option, Redacted, Schema } from "effect"
import { ApiKeyId, newId, WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import { type Statement, statement } from "../storage/Statement.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import type { Identity } from "./Authentication.ts"
import * as KeySecret from "./KeySecret.ts"
import { TtlCache } from "./TtlCache.ts"

/** A key as it is listed. Times in milliseconds since 1970. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  walletId: WalletId,
  name: Schema.String,
  lastFour: Schema.String,
  createdAt: Schema.Number,
  revokedAt: Schema.OptionFromNullOr(Schema.Number)
})
export type ApiKey = typeof ApiKey.Type

/** A revoked key, also one revoked by another process, must stop working within a second; this leaves room to spare. */
const LIFETIME = Duration.millis(500)

/** Keys remembered at once. One that falls out costs its next request one indexed read. */
const KNOWN_KEYS = 10_000

/** Refused secrets remembered at once, apart from the keys, so that guesses never displace them. */
const REFUSED_SECRETS = 1_000

const decodeKeys = Schema.decodeUnknown(Schema.Array(ApiKey))
const decodeIdentities = Schema.decodeUnknown(Schema.Array(Schema.Struct({ keyId: ApiKeyId, walletId: WalletId })))
const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: ApiKeyId })))
const decodeHashes = Schema.decodeUnknown(Schema.Array(Schema.Struct({ hash: Schema.String })))

const COLUMNS = `id, wallet_id AS "walletId", name, last_four AS "lastFour", created_at AS "createdAt",
  revoked_at AS "revokedAt"`
const INSERT = `
  INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at)
  SELECT ?, id, ?, ?, ?, ? FROM wallets WHERE id = ? RETURNING ${COLUMNS}`
const REVOKE = "UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ? RETURNING hash"

/** Makes a secret a key of the wallet, and answers that key; nothing where there is no such wallet. */
export const keyOf = (walletId: WalletId, name: string, secret: Redacted.Redacted, now: number): Statement => {
  const text = Redacted.value(secret)
  const kept = [KeySecret.digest(text), KeySecret.lastFour(text)] as const
  return statement(INSERT, newId("key", now), name, ...kept, now, walletId)
}

const noIdentity: Effect.Effect<Option.Option<Identity>> = Effect.succeedNone

export class ApiKeys extends Effect.Service<ApiKeys>()("access/ApiKeys", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
    const lifetimeMillis = Duration.toMillis(LIFETIME)
    const known = new TtlCache<Option.Option<Identity>>({ capacity: KNOWN_KEYS, lifetimeMillis })
    const refused = new TtlCache<Option.Option<Identity>>({ capacity: REFUSED_SECRETS, lifetimeMillis })

    const columns = sql.literal(COLUMNS)

    /** A new key of a wallet, of a secret that is made or given. The secret is not kept: show it now. Fails with `NotFound` for an unknown wallet. */
    const create = Effect.fn("ApiKeys.create")(function* (
      walletId: WalletId,
      name: string,
      secret: Redacted.Redacted = KeySecret.make()
    ) {
      const now = yield* Clock.currentTimeMillis
      const [key] = yield* durable(inOrder(keyOf(walletId, name, secret, now))).pipe(
        Effect.flatMap(decodeKeys),
        Effect.orDie
      )
      if (key === undefined) return yield* new NotFound({ message: `there is no wallet ${walletId}` })
      return { key, secret }
    })

    /** All keys, or those of one wallet, oldest first. */
    const list = Effect.fn("ApiKeys.list")(function* (walletId: Option.Option<WalletId>) {
      const ofWallet = Option.match(walletId, { onNone: () => sql`1 = 1`, onSome: (id) => sql`wallet_id = ${id}` })
      return yield* sql`SELECT ${columns} FROM api_keys WHERE ${ofWallet} ORDER BY created_at, id`.pipe(
        Effect.flatMap(decodeKeys),
        Effect.orDie
      )
    })

    /** Ends a key; doing it again changes nothing. Fails with `NotFound`. */
    const revoke = Effect.fn("ApiKeys.revoke")(function* (id: ApiKeyId) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* durable(inOrder(statement(REVOKE, now, id))).pipe(Effect.flatMap(decodeHashes), Effect.orDie)
      if (row === undefined) return yield* new NotFound({ message: `there is no API key ${id}` })
      known.delete(row.hash)
    })

    const lookUp = (hash: string, now: number) =>
      sql`SELECT id AS "keyId", wallet_id AS "walletId" FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`.pipe(
        Effect.flatMap(decodeIdentities),
        Effect.orDie,
        Effect.map((rows) => {
          const identity = Option.fromNullable(rows[0])
          if (Option.isSome(identity)) {
            known.set(hash, identity, now)
          } else {
            known.delete(hash)
            refused.set(hash, identity, now)
          }
          return identity
        })
      )

    const recall = (hash: string, now: number) => known.get(hash, now) ?? refused.get(hash, now)

    /**
     * Whose secret this is; none when it is malformed, unknown or revoked. The
     * answer may be half a second old.
     */
    const authenticate = (secret: string): Effect.Effect<Option.Option<Identity>> => {
      if (!KeySecret.isSecret(secret)) return noIdentity
      const hash = KeySecret.digest(secret)
      return Effect.clockWith((clock) => {
        const now = Monotonic.unsafeMillis(clock)
        const kept = recall(hash, now)
        return kept === undefined ? lookUp(hash, now) : Effect.succeed(kept)
      })
    }

    /** As `authenticate`, from memory alone, at `now` (milliseconds of the monotonic clock); undefined where it would have to ask the database. */
    const remembered = (secret: string, now: number): Option.Option<Identity> | undefined =>
      recall(KeySecret.digest(secret), now)

    /** Whether the key still works, as the database has it now. For what was handed out on its word, such as a ticket. */
    const isLive = Effect.fn("ApiKeys.isLive")(function* (id: ApiKeyId) {
      const rows = yield* Effect.orDie(sql`SELECT 1 FROM api_keys WHERE id = ${id} AND revoked_at IS NULL`)
      return rows.length > 0
    })

    /** Those of the keys that no longer work, as the database has it now. */
    const endedOf = Effect.fn("ApiKeys.endedOf")(function* (ids: ReadonlyArray<ApiKeyId>) {
      const live = yield* sql`
        SELECT id FROM api_keys WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND revoked_at IS NULL`.pipe(
        Effect.flatMap(decodeIds)
      )
      const working = new Set(live.map(({ id }) => id))
      return ids.filter((id) => !working.has(id))
    })

    return { create, list, revoke, authenticate, remembered, isLive, endedOf }
  })
}) {}
