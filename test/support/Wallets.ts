/** Wallets of their own, made as the command line makes them but many at once, also beside a running server. */
import { join } from "node:path"
import { Effect, Layer, Option, Redacted } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import * as Money from "../../src/billing/Money.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { TestServer } from "./Server.ts"

export interface WalletKey {
  readonly walletId: string
  /** The secret of its only key. */
  readonly key: string
}

/** So many new wallets on the server's database, each with `credit` whole ETB and a key. */
export const makeWallets = (
  { databaseUrl, folder }: Pick<TestServer, "folder"> & Partial<Pick<TestServer, "databaseUrl">>,
  count: number,
  credit = 1_000
): Promise<ReadonlyArray<WalletKey>> =>
  Effect.gen(function* () {
    const wallets = yield* Wallet
    const keys = yield* ApiKeys
    return yield* Effect.forEach(Array.from({ length: count }), (_, at) =>
      Effect.gen(function* () {
        const { id } = yield* wallets.create(`wallet ${at}`, Money.fromMicros(credit * 1_000_000))
        const { secret } = yield* keys.create(id, "key")
        return { walletId: id, key: Redacted.value(secret) }
      })
    )
  }).pipe(
    Effect.provide(
      Layer.merge(Wallet.Default, ApiKeys.Default).pipe(
        Layer.provideMerge(
          Sql.chosen(
            Option.map(Option.fromNullable(databaseUrl), (url) => ({ url: Redacted.make(url), connections: 1 })),
            Sql.layer(join(folder, "data", "qal.sqlite")),
            Sql.postgres
          )
        )
      )
    ),
    Effect.runPromise
  )
