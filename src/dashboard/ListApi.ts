/** What the lists of the dashboard's contract have in common. */
import { Schema } from "effect"

/** ISO 8601, UTC. */
export const Time = Schema.String.annotations({ description: "ISO 8601, UTC", examples: ["2026-11-22T08:00:00.000Z"] })

/** An amount in ETB with at most 4 decimals. */
export const Etb = Schema.Number.annotations({ description: "ETB, at most 4 decimals", examples: [499.9] })

/** Whether it can be kept and shown as it is: whole characters, and none that control a terminal but tabs and line ends. */
export const isText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text)

/** Longest search, in UTF-16 code units. */
const MAX_SEARCH = 200

const LIMIT = { most: 100, usual: 25 } as const

const Limit = Schema.NumberFromString.pipe(
  Schema.int({ message: () => "must be a whole number" }),
  Schema.between(1, LIMIT.most, { message: () => `must be a whole number from 1 to ${LIMIT.most}` })
).annotations({ description: `Entries of a page: 1 to ${LIMIT.most}, ${LIMIT.usual} where nothing is said` })

/** Which page of a list. */
export const page = {
  limit: Schema.optionalWith(Limit, { default: () => LIMIT.usual }),
  cursor: Schema.optional(Schema.String.annotations({ description: "The `next_cursor` of the page before" }))
}

export const Search = Schema.optional(Schema.Trim.pipe(Schema.maxLength(MAX_SEARCH)))

export const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

/**
 * A page, newest first. A search looks at a bounded number of rows at once, so a
 * page may have fewer entries than asked for, or none, and yet a next one.
 */
export const pageOf = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.Struct({
    data: Schema.Array(schema),
    meta: Schema.Struct({
      next_cursor: Schema.NullOr(Schema.String).annotations({ description: "Null on the last page" })
    })
  })
