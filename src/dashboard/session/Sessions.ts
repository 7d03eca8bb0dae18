/**
 * Sessions of the dashboard. A session is opened by its secret, of which only a
 * hash is kept; its token against cross-site requests is derived from the secret,
 * so that the database holds nothing that opens or changes anything. Sessions
 * outlive a restart, and are looked up for each request: one that has ended is
 * refused at once, whichever process ended it.
 */
import { createHmac, randomBytes } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Either, Option, Redacted, Schema } from "effect"
import { AdminToken } from "../../access/AdminToken.ts"
import { digest } from "../../access/SecretDigest.ts"
import { newId } from "../../Domain.ts"
import { rowsOf } from "../../storage/DecodedRows.ts"
import { insert, type Statement, statement } from "../../storage/Statement.ts"
import { type Body, inOrder, Writer } from "../../storage/Writer.ts"
import * as Audit from "../audit/Audit.ts"
import type { Administration } from "./SessionApi.ts"

/** A session ends when it was not used for so long, */
export const IDLE = Duration.hours(12)
/** and after this at the latest. */
export const LONGEST = Duration.days(7)

/** How exactly its last use is kept: not every request writes. */
const USE_KEPT_EVERY = Duration.minutes(1)

/** 256 bits. */
const SECRET_BYTES = 32

/** Those bytes in base64url. */
const FORMAT = /^[A-Za-z0-9_-]{43}$/

/** A session as whoever holds its secret sees it. */
export interface LiveSession extends Administration {
  /** What every change has to bring along. */
  readonly csrfToken: string
  /** When it ends at the latest, in milliseconds since 1970. */
  readonly endsAt: number
}

/** `expires_at` is when it ends unless it is used before. Times in milliseconds since 1970. */
const SessionRow = Schema.Struct({
  id: Schema.String,
  created_at: Schema.Int,
  used_at: Schema.Int
})

const readRows = rowsOf(SessionRow)

const csrfTokenOf = (secret: string): string => createHmac("sha256", secret).update("csrf").digest("base64url")

const endOf = (createdAt: number): number => createdAt + Duration.toMillis(LONGEST)
const expiryOf = (createdAt: number, usedAt: number): number =>
  Math.min(endOf(createdAt), usedAt + Duration.toMillis(IDLE))

/** With the secrets that they lent, which refer to them. */
const FORGET_EXPIRED = "DELETE FROM dashboard_sessions WHERE expires_at <= ?"
const FORGET_OTHERS = "DELETE FROM dashboard_sessions WHERE token <> ?"
const END = "DELETE FROM dashboard_sessions WHERE id = ? RETURNING id"
const USE = "UPDATE dashboard_sessions SET used_at = ?, expires_at = ? WHERE id = ?"

/** How a session is opened: by the dashboard's token, or by a link whose code is used up with it. */
export type Proof = { readonly by: "token" } | { readonly by: "link"; readonly redeem: Statement }

export class Sessions extends Effect.Service<Sessions>()("dashboard/session/Sessions", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable, relaxed } = yield* Writer
    const { fingerprint } = yield* AdminToken
    // Whoever changes the dashboard's token ends what was begun while it was another.
    yield* Effect.orDie(durable(inOrder(statement(FORGET_OTHERS, fingerprint))))

    /** Begins a session. Answers its secret, which is given to the browser and not kept. None where the link's code is no longer good. */
    const begin = Effect.fn("Sessions.begin")(function* (proof: Proof) {
      const now = yield* Clock.currentTimeMillis
      const secret = randomBytes(SECRET_BYTES).toString("base64url")
      const sessionId = newId("ses", now)
      const times = { created_at: now, used_at: now, expires_at: expiryOf(now, now) }
      const row = { id: sessionId, hash: digest(secret), ...times, token: fingerprint }
      const body: Body<void, "used"> = function* () {
        if (proof.by === "link" && (yield proof.redeem).length === 0) return Either.left("used")
        yield statement(FORGET_EXPIRED, now)
        yield insert("dashboard_sessions", row)
        yield Audit.entry({ sessionId }, "session.begin", null, { by: proof.by }, now)
        return Either.void
      }
      const session: LiveSession = { sessionId, csrfToken: csrfTokenOf(secret), endsAt: endOf(now) }
      return yield* durable(body).pipe(
        Effect.as(Option.some({ secret: Redacted.make(secret), session })),
        Effect.catchIf(
          (error) => error === "used",
          () => Effect.succeedNone
        ),
        Effect.orDie
      )
    })

    /** Keeps a session alive. A disk that takes nothing does not close the dashboard. */
    const use = (id: string, createdAt: number, now: number) =>
      relaxed(inOrder(statement(USE, now, expiryOf(createdAt, now), id))).pipe(
        Effect.catchAllCause((cause) => Effect.logWarning("the use of a session was not kept", cause))
      )

    /** The session with this secret, and records its use. None where the secret is unknown or the session has ended. */
    const find = Effect.fn("Sessions.find")(function* (secret: string) {
      if (!FORMAT.test(secret)) return Option.none<LiveSession>()
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* sql`
        SELECT id, created_at, used_at FROM dashboard_sessions
        WHERE hash = ${digest(secret)} AND expires_at > ${now}`.pipe(readRows)
      if (row === undefined) return Option.none<LiveSession>()
      if (now - row.used_at >= Duration.toMillis(USE_KEPT_EVERY)) yield* use(row.id, row.created_at, now)
      return Option.some({ sessionId: row.id, csrfToken: csrfTokenOf(secret), endsAt: endOf(row.created_at) })
    })

    /** Ends a session and every secret that it lent, at once; doing it again changes nothing. */
    const end = Effect.fn("Sessions.end")(function* (session: Administration) {
      const now = yield* Clock.currentTimeMillis
      const body: Body<void> = function* () {
        const ended = yield statement(END, session.sessionId)
        if (ended.length > 0) yield Audit.entry(session, "session.end", null, {}, now)
        return Either.void
      }
      yield* Effect.orDie(durable(body))
    })

    return { begin, find, end }
  })
}) {}
