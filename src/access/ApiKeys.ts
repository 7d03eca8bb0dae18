/** API keys: made, listed, revoked, and looked up for every request. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Either, Option, Redacted, Schema } from "effect"
import { ApiKeyId, isApiKey, newId, WalletId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { rowsOf } from "../storage/DecodedRows.ts"
import { listed, type Statement, statement } from "../storage/Statement.ts"
import { type Body, changing, Writer } from "../storage/Writer.ts"
import type { Identity } from "./Authentication.ts"
import * as KeySecret from "./KeySecret.ts"
import { digest } from "./SecretDigest.ts"
import { TtlCache } from "./TtlCache.ts"

/** A key as it is listed. Times in milliseconds since 1970. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  walletId: WalletId,
  walletName: Schema.String,
  name: Schema.String,
  lastFour: Schema.String,
  /** Requests a minute; none where the server's setting holds. */
  rateLimit: Schema.OptionFromNullOr(Schema.Number),
  createdAt: Schema.Number,
  lastUsedAt: Schema.OptionFromNullOr(Schema.Number),
  revokedAt: Schema.OptionFromNullOr(Schema.Number)
})
export type ApiKey = typeof ApiKey.Type

/** A revoked key must stop working within a second, also where another process has revoked it. This leaves room to spare. */
const LIFETIME = Duration.millis(500)

/** Keys remembered at once. One that falls out costs its next request one indexed read. */
const KNOWN_KEYS = 10_000

/** Refused secrets remembered at once, apart from the keys, so that guesses never displace them. */
const REFUSED_SECRETS = 1_000

const readKeys = rowsOf(ApiKey)
const decodeOne = Schema.decodeUnknown(Schema.Tuple(ApiKey))
const Owner = Schema.Struct({
  keyId: ApiKeyId,
  walletId: WalletId,
  perMinute: Schema.NullOr(Schema.Number),
  lent: Schema.NullOr(Schema.String)
})
const readOwners = rowsOf(Owner)
const decodeNames = Schema.decodeUnknown(Schema.Array(Schema.Struct({ name: Schema.String })))
const readCounts = rowsOf(Schema.Struct({ walletId: WalletId, keys: Schema.Int }))
const decodeHashes = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ hash: Schema.String, revoked_at: Schema.NullOr(Schema.Number) }))
)

const identityOf = ({ keyId, lent, perMinute, walletId }: typeof Owner.Type): Identity => ({
  keyId,
  walletId,
  ...(perMinute === null ? {} : { perMinute }),
  ...(lent === null ? {} : { lent })
})

const COLUMNS = `id, wallet_id AS "walletId", (SELECT name FROM wallets WHERE wallets.id = wallet_id) AS "walletName", name,
  last_four AS "lastFour", rate_limit AS "rateLimit", created_at AS "createdAt", last_used_at AS "lastUsedAt",
  revoked_at AS "revokedAt"`
const INSERT = `
  INSERT INTO api_keys (id, wallet_id, name, hash, last_four, rate_limit, created_at)
  SELECT ?, id, ?, ?, ?, ?, ? FROM wallets WHERE id = ? RETURNING ${COLUMNS}`
const HASH = "SELECT hash, revoked_at FROM api_keys WHERE id = ?"
const REVOKE = "UPDATE api_keys SET revoked_at = ? WHERE id = ?"

/** What a new key may be given. */
export interface KeyOptions {
  /** One that was chosen elsewhere; else one is made. */
  readonly secret?: Redacted.Redacted
  /** Requests a minute; none where the server's setting is to hold. */
  readonly rateLimit?: Option.Option<number>
}

/** Makes a secret a key of the wallet, and answers that key; nothing where there is no such wallet. */
export const keyOf = (
  id: ApiKeyId,
  walletId: WalletId,
  name: string,
  now: number,
  { rateLimit = Option.none(), secret }: KeyOptions & { readonly secret: Redacted.Redacted }
): Statement => {
  const text = Redacted.value(secret)
  const kept = [digest(text), KeySecret.lastFour(text), Option.getOrNull(rateLimit)] as const
  return statement(INSERT, id, name, ...kept, now, walletId)
}

export const newKeyId = (now: number): ApiKeyId => ApiKeyId.make(newId("key", now))

const noIdentity: Effect.Effect<Option.Option<Identity>> = Effect.succeedNone

