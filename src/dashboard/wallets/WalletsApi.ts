/** The dashboard's contract: wallets and their ledgers. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { mostCharacters, RequestId, WalletId } from "../../Domain.ts"
import * as Errors from "../../Errors.ts"
import { Name } from "../keys/KeysApi.ts"
import { data, described, Etb, EXAMPLE, isText, page, pageOf, search, Time } from "../ListApi.ts"
import { Operation } from "../requests/RequestsApi.ts"
import { AdminSession, PREFIX } from "../session/SessionApi.ts"

/** ETB of one credit. */
const MAX_CREDIT = 1_000_000_000

/** ETB below which a wallet is shown as one that will soon be empty, where it has no mark of its own. */
export const DEFAULT_LOW_BALANCE = 10

const FOUR_DECIMALS = "must be an amount in ETB with at most 4 decimals"
const isFourDecimals = (amount: number) => Math.round(amount * 10_000) / 10_000 === amount

/** What a filter says of the document is added to what is said of the number. */
const amountFrom = (least: number, description: string) =>
  Schema.Number.pipe(
    Schema.between(least, MAX_CREDIT, { message: () => `must be an amount from ${least} to ${MAX_CREDIT} ETB` }),
    Schema.filter(isFourDecimals, { message: () => FOUR_DECIMALS, jsonSchema: { description } })
  )

export const Wallet = Schema.Struct({
  id: WalletId.annotations({ description: "The wallet's id" }),
  name: Schema.String.annotations({ description: "What the wallet is called" }),
  balance: Etb.annotations({ description: "ETB: the sum of its ledger" }),
  held: Etb.annotations({ description: "What running jobs hold of the balance, in ETB" }),
  available: Etb.annotations({ description: "The balance less what is held, in ETB" }),
  low_balance: Etb.annotations({ description: "The mark, in ETB, below which its balance is low" }),
  spent: Etb.annotations({ description: "The sum of all charges, in ETB" }),
  keys: Schema.Int.annotations({ description: "Keys that work" }),
  last_deduction_at: Schema.NullOr(Time).annotations({ description: "ISO 8601, UTC; null where nothing was charged" }),
  created_at: Time
}).annotations({
  identifier: "DashboardWallet",
  description: "A wallet as it stands",
  examples: [
    {
      id: EXAMPLE.wallet,
      name: "Main",
      balance: 499.7969,
      held: 0,
      available: 499.7969,
      low_balance: DEFAULT_LOW_BALANCE,
      spent: 0.2031,
      keys: 1,
      last_deduction_at: EXAMPLE.time,
      created_at: "2026-11-01T06:30:00.000Z"
    }
  ]
})
export type Wallet = typeof Wallet.Type

/** Whether it will soon be empty and deserves a warning. */
export const isLow = ({ balance, low_balance: mark }: Pick<Wallet, "balance" | "low_balance">): boolean =>
  balance < mark

export const NewWallet = Schema.Struct({
  name: described(Name, "What the wallet is called: 1 to 100 characters on one line"),
  request_id: Schema.optional(RequestId.annotations({ description: "The same id again makes no other wallet" })),
  opening_credit: Schema.optionalWith(amountFrom(0, "ETB that it begins with, at most 4 decimals"), {
    default: () => 0,
    nullable: true
  })
}).annotations({
  identifier: "NewWallet",
  description: "A wallet to be made",
  examples: [{ name: "Library", opening_credit: 100 }]
})

export const NewCredit = Schema.Struct({
  amount: amountFrom(0.0001, "ETB, at most 4 decimals"),
  note: described(
    Schema.Trim.pipe(
      Schema.minLength(1, { message: () => "must say what the credit is for" }),
      mostCharacters(500),
      Schema.filter(isText, { message: () => "must be text, without control characters" })
    ),
    "What the credit is for: 1 to 500 characters"
  ),
  request_id: Schema.optional(
    RequestId.annotations({ description: "The same id again, within the wallet, credits nothing more" })
  )
}).annotations({
  identifier: "NewCredit",
  description: "Credit for a wallet",
  examples: [{ amount: 250, note: "Invoice 2026-114" }]
})
export type NewCredit = typeof NewCredit.Type

export const EntryKind = Schema.Literal("credit", "charge").annotations({
  identifier: "LedgerEntryKind",
  description: "Whether it adds to the balance or takes from it",
  examples: ["charge"]
})

