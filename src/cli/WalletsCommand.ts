/** `qal wallets …` */
import { Args, Command, Options } from "@effect/cli"
import { Clock, Console, DateTime, Effect, Option } from "effect"
import * as Money from "../billing/Money.ts"
import { available, Wallet, type WalletRow } from "../billing/Wallet.ts"
import { RequestId } from "../Domain.ts"
import * as Audit from "../dashboard/audit/Audit.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { changingLayer, readingLayer } from "./CommandLayers.ts"
import { table } from "./Table.ts"
import { readName, readNote, readWalletId } from "./TypedText.ts"

const ENTRIES_SHOWN = 20

const amountOf = (text: string) =>
  Option.match(
    Option.filter(Money.parseEtb(text), (money) => money >= 0),
    {
      onNone: () => new CommandFailed({ message: `'${text}' is not an amount in ETB with at most 4 decimals` }),
      onSome: Effect.succeed
    }
  )

const walletId = Args.text({ name: "wallet-id" })

const requestId = Options.text("request-id").pipe(
  Options.withSchema(RequestId),
  Options.withDescription("the same command again with the same id changes nothing more"),
  Options.optional
)

const head = ["id", "name", "balance", "held", "spent"]
const row = (wallet: WalletRow) => [
  wallet.id,
  wallet.name,
  Money.toText(wallet.balance),
  Money.toText(wallet.held),
  Money.toText(wallet.spent)
]

const create = Command.make(
  "create",
  {
    name: Args.text({ name: "name" }),
    credit: Options.text("credit").pipe(Options.withDescription("opening credit in ETB"), Options.withDefault("0")),
    requestId
  },
  ({ credit, requestId, ...typed }) =>
    Effect.gen(function* () {
      const name = yield* readName(typed.name)
      const opening = yield* amountOf(credit)
      const now = yield* Clock.currentTimeMillis
      const made = yield* (yield* Wallet).create(name, opening, requestId, (id) => [
        Audit.entry(Audit.COMMAND_LINE, "wallet.create", id, { name, opening_credit: Money.toEtb(opening) }, now)
      ])
      yield* Console.log(made.id)
    })
).pipe(Command.withDescription("Make a wallet; prints its id"))

const list = Command.make("list", {}, () =>
  Effect.gen(function* () {
    const wallets = yield* (yield* Wallet).list()
    yield* Console.log(table(head, wallets.map(row)))
  })
).pipe(Command.withDescription("List wallets; amounts in ETB"))

const show = Command.make("show", { id: walletId }, ({ id }) =>
  Effect.gen(function* () {
    const service = yield* Wallet
    const wallet = yield* service.get(yield* readWalletId(id))
    const entries = yield* service.entries(wallet.id, ENTRIES_SHOWN)
    yield* Console.log(table(head, [row(wallet)]))
    yield* Console.log(`can spend ${Money.toText(available(wallet))} ETB\n\nNewest ledger entries:`)
    const rows = entries.map((entry) => [
      DateTime.formatIso(DateTime.unsafeMake(entry.createdAt)),
      entry.kind,
      Money.toText(entry.amount),
      Money.toText(entry.balanceAfter),
      entry.operation ?? entry.note ?? ""
    ])
    yield* Console.log(table(["time", "kind", "amount", "balance after", "for"], rows))
  })
).pipe(Command.withDescription("Show a wallet and its newest ledger entries"))

const topUp = Command.make(
  "top-up",
  {
    id: walletId,
    amount: Args.text({ name: "amount" }),
    note: Options.text("note").pipe(Options.withDescription("kept in the ledger"), Options.withDefault("top-up")),
    requestId
  },
  ({ amount, requestId, ...typed }) =>
    Effect.gen(function* () {
      const id = yield* readWalletId(typed.id)
      const note = yield* readNote(typed.note)
      const money = yield* amountOf(amount)
      if (money === Money.zero) {
        return yield* new CommandFailed({ message: "a top-up is more than zero" })
      }
      const now = yield* Clock.currentTimeMillis
      const wallet = yield* (yield* Wallet).topUp(id, money, note, requestId, [
        Audit.entry(Audit.COMMAND_LINE, "wallet.credit", id, { amount: Money.toEtb(money), note }, now)
      ])
      yield* Console.log(`the balance is now ${Money.toText(wallet.balance)} ETB`)
    })
).pipe(Command.withDescription("Add credit to a wallet, in ETB"))

export const wallets = Command.make("wallets").pipe(
  Command.withDescription("Create, list, show and top up wallets"),
  Command.withSubcommands([
    create.pipe(Command.provide(changingLayer)),
    list.pipe(Command.provide(readingLayer)),
    show.pipe(Command.provide(readingLayer)),
    topUp.pipe(Command.provide(changingLayer))
  ])
)
