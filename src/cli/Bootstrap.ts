/** The first start: a wallet with its opening credit, and its first key. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Option, type Redacted } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import * as Money from "../billing/Money.ts"
import { Wallet } from "../billing/Wallet.ts"
import { Settings, StartFailed } from "../Config.ts"
import { Transactions } from "../storage/Transactions.ts"

/**
 * Makes the first wallet and key when there is no wallet yet, both or neither.
 * Answers the key's secret to be shown once; none when there was a wallet, or
 * when the secret was chosen by `QAL_BOOTSTRAP_API_KEY`.
 */
const bootstrap = Effect.gen(function* () {
  const settings = yield* Settings
  const wallet = yield* Wallet
  const keys = yield* ApiKeys
  const { durable } = yield* Transactions
  const sql = yield* SqlClient.SqlClient
  const credit = yield* Option.match(Money.parseEtb(settings.bootstrapCredit), {
    onNone: () =>
      new StartFailed({ message: "QAL_BOOTSTRAP_CREDIT: not an amount; accepted: ETB with at most 4 decimals" }),
    onSome: Effect.succeed
  })
  const first = Effect.gen(function* () {
    const wallets = yield* sql`SELECT id FROM wallets LIMIT 1`
    if (wallets.length > 0) return Option.none<Redacted.Redacted>()
    const { id } = yield* wallet.create("default", credit)
    if (Option.isNone(settings.bootstrapApiKey)) return Option.some((yield* keys.create(id, "first key")).secret)
    yield* keys.adopt(settings.bootstrapApiKey.value, id, "bootstrap key")
    return Option.none<Redacted.Redacted>()
  })
  return yield* durable(first).pipe(
    Effect.catchTags({
      InvalidSecret: ({ message }) => new StartFailed({ message: `QAL_BOOTSTRAP_API_KEY: ${message}` }),
      NOT_FOUND: Effect.die,
      SqlError: Effect.die
    })
  )
}).pipe(Effect.withSpan("bootstrap"))

/** There is a key from before the first request on. `secret` is to be shown, once; none when there is nothing to show. */
export class FirstKey extends Effect.Service<FirstKey>()("cli/FirstKey", {
  effect: Effect.map(bootstrap, (secret) => ({ secret }))
}) {}
