/** What the lists of the dashboard's contract have in common. */
import { Schema } from "effect"
import { ApiKeyId, JobId, WalletId, wholeFromQuery } from "../Domain.ts"

/** Ids as examples have them. */
export const EXAMPLE = {
  wallet: WalletId.make("wal_01kafp3d2n8q4v7w0x5y6z9abc"),
  key: ApiKeyId.make("key_01kafp4h7t1m3c5e8g0j2k4n6p"),
  job: JobId.make("job_01kafq8r5s9v2x4z6b8d0f3h5j"),
  request: "req_019aaceb-61ad-7c4e-9d2b-5a6e8f01c3d4",
  time: "2026-11-22T08:00:00.000Z"
} as const

/** Whose something is, on every entry of a list. */
export const owner = {
  wallet_id: WalletId.annotations({ description: "The wallet that it belongs to" }),
  wallet_name: Schema.String.annotations({ description: "What that wallet is called" })
}

/** Which wallet alone is asked about. */
export const ofWallet = Schema.optional(
  WalletId.annotations({ description: "Those of this wallet alone; of all wallets where none is named" })
)

/** ISO 8601, UTC. */
export const Time = Schema.String.annotations({ description: "ISO 8601, UTC", examples: [EXAMPLE.time] })

/** An amount in ETB with at most 4 decimals. */
export const Etb = Schema.Number.annotations({ description: "ETB, at most 4 decimals", examples: [499.9] })

/** Whether it can be kept and shown as it is: whole characters, and none that control a terminal but tabs and line ends. */
export const isText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text)

/** Longest search, in UTF-16 code units. */
const MAX_SEARCH = 200

const LIMIT = { most: 100, usual: 25 } as const

const Limit = wholeFromQuery(1, LIMIT.most).annotations({
  description: `Entries of a page: 1 to ${LIMIT.most}, ${LIMIT.usual} where nothing is said`
})

/** Which page of a list. */
export const page = {
  limit: Schema.optionalWith(Limit, { default: () => LIMIT.usual }),
  cursor: Schema.optional(Schema.String.annotations({ description: "The `next_cursor` of the page before" }))
}

/** A text with its description in the document: of a transformation, the document has the description of the encoded side alone. */
export const described = <A>(schema: Schema.Schema<A, string>, description: string) =>
  Schema.compose(Schema.String.annotations({ description }), schema)

export const search = (description: string) =>
  Schema.optional(described(Schema.Trim.pipe(Schema.maxLength(MAX_SEARCH)), description))

export const data = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.Struct({ data: schema })

/**
 * A page, newest first. A search looks at a bounded number of rows at once, so a
 * page may have fewer entries than asked for, or none, and yet a next one.
 */
export const pageOf = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.Struct({
    data: Schema.Array(schema).annotations({ description: "The entries of the page, newest first" }),
    meta: Schema.Struct({
      next_cursor: Schema.NullOr(Schema.String).annotations({
        description: "To be sent as `cursor` for the next page; null on the last one",
        examples: [null]
      })
    }).annotations({ description: "Where the list goes on" })
  })
