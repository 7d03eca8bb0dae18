/** What `qal doctor` finds of PostgreSQL: whether a node can work on it, and what an operator would want to know. Nothing is changed. */
import { Clock, Effect, Redacted, Schema } from "effect"
import { type DatabaseUrl, nameOf } from "../../settings/DatabaseUrl.ts"
import * as Clocks from "../Clocks.ts"
import { DatabaseError } from "../Database.ts"
import { NewerDatabase, stateOf } from "../migrations/index.ts"
import { type Connection, Connections } from "./ConnectionPool.ts"
import { schemaOf } from "./migrations/index.ts"
import { assertSuitable, databaseError } from "./Postgres.ts"

/**
 * Of the tables that the owner of `migrations` has, those whose rows this user may not read and write: a dump that was
 * restored by another user leaves such ones. `usable`: connections that users like this one may have at once, all nodes
 * together.
 */
const STATE = `
  SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS commits, pg_is_in_recovery() AS copy,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
    COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)
      AND COALESCE((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migrations')), true) AS creates,
    (SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_class
      WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())
        AND relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations'))
        AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
          AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))) AS closed,
    LEAST(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (SELECT NULLIF(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
      (SELECT NULLIF(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)) AS usable,
    (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS taken`

const Flag = Schema.Literal(0, 1)
const State = Schema.Struct({
  version: Schema.String,
  fsync: Schema.String,
  commits: Schema.String,
  copy: Flag,
  now: Schema.Int,
  creates: Flag,
  closed: Schema.NullOr(Schema.String),
  usable: Schema.Int,
  taken: Schema.Int
})
const decodeState = Schema.decodeUnknown(Schema.Tuple(State))

interface Schemas {
  readonly newest: number
  readonly known: number
}

/** What keeps a node from working there, or from keeping its promises. */
const problemsOf = (state: typeof State.Type, { known, newest }: Schemas, connections: number) => {
  const when = (is: boolean, problem: string) => (is ? [problem] : [])
  return [
    ...when(state.copy === 1, "it is a read-only copy of another"),
    ...when(state.fsync !== "on", "fsync is off: a loss of power destroys it"),
    ...when(state.commits === "off", "synchronous_commit is off: a charge that a client was told of may be lost"),
    ...when(newest < known && state.creates === 0, "its user may not make or change tables (GRANT CREATE ON SCHEMA)"),
    ...when(state.closed !== null, `its user may not read and write the tables ${state.closed}`),
    ...when(
      connections > state.usable,
      `pool=${connections} is more than the ${state.usable} connections that it gives`
    )
  ]
}

const schemaFound = ({ known, newest }: Schemas): string => {
  if (newest === 0) return "no tables yet, which the first start makes"
  return newest < known ? `schema ${newest}, which the next start brings to ${known}` : `schema ${newest}`
}

export interface PostgresFindings {
  readonly found: string
  readonly schema: ReturnType<typeof stateOf>
}

/** Fails with a line that says all that is wrong. */
export const examine = Effect.fn("Examination.examine")(
  function* ({ connections, url }: DatabaseUrl) {
    const { use } = yield* Connections
    const ask = <A>(work: (connection: Connection) => Promise<A>) =>
      Effect.tryPromise({
        try: () => use(work),
        catch: (cause) => (cause instanceof NewerDatabase ? cause : databaseError(cause))
      })
    yield* ask(assertSuitable)
    const schemas = yield* ask((connection) => schemaOf(connection))
    const before = yield* Clock.currentTimeMillis
    const [state] = yield* Effect.flatMap(
      ask(({ plain }) => plain(STATE)),
      decodeState
    )
    const after = yield* Clock.currentTimeMillis
    const clock = Clocks.compare(state.now, before, after)
    const found = [
      `${nameOf(Redacted.value(url))}: PostgreSQL ${state.version.split(" ")[0]}`,
      schemaFound(schemas),
      `answers in ${after - before} ms`,
      clock.found,
      `${state.taken} of ${state.usable} connections in use, ${connections} for this node`
    ].join(", ")
    const problems = [
      ...problemsOf(state, schemas, connections),
      ...(clock.isFar ? ["the clocks are too far apart"] : [])
    ]
    if (problems.length > 0) return yield* new DatabaseError({ message: `${found}; ${problems.join("; ")}` })
    const examined: PostgresFindings = { found, schema: stateOf(schemas) }
    return examined
  },
  (effect, address) => Effect.provide(effect, Connections.layer({ ...address, connections: 1 }))
)
