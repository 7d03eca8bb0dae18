/**
 * Paid work in one round trip each: a call brings what many jobs ask of it in one
 * turn of a node's event loop, as arrays with one place for each. Wallets are locked
 * in the order of their ids, so that no two calls wait for each other; of a wallet
 * one row is read and written a call, however many of its jobs are in it.
 *
 * A call is all or nothing. Where one of its jobs cannot be written, such as the
 * second of two with one id, the node asks again for each alone.
 *
 * Between nodes the database's clock decides; `created_at` and `ended_at` are
 * the nodes' own times, for people to read.
 */
export default [
  `CREATE FUNCTION qal_now() RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$`,

  // Since when the node has said without a break that it lives.
  "ALTER TABLE nodes ADD COLUMN steady_since BIGINT NOT NULL DEFAULT 0",

  // The sum of what a wallet's running jobs hold: summed up anew for each job, it would take as long as there
  // are jobs, and dead rows of jobs. By triggers, so that it is right whoever writes.
  "ALTER TABLE wallets ADD COLUMN held BIGINT NOT NULL DEFAULT 0",
  `CREATE FUNCTION qal_hold_more() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE wallets SET held = held + more.hold
        FROM (SELECT wallet_id, SUM(hold)::bigint AS hold FROM entered WHERE state = 'running' GROUP BY wallet_id) AS more
        WHERE wallets.id = more.wallet_id AND more.hold <> 0;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION qal_hold_other() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE wallets SET held = held + more.hold
        FROM (
          SELECT wallet_id, SUM(hold)::bigint AS hold FROM (
            SELECT wallet_id, hold FROM entered WHERE state = 'running'
            UNION ALL SELECT wallet_id, -hold FROM gone WHERE state = 'running'
          ) AS changed GROUP BY wallet_id ORDER BY wallet_id
        ) AS more
        WHERE wallets.id = more.wallet_id AND more.hold <> 0;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION qal_hold_less() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE wallets SET held = held - less.hold
        FROM (SELECT wallet_id, SUM(hold)::bigint AS hold FROM gone WHERE state = 'running' GROUP BY wallet_id) AS less
        WHERE wallets.id = less.wallet_id AND less.hold <> 0;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER jobs_hold_more AFTER INSERT ON jobs REFERENCING NEW TABLE AS entered
    FOR EACH STATEMENT EXECUTE FUNCTION qal_hold_more()`,
  `CREATE TRIGGER jobs_hold_other AFTER UPDATE ON jobs REFERENCING OLD TABLE AS gone NEW TABLE AS entered
    FOR EACH STATEMENT EXECUTE FUNCTION qal_hold_other()`,
  `CREATE TRIGGER jobs_hold_less AFTER DELETE ON jobs REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION qal_hold_less()`,

  `CREATE FUNCTION qal_lock_wallets(_wallets text[]) RETURNS void LANGUAGE sql VOLATILE
    AS $$ SELECT 1 FROM wallets WHERE id = ANY (_wallets) ORDER BY id FOR NO KEY UPDATE $$`,

  // A node that was taken for dead admits nothing: nobody would release it.
  `CREATE FUNCTION qal_admit(
    _node text, _ids text[], _wallets text[], _operations text[], _requests text[], _fingerprints text[],
    _estimates bigint[], _slots text[], _times bigint[], _asked text[]
  ) RETURNS TABLE (
    place int, outcome text, job_id text, state text, fingerprint text, result text, balance_after bigint, available bigint
  ) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      _now bigint := qal_now();
      _wallet text;
      _left bigint;
      _before jobs%ROWTYPE;
      _admitted int[] := '{}';
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      PERFORM 1 FROM nodes WHERE id = _node AND dead_at IS NULL;
      IF NOT FOUND THEN
        RETURN QUERY SELECT ordinality::int, 'fenced', NULL, NULL, NULL, NULL, 0::bigint, 0::bigint
          FROM unnest(_ids) WITH ORDINALITY;
        RETURN;
      END IF;
      PERFORM qal_lock_wallets(_wallets);
      FOR place IN SELECT ordinality FROM unnest(_wallets) WITH ORDINALITY AS asked (wallet, ordinality)
        ORDER BY wallet, ordinality
      LOOP
        IF _wallet IS DISTINCT FROM _wallets[place] THEN
          _wallet := _wallets[place];
          _left := COALESCE((SELECT balance - held FROM wallets WHERE id = _wallet), 0);
        END IF;
        outcome := 'admitted';
        job_id := NULL; state := NULL; fingerprint := NULL; result := NULL; balance_after := 0; available := _left;
        IF _requests[place] IS NOT NULL THEN
          SELECT * INTO _before FROM jobs
            WHERE wallet_id = _wallet AND operation = _operations[place] AND request_id = _requests[place]
              AND jobs.state <> 'failed';
          IF FOUND THEN
            IF _before.expires_at IS NULL OR _before.expires_at > _now THEN
              outcome := 'earlier';
              job_id := _before.id; state := _before.state; fingerprint := _before.fingerprint; result := _before.result;
              balance_after := COALESCE((SELECT ledger.balance_after FROM ledger WHERE ledger.job_id = _before.id), 0);
              RETURN NEXT;
              CONTINUE;
            END IF;
            DELETE FROM jobs WHERE id = _before.id;
          END IF;
        END IF;
        IF _slots[place] IS NOT NULL
          AND EXISTS (SELECT 1 FROM jobs WHERE wallet_id = _wallet AND slot = _slots[place] AND jobs.state = 'running')
        THEN
          outcome := 'taken';
        ELSIF _left < _estimates[place] THEN
          outcome := 'insufficient';
        ELSE
          _admitted := _admitted || place;
          _left := _left - _estimates[place];
        END IF;
        RETURN NEXT;
      END LOOP;
      INSERT INTO jobs (id, wallet_id, operation, request_id, fingerprint, state, hold, slot, created_at,
          x_request_id, node_id)
        SELECT _ids[p], _wallets[p], _operations[p], _requests[p], _fingerprints[p], 'running',
          _estimates[p], _slots[p], _times[p], _asked[p], _node
        FROM unnest(_admitted) AS p;
    END $$`,

  // NULL where the hold was taken; else what is available to the job.
  `CREATE FUNCTION qal_hold(_job text, _wallet text, _estimate bigint) RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      _left bigint;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      PERFORM qal_lock_wallets(ARRAY[_wallet]);
      _left := COALESCE((SELECT balance - held FROM wallets WHERE id = _wallet), 0)
        + COALESCE((SELECT hold FROM jobs WHERE id = _job AND state = 'running'), 0);
      IF _left < _estimate THEN RETURN _left; END IF;
      UPDATE jobs SET hold = _estimate WHERE id = _job AND state = 'running';
      RETURN NULL;
    END $$`,

  // Of each job \`_counts\` statements are taken from \`_texts\`, and of each statement
  // \`_lengths\` parameters; they are given as $1, the balance after the charge as $2. A job that
  // runs no more is answered as it was settled: the answer of that call was lost. One that
  // never was settled has no balance: it was taken from its node.
  `CREATE FUNCTION qal_settle(
    _ids text[], _wallets text[], _operations text[], _entries text[], _charges bigint[], _times bigint[],
    _expiries bigint[], _results text[], _counts int[], _texts text[], _lengths int[], _parameters text[]
  ) RETURNS TABLE (place int, balance_after bigint) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      _entered text[];
      _statement int := 0;
      _parameter int := 0;
      _balance bigint;
    BEGIN
      PERFORM qal_lock_wallets(_wallets);
      WITH ended AS (
        UPDATE jobs SET state = 'settled', result = asked.result, ended_at = asked.at, expires_at = asked.expiry
          FROM unnest(_ids, _results, _times, _expiries) AS asked (id, result, at, expiry)
          WHERE jobs.id = asked.id AND state = 'running'
          RETURNING jobs.id
      ), entered AS (
        INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, operation, job_id, created_at)
          SELECT asked.entry, wallets.id, 'charge', -asked.charge,
            balance - SUM(asked.charge) OVER (PARTITION BY wallets.id ORDER BY asked.place)::bigint,
            asked.operation, asked.id, asked.at
          FROM unnest(_ids, _wallets, _operations, _entries, _charges, _times)
            WITH ORDINALITY AS asked (id, wallet, operation, entry, charge, at, place)
          JOIN ended ON ended.id = asked.id
          JOIN wallets ON wallets.id = asked.wallet
          ORDER BY asked.place
          RETURNING job_id
      )
      SELECT array_agg(job_id) INTO _entered FROM entered;
      FOR place IN 1 .. cardinality(_ids) LOOP
        IF _counts[place] = 0 THEN CONTINUE; END IF;
        _balance := NULL;
        IF _ids[place] = ANY (_entered) THEN
          SELECT ledger.balance_after INTO _balance FROM ledger WHERE job_id = _ids[place];
        END IF;
        FOR _n IN 1 .. _counts[place] LOOP
          _statement := _statement + 1;
          IF _balance IS NOT NULL THEN
            EXECUTE _texts[_statement]
              USING _parameters[_parameter + 1 : _parameter + _lengths[_statement]], _balance;
          END IF;
          _parameter := _parameter + _lengths[_statement];
        END LOOP;
      END LOOP;
      RETURN QUERY SELECT asked.place::int, ledger.balance_after
        FROM unnest(_ids) WITH ORDINALITY AS asked (id, place) LEFT JOIN ledger ON ledger.job_id = asked.id;
    END $$`,

  // Marks as dead the nodes that were not heard of for so long, and releases what dead
  // ones ran. Who asks must have been heard of itself for as long, and of late: after the
  // database was away, or its clock was set, the others get the time to say that they live.
  `CREATE FUNCTION qal_bury(_node text, _lease bigint, _kept bigint) RETURNS int LANGUAGE plpgsql AS $$
    DECLARE
      _now bigint := qal_now();
      _released int;
    BEGIN
      IF NOT pg_try_advisory_xact_lock(7142533) THEN RETURN 0; END IF;
      UPDATE nodes SET dead_at = _now
        WHERE dead_at IS NULL AND seen_at < _now - _lease
          AND EXISTS (SELECT 1 FROM nodes AS own WHERE own.id = _node AND own.dead_at IS NULL
            AND own.steady_since <= _now - _lease AND own.seen_at >= _now - _lease / 2);
      UPDATE jobs SET state = 'failed', failure = 'PROCESS_DIED', ended_at = _now, expires_at = _now + _kept
        WHERE state = 'running'
          AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = jobs.node_id AND nodes.dead_at IS NULL);
      GET DIAGNOSTICS _released = ROW_COUNT;
      DELETE FROM nodes WHERE dead_at < _now - _kept;
      RETURN _released;
    END $$`,

  // Says that the node lives; false where it was taken for dead. One that was silent for
  // half a lease is steady from now on only.
  `CREATE FUNCTION qal_beat(_node text, _lease bigint) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      _now bigint := qal_now();
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE nodes SET seen_at = _now,
          steady_since = CASE WHEN seen_at < _now - _lease / 2 THEN _now ELSE steady_since END
        WHERE id = _node AND dead_at IS NULL;
      RETURN FOUND;
    END $$`
]
