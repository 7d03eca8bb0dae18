/** Credits as they are entered in the ledger: bodies of one transaction. */
import { Either, Option, Schema } from "effect"
import { newId, type RequestId, type WalletId } from "../Domain.ts"
import { atField, IdempotencyConflict, NotFound, ValidationFailed } from "../Errors.ts"
import { type Statement, statement } from "../storage/Statement.ts"
import { type Body, locking } from "../storage/Writer.ts"
import * as Fingerprint from "./Fingerprint.ts"
import * as Money from "./Money.ts"

const ENTER = `
  INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, note, created_at)
  SELECT ?, id, 'credit', ?, balance + ?, ?, ? FROM wallets WHERE id = ?`
const EARLIER = "SELECT amount, note FROM ledger WHERE id = ?"
/** Changes nothing, but locks the row before the balance is read. */
const BALANCE = "UPDATE wallets SET name = name WHERE id = ? RETURNING balance"

const decodeEarlier = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ amount: Money.Money, note: Schema.NullOr(Schema.String) }))
)
const decodeBalance = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ balance: Money.Money })))

/** The entry of a credit to a wallet, with an id of its own or the given one. */
export const entry = (
  walletId: WalletId,
  amount: Money.Money,
  note: string,
  now: number,
  id: string = newId("led", now)
): Statement => statement(ENTER, id, amount, amount, note, now, walletId)

/**
 * The id of the entry that a request stands for: the ledger's own rule that an id
 * is there once is what lets no request credit twice, for as long as the ledger is.
 */
const idOf = (walletId: WalletId, requestId: RequestId): string =>
  `led_${Fingerprint.of({ credit: requestId, wallet: walletId })}`

const conflict = () =>
  new IdempotencyConflict({
    message: "this request_id was used before for a credit of another amount or note; use a new one for another credit",
    param: "request_id"
  })

/** What a balance may be brought to: past 2^53 micro-ETB it could not be counted any more, see `Money`. */
const MOST = Money.fromEtb(9_000_000_000)

const tooMuch = () => {
  const message = `must not bring the balance over ${Money.toEtb(MOST)} ETB`
  return new ValidationFailed(atField({ field: "amount", code: "too_much", message }, `amount ${message}`))
}

/** What a wallet is credited, at `now` (milliseconds since 1970). */
export interface Credit {
  readonly walletId: WalletId
  readonly amount: Money.Money
  readonly note: string
  readonly requestId: Option.Option<RequestId>
  readonly now: number
}

/**
 * Enters the credit, with `also`; nothing of either where its request has been
 * entered before. Fails as `Wallet.topUp` says, and has written nothing then.
 */
export const body = (
  { amount, note, now, requestId, walletId }: Credit,
  also: ReadonlyArray<Statement>
): Body<void, NotFound | IdempotencyConflict | ValidationFailed> =>
  locking<void, NotFound | IdempotencyConflict | ValidationFailed>(function* () {
    const [wallet] = decodeBalance(yield statement(BALANCE, walletId))
    if (wallet === undefined) return Either.left(new NotFound({ message: `there is no wallet ${walletId}` }))
    const id = Option.match(requestId, { onNone: () => newId("led", now), onSome: (own) => idOf(walletId, own) })
    const [before] = decodeEarlier(yield statement(EARLIER, id))
    if (before !== undefined) {
      return before.amount === amount && before.note === note ? Either.void : Either.left(conflict())
    }
    if (amount > MOST - wallet.balance) return Either.left(tooMuch())
    yield entry(walletId, amount, note, now, id)
    for (const next of also) yield next
    return Either.void
  })
