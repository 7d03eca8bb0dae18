/** Of `0001_initial`: what the dashboard keeps; see SQLite's `0006_dashboard`. */
export const dashboard = [
  `CREATE TABLE dashboard_sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    token TEXT COLLATE "C" NOT NULL
  )`,
  "CREATE INDEX dashboard_sessions_expiry ON dashboard_sessions (expires_at)",
  `CREATE TABLE sign_in_codes (
    hash TEXT COLLATE "C" PRIMARY KEY,
    expires_at BIGINT NOT NULL
  )`,
  `CREATE TABLE lent_secrets (
    hash TEXT COLLATE "C" PRIMARY KEY,
    key_id TEXT COLLATE "C" NOT NULL REFERENCES api_keys (id),
    session_id TEXT COLLATE "C" NOT NULL REFERENCES dashboard_sessions (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
  )`,
  "CREATE INDEX lent_secrets_by_session ON lent_secrets (session_id, expires_at)",
  "CREATE INDEX lent_secrets_expiry ON lent_secrets (expires_at)",
  `CREATE TABLE audit (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL UNIQUE,
    at BIGINT NOT NULL,
    session_id TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C",
    details TEXT COLLATE "C" NOT NULL
  )`,
  "CREATE INDEX audit_by_action ON audit (action, seq)",
  `CREATE TABLE requests (
    seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    method TEXT COLLATE "C",
    route TEXT COLLATE "C",
    capability TEXT COLLATE "C" NOT NULL,
    status BIGINT,
    code TEXT COLLATE "C",
    micros BIGINT NOT NULL,
    wallet_id TEXT COLLATE "C",
    key_id TEXT COLLATE "C",
    jobs TEXT COLLATE "C"
  )`,
  "CREATE INDEX requests_by_id ON requests (id, seq)",
  `CREATE TABLE request_days (
    day BIGINT NOT NULL,
    capability TEXT COLLATE "C" NOT NULL,
    code TEXT COLLATE "C" NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (day, capability, code)
  )`,
  `CREATE TABLE duration_days (
    day BIGINT NOT NULL,
    capability TEXT COLLATE "C" NOT NULL,
    class BIGINT NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (day, capability, class)
  )`
]
