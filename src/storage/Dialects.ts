/** What of a read SQLite and PostgreSQL have no common words for. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"

/** A table, of which SQLite is to look at no more than an index has; PostgreSQL chooses for itself. */
export const indexed = (sql: SqlClient.SqlClient, table: string, index: string): Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal(table),
    orElse: () => sql.literal(`${table} INDEXED BY ${index}`)
  })

/**
 * What stands under `key` of the object that a column of JSON texts has: JSON again,
 * so that a text with U+0000, which PostgreSQL cannot hold unescaped, comes through.
 */
export const field = (sql: SqlClient.SqlClient, column: string, key: string): Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal(`CAST(CAST(${column} AS JSON) -> '${key}' AS TEXT)`),
    orElse: () => sql.literal(`CASE WHEN json_valid(${column}) THEN ${column} -> '${key}' END`)
  })
