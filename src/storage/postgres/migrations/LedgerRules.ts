/**
 * Of `0001_initial`: what holds of the ledger and of the audit log, whoever connects. A row of theirs stays as it was
 * written; a wallet's balance moves by its entries and by nothing else. Who owns the tables can take these rules away,
 * but not break them unawares.
 */

/** Refuses changes of the table, also where triggers are off by the session (`session_replication_role`). */
const appendOnly = (table: string, called: string) => [
  `CREATE FUNCTION ${table}_is_append_only() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN RAISE EXCEPTION 'the ${called} is append-only' USING ERRCODE = 'integrity_constraint_violation'; END $$`,
  `CREATE TRIGGER ${table}_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION ${table}_is_append_only()`,
  `ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${table}_is_append_only`
]

export const ledger = [
  ...appendOnly("ledger", "ledger"),
  ...appendOnly("audit", "audit log"),

  // Of all the entries of one statement at once: many of one wallet change its row a single time.
  `CREATE FUNCTION ledger_moves_balance() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      UPDATE wallets SET
        balance = balance + moved.amount,
        spent = spent + moved.charged,
        last_deduction_at = COALESCE(moved.last_deduction_at, wallets.last_deduction_at)
      FROM (
        SELECT wallet_id,
          SUM(amount) AS amount,
          COALESCE(-SUM(amount) FILTER (WHERE kind = 'charge'), 0) AS charged,
          (ARRAY_AGG(created_at ORDER BY seq DESC) FILTER (WHERE kind = 'charge' AND amount < 0))[1] AS last_deduction_at
        FROM added GROUP BY wallet_id
      ) AS moved
      WHERE wallets.id = moved.wallet_id;
      IF EXISTS (
        SELECT FROM (
          SELECT wallet_id, balance_after,
            SUM(amount) OVER (PARTITION BY wallet_id ORDER BY seq DESC) - amount AS later
          FROM added
        ) AS entries
        JOIN wallets ON wallets.id = entries.wallet_id
        WHERE entries.balance_after + entries.later <> wallets.balance
      ) THEN
        RAISE EXCEPTION 'balance_after does not follow from the ledger' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER ledger_moves_balance AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_moves_balance()`,

  // The trigger above is one level deep, and what it writes the second.
  `CREATE FUNCTION wallets_follow_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'a balance follows from the ledger' USING ERRCODE = 'check_violation';
      END IF;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER wallets_follow_ledger BEFORE UPDATE ON wallets FOR EACH ROW
    WHEN ((NEW.id, NEW.balance, NEW.spent, NEW.last_deduction_at)
      IS DISTINCT FROM (OLD.id, OLD.balance, OLD.spent, OLD.last_deduction_at))
    EXECUTE FUNCTION wallets_follow_ledger()`,
  `CREATE TRIGGER wallets_begin_empty BEFORE INSERT ON wallets FOR EACH ROW
    WHEN ((NEW.balance, NEW.spent) IS DISTINCT FROM (0, 0))
    EXECUTE FUNCTION wallets_follow_ledger()`
]
