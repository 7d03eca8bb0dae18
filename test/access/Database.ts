/** A real database with two wallets, for the tests of this room. */
import { join } from "node:path"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Logger, type Scope } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import { WalletId } from "../../src/Domain.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { temporary } from "../support/Folder.ts"
import { write } from "../support/Write.ts"

export const wallet = WalletId.make("wallet_a")
export const otherWallet = WalletId.make("wallet_b")

const wallets = Layer.effectDiscard(
  write("INSERT OR IGNORE INTO wallets (id, name, created_at) VALUES (?, 'a', 1), (?, 'b', 1)", wallet, otherWallet)
)

/** Keys over the database file; a second layer over the same file is a second process. */
export const keysOver = (file: string) =>
  ApiKeys.Default.pipe(Layer.provideMerge(wallets), Layer.provideMerge(Sql.layer(file)))

/** Runs a test over the keys of a new database file, whose path it gets. */
export const withKeys = <A, E>(
  use: (file: string) => Effect.Effect<A, E, ApiKeys | SqlClient.SqlClient | Writer | Scope.Scope>
): Promise<A> =>
  Effect.runPromise(
    Effect.flatMap(temporary, (folder) => {
      const file = join(folder, "qal.sqlite")
      return Effect.provide(use(file), keysOver(file))
    }).pipe(Effect.scoped, Effect.provide(Logger.remove(Logger.defaultLogger)))
  )
