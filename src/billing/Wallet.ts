/** Wallets and their append-only ledger. Charges are written by `Jobs` alone; credits here. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Either, Option, Schema } from "effect"
import { newId, type RequestId, WalletId } from "../Domain.ts"
import { IdempotencyConflict, NotFound } from "../Errors.ts"
import { rowsOf } from "../storage/DecodedRows.ts"
import { insert, type Statement, statement } from "../storage/Statement.ts"
import { type Body, Writer } from "../storage/Writer.ts"
import * as Credit from "./Credit.ts"
import * as Fingerprint from "./Fingerprint.ts"
import * as Money from "./Money.ts"

/** A wallet as it stands. Amounts in micro-ETB, times in milliseconds since 1970. */
export const WalletRow = Schema.Struct({
  id: WalletId,
  name: Schema.String,
  /** The sum of the ledger's entries. */
  balance: Money.Money,
  /** What running jobs hold of it. */
  held: Money.Money,
  /** The sum of all charges. */
  spent: Money.Money,
  lastDeductionAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number
})
export type WalletRow = typeof WalletRow.Type

/** What a new job may use: the balance less what running jobs hold. */
export const available = (wallet: Pick<WalletRow, "balance" | "held">): Money.Money =>
  Money.subtract(wallet.balance, wallet.held)

export const LedgerEntry = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal("credit", "charge"),
  amount: Money.Money,
  balanceAfter: Money.Money,
  operation: Schema.NullOr(Schema.String),
  jobId: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  createdAt: Schema.Number
})
export type LedgerEntry = typeof LedgerEntry.Type

const readWallets = rowsOf(WalletRow)
/** The entry's fields, of the table's columns. */
export const ENTRY_COLUMNS = `id, kind, amount, balance_after AS "balanceAfter", operation, job_id AS "jobId", note,
  created_at AS "createdAt"`

const readEntries = rowsOf(LedgerEntry)

/** The id of a wallet's opening credit. */
const openingId = (id: WalletId): string => `led_${Fingerprint.of({ opening: id })}`

/** A new wallet with an opening credit (none when it is zero), to be written by the caller. */
export const opened = (
  name: string,
  opening: Money.Money,
  now: number,
  id: WalletId = WalletId.make(newId("wal", now))
) => {
  const credits = opening > 0 ? [Credit.entry(id, opening, "opening credit", now, openingId(id))] : []
  return { id, writes: [insert("wallets", { id, name, created_at: now }), ...credits] }
}

/** The id of the wallet that a request stands for: the wallet is there once. */
const idOf = (requestId: RequestId): WalletId =>
  WalletId.make(`wal_${Fingerprint.of({ wallet: requestId }).slice(0, 26)}`)

const EARLIER = `
  SELECT name, COALESCE((SELECT amount FROM ledger WHERE id = ?), 0) AS opening FROM wallets WHERE id = ?`
const decodeEarlier = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ name: Schema.String, opening: Money.Money }))
)

const conflict = () =>
  new IdempotencyConflict({
    message: "this request_id was used before for a wallet of another name or opening credit; use a new one",
    param: "request_id"
  })

export class Wallet extends Effect.Service<Wallet>()("billing/Wallet", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer

    const columns =
      sql.literal(`id, name, balance, spent, last_deduction_at AS "lastDeductionAt", created_at AS "createdAt",
      (SELECT CAST(COALESCE(SUM(hold), 0) AS BIGINT) FROM jobs WHERE jobs.wallet_id = wallets.id AND state = 'running') AS held`)

    const find = (id: WalletId) =>
      sql`SELECT ${columns} FROM wallets WHERE id = ${id}`.pipe(
        readWallets,
        Effect.map((rows) => Option.fromNullable(rows[0]))
      )

    /** The wallet as it stands. Fails with `NotFound`. */
    const get = Effect.fn("Wallet.get")(function* (id: WalletId) {
      return yield* Effect.flatMap(
        find(id),
        Option.match({
          onNone: () => new NotFound({ message: `there is no wallet ${id}` }),
          onSome: Effect.succeed
        })
      )
    })

    const list = Effect.fn("Wallet.list")(function* () {
      return yield* sql`SELECT ${columns} FROM wallets ORDER BY created_at, id`.pipe(readWallets)
    })

    /**
     * A new wallet with an opening credit (none when it is zero), once for each
     * `requestId`: the same again answers the same wallet. `also` is written with a
     * new one. Fails with `IdempotencyConflict` where the id stands for another wallet.
     */
    const create = Effect.fn("Wallet.create")(function* (
      name: string,
      opening: Money.Money,
      requestId: Option.Option<RequestId> = Option.none(),
      also: (id: WalletId) => ReadonlyArray<Statement> = () => []
    ) {
      const entryId = Option.getOrUndefined(Option.map(requestId, idOf))
      const { id, writes } = opened(name, opening, yield* Clock.currentTimeMillis, entryId)
      const body: Body<void, IdempotencyConflict> = function* () {
        const [before] = decodeEarlier(yield statement(EARLIER, openingId(id), id))
        if (before !== undefined) {
          return before.name === name && before.opening === opening ? Either.void : Either.left(conflict())
        }
        for (const next of [...writes, ...also(id)]) yield next
        return Either.void
      }
      yield* Effect.catchTag(durable(body), "SqlError", Effect.die)
      return yield* Effect.orDie(get(id))
    })

    /**
     * Adds `amount` (more than zero) to the wallet, once for each `requestId`: the
     * same again credits nothing more. `also` is written with what is credited.
     * Fails with `NotFound`, with `IdempotencyConflict` where the id stands for
     * another credit, and with `ValidationFailed` where the balance would be more
     * than can be counted.
     */
    const topUp = Effect.fn("Wallet.topUp")(function* (
      id: WalletId,
      amount: Money.Money,
      note: string,
      requestId: Option.Option<RequestId> = Option.none(),
      also: ReadonlyArray<Statement> = []
    ) {
      const now = yield* Clock.currentTimeMillis
      yield* durable(Credit.body({ walletId: id, amount, note, requestId, now }, also)).pipe(
        Effect.catchTag("SqlError", Effect.die)
      )
      return yield* get(id)
    })

    /** The newest entries of the ledger, newest first. */
    const entries = Effect.fn("Wallet.entries")(function* (id: WalletId, limit: number) {
      return yield* sql`
        SELECT ${sql.literal(ENTRY_COLUMNS)}
        FROM ledger WHERE wallet_id = ${id} ORDER BY seq DESC LIMIT ${limit}`.pipe(readEntries)
    })

    return { get, list, create, topUp, entries }
  })
}) {}
