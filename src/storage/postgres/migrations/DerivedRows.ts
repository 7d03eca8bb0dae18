/** Of `0001_initial`: rows that follow from others. */

/** Milliseconds. A day is a number of days since 1970 in UTC. */
const DAY = 86_400_000

/** What a deleted row referred to is deleted by the sweep. */
const BLOBS = ["clips", "uploads", "upload_renditions", "legacy_audio", "previews"]

export const releases = [
  `CREATE FUNCTION releases_blob() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO released_blobs (id) VALUES (OLD.blob_id) ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`,
  ...BLOBS.map(
    (table) =>
      `CREATE TRIGGER ${table}_releases_blob AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION releases_blob()`
  ),
  `CREATE TRIGGER previews_replace_blob AFTER UPDATE OF blob_id ON previews FOR EACH ROW
    WHEN (NEW.blob_id <> OLD.blob_id) EXECUTE FUNCTION releases_blob()`
]

/** What a sum by day is spread over, so that no two transactions wait for each other's row; it is read as one. */
const PARTS = 64

interface DaySum {
  readonly name: string
  /** What it is a sum by, besides the day. */
  readonly by: string
  /** Its columns, each with the sum that it is of the rows that were added. */
  readonly columns: Readonly<Record<string, string>>
}

/**
 * A sum by day of a table's new rows. All nodes would write to one row a day, each waiting until the one before it has its
 * commit on the disk: each connection of the database writes to a row of its own.
 */
const daySum = ({ by, columns, name }: DaySum, table: string, rows: string, value: string) => {
  const names = Object.keys(columns)
  return [
    `CREATE TABLE ${name}_parts (
      day BIGINT NOT NULL,
      ${by} TEXT COLLATE "C" NOT NULL,
      part BIGINT NOT NULL,
      ${names.map((column) => `${column} BIGINT NOT NULL`).join(", ")},
      PRIMARY KEY (day, ${by}, part)
    )`,
    `CREATE VIEW ${name} AS
      SELECT day, ${by}, ${names.map((column) => `CAST(SUM(${column}) AS BIGINT) AS ${column}`).join(", ")}
      FROM ${name}_parts GROUP BY day, ${by}`,
    `CREATE FUNCTION ${table}_add_to_${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO ${name}_parts AS kept (day, ${by}, part, ${names.join(", ")})
        SELECT created_at / ${DAY}, ${value}, pg_backend_pid() % ${PARTS}, ${Object.values(columns).join(", ")}
        FROM added WHERE ${rows} GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (day, ${by}, part)
        DO UPDATE SET ${names.map((column) => `${column} = kept.${column} + excluded.${column}`).join(", ")};
        RETURN NULL;
      END $$`,
    `CREATE TRIGGER ${table}_add_to_${name} AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_add_to_${name}()`
  ]
}

export const sums = [
  ...daySum(
    { name: "spend_days", by: "operation", columns: { charges: "COUNT(*)", charged: "-SUM(amount)" } },
    "ledger",
    "kind = 'charge'",
    "COALESCE(operation, '')"
  ),
  ...daySum(
    {
      name: "voice_days",
      by: "voice_id",
      columns: { clips: "COUNT(*)", millis: "SUM(duration_millis)", charged: "SUM(charge)" }
    },
    "clips",
    "TRUE",
    "voice_id"
  ),

  `CREATE FUNCTION responses_keep_size() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO stored_responses AS kept (wallet_id, bytes) VALUES (NEW.wallet_id, NEW.size)
        ON CONFLICT (wallet_id) DO UPDATE SET bytes = kept.bytes + excluded.bytes;
      ELSE
        UPDATE stored_responses SET bytes = bytes - OLD.size WHERE wallet_id = OLD.wallet_id;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER responses_keep_size AFTER INSERT OR DELETE ON responses
    FOR EACH ROW EXECUTE FUNCTION responses_keep_size()`
]
