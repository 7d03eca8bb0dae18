/**
 * One side of a move: a database that nobody else uses meanwhile, and one transaction on it. What is written is kept by
 * `commit`, and else undone when the scope closes, or when this process dies: no half of a move is ever seen.
 */
import { Data, type Effect, type Stream } from "effect"
import type { Table } from "./Tables.ts"

/** A move that cannot be made, or not be gone on with; `message` is one line for the person at the terminal. */
export class MoveFailed extends Data.TaggedError("MoveFailed")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Values in the order of the selected columns: texts, and whole numbers in decimal. */
export type Row = ReadonlyArray<string | null>

/** Rows at once, at most, and about how many bytes of them: what a move has in memory. */
export const BATCH_ROWS = 1_000
export const BATCH_BYTES = 8 * 1024 * 1024

export const bytesOf = (row: Row): number => row.reduce((sum, value) => sum + 8 + (value?.length ?? 0) * 2, 0)

export interface Side {
  /** Its name in messages: never with a password. */
  readonly name: string
  /** Columns of the table, those that only nodes have left out, in alphabetical order. */
  readonly columns: (table: Table) => Effect.Effect<ReadonlyArray<string>, MoveFailed>
  /** What a query of both dialects answers, some rows at a time. */
  readonly query: (text: string) => Stream.Stream<ReadonlyArray<Row>, MoveFailed>
  /** Runs a statement of both dialects. */
  readonly run: (text: string) => Effect.Effect<void, MoveFailed>
  readonly insert: (
    table: Table,
    columns: ReadonlyArray<string>,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<void, MoveFailed>
  /** Removes the rows of a table that is written anew. */
  readonly empty: (table: Table) => Effect.Effect<void, MoveFailed>
  /** The last `seq` that the table gave, also of a row that is gone; 0 before the first. */
  readonly lastNumber: (table: Table) => Effect.Effect<number, MoveFailed>
  /** The next row of the table gets a higher `seq` than this. */
  readonly goOnFrom: (table: Table, last: number) => Effect.Effect<void, MoveFailed>
  /** SHA-256 of the token that opens the dashboard, in hexadecimal; undefined where it was not made here. */
  readonly adminToken: Effect.Effect<string | undefined, MoveFailed>
  readonly keepAdminToken: (hash: string) => Effect.Effect<void, MoveFailed>
  readonly commit: Effect.Effect<void, MoveFailed>
}
