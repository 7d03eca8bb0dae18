/** The dashboard's contract: wallets and their ledgers. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { RequestId, WalletId } from "../Domain.ts"
import * as Errors from "../Errors.ts"
import { Name } from "./KeysApi.ts"
import { data, Etb, isText, page, pageOf, Search, Time } from "./ListApi.ts"
import { Operation } from "./RequestsApi.ts"
import { AdminSession, PREFIX } from "./SessionApi.ts"

/** ETB of one credit. */
export const MAX_CREDIT = 1_000_000_000

const FOUR_DECIMALS = "must be an amount in ETB with at most 4 decimals"
const isFourDecimals = (amount: number) => Math.round(amount * 10_000) / 10_000 === amount

const amountFrom = (least: number) =>
  Schema.Number.pipe(
    Schema.between(least, MAX_CREDIT, { message: () => `must be an amount from ${least} to ${MAX_CREDIT} ETB` }),
    Schema.filter(isFourDecimals, { message: () => FOUR_DECIMALS })
  )

export const Wallet = Schema.Struct({
  id: WalletId,
  name: Schema.String,
  balance: Etb,
  held: Etb.annotations({ description: "What running jobs hold of the balance" }),
  available: Etb.annotations({ description: "The balance less what is held" }),
  spent: Etb.annotations({ description: "The sum of all charges" }),
  keys: Schema.Int.annotations({ description: "Keys that work" }),
  last_deduction_at: Schema.NullOr(Time),
  created_at: Time
}).annotations({ identifier: "DashboardWallet" })
export type Wallet = typeof Wallet.Type

export const NewWallet = Schema.Struct({
  name: Name,
  request_id: Schema.optional(RequestId.annotations({ description: "The same id again makes no other wallet" })),
  opening_credit: Schema.optionalWith(amountFrom(0), { default: () => 0, nullable: true })
}).annotations({ identifier: "NewWallet", parseOptions: { errors: "all" } })

export const NewCredit = Schema.Struct({
  amount: amountFrom(0.0001),
  note: Schema.Trim.pipe(
    Schema.minLength(1, { message: () => "must say what the credit is for" }),
    Schema.maxLength(500, { message: () => "must have at most 500 characters" }),
    Schema.filter(isText, { message: () => "must be text, without control characters" })
  ),
  request_id: Schema.optional(
    RequestId.annotations({ description: "The same id again, within the wallet, credits nothing more" })
  )
}).annotations({ identifier: "NewCredit", parseOptions: { errors: "all" } })
export type NewCredit = typeof NewCredit.Type

export const EntryKind = Schema.Literal("credit", "charge")

export const LedgerEntry = Schema.Struct({
  id: Schema.String,
  kind: EntryKind,
  amount: Etb.annotations({ description: "ETB; a charge is negative" }),
  balance_after: Etb,
  operation: Schema.NullOr(Schema.String),
  job_id: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  created_at: Time
}).annotations({ identifier: "LedgerEntry" })
export type LedgerEntry = typeof LedgerEntry.Type

const Instant = Schema.DateFromString.pipe(Schema.validDate({ message: () => "must be a date and time of ISO 8601" }))

/** Which entries: all of these must hold. */
const filter = {
  kind: Schema.optional(EntryKind),
  operation: Schema.optional(Operation),
  from: Schema.optional(Instant.annotations({ description: "Not before it (ISO 8601)" })),
  to: Schema.optional(Instant.annotations({ description: "Before it (ISO 8601)" })),
  search: Search.annotations({ description: "Part of a note, or the whole id of an entry or a job" })
}
export const LedgerFilter = Schema.Struct(filter)
export type LedgerFilter = typeof LedgerFilter.Type

const walletId = HttpApiSchema.param("walletId", WalletId)

export const Csv = HttpApiSchema.Text({ contentType: "text/csv" })

export class WalletsApi extends HttpApiGroup.make("dashboardWallets")
  .add(
    HttpApiEndpoint.get("wallets", "/wallets")
      .addSuccess(data(Schema.Array(Wallet)))
      .annotate(OpenApi.Summary, "All wallets, oldest first")
  )
  .add(
    HttpApiEndpoint.post("createWallet", "/wallets")
      .setPayload(NewWallet)
      .addSuccess(data(Wallet), { status: 201 })
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "Make a wallet")
  )
  .add(
    HttpApiEndpoint.get("wallet")`/wallets/${walletId}`
      .addSuccess(data(Wallet))
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Summary, "One wallet")
  )
  .add(
    HttpApiEndpoint.post("topUp")`/wallets/${walletId}/credits`
      .setPayload(NewCredit)
      .addSuccess(data(Wallet), { status: 201 })
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "Add credit to a wallet")
  )
  .add(
    HttpApiEndpoint.get("ledger")`/wallets/${walletId}/ledger`
      .setUrlParams(Schema.Struct({ ...filter, ...page }))
      .addSuccess(pageOf(LedgerEntry))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "A page of a wallet's ledger, newest first")
  )
  .add(
    HttpApiEndpoint.get("ledgerCsv")`/wallets/${walletId}/ledger.csv`
      .setUrlParams(LedgerFilter)
      .addSuccess(Csv)
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Summary, "The same entries, all of them, as CSV (RFC 4180)")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
