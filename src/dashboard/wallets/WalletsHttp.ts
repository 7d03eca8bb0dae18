/** Wallets and their ledgers over HTTP, for the dashboard: decode, call the service, encode. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect, Option } from "effect"
import { Api } from "../../Api.ts"
import { ApiKeys } from "../../access/ApiKeys.ts"
import * as Money from "../../billing/Money.ts"
import { available, type LedgerEntry as Entry, Wallet, type WalletRow } from "../../billing/Wallet.ts"
import type { WalletId } from "../../Domain.ts"
import * as Payload from "../../http/Payload.ts"
import { contentDisposition } from "../../media/BlobResponse.ts"
import * as Audit from "../audit/Audit.ts"
import { iso } from "../IsoTimes.ts"
import { pageOf } from "../Pages.ts"
import { Administrator } from "../session/SessionApi.ts"
import { Ledger } from "./Ledger.ts"
import { DEFAULT_LOW_BALANCE, type LedgerEntry, NewCredit, NewWallet, type Wallet as WalletView } from "./WalletsApi.ts"

const newWallet = Payload.reader(NewWallet)
const newCredit = Payload.reader(NewCredit)

const viewOf = (wallet: WalletRow, keys: number): WalletView => ({
  id: wallet.id,
  name: wallet.name,
  balance: Money.toEtb(wallet.balance),
  held: Money.toEtb(wallet.held),
  available: Money.toEtb(available(wallet)),
  low_balance: DEFAULT_LOW_BALANCE,
  spent: Money.toEtb(wallet.spent),
  keys,
  last_deduction_at: wallet.lastDeductionAt === null ? null : iso(wallet.lastDeductionAt),
  created_at: iso(wallet.createdAt)
})

const entryOf = (entry: Entry): LedgerEntry => ({
  id: entry.id,
  kind: entry.kind,
  amount: Money.toEtb(entry.amount),
  balance_after: Money.toEtb(entry.balanceAfter),
  operation: entry.operation,
  job_id: entry.jobId,
  note: entry.note,
  created_at: iso(entry.createdAt)
})

const csvHeaders = (name: string) => ({
  "content-disposition": contentDisposition("attachment", name),
  "x-content-type-options": "nosniff"
})

export const WalletsHttp = HttpApiBuilder.group(
  Api,
  "dashboardWallets",
  Effect.fnUntraced(function* (handlers) {
    const wallets = yield* Wallet
    const keys = yield* ApiKeys
    const ledger = yield* Ledger

    const view = (wallet: WalletRow) =>
      Effect.map(keys.working(Option.some(wallet.id)), (counts) => ({
        data: viewOf(wallet, counts.get(wallet.id) ?? 0)
      }))

    return handlers
      .handle("wallets", () =>
        Effect.gen(function* () {
          const counts = yield* keys.working(Option.none())
          return { data: (yield* wallets.list()).map((wallet) => viewOf(wallet, counts.get(wallet.id) ?? 0)) }
        })
      )
      .handleRaw("createWallet", ({ request }) =>
        Effect.gen(function* () {
          const session = yield* Administrator
          const { name, opening_credit, request_id } = yield* newWallet(request)
          const now = yield* Clock.currentTimeMillis
          const audit = (id: WalletId) => [Audit.entry(session, "wallet.create", id, { name, opening_credit }, now)]
          const requestId = Option.fromNullable(request_id)
          return yield* view(yield* wallets.create(name, Money.fromEtb(opening_credit), requestId, audit))
        })
      )
      .handle("wallet", ({ path }) => Effect.flatMap(wallets.get(path.walletId), view))
      .handleRaw("topUp", ({ path: { walletId }, request }) =>
        Effect.gen(function* () {
          const session = yield* Administrator
          const { amount, note, request_id } = yield* newCredit(request)
          const now = yield* Clock.currentTimeMillis
          const audit = Audit.entry(session, "wallet.credit", walletId, { amount, note }, now)
          const requestId = Option.fromNullable(request_id)
          return yield* view(yield* wallets.topUp(walletId, Money.fromEtb(amount), note, requestId, [audit]))
        })
      )
      .handle("ledger", ({ path, urlParams }) =>
        Effect.gen(function* () {
          const { id } = yield* wallets.get(path.walletId)
          const { nextCursor, page } = yield* ledger.page(id, urlParams)
          return pageOf({ page: page.map(entryOf), nextCursor })
        })
      )
      .handle("ledgerCsv", ({ path, urlParams }) =>
        Effect.gen(function* () {
          const { id, name } = yield* wallets.get(path.walletId)
          const day = iso(yield* Clock.currentTimeMillis).slice(0, 10)
          return HttpServerResponse.stream(ledger.csv(id, urlParams), {
            contentType: "text/csv; charset=utf-8; header=present",
            headers: csvHeaders(`ledger ${name} ${day}.csv`)
          })
        })
      )
  })
)
