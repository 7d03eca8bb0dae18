/**
 * One schema in meaning: SQLite's and PostgreSQL's, column by column, key by key, and by what both refuse and let follow.
 * What only PostgreSQL has is named here; a migration of one of them alone fails.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, ManagedRuntime, Redacted } from "effect"
import * as PostgresStore from "../../src/storage/postgres/Postgres.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { statement } from "../../src/storage/Statement.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"
import { describePostgres, type Postgres, startPostgres } from "../support/Postgres.ts"

/** What is about several nodes, and so in PostgreSQL alone: tables with all that they have, and lines of other tables. */
const ONLY_POSTGRES = {
  tables: [
    "admin_token",
    "conversation_slots",
    "leases",
    "nodes",
    "rate_buckets",
    "request_seconds",
    "spend_days_parts",
    "tickets",
    "voice_days_parts"
  ],
  lines: [
    "jobs.node_id TEXT",
    "jobs index jobs_of_nodes (node_id) where state = 'running'",
    "wallets.held INTEGER NOT NULL DEFAULT 0"
  ]
}
/** An index of SQLite's ends in the row's number without saying so. */
const SAID: Readonly<Record<string, string>> = {
  "requests index requests_by_id (id)": "requests index requests_by_id (id, seq)"
}
/** Sums by day: tables in SQLite, in PostgreSQL views of their parts, which have columns and no keys. */
const VIEWS = ["spend_days", "voice_days"]

interface Row {
  readonly [name: string]: string | number | null
}

const select = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text))

/** A condition without what each writes in its own way: brackets, casts, lists. */
const condition = (text: string): string =>
  text
    .replaceAll(/::\w+(\[\])?/g, "")
    .replaceAll(/= ANY \(+ARRAY\[([^\]]*)\]\)+/g, "IN $1")
    .replaceAll(/[()\s]+/g, " ")
    .trim()

const column = ({ fallback, isGenerated, isNullable, kind, name, of }: Row): string =>
  [
    `${of}.${name} ${kind}`,
    isNullable === 1 ? "" : " NOT NULL",
    isGenerated === 1 ? " GENERATED" : "",
    fallback === null || fallback === undefined ? "" : ` DEFAULT ${fallback}`
  ].join("")

/** `name` is that of an index made as such; a key of the table's own has none. */
const key = ({ columns, condition: where, kind, name, of }: Row): string =>
  [
    `${of} ${kind}`,
    name === null ? "" : ` ${name}`,
    ` (${columns})`,
    where === null ? "" : ` where ${condition(String(where))}`
  ].join("")

const reference = ({ from, of, onDelete, to }: Row): string => `${of}.${from} references ${to} on delete ${onDelete}`

interface Reading {
  readonly columns: string
  readonly keys: string
  readonly references: string
}

const SQLITE: Reading = {
  columns: `SELECT tables.name AS "of", columns.name AS name, columns.type AS kind, "notnull" = 0 AND pk = 0 AS "isNullable",
      pk = 1 AND tables.sql LIKE '%AUTOINCREMENT%' AS "isGenerated", dflt_value AS fallback
    FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'`,
  keys: `SELECT tables.name AS "of", 'primary key' AS kind, NULL AS name, NULL AS condition,
      (SELECT group_concat(name, ', ' ORDER BY pk) FROM pragma_table_info(tables.name) WHERE pk > 0) AS columns
    FROM sqlite_schema AS tables WHERE tables.type = 'table'
    UNION ALL
    SELECT tables.name, CASE WHEN "unique" THEN 'unique' ELSE 'index' END, CASE origin WHEN 'c' THEN keys.name END,
      CASE partial WHEN 1 THEN substr(indices.sql, instr(indices.sql, 'WHERE') + 5) END,
      (SELECT group_concat(name, ', ' ORDER BY seqno) FROM pragma_index_info(keys.name))
    FROM sqlite_schema AS tables JOIN pragma_index_list(tables.name) AS keys
    JOIN sqlite_schema AS indices ON indices.name = keys.name
    WHERE tables.type = 'table' AND origin <> 'pk'`,
  references: `SELECT tables.name AS "of", "from", "table" AS "to", on_delete AS "onDelete"
    FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) WHERE tables.type = 'table'`
}

