/** The first start: a wallet with its opening credit, and its first key. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Either, Option, Redacted } from "effect"
import { keyOf, newKeyId } from "../access/ApiKeys.ts"
import * as KeySecret from "../access/KeySecret.ts"
import { digest } from "../access/SecretDigest.ts"
import * as Money from "../billing/Money.ts"
import { opened } from "../billing/Wallet.ts"
import { Settings } from "../settings/Config.ts"
import { statement } from "../storage/Statement.ts"
import { type Body, Writer } from "../storage/Writer.ts"

const ANY_WALLET = "SELECT id FROM wallets LIMIT 1"

/**
 * Makes the first wallet and key when there is no wallet yet, both or neither.
 * Answers the key's secret to be shown once; none when there was a wallet, or
 * when the secret was chosen by `QAL_BOOTSTRAP_API_KEY`.
 */
const bootstrap = Effect.gen(function* () {
  const { bootstrapApiKey, bootstrapCredit } = yield* Settings
  const { durable } = yield* Writer
  const sql = yield* SqlClient.SqlClient
  if ((yield* sql.unsafe(ANY_WALLET)).length > 0) return Option.none<Redacted.Redacted>()
  const now = yield* Clock.currentTimeMillis
  const wallet = opened("default", yield* Money.parseEtb(bootstrapCredit), now)
  const [name, secret] = Option.match(bootstrapApiKey, {
    onNone: () => ["first key", KeySecret.make()] as const,
    onSome: (chosen) => ["bootstrap key", chosen] as const
  })
  // Of nodes that start at once, one is first.
  const body: Body<boolean> = function* () {
    if ((yield statement(ANY_WALLET)).length > 0) return Either.right(false)
    for (const next of wallet.writes) yield next
    yield keyOf(newKeyId(now), wallet.id, name, now, { secret })
    return Either.right(true)
  }
  const isMade = yield* durable(body)
  return isMade && Option.isNone(bootstrapApiKey) ? Option.some(secret) : Option.none()
}).pipe(Effect.orDie, Effect.withSpan("bootstrap"))

/** Whether a key was chosen that opens nothing: there was a wallet before it, or it was revoked. */
const isChosenInVain = Effect.gen(function* () {
  const { bootstrapApiKey } = yield* Settings
  const sql = yield* SqlClient.SqlClient
  if (Option.isNone(bootstrapApiKey)) return false
  const hash = digest(Redacted.value(bootstrapApiKey.value))
  const keys = yield* sql`SELECT 1 FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`
  return keys.length === 0
}).pipe(Effect.orDie)

/** There is a key from before the first request on. `secret` is to be shown, once; none when there is nothing to show. */
export class FirstKey extends Effect.Service<FirstKey>()("cli/FirstKey", {
  effect: Effect.gen(function* () {
    const secret = yield* bootstrap
    return { secret, isChosenInVain: yield* isChosenInVain }
  })
}) {}
