/** A rule says which stretches of a text it reads, and how. */
import type { Language } from "../../Domain.ts"
import type { Kind } from "./Span.ts"

/** What a text must have for a rule to be tried: most sentences lack most of it. */
export interface Features {
  readonly digit: boolean
  readonly latin: boolean
  readonly ethiopic: boolean
  /** `.` or `/` right after a letter and before another, or a stop after a letter. */
  readonly stop: boolean
  /** Anything but letters, digits, white space and the usual punctuation. */
  readonly symbol: boolean
  /** Three digits or more in a row, also with single spaces or hyphens between. */
  readonly long: boolean
  /** A Latin letter beside a digit, or one sign from it. */
  readonly code: boolean
}

/** Cues of several rules. */
export const cues = {
  slash: "\\d ?\\/ ?\\d",
  colon: "[\\d፩-፼] ?[:፡፥] ?[\\d፩-፼]",
  point: "\\d[.፥]\\d",
  /** Between two days or years, also with a space on either side. */
  dash: "[\\-–—−~] ?",
  figures: "\\d ?[\\/.\\-] ?\\d"
} as const

/** A place where a rule's pattern matches. */
export interface Match {
  readonly language: Language
  /** The whole text, folded. */
  readonly text: string
  /** UTF-16 offsets in it of what matched. */
  readonly start: number
  readonly end: number
  readonly found: string
  /** Named groups of the pattern; absent ones are undefined. */
  readonly groups: Readonly<Record<string, string | undefined>>
  /** The words of a shorter text, by all rules: of a part of what matched. */
  readonly again: (part: string) => string
}

export interface Rule {
  readonly kind: Kind
  /** Both where it is absent. */
  readonly language?: Language
  /** One of these is enough; always tried where it is absent. */
  readonly needs?: ReadonlyArray<keyof Features>
  /**
   * What every text holds in which this rule reads something: a pattern without a
   * look-behind, tested once in a text for all rules with the same, so that most
   * texts are spared the long pattern. What stands in the pattern's middle, as
   * a sign beside a digit or the beginning of a unit's name.
   */
  readonly cue?: string
  /**
   * A regular expression under the flag `v`. It sees the whole folded text, also
   * what earlier rules read. Takes time linear in the text: no repetition within
   * a repetition, and what is repeated is bounded or begins at one place only.
   */
  readonly pattern: string
  /**
   * What must stand right before a match. It is looked for only where the
   * pattern matches; a look-behind in the pattern is tried at every place.
   */
  readonly after?: string
  /**
   * The words for a match, or undefined where it is not what it looks like: the
   * search then goes on behind it.
   */
  readonly read: (match: Match) => string | undefined
}

/** `literal` as a pattern, under the flag `v`. */
export const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")

/** One of these characters, under the flag `v`. */
export const classOf = (characters: Iterable<string>): string =>
  `[${Array.from(characters, (character) => (/[\p{L}\p{N}]/u.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)).join("")}]`

/** Any of the literals, the longest first. */
export const anyOf = (literals: Iterable<string>): string =>
  `(?:${Array.from(literals)
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join("|")})`

/** What one of the literals begins with: a cue for all of them, in fewer alternatives. */
export const beginningOf = (literals: Iterable<string>): string =>
  anyOf(new Set(Array.from(literals, (literal) => literal.slice(0, 2))))