const POSTGRES: Reading = {
  columns: `SELECT relname AS "of", attname AS name,
      CASE WHEN atttypid = 'bigint'::regtype THEN 'INTEGER'
        WHEN atttypid = 'text'::regtype AND attcollation = 'pg_catalog."C"'::regcollation THEN 'TEXT'
        ELSE format_type(atttypid, atttypmod) || ' in another order' END AS kind,
      NOT attnotnull AS "isNullable", attidentity = 'a' AS "isGenerated", pg_get_expr(adbin, adrelid) AS fallback
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind IN ('r', 'v') AND relnamespace = current_schema()::regnamespace`,
  keys: `SELECT tables.relname AS "of",
      CASE WHEN indisprimary THEN 'primary key' WHEN indisunique THEN 'unique' ELSE 'index' END AS kind,
      CASE WHEN pg_constraint.oid IS NULL THEN indices.relname END AS name, pg_get_expr(indpred, indrelid) AS condition,
      (SELECT string_agg(attname, ', ' ORDER BY place) FROM unnest(indkey) WITH ORDINALITY AS places (number, place)
        JOIN pg_attribute ON attrelid = indrelid AND attnum = number) AS columns
    FROM pg_index JOIN pg_class AS tables ON tables.oid = indrelid JOIN pg_class AS indices ON indices.oid = indexrelid
    LEFT JOIN pg_constraint ON conindid = indexrelid AND contype IN ('p', 'u')
    WHERE tables.relnamespace = current_schema()::regnamespace`,
  references: `SELECT conrelid::regclass::text AS "of", attname AS "from", confrelid::regclass::text AS "to",
      CASE confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'a' THEN 'NO ACTION' ELSE confdeltype::text END AS "onDelete"
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`
}

/** The schema in lines, of which each begins with its table. */
const linesOf = ({ columns, keys, references }: Reading) =>
  Effect.gen(function* () {
    return [
      ...(yield* select(columns)).map(column),
      ...(yield* select(keys)).map(key),
      ...(yield* select(references)).map(reference)
    ]
      .filter((line) => !/^(sqlite_|migrations\b)/.test(line))
      .toSorted()
  })

type Services = Writer | SqlClient.SqlClient

