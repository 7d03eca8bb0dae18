/**
 * Secrets that the playground of a dashboard session uses: only hashes
 * of keys' own secrets are kept, so the page cannot be given one. A session secret looks
 * like a key's own and is accepted as it (`ApiKeys`): same key, wallet and rate limit.
 * It ends with its time, with the session, whose row it goes with, and with the key.
 */
import { Clock, Duration, Effect, Redacted, Schema } from "effect"
import type { ApiKeyId } from "../Domain.ts"
import { NotFound } from "../Errors.ts"
import * as BatchedDeletion from "../storage/BatchedDeletion.ts"
import { type Statement, statement } from "../storage/Statement.ts"
import * as Sweeps from "../storage/Sweeps.ts"
import { changing, inOrder, Writer } from "../storage/Writer.ts"
import * as KeySecret from "./KeySecret.ts"
import { digest } from "./SecretDigest.ts"

/** The longest that a secret is lent for: a page that is used for longer asks for another. */
const LIFETIME = Duration.hours(1)

/** Secrets that a session holds at once; the next one ends its oldest. */
export const MAX_PER_SESSION = 100

const SWEEP_INTERVAL = Duration.hours(1)
/** Rows deleted at once. */
const SWEEP_BATCH = 500

const LEND = `
  INSERT INTO lent_secrets (hash, key_id, session_id, expires_at)
  SELECT ?, api_keys.id, dashboard_sessions.id,
    CASE WHEN dashboard_sessions.expires_at < ? THEN dashboard_sessions.expires_at ELSE ? END
  FROM api_keys JOIN dashboard_sessions ON dashboard_sessions.id = ?
  WHERE api_keys.id = ? AND revoked_at IS NULL
  RETURNING expires_at AS "expiresAt"`
/** The secrets of a session beyond its limit. Near the session's end all of them expire together: the newest is found by its hash. */
const DISPLACE = `
  DELETE FROM lent_secrets WHERE hash IN (
    SELECT hash FROM lent_secrets WHERE session_id = ?
    ORDER BY hash <> ?, expires_at DESC LIMIT ${SWEEP_BATCH} OFFSET ${MAX_PER_SESSION})`
const SWEEP = `
  DELETE FROM lent_secrets WHERE hash IN (SELECT hash FROM lent_secrets WHERE expires_at <= ? LIMIT ${SWEEP_BATCH})
  RETURNING hash`

const decodeExpiry = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ expiresAt: Schema.Number })))

export class SessionSecrets extends Effect.Service<SessionSecrets>()("access/SessionSecrets", {
  scoped: Effect.gen(function* () {
    const { durable, relaxed } = yield* Writer

    /**
     * A secret that acts as the key, for an hour at most and no longer than the
     * session. `expiresAt` in milliseconds since 1970. `also` is written with it.
     * Fails with `NotFound` where there is no such key that works, or no such session.
     */
    const lend = Effect.fn("SessionSecrets.lend")(function* (
      keyId: ApiKeyId,
      sessionId: string,
      also: ReadonlyArray<Statement> = []
    ) {
      const now = yield* Clock.currentTimeMillis
      const secret = KeySecret.make()
      const hash = digest(Redacted.value(secret))
      const atMost = now + Duration.toMillis(LIFETIME)
      const lent = statement(LEND, hash, atMost, atMost, sessionId, keyId)
      const missing = () => new NotFound({ message: `there is no API key ${keyId} that works` })
      const written = changing(lent, [statement(DISPLACE, sessionId, hash), ...also], missing)
      const [{ expiresAt }] = yield* durable(written).pipe(
        Effect.flatMap(decodeExpiry),
        Effect.catchTags({ SqlError: Effect.die, ParseError: Effect.die })
      )
      return { secret, expiresAt }
    })

    /** Deletes those whose time is over; they work no more in any case. */
    const sweep = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      return yield* BatchedDeletion.deleteUntilNone(relaxed(inOrder(statement(SWEEP, now))))
    })
    yield* Sweeps.every("sweep of lent secrets", SWEEP_INTERVAL, sweep)

    return { lend, sweep: Effect.orDie(sweep) }
  })
}) {}
