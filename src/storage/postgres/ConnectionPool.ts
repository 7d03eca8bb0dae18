/**
 * The connections of this process to PostgreSQL. All are read-only until a transaction says otherwise, so that nothing
 * is written but by `Writer` and what is beside it here.
 *
 * What is sent on one connection without waiting for the answers is one round trip (the driver's `pipeline`): a
 * transaction's first and last words cost no time of their own.
 */
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import pg, { type PoolClient } from "pg"
import type { DatabaseUrl } from "../../settings/DatabaseUrl.ts"
import type { Rows, Statement } from "../Statement.ts"
import { numbered, parametersOf, types } from "./PostgresDialect.ts"
import { isOfConnection, isOutdated } from "./PostgresFailures.ts"

/** A connection that nobody else uses meanwhile. Queries are sent at once and answered in their order. */
export interface Connection {
  /** Runs a statement of both dialects, whose text is the same each time: it is prepared once for each connection. */
  readonly all: (statement: Statement) => Promise<Rows>
  /** Runs a text of PostgreSQL's own, not prepared. */
  readonly plain: (text: string, parameters?: ReadonlyArray<unknown>) => Promise<Rows>
}

/** Waits for a connection, as long as it may; gives it back when the work is over, whatever came of it. */
export type Use = <A>(work: (connection: Connection) => Promise<A>) => Promise<A>

/** Until a connection is made, or one of this process is free. */
const CONNECTS_WITHIN = Duration.seconds(20)
/** A statement that takes longer is stopped by the database. */
const STATEMENT_WITHIN = Duration.seconds(20)
/** An answer that takes longer will not come: the network is cut off, or the database stands still. */
const ANSWER_WITHIN = Duration.seconds(25)
/** The same of the connection that is kept free: whoever asks on it asks again soon, and then on a new one. */
const FREE_WITHIN = Duration.seconds(3)
/** Whoever stands still within a transaction, or is gone without a word, lets go of its locks. */
const IDLE_IN_TRANSACTION = Duration.seconds(5)
const IDLE = Duration.minutes(1)
/** So that a database whose address has moved gets its share of connections. */
const LIFETIME = Duration.minutes(30)
const KEEP_ALIVE_AFTER = Duration.seconds(10)
const CLOSES_WITHIN = Duration.seconds(5)

/** As the database takes them at the start of a connection; a pooler in between must be set to ignore `options`. */
const sessionOf = ({ statement }: WaitLimits): string =>
  [
    "default_transaction_read_only=on",
    `statement_timeout=${Duration.toMillis(statement)}`,
    `idle_in_transaction_session_timeout=${Duration.toMillis(IDLE_IN_TRANSACTION)}`
  ]
    .map((setting) => `-c ${setting}`)
    .join(" ")

/** The address with our own session settings behind those that it may have. A space is no `+` to the driver. */
const withSession = (address: string, session: string): string => {
  const url = new URL(address)
  url.searchParams.set("options", `${url.searchParams.get("options") ?? ""} ${session}`.trim())
  url.search = url.search.replaceAll("+", "%20")
  return url.href
}

/** How long is waited for a connection, for a statement, and for its answer. */
interface WaitLimits {
  readonly connection: Duration.Duration
  readonly statement: Duration.Duration
  readonly answer: Duration.Duration
}

const OF_WORK: WaitLimits = { connection: CONNECTS_WITHIN, statement: STATEMENT_WITHIN, answer: ANSWER_WITHIN }
const OF_FREE: WaitLimits = { connection: FREE_WITHIN, statement: FREE_WITHIN, answer: FREE_WITHIN }

const poolOf = ({ url }: DatabaseUrl, most: number, patience: WaitLimits) =>
  new pg.Pool({
    connectionString: withSession(Redacted.value(url), sessionOf(patience)),
    application_name: "qal",
    max: most,
    types,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: Duration.toMillis(KEEP_ALIVE_AFTER),
    connectionTimeoutMillis: Duration.toMillis(patience.connection),
    query_timeout: Duration.toMillis(patience.answer),
    idleTimeoutMillis: Duration.toMillis(IDLE),
    maxLifetimeSeconds: Duration.toSeconds(LIFETIME)
  })

/** Distinct texts that are kept prepared; more, such as lists of many lengths, are parsed each time. */
const PREPARED = 1_000

interface PreparedStatement {
  readonly name?: string
  readonly text: string
}

/** Each text in PostgreSQL's form with the name that it is prepared by. */
const makePrepare = () => {
  const known = new Map<string, PreparedStatement>()
  return (text: string): PreparedStatement => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    if (known.size >= PREPARED) return { text: numbered(text) }
    const made = { name: `qal_${known.size}`, text: numbered(text) }
    known.set(text, made)
    return made
  }
}

const connectionOf = (client: PoolClient, prepare: (text: string) => PreparedStatement): Connection => ({
  all: async ({ parameters, text }) =>
    (await client.query({ ...prepare(text), values: parametersOf(parameters) })).rows,
  plain: async (text, parameters = []) => (await client.query(text, parametersOf(parameters))).rows
})

const makeUse = (pool: pg.Pool): Use => {
  const prepare = makePrepare()
  return async (work) => {
    const client = await pool.connect()
    let isLost = false
    const lose = () => {
      isLost = true
    }
    client.on("error", lose)
    try {
      return await work(connectionOf(client, prepare))
    } catch (cause) {
      if (isOfConnection(cause) || isOutdated(cause)) lose()
      throw cause
    } finally {
      client.off("error", lose)
      client.release(isLost || client.getTransactionStatus() !== "I")
    }
  }
}

/** A pool that closes with the scope; its connections are opened as they are needed. */
const scoped = (address: DatabaseUrl, most: number, patience: WaitLimits) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const pool = poolOf(address, most, patience)
        // Of a connection that nobody uses: the next one is made anew.
        pool.on("error", () => {})
        return pool
      }),
      (pool) =>
        Effect.timeoutOption(
          Effect.promise(() => pool.end()),
          CLOSES_WITHIN
        )
    ),
    makeUse
  )

/**
 * All of the address's number together, of which one is kept free of work (of one alone, it is a second): a node whose
 * connections are all at slow statements still has to say that it lives.
 */
export class Connections extends Context.Tag("storage/postgres/ConnectionPool")<
  Connections,
  { readonly use: Use; readonly useFree: Use }
>() {
  static readonly layer = (address: DatabaseUrl): Layer.Layer<Connections> =>
    Layer.scoped(
      Connections,
      Effect.all({
        use: scoped(address, Math.max(1, address.connections - 1), OF_WORK),
        useFree: scoped(address, 1, OF_FREE)
      })
    )
}