describePostgres("the schemas of SQLite and PostgreSQL", () => {
  const folder = mkdtempSync(join(tmpdir(), "qal-schemas-"))
  const sqlite = ManagedRuntime.make<Services, unknown>(Sql.layer(join(folder, "qal.sqlite")))
  let cluster: Postgres
  let postgres: ManagedRuntime.ManagedRuntime<Services, unknown>
  beforeAll(async () => {
    cluster = await startPostgres({ fsync: false })
    const url = Redacted.make(await cluster.database())
    postgres = ManagedRuntime.make<Services, unknown>(PostgresStore.layer({ url, connections: 2 }))
  })
  afterAll(async () => {
    await Promise.all([sqlite.dispose(), postgres.dispose()])
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The same on both. */
  const both = <A>(work: Effect.Effect<A, unknown, Services>): Promise<readonly [A, A]> =>
    Promise.all([sqlite.runPromise(work), postgres.runPromise(work)])

  test("the two schemas have the same tables, columns, keys and references", async () => {
    const isView = (line: string) => VIEWS.some((name) => line.startsWith(`${name} `) || line.startsWith(`${name}.`))
    const isOwn = (line: string) => ONLY_POSTGRES.tables.some((name) => new RegExp(`^${name}[. ]`).test(line))
    const ours = await sqlite.runPromise(linesOf(SQLITE))
    const theirs = await postgres.runPromise(linesOf(POSTGRES))
    expect(ours.length).toBeGreaterThan(150)
    expect(theirs.filter((line) => !isView(line) && !isOwn(line) && !ONLY_POSTGRES.lines.includes(line))).toEqual(
      ours.filter((line) => !isView(line)).map((line) => SAID[line] ?? line)
    )
    for (const line of ONLY_POSTGRES.lines) expect(theirs).toContain(line)
    for (const name of ONLY_POSTGRES.tables)
      expect(theirs.filter((line) => line.startsWith(`${name}.`))).not.toEqual([])
    const columnsOf = (lines: ReadonlyArray<string>) =>
      lines.filter((line) => isView(line) && line.includes(".")).map((line) => line.replace(" NOT NULL", ""))
    expect(columnsOf(theirs)).toEqual(columnsOf(ours))
  })

  /** `ok`, or what is refused; each written by itself, in this order. */
  const WRITES: ReadonlyArray<readonly [expected: "ok" | "refused", text: string]> = [
    ["ok", "INSERT INTO wallets (id, name, created_at) VALUES ('w', 'one', 1), ('v', 'other', 1)"],
    ["refused", "INSERT INTO wallets (id, name, created_at) VALUES ('w', 'again', 1)"],
    ["refused", "INSERT INTO wallets (id, created_at) VALUES ('u', 1)"],

    ["ok", job("a", "'running', 5", "NULL", "NULL", "'r'", "'s'")],
    ["refused", job("b", "'running', 5", "NULL", "NULL", "'r'", "NULL")],
    ["refused", job("b", "'running', 5", "NULL", "NULL", "NULL", "'s'")],
    ["ok", job("b", "'failed', 0", "1", "NULL", "'r'", "'s'")],
    ["refused", job("c", "'waiting', 0", "1", "NULL", "NULL", "NULL")],
    ["refused", job("c", "'running', -1", "NULL", "NULL", "NULL", "NULL")],
    ["refused", job("c", "'running', 0", "1", "NULL", "NULL", "NULL")],
    ["refused", job("c", "'settled', 0", "NULL", "NULL", "NULL", "NULL")],
    ["refused", job("c", "'failed', 0", "1", "'{}'", "NULL", "NULL")],
    ["ok", job("c", "'settled', 0", "1", "'{}'", "NULL", "'s'")],

    ["ok", entry("1", "'credit', 100, 100", "NULL", "NULL")],
    ["refused", entry("1", "'credit', 100, 200", "NULL", "NULL")],
    ["refused", entry("2", "'credit', 0, 100", "NULL", "NULL")],
    ["refused", entry("2", "'gift', 1, 101", "NULL", "NULL")],
    ["refused", entry("2", "'credit', 5, 106", "NULL", "NULL")],
    ["refused", entry("2", "'charge', -5, 95", "NULL", "NULL")],
    ["refused", entry("2", "'charge', 5, 105", "'j'", "NULL")],
    ["ok", entry("2", "'charge', -5, 95", "'j'", "'voice'")],
    ["refused", entry("3", "'charge', -5, 90", "'j'", "'voice'")],
    ["ok", entry("3", "'charge', 0, 95", "'k'", "'voice'")],
    ["ok", entry("4", "'charge', -200, -105", "'l'", "NULL")],
    ["ok", entry("5", "'credit', 9007199254740000, 9007199254739895", "NULL", "NULL")],
    [
      "ok",
      `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, job_id, created_at) VALUES
        ('6', 'v', 'credit', 10, 10, NULL, 6), ('7', 'v', 'charge', -4, 6, 'm', 7), ('8', 'v', 'charge', -1, 5, 'n', 90000000)`
    ],
    [
      "refused",
      `INSERT INTO ledger (id, wallet_id, kind, amount, balance_after, job_id, created_at) VALUES
        ('9', 'v', 'credit', 10, 14, NULL, 6), ('10', 'v', 'charge', -4, 11, 'o', 7)`
    ],
    ["refused", "UPDATE ledger SET note = 'other' WHERE id = '1'"],
    ["refused", "DELETE FROM ledger WHERE id = '1'"],
    ["refused", "DELETE FROM wallets WHERE id = 'w'"],
    ["ok", "UPDATE wallets SET name = 'renamed' WHERE id = 'w'"],

    ["ok", "INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('k', 'w', '', 'h', '', 1)"],
    [
      "refused",
      "INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('l', 'w', '', 'h', '', 1)"
    ],
    [
      "refused",
      "INSERT INTO api_keys (id, wallet_id, name, hash, last_four, created_at) VALUES ('l', 'x', '', 'i', '', 1)"
    ],
    ["refused", "UPDATE api_keys SET rate_limit = 0"],
    ["ok", "UPDATE api_keys SET rate_limit = 1"],
    ["refused", "INSERT INTO voices (id, is_available, changed_at) VALUES ('a', 2, 1)"],
    ["ok", "INSERT INTO voices (id, is_available, changed_at) VALUES ('a', 1, 1)"],
    ["refused", "INSERT INTO voices (id, is_available, changed_at) VALUES ('b', 'yes', 1)"],

    [
      "ok",
      "INSERT INTO previews (voice_id, fingerprint, blob_id, duration_millis, created_at) VALUES ('a', '', 'p1', 1, 1)"
    ],
    [
      "refused",
      "INSERT INTO previews (voice_id, fingerprint, blob_id, duration_millis, created_at) VALUES ('b', '', 'p1', 1, 1)"
    ],
    ["ok", "UPDATE previews SET fingerprint = 'f', blob_id = 'p1'"],
    ["ok", "UPDATE previews SET blob_id = 'p2'"],
    ["ok", "UPDATE previews SET blob_id = 'p1'"],
    ["ok", "UPDATE previews SET blob_id = 'p3'"],
    ["ok", clip("1", "a", 10)],
    ["ok", clip("2", "a", 20)],
    ["ok", clip("3", "b", 30)],
    ["refused", clip("3", "b", 30)],
    ["ok", "DELETE FROM clips WHERE id IN ('1', '3')"],
    ["ok", "INSERT INTO legacy_audio (job_id, blob_id) VALUES ('a', 'legacy')"],
    ["refused", "INSERT INTO legacy_audio (job_id, blob_id) VALUES ('z', 'none')"],
    ["ok", "DELETE FROM jobs WHERE id = 'a'"],
    ["ok", upload("1", "'Document'", "'text'")],
    ["refused", upload("2", "'Document'", "NULL")],
    ["refused", upload("2", "'Image'", "'text'")],
    ["refused", upload("2", "'Film'", "NULL")],
    [
      "ok",
      "INSERT INTO upload_renditions (upload_id, position, mime_type, blob_id) VALUES ('1', 0, '', 'r0'), ('1', 1, '', 'r1')"
    ],
    ["refused", "INSERT INTO upload_renditions (upload_id, position, mime_type, blob_id) VALUES ('1', 0, '', 'r2')"],
    ["ok", "DELETE FROM uploads"],

    ["refused", "INSERT INTO installation (one, id, probed_at) VALUES (2, '', 1)"],
    [
      "ok",
      "INSERT INTO responses (id, wallet_id, size, expires_at) VALUES ('r', 'w', 7, 1), ('s', 'w', 8, 1), ('t', 'v', 9, 1)"
    ],
    ["refused", "INSERT INTO responses (id, wallet_id, size, expires_at) VALUES ('u', 'w', 0, 1)"],
    ["ok", "INSERT INTO response_contents (response_id, input, response) VALUES ('r', '', '')"],
    ["ok", "DELETE FROM responses WHERE id <> 's'"],
    ["refused", "UPDATE stored_responses SET bytes = -1"],
    ["ok", "INSERT INTO lexicons (wallet_id, entries, updated_at) VALUES ('w', '{}', 1)"],
    ["refused", "INSERT INTO lexicons (wallet_id, entries, updated_at) VALUES ('nobody', '{}', 1)"],

    [
      "ok",
      "INSERT INTO dashboard_sessions (id, hash, created_at, used_at, expires_at, token) VALUES ('d', 'h', 1, 1, 1, '')"
    ],
    ["ok", "INSERT INTO lent_secrets (hash, key_id, session_id, expires_at) VALUES ('h', 'k', 'd', 1)"],
    ["ok", "DELETE FROM dashboard_sessions"],
    ["ok", "INSERT INTO audit (id, at, session_id, action, details) VALUES ('a', 1, 'd', 'x', '{}')"],
    ["refused", "UPDATE audit SET details = ''"],
    ["refused", "DELETE FROM audit"],
    ["ok", "INSERT INTO requests (id, at, capability, micros) VALUES ('a', 1, 'x', 1), ('a', 1, 'x', 1)"]
  ]

  test("the two schemas take and refuse the same rows", async () => {
    const outcomes = Effect.forEach(WRITES, ([, text]) =>
      Effect.gen(function* () {
        const { durable } = yield* Writer
        const outcome = yield* Effect.either(durable(inOrder(statement(text))))
        return [Either.isRight(outcome) ? "ok" : "refused", text] as const
      })
    )
    const [ours, theirs] = await both(outcomes)
    expect<unknown>(ours).toEqual(WRITES)
    expect<unknown>(theirs).toEqual(WRITES)
  })

  const FOLLOWS = [
    "SELECT id, name, balance, spent, last_deduction_at FROM wallets ORDER BY id",
    "SELECT day, operation, charges, charged FROM spend_days ORDER BY day, operation",
    "SELECT day, voice_id, clips, millis, charged FROM voice_days ORDER BY day, voice_id",
    "SELECT id FROM released_blobs ORDER BY id",
    "SELECT wallet_id, bytes FROM stored_responses ORDER BY wallet_id",
    "SELECT id FROM ledger ORDER BY seq",
    "SELECT COUNT(*) AS number FROM legacy_audio",
    "SELECT COUNT(*) AS number FROM lent_secrets",
    "SELECT COUNT(*) AS number FROM response_contents"
  ]
  test.each(FOLLOWS)("the two databases derive the same from the same rows: %s", async (text) => {
    const [ours, theirs] = await both(select(text))
    expect(ours).not.toEqual([])
    expect(theirs).toEqual(ours)
  })

  test("texts in both databases are ordered by their bytes, and compared by them", async () => {
    const words = ["a", "B", "b", "A", "ä", "ሀ", "é", "e\u0301", "_", "-", "😀", "ﬀ", " ", ""]
    const write = Effect.flatMap(Writer, ({ durable }) =>
      durable(
        inOrder(...words.map((word) => statement("INSERT INTO sign_in_codes (hash, expires_at) VALUES (?, 1)", word)))
      )
    )
    const read = select("SELECT hash FROM sign_in_codes ORDER BY hash")
    const [ours, theirs] = await both(Effect.zipRight(write, read))
    expect(ours).toHaveLength(words.length)
    expect(theirs).toEqual(ours)
  })
})

function job(id: string, state: string, ended: string, result: string, request: string, slot: string): string {
  return `INSERT INTO jobs (id, wallet_id, operation, fingerprint, created_at, state, hold, ended_at, result, request_id, slot)
    VALUES ('${id}', 'w', 'voice', '', 1, ${state}, ${ended}, ${result}, ${request}, ${slot})`
}

function entry(id: string, values: string, jobId: string, operation: string): string {
  return `INSERT INTO ledger (id, wallet_id, created_at, kind, amount, balance_after, job_id, operation)
    VALUES ('${id}', 'w', ${Number(id) * 1_000}, ${values}, ${jobId}, ${operation})`
}

function clip(id: string, voice: string, charge: number): string {
  return `INSERT INTO clips (id, wallet_id, job_id, text, voice_id, voice_name, voice_descriptor, language, output_format,
      blob_id, size, duration_millis, ignored_voice_settings, finish_reason, price_per_minute, charge, balance_after, created_at)
    VALUES ('${id}', 'w', '${id}', '', '${voice}', '', '', '', '', 'c${id}', 1, 100, '', '', 1, ${charge}, 1, 5)`
}

function upload(id: string, kind: string, text: string): string {
  return `INSERT INTO uploads (id, wallet_id, kind, mime_type, size, blob_id, text, created_at, expires_at)
    VALUES ('${id}', 'w', ${kind}, '', 1, 'u${id}', ${text}, 1, 1)`
}
