/** What is written, as data: whoever has something to write says what, and `Writer` runs it. */

/** What a statement may be given. */
export type Parameter = string | number | bigint | null

export interface Statement {
  /** A constant: the database prepares it once and keeps it. */
  readonly text: string
  readonly parameters: ReadonlyArray<Parameter>
}

/** What a statement answers, one object for each row; to be decoded by whoever reads it. */
export type Rows = ReadonlyArray<unknown>

export const statement = (text: string, ...parameters: ReadonlyArray<Parameter>): Statement => ({ text, parameters })

/** Makes of a row the statement that inserts it; `rest` is what follows, such as `ON CONFLICT`. */
export const insertion = <Column extends string>(table: string, columns: ReadonlyArray<Column>, rest = "") => {
  const text = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")}) ${rest}`
  return (row: Readonly<Record<Column, Parameter>>): Statement => ({
    text,
    parameters: columns.map((column) => row[column])
  })
}
