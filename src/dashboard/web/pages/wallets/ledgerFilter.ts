/** Which entries of a ledger are shown, and downloaded: what was chosen on the page, as the contract takes it. */
import { Schema } from "effect"
import type { WalletId } from "../../../../Domain.ts"
import type { Operation } from "../../../requests/RequestsApi.ts"
import { PREFIX } from "../../../session/SessionApi.ts"
import { type EntryKind, LedgerFilter } from "../../../wallets/WalletsApi.ts"

/** As the controls hold it. Days are those of the browser's time zone, such as `2026-11-22`; empty where none is chosen. */
export interface LedgerFilterValues {
  readonly kind?: typeof EntryKind.Type | undefined
  readonly operation?: typeof Operation.Type | undefined
  readonly search?: string | undefined
  readonly from: string
  readonly to: string
}

/** The start of a day, `later` days on; none of what is no day. */
const startOf = (day: string, later: number): Date | undefined => {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return Number.isNaN(start.getTime()) ? undefined : start
}

/** The last day is meant as a whole; the contract's `to` is the first moment that is too late. */
export const filterOf = ({ from, to, ...choice }: LedgerFilterValues): LedgerFilter => ({
  ...choice,
  from: startOf(from, 0),
  to: startOf(to, 1)
})

/** Where the same entries are as CSV. */
export const csvAddress = (wallet: WalletId, filter: LedgerFilter): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(Schema.encodeSync(LedgerFilter)(filter))) {
    if (value !== undefined) query.set(name, value)
  }
  return `${PREFIX}/wallets/${encodeURIComponent(wallet)}/ledger.csv?${query}`
}
