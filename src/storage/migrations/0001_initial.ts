import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Amounts are integers of micro-ETB; times are integers of milliseconds since
 * 1970 UTC. A wallet's balance is kept by the ledger's own trigger, so that it
 * equals the sum of its entries by construction.
 */
const statements = [
  `CREATE TABLE wallets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    balance INTEGER NOT NULL DEFAULT 0,
    spent INTEGER NOT NULL DEFAULT 0,
    last_deduction_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    operation TEXT NOT NULL,
    request_id TEXT,
    fingerprint TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'settled', 'failed')),
    hold INTEGER NOT NULL CHECK (hold >= 0),
    result TEXT,
    failure TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    expires_at INTEGER,
    CHECK ((state = 'running') = (ended_at IS NULL)),
    CHECK (state = 'settled' OR result IS NULL)
  ) STRICT`,
  `CREATE UNIQUE INDEX jobs_by_request ON jobs (wallet_id, operation, request_id)
    WHERE request_id IS NOT NULL AND state <> 'failed'`,
  `CREATE INDEX jobs_running ON jobs (wallet_id, hold) WHERE state = 'running'`,
  `CREATE INDEX jobs_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL`,
  `CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    kind TEXT NOT NULL CHECK (kind IN ('credit', 'charge')),
    amount INTEGER NOT NULL,
    balance_after INTEGER NOT NULL,
    operation TEXT,
    job_id TEXT UNIQUE,
    note TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((kind = 'charge') = (job_id IS NOT NULL)),
    CHECK (CASE kind WHEN 'charge' THEN amount <= 0 ELSE amount > 0 END)
  ) STRICT`,
  `CREATE INDEX ledger_by_wallet ON ledger (wallet_id, seq)`,
  `CREATE TRIGGER ledger_is_append_only_update BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`,
  `CREATE TRIGGER ledger_is_append_only_delete BEFORE DELETE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`,
  `CREATE TRIGGER ledger_moves_balance AFTER INSERT ON ledger
    BEGIN
      UPDATE wallets SET
        balance = balance + NEW.amount,
        spent = spent + CASE NEW.kind WHEN 'charge' THEN -NEW.amount ELSE 0 END,
        last_deduction_at = CASE WHEN NEW.kind = 'charge' AND NEW.amount < 0 THEN NEW.created_at ELSE last_deduction_at END
      WHERE id = NEW.wallet_id;
      SELECT RAISE(ABORT, 'balance_after does not follow from the ledger')
        WHERE (SELECT balance FROM wallets WHERE id = NEW.wallet_id) <> NEW.balance_after;
    END`,
  `CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT`,
  `CREATE INDEX api_keys_by_wallet ON api_keys (wallet_id)`,
  `CREATE TABLE voices (
    id TEXT PRIMARY KEY,
    is_available INTEGER NOT NULL CHECK (is_available IN (0, 1)),
    changed_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE previews (
    voice_id TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    blob_id TEXT NOT NULL,
    duration_millis INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE clips (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    wallet_id TEXT NOT NULL REFERENCES wallets (id),
    job_id TEXT NOT NULL UNIQUE,
    client_request_id TEXT,
    text TEXT NOT NULL,
    voice_id TEXT NOT NULL,
    voice_name TEXT NOT NULL,
    voice_descriptor TEXT NOT NULL,
    language TEXT NOT NULL,
    output_format TEXT NOT NULL,
    blob_id TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    duration_millis INTEGER NOT NULL,
    ignored_voice_settings TEXT NOT NULL,
    alignment TEXT,
    finish_reason TEXT NOT NULL,
    price_per_minute INTEGER NOT NULL,
    charge INTEGER NOT NULL,
    balance_after INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX clips_by_wallet ON clips (wallet_id, seq)`
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
