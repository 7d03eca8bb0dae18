/** The playground's own wallet and key: whoever tries something spends no client's money. */
import { Clock, Effect, Either, Schema } from "effect"
import { keyOf, newKeyId } from "../../access/ApiKeys.ts"
import * as KeySecret from "../../access/KeySecret.ts"
import * as Credit from "../../billing/Credit.ts"
import * as Money from "../../billing/Money.ts"
import { ApiKeyId, WalletId } from "../../Domain.ts"
import { insert, statement } from "../../storage/Statement.ts"
import { type Body, Writer } from "../../storage/Writer.ts"
import * as Audit from "../audit/Audit.ts"
import type { Administration } from "../session/SessionApi.ts"

/** There is one, whoever asks first. */
export const WALLET = WalletId.make("wal_playground")

const NAME = "Playground"

/** ETB that the wallet begins with: some ten minutes of speech. */
export const OPENING_CREDIT = 50
const NOTE = "opening credit of the dashboard's playground"

const HAS_WALLET = "SELECT 1 FROM wallets WHERE id = ?"
const WORKING_KEY = `
  SELECT id FROM api_keys WHERE wallet_id = ? AND revoked_at IS NULL ORDER BY created_at, id LIMIT 1`

const decodeKeys = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: ApiKeyId })))

export class Playground extends Effect.Service<Playground>()("dashboard/playground/Playground", {
  effect: Effect.gen(function* () {
    const { durable } = yield* Writer

    /** A key of the playground's wallet that works. What there is not is made: the wallet once, a key in place of one that was revoked. */
    const key = Effect.fn("Playground.key")(function* (session: Administration) {
      const now = yield* Clock.currentTimeMillis
      const id = newKeyId(now)
      const body: Body<ApiKeyId> = function* () {
        const [working] = decodeKeys(yield statement(WORKING_KEY, WALLET))
        if (working !== undefined) return Either.right(working.id)
        if ((yield statement(HAS_WALLET, WALLET)).length === 0) {
          yield insert("wallets", { id: WALLET, name: NAME, created_at: now })
          yield Credit.entry(WALLET, Money.fromEtb(OPENING_CREDIT), NOTE, now)
          yield Audit.entry(session, "wallet.create", WALLET, { name: NAME, opening_credit: OPENING_CREDIT }, now)
        }
        // Nobody needs its secret: the page is lent others.
        yield keyOf(id, WALLET, NAME, now, { secret: KeySecret.make() })
        yield Audit.entry(session, "key.create", id, { name: NAME, wallet_id: WALLET }, now)
        return Either.right(id)
      }
      return yield* Effect.orDie(durable(body))
    })

    return { key }
  })
}) {}
