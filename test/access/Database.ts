/** A real database with two wallets, for the tests of this room. */
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Logger, type Scope } from "effect"
import { ApiKeys } from "../../src/access/ApiKeys.ts"
import * as TicketMemory from "../../src/access/TicketMemory.ts"
import type { TicketStore } from "../../src/access/Tickets.ts"
import { WalletId } from "../../src/Domain.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import type { Fresh, Store } from "../support/Stores.ts"
import { write } from "../support/Write.ts"

export const wallet = WalletId.make("wallet_a")
export const otherWallet = WalletId.make("wallet_b")

const wallets = Layer.effectDiscard(
  write(
    "INSERT INTO wallets (id, name, created_at) VALUES (?, 'a', 1), (?, 'b', 1) ON CONFLICT DO NOTHING",
    wallet,
    otherWallet
  )
)

/** Keys over the database; a second layer over the same is a second process. */
export const keysOver = (store: Store) =>
  Layer.merge(ApiKeys.Default, TicketMemory.layer).pipe(Layer.provideMerge(wallets), Layer.provideMerge(store))

/** Runs a test over the keys of a new database, which it gets. */
export const withKeys = <A, E>(
  fresh: Fresh,
  use: (store: Store) => Effect.Effect<A, E, ApiKeys | TicketStore | SqlClient.SqlClient | Writer | Scope.Scope>
): Promise<A> =>
  Effect.runPromise(
    Effect.flatMap(fresh, (store) => Effect.provide(use(store), keysOver(store))).pipe(
      Effect.scoped,
      Effect.provide(Logger.remove(Logger.defaultLogger))
    )
  )
