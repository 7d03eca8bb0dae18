/**
 * Words that every room uses: languages and the branded identifiers. Each is
 * decoded once at an edge and trusted inside.
 */
import { FiberRef, Schema } from "effect"

export const Language = Schema.Literal("am", "om").annotations({
  identifier: "Language",
  description: "A language that can be spoken and heard (ISO 639-1): `am` Amharic, `om` Afaan Oromo",
  examples: ["am"]
})
export type Language = typeof Language.Type

/** The form of an API key's secret (wire contract, section 1); the upper bound keeps a hostile header from being hashed. */
export const KEY_FORMAT = { prefix: "sk_", least: 40, most: 200 } as const

const keyPattern = new RegExp(`^${KEY_FORMAT.prefix}[0-9A-Za-z]{${KEY_FORMAT.least},${KEY_FORMAT.most}}$`)

export const isApiKey = (text: string): boolean => keyPattern.test(text)

/** Characters of a signing secret: short enough to type, long enough not to be guessed when random. */
export const LEAST_SECRET = 16

/** A field that may be left out, or be null: both mean that it is not given. */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

const FlagInWords = Schema.transform(Schema.Literal("true", "false", "1", "0"), Schema.Boolean, {
  strict: true,
  decode: (text) => text === "true" || text === "1",
  encode: (flag) => (flag ? ("true" as const) : ("false" as const))
})

/** A flag in the query of an address, or in a form. `True` is what Python makes of it. */
export const BooleanFromQuery = Schema.compose(Schema.Lowercase, FlagInWords, { strict: false }).annotations({
  jsonSchema: { type: "boolean" }
})

export const wholeFrom = (least: number, most: number) => {
  const message = () => `must be a whole number from ${least} to ${most}`
  return Schema.Number.pipe(Schema.int({ message }), Schema.between(least, most, { message }))
}

/** A number in decimal digits: what a query or a form says of it is no program's `0x10`, `1e1` or blank. */
export const NumberFromDigits = Schema.compose(
  Schema.String.pipe(Schema.pattern(/^-?\d{1,20}(?:\.\d{1,20})?$/, { message: () => "must be a number" })),
  Schema.NumberFromString
)

/** A whole number in the query of an address. */
export const wholeFromQuery = (least: number, most: number) =>
  Schema.compose(NumberFromDigits, wholeFrom(least, most)).annotations({
    jsonSchema: { type: "integer", minimum: least, maximum: most }
  })

const MAX_REQUEST_ID = 128

/** What messages and descriptions say of a `RequestId`. */
export const REQUEST_ID_IN_WORDS = `1 to ${MAX_REQUEST_ID} characters of A-Z a-z 0-9 _ -`

/** What a client may use as the id of one logical request (wire contract, section 2, rule 4). */
export const RequestId = Schema.String.pipe(
  Schema.pattern(new RegExp(`^[A-Za-z0-9_-]{1,${MAX_REQUEST_ID}}$`), {
    identifier: "RequestId",
    message: () => `must be ${REQUEST_ID_IN_WORDS}`
  }),
  Schema.brand("RequestId")
)
export type RequestId = typeof RequestId.Type

export const WalletId = Schema.NonEmptyString.pipe(Schema.brand("WalletId"))
export type WalletId = typeof WalletId.Type

export const ApiKeyId = Schema.NonEmptyString.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const ClipId = Schema.NonEmptyString.pipe(Schema.brand("ClipId"))
export type ClipId = typeof ClipId.Type

export const JobId = Schema.NonEmptyString.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/** Name of a stored file; never derived from a client's words. */
export const BlobId = Schema.String.pipe(Schema.pattern(/^[a-z0-9_]{1,64}$/), Schema.brand("BlobId"))
export type BlobId = typeof BlobId.Type

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/**
 * A new identifier: prefix, then 10 characters of time (milliseconds) and 16
 * of randomness (80 bits), in Crockford's base 32, so ids sort by creation.
 */
export const newId = (prefix: string, now: number): string => {
  let id = `${prefix}_`
  // Half of what it costs by way of arrays; every paid request has two ids made.
  for (let power = 9; power >= 0; power--) id += alphabet[Math.floor(now / 32 ** power) % 32]
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += alphabet[byte % 32]
  return id
}

/** When an identifier of `newId` was made, in milliseconds since 1970. */
export const timeOfId = (id: string): number => {
  const start = id.indexOf("_") + 1
  let time = 0
  for (const character of id.slice(start, start + 10)) time = time * 32 + alphabet.indexOf(character)
  return time
}

/**
 * On whose behalf work is done: pools share out workers, places and memory by it.
 * Set by what runs a job, read by a pool, and of no interest to anything between.
 */
export type Share = string

/** Work that no wallet pays, such as the samples of voices. */
export const NOBODY: Share = "nobody"

/** The share that the current fiber and those that it forks work for. */
export const currentShare: FiberRef.FiberRef<Share> = FiberRef.unsafeMake(NOBODY)

/** What no job does, such as the samples of voices. */
const NO_OPERATION = "none"

/** The paid operation that the current fiber and those that it forks work for, as metrics name it. */
export const currentOperation: FiberRef.FiberRef<string> = FiberRef.unsafeMake(NO_OPERATION)

/** What engines do for a job beside the answering of questions. */
export type EnginePart = "hearing" | "voice"

/** Whether the work of a job may be charged for. */
export interface ChargeTerms {
  /** Set by an engine whose model may not be sold: what it did costs nothing. */
  isFree: boolean
  /** What such models did. */
  readonly parts: Set<EnginePart>
}

/** The terms of the job that the current fiber and those that it forks work for; none where no job is. */
export const currentChargeTerms: FiberRef.FiberRef<ChargeTerms | undefined> = FiberRef.unsafeMake<
  ChargeTerms | undefined
>(undefined)

/** Refuses texts of more UTF-16 code units than `most`. */
export const mostCharacters =
  (most: number) =>
  <A extends string, I, R>(text: Schema.Schema<A, I, R>) =>
    text.pipe(Schema.maxLength(most, { message: () => `must have at most ${most} characters` }))

const MIB = 1024 * 1024

/** Bytes in words. */
export const megabytes = (bytes: number): string =>
  bytes < MIB ? `${bytes} bytes` : `${Number((bytes / MIB).toFixed(1))} MiB`