export const LedgerEntry = Schema.Struct({
  id: Schema.String.annotations({ description: "The entry's id" }),
  kind: EntryKind,
  amount: Etb.annotations({ description: "ETB; a charge is negative" }),
  balance_after: Etb.annotations({ description: "The balance with it, in ETB" }),
  operation: Schema.NullOr(Schema.String).annotations({ description: "What was charged for; null of a credit" }),
  job_id: Schema.NullOr(Schema.String).annotations({ description: "The job that was charged for; null of a credit" }),
  note: Schema.NullOr(Schema.String).annotations({ description: "What a credit is for; null of a charge" }),
  created_at: Time
}).annotations({
  identifier: "LedgerEntry",
  description: "A change of a wallet's balance, which is never changed itself",
  examples: [
    {
      id: "led_01kafqbv9w3y5a7c9e1g3j5m7p",
      kind: "charge",
      amount: -0.1583,
      balance_after: 499.8417,
      operation: "voice.generation",
      job_id: EXAMPLE.job,
      note: null,
      created_at: EXAMPLE.time
    }
  ]
})
export type LedgerEntry = typeof LedgerEntry.Type

const Instant = Schema.DateFromString.pipe(Schema.validDate({ message: () => "must be a date and time of ISO 8601" }))

/** Which entries: all of these must hold. */
const filter = {
  kind: Schema.optional(EntryKind.annotations({ description: "Entries of this kind alone" })),
  operation: Schema.optional(Operation.annotations({ description: "Charges for this alone" })),
  from: Schema.optional(described(Instant, "Not before it (ISO 8601)")),
  to: Schema.optional(described(Instant, "Before it (ISO 8601)")),
  search: search("Part of a note, or the whole id of an entry or a job")
}
export const LedgerFilter = Schema.Struct(filter)
export type LedgerFilter = typeof LedgerFilter.Type

const walletId = HttpApiSchema.param("walletId", WalletId.annotations({ description: "The wallet's id" }))

const Csv = HttpApiSchema.Text({ contentType: "text/csv" }).annotations({
  description: "A line of names, then one for each entry, newest first; amounts in ETB, times in ISO 8601",
  examples: [
    "\ufeffcreated_at,kind,amount,balance_after,currency,operation,note,id,job_id\r\n" +
      `${EXAMPLE.time},charge,-0.1583,499.8417,ETB,voice.generation,,led_01kafqbv9w3y5a7c9e1g3j5m7p,${EXAMPLE.job}\r\n`
  ]
})

export class WalletsApi extends HttpApiGroup.make("dashboardWallets")
  .add(
    HttpApiEndpoint.get("wallets", "/wallets")
      .addSuccess(data(Schema.Array(Wallet).annotations({ description: "The wallets, oldest first" })))
      .annotate(OpenApi.Identifier, "listWallets")
      .annotate(OpenApi.Summary, "All wallets, oldest first")
      .annotate(OpenApi.Description, "Each with its balance, what is held of it, and how many keys it has.")
  )
  .add(
    HttpApiEndpoint.post("createWallet", "/wallets")
      .setPayload(NewWallet)
      .addSuccess(data(Wallet), { status: 201 })
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "createWallet")
      .annotate(OpenApi.Summary, "Make a wallet")
      .annotate(OpenApi.Description, "With the credit that it begins with, as its ledger's first entry.")
  )
  .add(
    HttpApiEndpoint.get("wallet")`/wallets/${walletId}`
      .addSuccess(data(Wallet))
      .addError(Errors.wire(Errors.NotFound))
      .annotate(OpenApi.Identifier, "getWallet")
      .annotate(OpenApi.Summary, "One wallet")
      .annotate(OpenApi.Description, "With its balance, and with what is held of it by jobs that run.")
  )
  .add(
    HttpApiEndpoint.post("topUp")`/wallets/${walletId}/credits`
      .setPayload(NewCredit)
      .addSuccess(data(Wallet), { status: 201 })
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.wire(Errors.IdempotencyConflict))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "topUpWallet")
      .annotate(OpenApi.Summary, "Add credit to a wallet")
      .annotate(OpenApi.Description, "An entry of its ledger, once for each id: sent again it changes nothing.")
  )
  .add(
    HttpApiEndpoint.get("ledger")`/wallets/${walletId}/ledger`
      .setUrlParams(Schema.Struct({ ...filter, ...page }))
      .addSuccess(pageOf(LedgerEntry))
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "getLedger")
      .annotate(OpenApi.Summary, "A page of a wallet's ledger, newest first")
      .annotate(OpenApi.Description, "Entries are never changed: the wallet's balance is their sum.")
  )
  .add(
    HttpApiEndpoint.get("ledgerCsv")`/wallets/${walletId}/ledger.csv`
      .setUrlParams(LedgerFilter)
      .addSuccess(Csv)
      .addError(Errors.wire(Errors.NotFound))
      .addError(Errors.InvalidInput)
      .annotate(OpenApi.Identifier, "getLedgerCsv")
      .annotate(OpenApi.Summary, "The same entries, all of them, as CSV (RFC 4180)")
      .annotate(OpenApi.Description, "Sent as it is read, with the filters of the page.")
  )
  .middleware(AdminSession)
  .prefix(PREFIX)
  .annotate(OpenApi.Title, "Dashboard") {}
