/**
 * What nodes that share this database agree through, beside paid work: tickets,
 * rate limits, leases. All of it expires by the database's clock, `qal_now`.
 * Nothing here needs what PostgreSQL's wire-compatible relatives lack: a lease is a
 * row, not an advisory lock. Where they know no UNLOGGED, the table is an ordinary one.
 */

/**
 * Tokens for what a node asks: for each name, as many as wait (`need`), and some to
 * keep at hand, so that most requests ask nothing. All that nodes hold so is a
 * twentieth of the limit at most: no more can be out of reach of the node that needs
 * it. Each gets half of what is left of that, and a quarter of what is in the
 * bucket, which makes these parts small near the limit. What a node holds is
 * forgotten after a minute, in which the bucket fills; the node forgets it before.
 * Units are those of `access/TokenBuckets`; `now_given` is given by tests alone.
 *
 * Names are locked in one order, so that no two nodes wait for each other. A bucket
 * that is lost is a full one, so nobody waits for the disk.
 */
const TAKE_TOKENS = `
CREATE FUNCTION qal_take_tokens(node TEXT, asks JSONB, now_given BIGINT DEFAULT NULL) RETURNS JSONB
LANGUAGE plpgsql AS $$
DECLARE
  ask RECORD;
  bucket RECORD;
  at_now BIGINT;
  level BIGINT;
  others RECORD;
  given BIGINT;
  spare BIGINT;
  answers JSONB := '[]';
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR ask IN
    SELECT a.name, a."limit" AS per_minute, a.need, a.held
    FROM jsonb_to_recordset(asks) AS a (name TEXT, "limit" BIGINT, need BIGINT, held BIGINT)
    ORDER BY a.name COLLATE "C"
  LOOP
    SELECT b.units, b.at, b.lent INTO bucket FROM rate_buckets b WHERE b.name = ask.name FOR UPDATE;
    IF NOT FOUND THEN
      INSERT INTO rate_buckets AS b (name, units, at, lent) VALUES (ask.name, ask.per_minute * 60000, 0, '{}')
      ON CONFLICT (name) DO UPDATE SET at = b.at
      RETURNING b.units, b.at, b.lent INTO bucket;
    END IF;
    at_now := GREATEST(COALESCE(now_given, qal_now()), bucket.at);
    SELECT COALESCE(SUM((l.value ->> 0)::BIGINT), 0) AS tokens, COALESCE(jsonb_object_agg(l.key, l.value), '{}') AS lent
    INTO others FROM jsonb_each(bucket.lent) AS l WHERE l.key <> node AND (l.value ->> 1)::BIGINT > at_now;
    level := LEAST(ask.per_minute * 60000, bucket.units + (at_now - bucket.at) * ask.per_minute);
    given := LEAST(ask.need, level / 60000);
    level := level - given * 60000;
    spare := 0;
    IF given = ask.need THEN
      spare := GREATEST(0, LEAST((ask.per_minute / 20 - others.tokens - ask.held + 1) / 2, level / 240000));
      level := level - spare * 60000;
    END IF;
    UPDATE rate_buckets b SET units = level, at = at_now, lent = others.lent || CASE
      WHEN ask.held + spare > 0 THEN jsonb_build_object(node, jsonb_build_array(ask.held + spare, at_now + 60000))
      ELSE '{}' END
    WHERE b.name = ask.name;
    answers := answers || jsonb_build_object('name', ask.name, 'given', given, 'spare', spare, 'units', level);
  END LOOP;
  RETURN answers;
END $$`

/** Takes a place of the key's, where fewer than `most` are taken by nodes that live; answers how many are. The key's row is the lock. */
const TAKE_SLOT = `
CREATE FUNCTION qal_take_slot(_key TEXT, _slot TEXT, _node TEXT, _most BIGINT) RETURNS BIGINT
LANGUAGE plpgsql AS $$
DECLARE
  _taken BIGINT;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);
  PERFORM 1 FROM api_keys WHERE id = _key FOR NO KEY UPDATE;
  SELECT COUNT(*) INTO _taken FROM conversation_slots JOIN nodes ON nodes.id = node_id
    WHERE key_id = _key AND dead_at IS NULL;
  IF _taken < _most THEN
    INSERT INTO conversation_slots (id, key_id, node_id) VALUES (_slot, _key, _node);
  END IF;
  RETURN _taken;
END $$`

export default [
  // `caller` and `payload` are JSON.
  `CREATE TABLE tickets (
    hash TEXT COLLATE "C" PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    wallet_id TEXT COLLATE "C" NOT NULL,
    caller TEXT NOT NULL,
    payload TEXT NOT NULL,
    issued_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
  "CREATE INDEX tickets_by_wallet ON tickets (wallet_id, kind, issued_at)",
  "CREATE INDEX tickets_expiry ON tickets (expires_at)",

  // `lent`: what nodes hold of it, each [tokens, until].
  `CREATE UNLOGGED TABLE rate_buckets (
    name TEXT COLLATE "C" PRIMARY KEY,
    units BIGINT NOT NULL,
    at BIGINT NOT NULL,
    lent JSONB NOT NULL
  ) WITH (fillfactor = 50)`,
  TAKE_TOKENS,

  `CREATE TABLE leases (
    name TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL
  )`,

  `CREATE TABLE conversation_slots (
    id TEXT COLLATE "C" PRIMARY KEY,
    key_id TEXT COLLATE "C" NOT NULL,
    node_id TEXT COLLATE "C" NOT NULL
  )`,
  "CREATE INDEX conversation_slots_by_key ON conversation_slots (key_id)",
  TAKE_SLOT,

  // SHA-256 of the token that opens the dashboard, where it was made and not set.
  `CREATE TABLE admin_token (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    hash TEXT NOT NULL
  )`,

  // Requests that each node answered in a second of the last minute; for the dashboard.
  `CREATE UNLOGGED TABLE request_seconds (
    second BIGINT NOT NULL,
    node TEXT COLLATE "C" NOT NULL,
    requests BIGINT NOT NULL,
    PRIMARY KEY (second, node)
  )`
]
