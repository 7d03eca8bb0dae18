/** What a reading is made of. */
import type { Language } from "../../Domain.ts"

/** What a stretch of text is, which says how it is read. */
const kinds = [
  /** Words and punctuation that are read as they stand. */
  "text",
  /** What has no sound: emoji, marks of direction, joiners. */
  "silent",
  /** Letters in another form or script of the same sound: a decomposed accent, fidel within Afaan Oromo. */
  "fold",
  /** A word of the client's own lexicon. */
  "lexicon",
  "url",
  "email",
  /** @name */
  "handle",
  /** #tag */
  "hashtag",
  "telephone",
  /** Numbers of accounts, cards, papers and parcels: said in groups of digits. */
  "identifier",
  "plate",
  "version",
  /** A house, room, bus or box number. */
  "house",
  "money",
  "date",
  "year",
  "time",
  /** Chapter and verse of a scripture. */
  "verse",
  "duration",
  /** A number with its unit. */
  "measure",
  "percent",
  "range",
  "score",
  "fraction",
  "ordinal",
  "sign",
  "number",
  "abbreviation",
  "acronym",
  /** A Latin word in Amharic. */
  "latin",
  /** A word of another language in Afaan Oromo. */
  "loanword",
  /** An ordinary word in capitals. */
  "capitals"
] as const
export type Kind = (typeof kinds)[number]

/** A stretch of the text, and what is said for it. */
export interface Span {
  /** UTF-16 offset of its first code unit in the text. */
  readonly start: number
  /** UTF-16 offset behind its last. */
  readonly end: number
  readonly kind: Kind
  /** In the orthography of the language, without digits. Of `text` as long as the stretch, unit for unit. */
  readonly words: string
}

/** A text and how it is read. */
export interface Reading {
  readonly text: string
  readonly language: Language
  /** All of the text, in order: each begins where the one before ends. */
  readonly spans: ReadonlyArray<Span>
  /** The words of all spans, joined: what an engine speaks. */
  readonly words: string
}
