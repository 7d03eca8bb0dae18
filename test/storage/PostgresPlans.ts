/** What statements look at on PostgreSQL, as it plans them over tables that have grown. */
import { SQL } from "bun"
import { Effect, Schema } from "effect"
import pg from "pg"

/** The texts that the driver is given from now on, until the scope closes. */
export const recorded = Effect.acquireRelease(
  Effect.sync(() => {
    const texts = new Set<string>()
    const original = pg.Client.prototype.query
    const record = function (this: pg.Client, ...asked: ReadonlyArray<unknown>) {
      const [query] = asked
      const text = typeof query === "string" ? query : Object(query).text
      if (typeof text === "string") texts.add(text)
      return Reflect.apply(original, this, asked)
    }
    Object.assign(pg.Client.prototype, { query: record })
    return { texts, original }
  }),
  ({ original }) => Effect.sync(() => void Object.assign(pg.Client.prototype, { query: original }))
).pipe(Effect.map(({ texts }) => texts))

/** A step of a plan. */
interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Index Cond"?: string
  readonly "Recheck Cond"?: string
  readonly Plans?: ReadonlyArray<Node>
}

const Node: Schema.Schema<Node> = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalWith(Schema.String, { exact: true }),
  "Index Name": Schema.optionalWith(Schema.String, { exact: true }),
  "Index Cond": Schema.optionalWith(Schema.String, { exact: true }),
  "Recheck Cond": Schema.optionalWith(Schema.String, { exact: true }),
  Plans: Schema.optionalWith(Schema.Array(Schema.suspend(() => Node)), { exact: true })
})

const decodePlan = Schema.decodeUnknownSync(
  Schema.Tuple(Schema.Struct({ "QUERY PLAN": Schema.Tuple(Schema.Struct({ Plan: Node })) }))
)

/** Rows of each table: as many as make an index worth its price. */
const ROWS = 20_000

/** Of which each value is in many rows. */
const COMMON = /^(wallet_id|key_id|session_id|voice_id|language|operation|action|capability|code|route|method)$/

/** What rules of the tables ask for, of `n`, a row's number. */
const VALUES: Readonly<Record<string, string>> = {
  "jobs.state": "CASE WHEN n % 1000 = 0 THEN 'running' WHEN n % 50 = 0 THEN 'failed' ELSE 'settled' END",
  "jobs.ended_at": "CASE WHEN n % 1000 = 0 THEN NULL ELSE n END",
  "jobs.result": "CASE WHEN n % 50 = 0 THEN NULL ELSE '{}' END",
  "jobs.slot": "NULL",
  "jobs.operation": "CASE n % 3 WHEN 0 THEN 'chat' WHEN 1 THEN 'transcription' ELSE 'translation' END",
  "ledger.kind": "CASE WHEN n % 100 = 0 THEN 'credit' ELSE 'charge' END",
  "ledger.amount": "CASE WHEN n % 100 = 0 THEN 100 ELSE -100 END",
  "ledger.job_id": "CASE WHEN n % 100 = 0 THEN NULL ELSE 'job_id' || n END",
  "api_keys.revoked_at": "NULL",
  "uploads.kind": "'Document'",
  "lexicons.wallet_id": "'wallet_id' || n"
}

const valueOf = (table: string, column: string, type: string): string =>
  VALUES[`${table}.${column}`] ??
  (type === "bigint" ? "n" : COMMON.test(column) ? `'${column}' || n % 1000` : `'${column}' || n`)

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly data_type: string
}

/** Fills the tables past their triggers. */
const grow = async (sql: SQL, growing: string): Promise<void> => {
  const columns: ReadonlyArray<Column> = await sql`
    SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'NO' ORDER BY ordinal_position`
  await sql.unsafe("SET session_replication_role = replica")
  for (const table of growing.split("|")) {
    const own = columns.filter(({ table_name }) => table_name === table)
    const values = own.map(({ column_name, data_type }) => valueOf(table, column_name, data_type))
    await sql.unsafe(
      `INSERT INTO ${table} (${own.map(({ column_name }) => column_name).join(", ")})
       SELECT ${values.join(", ")} FROM generate_series(1000000, ${1_000_000 + ROWS}) AS n`
    )
  }
  await sql.unsafe("ANALYZE")
  await sql.unsafe("SET plan_cache_mode = force_generic_plan")
  // What is right where there are so few rows, and would not be where there are millions.
  for (const means of ["seqscan", "hashjoin", "mergejoin"]) await sql.unsafe(`SET enable_${means} = off`)
}

const stepsOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(stepsOf)]

/** Plans of statements over the database at `url`, of which the tables that `growing` names (a pattern) are filled for it. */
export const over = (url: string, growing: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const sql = new SQL(url, { max: 1 })
        await grow(sql, growing)
        return sql
      }),
      (sql) => Effect.promise(() => sql.close({ timeout: 0 }))
    ),
    (sql) => {
      const isGrowing = new RegExp(`^(${growing})$`)
      const isScan = (node: Node): boolean =>
        /Scan/.test(node["Node Type"]) && isGrowing.test(node["Relation Name"] ?? "")
      const isUnbounded = (node: Node): boolean =>
        isScan(node) &&
        node["Index Cond"] === undefined &&
        node["Recheck Cond"] === undefined &&
        // Those hold nothing but what is running.
        !/^jobs_(running|of_nodes)$/.test(node["Index Name"] ?? "")
      return {
        /** What the statement looks at without an index's condition, or has to sort. Fails with what is wrong in its text. */
        unbounded: (text: string) =>
          Effect.promise(async (): Promise<ReadonlyArray<string>> => {
            if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(text) || /pg_|migrations/.test(text)) return []
            await sql.unsafe(`PREPARE planned AS ${text}`)
            const places = new Set(text.match(/\$\d+/g)).size
            const values = places === 0 ? "" : `(${Array.from({ length: places }, () => "NULL").join(", ")})`
            const plan = decodePlan(await sql.unsafe(`EXPLAIN (FORMAT JSON) EXECUTE planned${values}`))
            await sql.unsafe("DEALLOCATE planned")
            const [
              {
                "QUERY PLAN": [{ Plan: root }]
              }
            ] = plan
            const steps = stepsOf(root)
            // What a list names may be sorted: it has its own bound.
            const mayBeLong = steps.some(isScan) && !text.includes("json_each")
            return steps
              .filter((node) => isUnbounded(node) || (mayBeLong && /Sort$/.test(node["Node Type"])))
              .map((node) => `${text}: ${node["Node Type"]} ${node["Relation Name"] ?? ""} ${node["Index Name"] ?? ""}`)
          })
      }
    }
  )
