/**
 * PostgreSQL's schema, in order. A migration that has shipped is never edited; a new one is added.
 *
 * During a deploy old and new nodes run on the same schema, so that a migration only adds: see CONTRIBUTING.md. One that
 * programs before it cannot work with says so in `needs`; all others are no reason to refuse an older program.
 */
import { NewerDatabase } from "../../migrations/index.ts"
import type { Connection } from "../ConnectionPool.ts"
import initial from "./0001_initial.ts"
import jobs from "./0002_jobs.ts"
import nodes from "./0003_nodes.ts"
import leftOut from "./0004_left_out.ts"
import callFields from "./0005_call_fields.ts"
import engineWords from "./0006_engine_words.ts"
import responseFiles from "./0007_response_files.ts"

interface Migration {
  readonly name: string
  readonly statements: ReadonlyArray<string>
  /** The oldest schema whose programs may still run on this one; 1 where it is left out. */
  readonly needs?: number
}

const migrations: ReadonlyArray<Migration> = [
  { name: "initial", statements: initial },
  { name: "jobs", statements: jobs },
  { name: "nodes", statements: nodes },
  { name: "left_out", statements: leftOut },
  { name: "call_fields", statements: callFields },
  { name: "engine_words", statements: engineWords },
  { name: "response_files", statements: responseFiles }
]

/** What each schema is, and which programs may run on it. */
const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  migration_id BIGINT PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  needs BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
)`

/** Of this program; one node at a time changes the schema. The number is an arbitrary one. */
const LOCK = "SELECT pg_advisory_xact_lock(7161081)"

/** Functions find the tables of this schema, whatever a session that writes to them has in its path. */
const PATH = "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)"

/** A change may take long, and so may the wait for another node's. */
const BEGIN = "BEGIN READ WRITE; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
/** A table that others use is waited for so long only: whoever else wants it waits behind us. */
const LOCK_TIMEOUT = "SET LOCAL lock_timeout = '10s'"

const numberIn = (row: unknown, name: string): number => {
  const value: unknown = row !== null && typeof row === "object" ? Reflect.get(row, name) : undefined
  return typeof value === "number" ? value : 0
}

/** How many migrations the database has, 0 for a new one, and this program knows; throws `NewerDatabase` where that is too few. */
export const schemaOf = async ({ plain }: Connection, all = migrations) => {
  const known = all.length
  const [found] = await plain("SELECT to_regclass('migrations') IS NOT NULL AS there")
  if (numberIn(found, "there") === 0) return { newest: 0, known }
  const [state] = await plain("SELECT MAX(migration_id) AS newest, MAX(needs) AS needs FROM migrations")
  const newest = numberIn(state, "newest")
  if (numberIn(state, "needs") > known) {
    throw new NewerDatabase({
      message: `QAL_DATABASE_URL: the database is of a newer version of Qal (schema ${newest}, this one knows ${known}); start that version, nothing was changed`
    })
  }
  return { newest, known }
}

/** Runs what is missing, in one transaction; throws `NewerDatabase`, or what the driver throws. */
export const migrate = async (connection: Connection, all = migrations): Promise<void> => {
  const { plain } = connection
  if ((await schemaOf(connection, all)).newest >= all.length) return
  for (const text of [BEGIN, LOCK, LOCK_TIMEOUT, PATH]) await plain(text)
  await plain(TABLE)
  // Another node may have been first.
  const { newest } = await schemaOf(connection, all)
  for (const [at, { name, needs = 1, statements }] of all.entries()) {
    if (at < newest) continue
    for (const statement of statements) await plain(statement)
    await plain("INSERT INTO migrations (migration_id, name, needs) VALUES ($1, $2, $3)", [at + 1, name, needs])
  }
  await plain("COMMIT")
}
