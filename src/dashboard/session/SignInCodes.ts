/** Codes of sign-in links: each begins one session, within an hour. They are kept as hashes, and outlive a restart. */
import { randomBytes } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Redacted } from "effect"
import { digest } from "../../access/SecretDigest.ts"
import { insert, type Statement, statement } from "../../storage/Statement.ts"
import { inOrder, Writer } from "../../storage/Writer.ts"
import * as Audit from "../audit/Audit.ts"

/** How long a link waits to be opened. */
const LIFETIME = Duration.hours(1)

/** 256 bits: it cannot be guessed, so attempts need not be counted. */
const CODE_BYTES = 32

/** Those bytes in base64url. */
const FORMAT = /^[A-Za-z0-9_-]{43}$/

const REDEEM = "DELETE FROM sign_in_codes WHERE hash = ? AND expires_at > ? RETURNING hash"
const FORGET_EXPIRED = "DELETE FROM sign_in_codes WHERE expires_at <= ?"

/** Uses up a code; answers no row where it is unknown, used or expired at `now`. For the transaction of what it opens. */
export const redeem = (code: string, now: number): Statement => statement(REDEEM, digest(code), now)

export class SignInCodes extends Effect.Service<SignInCodes>()("dashboard/session/SignInCodes", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer

    /** A new code, for whoever runs a command; the audit log knows of it. It is not kept: show it now. */
    const make = Effect.fn("SignInCodes.make")(function* () {
      const now = yield* Clock.currentTimeMillis
      const code = randomBytes(CODE_BYTES).toString("base64url")
      const auditEntry = Audit.entry(Audit.COMMAND_LINE, "link.create", null, {}, now)
      const row = { hash: digest(code), expires_at: now + Duration.toMillis(LIFETIME) }
      yield* Effect.orDie(durable(inOrder(statement(FORGET_EXPIRED, now), insert("sign_in_codes", row), auditEntry)))
      return Redacted.make(code)
    })

    /** Whether a code is good now: asked first, so that guesses write nothing. */
    const isGood = Effect.fn("SignInCodes.isGood")(function* (code: string) {
      if (!FORMAT.test(code)) return false
      const now = yield* Clock.currentTimeMillis
      const rows = yield* Effect.orDie(
        sql`SELECT 1 FROM sign_in_codes WHERE hash = ${digest(code)} AND expires_at > ${now}`
      )
      return rows.length > 0
    })

    return { make, isGood }
  })
}) {}
