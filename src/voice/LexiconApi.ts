/** A wallet's lexicon in the contract of voice: how it has words read. */
import { Schema } from "effect"
import { dictionary } from "../http/Dictionary.ts"

/** Words of one language that a lexicon may have. */
export const MAX_WORDS = 1_000

/** The longest word, and the longest spelling, in UTF-16 code units. */
export const MAX_SPELLING = 100

const words = (language: string, script: string) =>
  dictionary(Schema.String).annotations({
    description:
      `Words of texts in ${language}, each with the spelling that is read in its place, in ${script}; at most ` +
      `${MAX_WORDS}, of at most ${MAX_SPELLING} characters (UTF-16 code units)`
  })
const amharic = words("Amharic", "fidel")
const oromo = words("Afaan Oromo", "Latin letters")

const none = { nullable: true, default: () => ({}) } as const

/** For documents and clients; `LexiconEntries` reads what was sent. */
export const LexiconRequest = Schema.Struct({
  am: Schema.optionalWith(amharic, none).annotations({ default: {} }),
  om: Schema.optionalWith(oromo, none).annotations({ default: {} })
}).annotations({
  identifier: "LexiconRequest",
  description: "The words of the lexicon, by language: all of them, in the place of those before",
  examples: [{ am: { Qal: "ቃል", "Addis AI": "አዲስ ኤ አይ" }, om: { Qal: "Qaal" } }]
})

export const Lexicon = Schema.Struct({
  am: amharic,
  om: oromo,
  updated_at: Schema.NullOr(Schema.String).annotations({
    description: "When it was last changed: ISO 8601, UTC; null where it never was"
  })
}).annotations({
  identifier: "Lexicon",
  description: "How a wallet has words read, by language",
  examples: [{ am: { "Addis AI": "አዲስ ኤ አይ", Qal: "ቃል" }, om: { Qal: "Qaal" }, updated_at: "2026-11-22T10:52:42.903Z" }]
})
export type Lexicon = typeof Lexicon.Type
