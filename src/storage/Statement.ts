/** What is written, as data: whoever has something to write says what, and `Writer` runs it. */

/** What a statement may be given. */
export type Parameter = string | number | bigint | null

export interface Statement {
  /** The same each time: the database prepares it once and keeps it. */
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** What a statement answers, one object for each row; to be decoded by whoever reads it. */
export type Rows = ReadonlyArray<unknown>

export const statement = (text: string, ...parameters: ReadonlyArray<Parameter>): Statement => ({ text, parameters })

/** Inserts a row, whose keys are the columns; `rest` is what follows, such as `ON CONFLICT`. */
export const insert = (table: string, row: Readonly<Record<string, Parameter>>, rest = ""): Statement => {
  const columns = Object.keys(row)
  return {
    text: `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ${rest}`,
    parameters: Object.values(row)
  }
}
