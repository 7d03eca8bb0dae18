import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * What the dashboard keeps: who is signed in, what was changed, what was asked of
 * the server, and sums by day, so that an overview reads as many rows as there
 * are days, whatever the number of requests, clips and ledger entries. A day is
 * the number of days since 1970 in UTC. The sums of money and clips follow from
 * the rows themselves, by triggers.
 */
const DAY = 86_400_000

const statements = [
  `CREATE TABLE dashboard_sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    token TEXT NOT NULL
  ) STRICT`,
  "CREATE INDEX dashboard_sessions_expiry ON dashboard_sessions (expires_at)",
  `CREATE TABLE sign_in_codes (
    hash TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    session_id TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT,
    details TEXT NOT NULL
  ) STRICT`,
  "CREATE INDEX audit_by_action ON audit (action, seq)",
  `CREATE TRIGGER audit_is_append_only_update BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,
  `CREATE TRIGGER audit_is_append_only_delete BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`,

  // Requests a minute; the server's setting where there is none.
  "ALTER TABLE api_keys ADD COLUMN rate_limit INTEGER CHECK (rate_limit > 0)",
  "ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER",
  // A secret that a session was lent: as good as the key's own, as long as both live.
  `CREATE TABLE lent_secrets (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES api_keys (id),
    session_id TEXT NOT NULL REFERENCES dashboard_sessions (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX lent_secrets_by_session ON lent_secrets (session_id, expires_at)",
  "CREATE INDEX lent_secrets_expiry ON lent_secrets (expires_at)",
  // Of all entries few are credits, and only they have notes. Charges are not in it, so they cost no more.
  "CREATE INDEX ledger_credits ON ledger (wallet_id, seq) WHERE kind = 'credit'",

  `CREATE TABLE default_voices (
    language TEXT PRIMARY KEY,
    voice_id TEXT NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,

  // The request that a job came of, as its client was told.
  "ALTER TABLE jobs ADD COLUMN x_request_id TEXT",
  `CREATE INDEX jobs_transcripts ON jobs (created_at, id)
    WHERE operation IN ('transcription', 'speech_to_text') AND state = 'settled' AND result IS NOT NULL`,

  // `jobs` is a JSON array of ids.
  `CREATE TABLE requests (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    method TEXT,
    route TEXT,
    capability TEXT NOT NULL,
    status INTEGER,
    code TEXT,
    micros INTEGER NOT NULL,
    wallet_id TEXT,
    key_id TEXT,
    jobs TEXT
  ) STRICT`,
  "CREATE INDEX requests_by_id ON requests (id)",
  // `code` is empty for what went well.
  `CREATE TABLE request_days (
    day INTEGER NOT NULL,
    capability TEXT NOT NULL,
    code TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (day, capability, code)
  ) STRICT, WITHOUT ROWID`,
  // Without sockets, which are as long as their clients want. `class` is one of duration.
  `CREATE TABLE duration_days (
    day INTEGER NOT NULL,
    capability TEXT NOT NULL,
    class INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (day, capability, class)
  ) STRICT, WITHOUT ROWID`,

  `CREATE TABLE spend_days (
    day INTEGER NOT NULL,
    operation TEXT NOT NULL,
    charges INTEGER NOT NULL,
    charged INTEGER NOT NULL,
    PRIMARY KEY (day, operation)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO spend_days (day, operation, charges, charged)
    SELECT created_at / ${DAY}, COALESCE(operation, ''), COUNT(*), -SUM(amount)
    FROM ledger WHERE kind = 'charge' GROUP BY 1, 2`,
  `CREATE TRIGGER ledger_counts_day AFTER INSERT ON ledger WHEN NEW.kind = 'charge'
    BEGIN
      INSERT INTO spend_days (day, operation, charges, charged)
      VALUES (NEW.created_at / ${DAY}, COALESCE(NEW.operation, ''), 1, -NEW.amount)
      ON CONFLICT (day, operation)
      DO UPDATE SET charges = charges + 1, charged = charged + excluded.charged;
    END`,

  `CREATE TABLE voice_days (
    day INTEGER NOT NULL,
    voice_id TEXT NOT NULL,
    clips INTEGER NOT NULL,
    millis INTEGER NOT NULL,
    charged INTEGER NOT NULL,
    PRIMARY KEY (day, voice_id)
  ) STRICT, WITHOUT ROWID`,
  `INSERT INTO voice_days (day, voice_id, clips, millis, charged)
    SELECT created_at / ${DAY}, voice_id, COUNT(*), SUM(duration_millis), SUM(charge) FROM clips GROUP BY 1, 2`,
  `CREATE TRIGGER clips_count_day AFTER INSERT ON clips
    BEGIN
      INSERT INTO voice_days (day, voice_id, clips, millis, charged)
      VALUES (NEW.created_at / ${DAY}, NEW.voice_id, 1, NEW.duration_millis, NEW.charge)
      ON CONFLICT (day, voice_id)
      DO UPDATE SET clips = clips + 1, millis = millis + excluded.millis, charged = charged + excluded.charged;
    END`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
