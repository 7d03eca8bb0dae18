/** Places in lists, newest first. */
import { Effect, type Option, Schema } from "effect"
import { atField, ValidationFailed } from "../Errors.ts"

const invalid = () => {
  const message = "must be the next_cursor of an earlier page"
  return new ValidationFailed(atField({ field: "cursor", code: "invalid", message }, `cursor: ${message}`))
}

/** The cursors of one list, which `name` names, for places that are texts of the list's own. */
export const ofText = (name: string) => {
  const text = Schema.compose(Schema.StringFromBase64Url, Schema.TemplateLiteralParser(`${name}:`, Schema.String))
  const encode = Schema.encodeSync(text)
  const decode = Schema.decode(text)
  return {
    /** Opaque to clients. */
    at: (place: string): string => encode([`${name}:`, place]),
    /** The place that `read` finds in a cursor. Fails with `ValidationFailed` on a foreign cursor, and where `read` finds none. */
    read: <Place>(
      cursor: string,
      read: (place: string) => Option.Option<Place>
    ): Effect.Effect<Place, ValidationFailed> =>
      decode(cursor).pipe(
        Effect.flatMap(([, place]) => read(place)),
        Effect.mapError(invalid)
      )
  }
}

/** No row's number reaches it. */
const NEWEST = Number.MAX_SAFE_INTEGER

/** A page of what was found, and where the next one begins; null where there is none. */
export interface Page<Row> {
  readonly page: ReadonlyArray<Row>
  readonly nextCursor: string | null
}

/** The cursors of a list whose rows are numbered in their order. `name`: of the list; cursors of other lists are refused. Opaque to clients. */
export const make = (name: string) => {
  const text = Schema.compose(
    Schema.StringFromBase64Url,
    Schema.TemplateLiteralParser(`${name}:`, Schema.NumberFromString.pipe(Schema.int(), Schema.nonNegative()))
  )
  const encode = Schema.encodeSync(text)
  const decode = Schema.decode(text)
  return {
    /** The number that the page's rows are below. Fails with `ValidationFailed` on a foreign cursor. */
    before: (cursor: string | undefined): Effect.Effect<number, ValidationFailed> =>
      cursor === undefined
        ? Effect.succeed(NEWEST)
        : Effect.mapBoth(decode(cursor), { onSuccess: ([, seq]) => seq, onFailure: invalid }),
    /** Where the page begins whose rows are below `seq`. */
    at: (seq: number): string => encode([`${name}:`, seq]),
    /** The page of `limit` rows among those found, of which one more was asked for. */
    page: <Row extends { readonly seq: number }>(rows: ReadonlyArray<Row>, limit: number): Page<Row> => {
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return { page, nextCursor: last === undefined ? null : encode([`${name}:`, last.seq]) }
    }
  }
}
