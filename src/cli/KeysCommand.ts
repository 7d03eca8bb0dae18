/** `qal keys …` */
import { Args, Command, Options } from "@effect/cli"
import { Clock, Console, DateTime, Effect, Option, Redacted } from "effect"
import { ApiKeys } from "../access/ApiKeys.ts"
import { RateLimitPerMinute } from "../access/Authentication.ts"
import * as Audit from "../dashboard/audit/Audit.ts"
import { processCommand } from "../runtime/ProcessCommand.ts"
import { changingLayer, readingLayer } from "./CommandLayers.ts"
import { table } from "./Table.ts"
import { readKeyId, readName, readWalletId } from "./TypedText.ts"

const iso = (millis: number) => DateTime.formatIso(DateTime.unsafeMake(millis))

const wallet = Options.text("wallet").pipe(
  Options.withDescription(`the wallet's id (\`${processCommand} wallets list\`)`)
)

const create = Command.make(
  "create",
  {
    wallet,
    name: Options.text("name").pipe(Options.withDescription("what the key is for"), Options.withDefault("key")),
    rateLimit: Options.integer("rate-limit").pipe(
      Options.withSchema(RateLimitPerMinute),
      Options.withDescription("requests a minute; without it the server's setting holds"),
      Options.optional
    )
  },
  ({ rateLimit, ...typed }) =>
    Effect.gen(function* () {
      const walletId = yield* readWalletId(typed.wallet)
      const name = yield* readName(typed.name)
      const now = yield* Clock.currentTimeMillis
      const { key, secret } = yield* (yield* ApiKeys).create(walletId, name, { rateLimit }, (id) => [
        Audit.entry(Audit.COMMAND_LINE, "key.create", id, Audit.ofNewKey(walletId, name, rateLimit), now)
      ])
      yield* Console.log(`${key.id}\n${Redacted.value(secret)}\nThis is the only time the secret is shown.`)
    })
).pipe(Command.withDescription("Make an API key for a wallet; prints its id and, this once, its secret"))

const list = Command.make("list", { wallet: Options.optional(wallet) }, ({ wallet }) =>
  Effect.gen(function* () {
    const keys = yield* (yield* ApiKeys).list(yield* Effect.transposeMapOption(wallet, readWalletId))
    const rows = keys.map((key) => [
      key.id,
      key.walletId,
      key.name,
      `sk_…${key.lastFour}`,
      Option.match(key.rateLimit, { onNone: () => "", onSome: (perMinute) => `${perMinute} a minute` }),
      iso(key.createdAt),
      Option.match(key.lastUsedAt, { onNone: () => "never", onSome: iso }),
      Option.match(key.revokedAt, { onNone: () => "active", onSome: (at) => `revoked ${iso(at)}` })
    ])
    yield* Console.log(table(["id", "wallet", "name", "secret", "limit", "created", "last used", "state"], rows))
  })
).pipe(Command.withDescription("List API keys; secrets cannot be shown again"))

const revoke = Command.make("revoke", { id: Args.text({ name: "key-id" }) }, ({ id }) =>
  Effect.gen(function* () {
    const keyId = yield* readKeyId(id)
    const auditEntry = Audit.entry(Audit.COMMAND_LINE, "key.revoke", keyId, {}, yield* Clock.currentTimeMillis)
    yield* (yield* ApiKeys).revoke(keyId, [auditEntry])
    yield* Console.log(`revoked ${id}; running servers refuse it within a second`)
  })
).pipe(Command.withDescription("Revoke an API key"))

export const keys = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys"),
  Command.withSubcommands([
    create.pipe(Command.provide(changingLayer)),
    list.pipe(Command.provide(readingLayer)),
    revoke.pipe(Command.provide(changingLayer))
  ])
)
