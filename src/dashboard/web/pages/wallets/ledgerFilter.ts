/** Which entries of a ledger are shown, and downloaded: what was chosen on the page, as the contract takes it. */
import { Schema } from "effect"
import type { WalletId } from "../../../../Domain.ts"
import { Operation } from "../../../RequestsApi.ts"
import { PREFIX } from "../../../SessionApi.ts"
import { EntryKind, LedgerFilter } from "../../../WalletsApi.ts"

/** As the controls hold it; empty where nothing is chosen. Days are those of the browser's time zone. */
export interface LedgerChoice {
  readonly kind: string
  readonly operation: string
  readonly from: string
  readonly to: string
  readonly search: string
}

export const NOTHING_CHOSEN: LedgerChoice = { kind: "", operation: "", from: "", to: "", search: "" }

const isKind = Schema.is(EntryKind)
export const isOperation = Schema.is(Operation)

/** The start of a day such as `2026-11-22`, `later` days on; none of what is no day. */
const startOf = (day: string, later: number): Date | undefined => {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return Number.isNaN(start.getTime()) ? undefined : start
}

/** The last day is meant as a whole; the contract's `to` is the first moment that is too late. */
export const filterOf = ({ kind, operation, from, to, search }: LedgerChoice): LedgerFilter => {
  const [start, end] = [startOf(from, 0), startOf(to, 1)]
  return {
    ...(isKind(kind) ? { kind } : {}),
    ...(isOperation(operation) ? { operation } : {}),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
    ...(search.trim() === "" ? {} : { search: search.trim() })
  }
}

/** Where the same entries are as CSV. */
export const csvAddress = (wallet: WalletId, filter: LedgerFilter): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(Schema.encodeSync(LedgerFilter)(filter))) {
    if (value !== undefined) query.set(name, value)
  }
  return `${PREFIX}/wallets/${encodeURIComponent(wallet)}/ledger.csv?${query}`
}
