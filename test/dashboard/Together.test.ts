/** What is written with a change of keys or wallets, such as its entry in the audit log. */
import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Layer, Option } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import { SessionSecrets } from "../../src/access/SessionSecrets.ts"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { ApiKeyId, RequestId, WalletId } from "../../src/Domain.ts"
import * as Audit from "../../src/dashboard/audit/Audit.ts"
import { statement } from "../../src/storage/Statement.ts"
import { wallet, withKeys } from "../access/Database.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { eachStore, type Fresh } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

const entry = Audit.entry({ sessionId: "ses_a" }, "key.create", null, {}, 1)
/** No database takes it. */
const impossible = statement("INSERT INTO audit (id) VALUES (NULL)")

const everything = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(["wallets", "ledger", "api_keys", "lent_secrets", "audit"], (table) =>
    Effect.orDie(sql`SELECT * FROM ${sql(table)} ORDER BY 1`)
  )
)

const services = (fresh: Fresh, body: EffectBody<ApiKeys | Wallet | SessionSecrets | SqlClient.SqlClient>) =>
  withKeys(fresh, () =>
    Effect.zipRight(
      write("INSERT INTO dashboard_sessions VALUES ('ses_a', 'h', 0, 0, ?, 't')", Number.MAX_SAFE_INTEGER),
      Effect.provide(Effect.gen(body), Layer.fresh(Layer.merge(Wallet.Default, SessionSecrets.Default)))
    )
  )

eachStore("a change whose audit entry cannot be written is not made", (fresh) =>
  services(fresh, function* () {
    const [keys, wallets, sessionSecrets] = [yield* ApiKeys, yield* Wallet, yield* SessionSecrets]
    const { key } = yield* keys.create(wallet, "a")
    const before = yield* everything
    const changes: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
      keys.create(wallet, "b", {}, () => [entry, impossible]),
      keys.revoke(key.id, [entry, impossible]),
      sessionSecrets.lend(key.id, "ses_a", [entry, impossible]),
      wallets.create("w", Money.fromMicros(5), Option.none(), () => [entry, impossible]),
      wallets.topUp(wallet, Money.fromMicros(5), "n", Option.none(), [entry, impossible])
    ]
    for (const change of changes) expect(Exit.isFailure(yield* Effect.exit(change))).toBe(true)
    expect(yield* everything).toEqual(before)
  })
)

eachStore("a change that finds nothing, or was made before, has no audit entry", (fresh) =>
  services(fresh, function* () {
    const [keys, wallets, sessionSecrets] = [yield* ApiKeys, yield* Wallet, yield* SessionSecrets]
    const { key } = yield* keys.create(wallet, "a")
    yield* keys.revoke(key.id)
    const credit = wallets.topUp(wallet, Money.fromMicros(5), "n", Option.some(RequestId.make("r")), [entry])
    yield* credit
    const before = yield* everything
    yield* credit
    yield* keys.revoke(key.id, [entry])
    const refused: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
      keys.create(WalletId.make("none"), "b", {}, () => [entry]),
      keys.revoke(ApiKeyId.make("none"), [entry]),
      sessionSecrets.lend(key.id, "ses_a", [entry]),
      wallets.topUp(WalletId.make("none"), Money.fromMicros(5), "n", Option.none(), [entry]),
      wallets.topUp(wallet, Money.fromMicros(6), "n", Option.some(RequestId.make("r")), [entry])
    ]
    for (const change of refused) expect(Exit.isFailure(yield* Effect.exit(change))).toBe(true)
    expect(yield* everything).toEqual(before)
  })
)
