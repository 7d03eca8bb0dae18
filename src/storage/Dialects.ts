/** What of a read SQLite and PostgreSQL have no common words for. */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"

/** A table, of which SQLite is to look at no more than an index has; PostgreSQL chooses for itself. */
export const indexed = (sql: SqlClient.SqlClient, table: string, index: string): Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal(table),
    orElse: () => sql.literal(`${table} INDEXED BY ${index}`)
  })

/** Whether a column's JSON may have escapes of what PostgreSQL holds in no text: U+0000, and half of a surrogate pair. */
const hasEscapes = (column: string): string =>
  String.raw`(strpos(${column}, '\u0000') > 0 OR strpos(${column}, '\ud') > 0)`

/** What stands before an escape: pairs of backslashes, each of which says a backslash. Behind half of one it is text. */
const BEFORE = String.raw`(?<!\\)((?:\\\\)*)`

/**
 * The JSON of a column, for PostgreSQL, which decodes each string of it to find a key: with escapes of private letters, as
 * long, in the place of those that it refuses. Nothing that writes JSON escapes such letters. A text that writes such an
 * escape out has its backslash escaped, and stays as it is.
 */
export const jsonInPostgres = (column: string): string =>
  String.raw`CAST(CASE WHEN ${hasEscapes(column)}
    THEN regexp_replace(${column}, '${BEFORE}\\u(?:0(000)|d([89a-f]))', '\1\\ue\2\3', 'g')
    ELSE ${column} END AS JSON)`

/** The text of such JSON with the escapes that were in it. */
const withEscapes = (column: string, text: string): string =>
  String.raw`CASE WHEN ${hasEscapes(column)}
    THEN regexp_replace(regexp_replace(${text}, '${BEFORE}\\ue([89a-f])', '\1\\ud\2', 'g'),
      '${BEFORE}\\ue000', '\1\\u0000', 'g')
    ELSE ${text} END`

/**
 * What stands under `key` of the object that a column of JSON texts has: JSON again,
 * so that a text with U+0000, which PostgreSQL cannot hold unescaped, comes through.
 */
export const field = (sql: SqlClient.SqlClient, column: string, key: string): Fragment =>
  sql.onDialectOrElse({
    pg: () => sql.literal(withEscapes(column, `CAST(${jsonInPostgres(column)} -> '${key}' AS TEXT)`)),
    orElse: () => sql.literal(`CASE WHEN json_valid(${column}) THEN ${column} -> '${key}' END`)
  })
