/** API keys over HTTP, for the dashboard: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Clock, Effect, Option, Redacted } from "effect"
import { Api } from "../../Api.ts"
import { type ApiKey, ApiKeys } from "../../access/ApiKeys.ts"
import { SessionSecrets } from "../../access/SessionSecrets.ts"
import * as Payload from "../../http/Payload.ts"
import * as Audit from "../audit/Audit.ts"
import { iso } from "../IsoTimes.ts"
import { Administrator } from "../session/SessionApi.ts"
import { type Key, NewKey } from "./KeysApi.ts"

const newKey = Payload.reader(NewKey)

const isoOrNull = (millis: Option.Option<number>) => Option.getOrNull(Option.map(millis, iso))

/** A key as the contract has it. */
export const viewOf = (key: ApiKey): Key => ({
  id: key.id,
  name: key.name,
  wallet_id: key.walletId,
  wallet_name: key.walletName,
  last_four: key.lastFour,
  rate_limit_per_minute: Option.getOrNull(key.rateLimit),
  created_at: iso(key.createdAt),
  last_used_at: isoOrNull(key.lastUsedAt),
  revoked_at: isoOrNull(key.revokedAt)
})

export const KeysHttp = HttpApiBuilder.group(
  Api,
  "dashboardKeys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    const sessionSecrets = yield* SessionSecrets

    return handlers
      .handle("keys", ({ urlParams }) =>
        Effect.map(keys.list(Option.fromNullable(urlParams.wallet_id)), (found) => ({
          data: found.toReversed().map(viewOf)
        }))
      )
      .handleRaw("createKey", ({ request }) =>
        Effect.gen(function* () {
          const session = yield* Administrator
          const { name, rate_limit_per_minute: rateLimit, wallet_id } = yield* newKey(request)
          const now = yield* Clock.currentTimeMillis
          const { key, secret } = yield* keys.create(wallet_id, name, { rateLimit }, (id) => [
            Audit.entry(session, "key.create", id, Audit.ofNewKey(wallet_id, name, rateLimit), now)
          ])
          return { data: { key: viewOf(key), secret: Redacted.value(secret) } }
        })
      )
      .handle("revokeKey", ({ path: { keyId } }) =>
        Effect.gen(function* () {
          const session = yield* Administrator
          const now = yield* Clock.currentTimeMillis
          yield* keys.revoke(keyId, [Audit.entry(session, "key.revoke", keyId, {}, now)])
        })
      )
      .handle("lendSecret", ({ path: { keyId } }) =>
        Effect.gen(function* () {
          const session = yield* Administrator
          const now = yield* Clock.currentTimeMillis
          const { expiresAt, secret } = yield* sessionSecrets.lend(keyId, session.sessionId, [
            Audit.entry(session, "key.lend", keyId, {}, now)
          ])
          return { data: { secret: Redacted.value(secret), expires_at: iso(expiresAt) } }
        })
      )
  })
)
