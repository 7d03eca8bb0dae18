/** Whose something is, as the dashboard shows it. */
import { Effect } from "effect"
import { Wallet } from "../billing/Wallet.ts"
import type { WalletId } from "../Domain.ts"

interface OwnedRow {
  readonly wallet_id: WalletId
}

/** Gives rows the names of their wallets. */
export const named = Effect.map(
  Wallet,
  (wallets) =>
    <Row extends OwnedRow>(
      rows: ReadonlyArray<Row>
    ): Effect.Effect<ReadonlyArray<Row & { readonly wallet_name: string }>> =>
      Effect.gen(function* () {
        const ids = [...new Set(rows.map(({ wallet_id }) => wallet_id))]
        // A wallet is never deleted.
        const owners = yield* Effect.orDie(Effect.forEach(ids, wallets.get))
        const names = new Map(owners.map(({ id, name }) => [id, name]))
        return rows.map((row) => ({ ...row, wallet_name: names.get(row.wallet_id) ?? "" }))
      })
)
