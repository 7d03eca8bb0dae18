/** What queries answer, as their readers know it. */
import { Effect, Schema } from "effect"

/** Decodes the rows of a query. A query that fails and a row of another shape are defects: nobody who asks can cause or mend them. */
export const rowsOf = <A, I>(row: Schema.Schema<A, I>) => {
  const decode = Schema.decodeUnknown(Schema.Array(row))
  return (query: Effect.Effect<unknown, unknown>): Effect.Effect<ReadonlyArray<A>> =>
    Effect.orDie(Effect.flatMap(query, decode))
}
