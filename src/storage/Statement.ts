/** What is written, as data: whoever has something to write says what, and `Writer` runs it. */

import { isStorable, storable } from "./StorableText.ts"

/** What a statement may be given. */
export type Parameter = string | number | bigint | null

/**
 * Stands for the wallet's balance with the charge, in micro-ETB, in a row that a
 * settlement writes: the store knows it only once it writes the charge.
 */
export const BALANCE_AFTER: unique symbol = Symbol("balance after")

/** What a statement of a settlement may be given. */
export type SettlementParameter = Parameter | typeof BALANCE_AFTER

export interface Statement<P = Parameter> {
  /** The same each time: the database prepares it once and keeps it. */
  readonly text: string
  readonly parameters: ReadonlyArray<P>
}

/** A statement of a settlement's transaction. */
export type SettlementStatement = Statement<SettlementParameter>

/** What a statement answers, one object for each row; to be decoded by whoever reads it. */
export type Rows = ReadonlyArray<unknown>

export const statement = (text: string, ...parameters: ReadonlyArray<Parameter>): Statement => ({ text, parameters })

/**
 * A list as one parameter, each value once: the keys of a JSON object, which SQLite
 * and PostgreSQL both read by `SELECT key FROM json_each(?)`. (Of an array they do
 * not: PostgreSQL's takes objects alone.) It is for looking for them: texts that no
 * row can have are left out, as PostgreSQL would refuse the whole statement.
 */
export const listed = (values: ReadonlyArray<string | number>): string =>
  JSON.stringify(
    Object.fromEntries(
      values.flatMap((value) => (typeof value === "string" && !isStorable(value) ? [] : [[value, 0] as const]))
    )
  )

/**
 * Things as one parameter, in their order: the values of a JSON object, which `json_each(?)` gives as `value`. Of texts what
 * no database holds is replaced.
 */
export const sequence = (values: ReadonlyArray<unknown>): string =>
  JSON.stringify({ ...values }, (_, value) => (typeof value === "string" ? storable(value) : value))

/** Inserts a row, whose keys are the columns; `rest` is what follows, such as `ON CONFLICT`. */
export const insert = <P extends SettlementParameter>(
  table: string,
  row: Readonly<Record<string, P>>,
  rest = ""
): Statement<P> => {
  const columns = Object.keys(row)
  return {
    text: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ${rest}`,
    parameters: Object.values(row)
  }
}
