/** A side of a move that is a PostgreSQL database. */
import { Duration, Effect, Option, Redacted, type Scope, Stream } from "effect"
import pg from "pg"
import { codeOf } from "../../runtime/SystemErrors.ts"
import { NODE_LEASE } from "../postgres/Node.ts"
import { BATCH_BYTES, BATCH_ROWS, bytesOf, MoveFailed, type Row, type Side } from "./Side.ts"
import type { Table } from "./Tables.ts"

const CONNECTS_WITHIN = Duration.seconds(10)
/** A copy of a large table takes its time; an answer that takes longer will not come. */
const ANSWER_WITHIN = Duration.hours(1)
const KEEP_ALIVE_AFTER = Duration.seconds(10)

/** Whoever starts a node, or another move, waits for ours; we wait so long for theirs. */
const SESSION = [
  "BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE",
  "SET LOCAL statement_timeout = 0",
  "SET LOCAL idle_in_transaction_session_timeout = 0",
  "SET LOCAL lock_timeout = '10s'",
  "SET LOCAL synchronous_commit = on",
  "LOCK TABLE nodes IN EXCLUSIVE MODE"
]

const failure = (name: string, cause: unknown): MoveFailed => {
  const said = cause instanceof Error ? cause.message.replaceAll(/\s+/g, " ") : String(cause)
  const why = codeOf(cause) === "55P03" ? "a node of it starts, or another move is at work; try again later" : said
  return new MoveFailed({ message: `${name}: ${why === "" ? (codeOf(cause) ?? "it cannot be reached") : why}`, cause })
}

/** Each value as the text that PostgreSQL writes for it. */
const AS_TEXT = { getTypeParser: () => (text: string) => text }

const connect = (name: string, url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: async () => {
        const client = new pg.Client({
          connectionString: Redacted.value(url),
          application_name: "qal move",
          types: AS_TEXT,
          connectionTimeoutMillis: Duration.toMillis(CONNECTS_WITHIN),
          query_timeout: Duration.toMillis(ANSWER_WITHIN),
          keepAlive: true,
          keepAliveInitialDelayMillis: Duration.toMillis(KEEP_ALIVE_AFTER)
        })
        // The next query fails and says so.
        client.on("error", () => {})
        await client.connect()
        return client
      },
      catch: (cause) => failure(name, cause)
    }),
    // What was not committed is undone.
    (client) => Effect.promise(() => client.end().catch(() => {}))
  )

/** Rows to ask for next: twice as many, as long as they are small. */
const nextOf = (rows: ReadonlyArray<Row>): number => {
  const largest = rows.reduce((most, row) => Math.max(most, bytesOf(row)), 1)
  return Math.max(1, Math.min(BATCH_ROWS, rows.length * 2, Math.floor(BATCH_BYTES / largest)))
}

const assertStopped = (name: string, runQuery: RunQuery) =>
  Effect.gen(function* () {
    const [row] = yield* runQuery(
      `SELECT COUNT(*) FROM nodes WHERE dead_at IS NULL
        AND seen_at > extract(epoch FROM clock_timestamp()) * 1000 - ${Duration.toMillis(NODE_LEASE)}`
    )
    const alive = Number(row?.[0])
    if (alive === 0) return
    return yield* new MoveFailed({
      message: `${name}: ${alive} of its nodes ${alive === 1 ? "runs" : "run"}, or did ${Duration.format(NODE_LEASE)} ago; stop them first`
    })
  })

type RunQuery = (text: string, parameters?: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>, MoveFailed>

const sequenceOf = (table: Table): string => `pg_get_serial_sequence('${table.name}', 'seq')::regclass`

const columnsOf = (table: Table): string =>
  `SELECT column_name, data_type FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = '${table.name}' ORDER BY column_name COLLATE "C"`

/** Rows as one array for each column, which the database takes apart. */
const insertInto = (table: Table, types: ReadonlyMap<string, string>, columns: ReadonlyArray<string>): string => {
  const arrays = columns.map((column, at) => `$${at + 1}::${types.get(column) ?? "text"}[]`).join(", ")
  const part = table.parts === undefined ? ["", ""] : [", part", ", 0"]
  return `INSERT INTO ${table.parts ?? table.name} (${columns.join(", ")}${part[0]}) OVERRIDING SYSTEM VALUE
    SELECT moved.*${part[1]} FROM unnest(${arrays}) AS moved (${columns.join(", ")})`
}

const makeSide = (name: string, runQuery: RunQuery): Side => {
  let cursors = 0
  const query: Side["query"] = (text) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const cursor = `qal_move_${++cursors}`
        yield* runQuery(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`)
        return Stream.unfoldEffect(1, (count) =>
          Effect.flatMap(runQuery(`FETCH ${count} FROM ${cursor}`), (rows) =>
            rows.length === 0
              ? Effect.as(runQuery(`CLOSE ${cursor}`), Option.none())
              : Effect.succeedSome([rows, nextOf(rows)] as const)
          )
        )
      })
    )
  const known = new Map<Table, ReadonlyMap<string, string>>()
  const typesOf = (table: Table) =>
    Effect.suspend(() => {
      const kept = known.get(table)
      if (kept !== undefined) return Effect.succeed(kept)
      return Effect.map(runQuery(columnsOf(table)), (rows) => {
        const types = new Map(rows.map(([column, type]) => [column ?? "", type ?? ""]))
        known.set(table, types)
        return types
      })
    })
  return {
    name,
    columns: (table) =>
      Effect.map(typesOf(table), (types) => [...types.keys()].filter((column) => !table.ofNodes?.includes(column))),
    query,
    run: (text) => Effect.asVoid(runQuery(text)),
    insert: (table, columns, rows) =>
      Effect.flatMap(typesOf(table), (types) =>
        Effect.asVoid(
          runQuery(
            insertInto(table, types, columns),
            columns.map((_, at) => rows.map((row) => row[at] ?? null))
          )
        )
      ),
    empty: (table) => Effect.asVoid(runQuery(`DELETE FROM ${table.parts ?? table.name}`)),
    lastNumber: (table) =>
      Effect.map(runQuery(`SELECT COALESCE(pg_sequence_last_value(${sequenceOf(table)}), 0)`), ([row]) =>
        Number(row?.[0])
      ),
    goOnFrom: (table, last) =>
      last === 0 ? Effect.void : Effect.asVoid(runQuery(`SELECT setval(${sequenceOf(table)}, ${last})`)),
    adminToken: Effect.map(runQuery("SELECT hash FROM admin_token WHERE one = 1"), ([row]) => row?.[0] ?? undefined),
    keepAdminToken: (hash) =>
      Effect.asVoid(runQuery("INSERT INTO admin_token (one, hash) VALUES (1, $1) ON CONFLICT DO NOTHING", [hash])),
    commit: Effect.asVoid(runQuery("COMMIT"))
  }
}

/** The database, whose schema is there: fails where a node of it runs, and lets none start until the scope closes. */
export const open = (name: string, url: Redacted.Redacted): Effect.Effect<Side, MoveFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const client = yield* connect(name, url)
    const runQuery: RunQuery = (text, parameters = []) =>
      Effect.map(
        Effect.tryPromise({
          try: () => client.query<Array<string | null>>({ text, values: [...parameters], rowMode: "array" }),
          catch: (cause) => failure(name, cause)
        }),
        ({ rows }) => rows
      )
    yield* Effect.forEach(SESSION, (text) => runQuery(text), { discard: true })
    yield* assertStopped(name, runQuery)
    return makeSide(name, runQuery)
  })
