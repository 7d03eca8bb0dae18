/**
 * What SQLite's migrations 0001 to 0008 mean, in PostgreSQL; `test/storage/Schemas.cluster.test.ts` compares the two. `Text` is
 * ordered by its bytes, as in SQLite.
 *
 * A `seq` is given when a row is inserted, and the row is seen when its transaction commits, so that of two rows the later
 * may be seen first. A list that is read backwards (`seq < before`) has every row once that was committed when its first
 * page was read; one that is committed while it is read is in it or not, as with any that is added meanwhile. Whoever
 * read forwards from the newest row he knows would miss rows: nothing may.
 *
 * Within one wallet the order of `seq` is that of the balances: an entry's `balance_after` is of the wallet's row, which
 * is locked by then.
 */
import { dashboard } from "./Dashboard.ts"
import { releases, sums } from "./DerivedRows.ts"
import { ledger } from "./LedgerRules.ts"

const tables = [
  `CREATE TABLE wallets (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    balance BIGINT NOT NULL DEFAULT 0,
    spent BIGINT NOT NULL DEFAULT 0,
    last_deduction_at BIGINT,
    created_at BIGINT NOT NULL
  )`,

  // Times of nodes are of the database's clock. A node without a sign of life is dead, and stays so.
  `CREATE TABLE nodes (
    id TEXT COLLATE "C" PRIMARY KEY,
    started_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    dead_at BIGINT
  )`,

  `CREATE TABLE jobs (
    id TEXT COLLATE "C" PRIMARY KEY,
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    operation TEXT COLLATE "C" NOT NULL,
    request_id TEXT COLLATE "C",
    fingerprint TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('running', 'settled', 'failed')),
    hold BIGINT NOT NULL CHECK (hold >= 0),
    result TEXT COLLATE "C",
    failure TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    expires_at BIGINT,
    slot TEXT COLLATE "C",
    x_request_id TEXT COLLATE "C",
    node_id TEXT COLLATE "C",
    CHECK ((state = 'running') = (ended_at IS NULL)),
    CHECK (state = 'settled' OR result IS NULL)
  )`,
  `CREATE UNIQUE INDEX jobs_by_request ON jobs (wallet_id, operation, request_id)
    WHERE request_id IS NOT NULL AND state <> 'failed'`,
  "CREATE INDEX jobs_running ON jobs (wallet_id, hold) WHERE state = 'running'",
  "CREATE INDEX jobs_of_nodes ON jobs (node_id) WHERE state = 'running'",
  "CREATE INDEX jobs_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL",
  "CREATE UNIQUE INDEX jobs_slots ON jobs (wallet_id, slot) WHERE slot IS NOT NULL AND state = 'running'",
  "CREATE INDEX jobs_by_id ON jobs (wallet_id, operation, request_id, created_at, id) WHERE request_id IS NOT NULL",
  `CREATE INDEX jobs_transcripts ON jobs (created_at, id)
    WHERE operation IN ('transcription', 'speech_to_text') AND state = 'settled' AND result IS NOT NULL`,

  `CREATE TABLE ledger (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('credit', 'charge')),
    amount BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    operation TEXT COLLATE "C",
    job_id TEXT COLLATE "C" UNIQUE,
    note TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    CHECK ((kind = 'charge') = (job_id IS NOT NULL)),
    CHECK (CASE kind WHEN 'charge' THEN amount <= 0 ELSE amount > 0 END)
  )`,
  "CREATE INDEX ledger_by_wallet ON ledger (wallet_id, seq)",
  "CREATE INDEX ledger_credits ON ledger (wallet_id, seq) WHERE kind = 'credit'",

  `CREATE TABLE api_keys (
    id TEXT COLLATE "C" PRIMARY KEY,
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    name TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    last_four TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT,
    rate_limit BIGINT CHECK (rate_limit > 0),
    last_used_at BIGINT
  )`,
  "CREATE INDEX api_keys_by_wallet ON api_keys (wallet_id, created_at, id)",

  `CREATE TABLE voices (
    id TEXT COLLATE "C" PRIMARY KEY,
    is_available BIGINT NOT NULL CHECK (is_available IN (0, 1)),
    changed_at BIGINT NOT NULL
  )`,
  `CREATE TABLE default_voices (
    language TEXT COLLATE "C" PRIMARY KEY,
    voice_id TEXT COLLATE "C" NOT NULL,
    changed_at BIGINT NOT NULL
  )`,
  `CREATE TABLE previews (
    voice_id TEXT COLLATE "C" PRIMARY KEY,
    fingerprint TEXT COLLATE "C" NOT NULL,
    blob_id TEXT COLLATE "C" NOT NULL,
    duration_millis BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  "CREATE UNIQUE INDEX previews_by_blob ON previews (blob_id)",
  `CREATE TABLE clips (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    job_id TEXT COLLATE "C" NOT NULL UNIQUE,
    client_request_id TEXT COLLATE "C",
    text TEXT COLLATE "C" NOT NULL,
    voice_id TEXT COLLATE "C" NOT NULL,
    voice_name TEXT COLLATE "C" NOT NULL,
    voice_descriptor TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    output_format TEXT COLLATE "C" NOT NULL,
    blob_id TEXT COLLATE "C" NOT NULL UNIQUE,
    size BIGINT NOT NULL,
    duration_millis BIGINT NOT NULL,
    ignored_voice_settings TEXT COLLATE "C" NOT NULL,
    alignment TEXT COLLATE "C",
    finish_reason TEXT COLLATE "C" NOT NULL,
    price_per_minute BIGINT NOT NULL,
    charge BIGINT NOT NULL,
    balance_after BIGINT NOT NULL,
    created_at BIGINT NOT NULL
  )`,
  "CREATE INDEX clips_by_wallet ON clips (wallet_id, seq)",
  "CREATE INDEX clips_by_language ON clips (wallet_id, language, seq)",
  "CREATE INDEX clips_by_voice ON clips (wallet_id, voice_id, seq)",
  "CREATE INDEX clips_by_voice_and_language ON clips (wallet_id, voice_id, language, seq)",
  `CREATE TABLE lexicons (
    wallet_id TEXT COLLATE "C" PRIMARY KEY REFERENCES wallets (id),
    entries TEXT COLLATE "C" NOT NULL,
    updated_at BIGINT NOT NULL
  )`,
  `CREATE TABLE legacy_audio (
    job_id TEXT COLLATE "C" PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    blob_id TEXT COLLATE "C" NOT NULL UNIQUE
  )`,

  `CREATE TABLE uploads (
    id TEXT COLLATE "C" PRIMARY KEY,
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('Image', 'Document', 'Audio')),
    mime_type TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    blob_id TEXT COLLATE "C" NOT NULL UNIQUE,
    text TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    CHECK ((kind = 'Document') = (text IS NOT NULL))
  )`,
  "CREATE INDEX uploads_expiry ON uploads (expires_at)",
  `CREATE TABLE upload_renditions (
    upload_id TEXT COLLATE "C" NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    mime_type TEXT COLLATE "C" NOT NULL,
    blob_id TEXT COLLATE "C" NOT NULL UNIQUE,
    PRIMARY KEY (upload_id, position)
  )`,
  'CREATE TABLE released_blobs (id TEXT COLLATE "C" PRIMARY KEY)',

  `CREATE TABLE installation (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    id TEXT COLLATE "C" NOT NULL,
    probed_at BIGINT NOT NULL
  )`,
  "INSERT INTO installation (one, id, probed_at) VALUES (1, gen_random_uuid(), 0)",

  `CREATE TABLE responses (
    id TEXT COLLATE "C" PRIMARY KEY,
    wallet_id TEXT COLLATE "C" NOT NULL REFERENCES wallets (id),
    previous_id TEXT COLLATE "C",
    size BIGINT NOT NULL CHECK (size > 0),
    expires_at BIGINT NOT NULL
  )`,
  "CREATE INDEX responses_expiry ON responses (expires_at)",
  "CREATE INDEX responses_by_wallet ON responses (wallet_id, expires_at)",
  `CREATE TABLE response_contents (
    response_id TEXT COLLATE "C" PRIMARY KEY REFERENCES responses (id) ON DELETE CASCADE,
    input TEXT COLLATE "C" NOT NULL,
    response TEXT COLLATE "C" NOT NULL
  )`,
  `CREATE TABLE stored_responses (
    wallet_id TEXT COLLATE "C" PRIMARY KEY,
    bytes BIGINT NOT NULL CHECK (bytes >= 0)
  )`
]

export default [...tables, ...dashboard, ...ledger, ...releases, ...sums]