export class ApiKeys extends Effect.Service<ApiKeys>()("access/ApiKeys", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
    const lifetimeMillis = Duration.toMillis(LIFETIME)
    const known = new TtlCache<Option.Option<Identity>>({ capacity: KNOWN_KEYS, lifetimeMillis })
    const refused = new TtlCache<Option.Option<Identity>>({ capacity: REFUSED_SECRETS, lifetimeMillis })

    const columns = sql.literal(COLUMNS)

    /**
     * A new key of a wallet. The secret is not kept: show it now. `also` is written
     * with it. Fails with `NotFound` for an unknown wallet.
     */
    const create = Effect.fn("ApiKeys.create")(function* (
      walletId: WalletId,
      name: string,
      options: KeyOptions = {},
      also: (id: ApiKeyId) => ReadonlyArray<Statement> = () => []
    ) {
      const now = yield* Clock.currentTimeMillis
      const id = newKeyId(now)
      const secret = options.secret ?? KeySecret.make()
      const missing = () => new NotFound({ message: `there is no wallet ${walletId}` })
      const written = changing(keyOf(id, walletId, name, now, { ...options, secret }), also(id), missing)
      const [key] = yield* durable(written).pipe(
        Effect.flatMap(decodeOne),
        Effect.catchTags({ SqlError: Effect.die, ParseError: Effect.die })
      )
      return { key, secret }
    })

    /** All keys, or those of one wallet, oldest first. */
    const list = Effect.fn("ApiKeys.list")(function* (walletId: Option.Option<WalletId>) {
      const ofWallet = Option.match(walletId, { onNone: () => sql`1 = 1`, onSome: (id) => sql`wallet_id = ${id}` })
      return yield* sql`SELECT ${columns} FROM api_keys WHERE ${ofWallet} ORDER BY created_at, id`.pipe(readKeys)
    })

    /** How many keys of each wallet, or of one, work; wallets without any are left out. */
    const working = Effect.fn("ApiKeys.working")(function* (walletId: Option.Option<WalletId>) {
      const ofWallet = Option.match(walletId, { onNone: () => sql`1 = 1`, onSome: (id) => sql`wallet_id = ${id}` })
      const counts = yield* sql`
        SELECT wallet_id AS "walletId", COUNT(*) AS keys FROM api_keys WHERE ${ofWallet} AND revoked_at IS NULL
        GROUP BY wallet_id`.pipe(readCounts)
      return new Map(counts.map(({ keys, walletId }) => [walletId, keys]))
    })

    /**
     * Ends a key, and the secrets that were lent of it; `also` is written with it.
     * Doing it again changes and writes nothing. Fails with `NotFound`.
     */
    const revoke = Effect.fn("ApiKeys.revoke")(function* (id: ApiKeyId, also: ReadonlyArray<Statement> = []) {
      const now = yield* Clock.currentTimeMillis
      const body: Body<string, NotFound> = function* () {
        const [key] = decodeHashes(yield statement(HASH, id))
        if (key === undefined) return Either.left(new NotFound({ message: `there is no API key ${id}` }))
        if (key.revoked_at === null) {
          yield statement(REVOKE, now, id)
          for (const next of also) yield next
        }
        return Either.right(key.hash)
      }
      known.delete(yield* Effect.catchTag(durable(body), "SqlError", Effect.die))
    })

    /** By its own secret, or one that was lent of it (`SessionSecrets`). */
    const ownerOf = (hash: string, timeOfDay: number) => sql`
      SELECT id AS "keyId", wallet_id AS "walletId", rate_limit AS "perMinute", NULL AS lent FROM api_keys
      WHERE hash = ${hash} AND revoked_at IS NULL
      UNION ALL
      SELECT api_keys.id, wallet_id, rate_limit, lent_secrets.hash FROM lent_secrets JOIN api_keys ON api_keys.id = key_id
      WHERE lent_secrets.hash = ${hash} AND expires_at > ${timeOfDay} AND revoked_at IS NULL`

    const lookUp = (hash: string, now: number, timeOfDay: number) =>
      ownerOf(hash, timeOfDay).pipe(
        readOwners,
        Effect.map((rows) => {
          const identity = Option.map(Option.fromNullable(rows[0]), identityOf)
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
      if (!isApiKey(secret)) return noIdentity
      const hash = digest(secret)
      return Effect.clockWith((clock) => {
        const now = Monotonic.unsafeMillis(clock)
        const kept = recall(hash, now)
        return kept === undefined ? lookUp(hash, now, clock.unsafeCurrentTimeMillis()) : Effect.succeed(kept)
      })
    }

    /** As `authenticate`, from memory alone, at `now` (milliseconds of the monotonic clock). Undefined where only the database knows. */
    const remembered = (secret: string, now: number): Option.Option<Identity> | undefined => recall(digest(secret), now)

    /** Whether the caller's key, and its lent secret if it has one, still works, as the database has it now. For what they have obtained, such as a ticket. */
    const isLive = Effect.fn("ApiKeys.isLive")(function* (caller: Identity) {
      return (yield* Effect.orDie(endedOf([caller]))).length === 0
    })

    const liveKeys = (ids: ReadonlyArray<string>) => sql`
      SELECT id AS name FROM api_keys
      WHERE id IN (SELECT key FROM json_each(${listed(ids)})) AND revoked_at IS NULL`
    const liveSecrets = (hashes: ReadonlyArray<string>, timeOfDay: number) => sql`
      SELECT hash AS name FROM lent_secrets
      WHERE hash IN (SELECT key FROM json_each(${listed(hashes)})) AND expires_at > ${timeOfDay}`

    /** Those whose key, or lent secret, no longer works, as the database has it now. */
    const endedOf = Effect.fn("ApiKeys.endedOf")(function* (callers: ReadonlyArray<Identity>) {
      const hashes = callers.flatMap(({ lent }) => lent ?? [])
      const now = yield* Clock.currentTimeMillis
      const live = [
        ...(yield* Effect.flatMap(liveKeys(callers.map(({ keyId }) => keyId)), decodeNames)),
        ...(hashes.length === 0 ? [] : yield* Effect.flatMap(liveSecrets(hashes, now), decodeNames))
      ]
      const working = new Set(live.map(({ name }) => name))
      return callers.filter(({ keyId, lent }) => !working.has(keyId) || (lent !== undefined && !working.has(lent)))
    })

    return { create, list, working, revoke, authenticate, remembered, isLive, endedOf }
  })
}) {}
