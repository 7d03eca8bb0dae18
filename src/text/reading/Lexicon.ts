/** A client's own words: how names and brands are to be read. */
import type { Language } from "../../Domain.ts"
import { APOSTROPHES } from "../Search.ts"
import { joined, prefix, suffix } from "./Affixes.ts"
import { folded } from "./Folding.ts"
import { classOf, escaped, type Rule } from "./Rule.ts"

/** A word as it is written, and its spelling as it is to be read, in the same language. */
export type Lexicon = ReadonlyArray<readonly [word: string, spelling: string]>

const apostrophe = classOf(APOSTROPHES)
const apostrophes = new RegExp(apostrophe, "gv")
const blanks = /\s+/g

/** One form for all that is the same word: composed, of one width, case and kind of apostrophe, with single spaces. */
export const keyOf = (word: string): string =>
  folded(word.normalize("NFC")).replace(apostrophes, "'").replace(blanks, " ").toLowerCase()

/** The ways to write one character of a key in a folded text. */
const written = (character: string): string => {
  if (character === "'") return apostrophe
  return character === " " ? "\\s{1,4}" : escaped(character)
}

const patternOf = (keys: Iterable<string>): string =>
  Array.from(keys)
    .toSorted((one, other) => other.length - one.length)
    .map((key) => Array.from(key, written).join(""))
    .join("|")

/** The rules of a lexicon; none for an empty one. */
export const lexiconRules = (language: Language, lexicon: Lexicon): ReadonlyArray<Rule> => {
  if (lexicon.length === 0) return []
  const spellings = new Map(lexicon.map(([word, spelling]) => [keyOf(word), spelling]))
  const rule: Rule = {
    kind: "lexicon",
    // Without regard to case, which the flag would ask for of all patterns.
    pattern: `(?<![\\p{L}\\p{M}\\p{N}])${prefix[language]}(?<word>(?i:${patternOf(spellings.keys())}))${suffix[language]}`,
    read: ({ groups }) => {
      const spelling = spellings.get(keyOf(groups.word ?? ""))
      return spelling === undefined ? undefined : joined(language, spelling, groups)
    }
  }
  return [rule]
}

/** A lexicon in which words are soon found. */
export interface IndexedLexicon {
  readonly lexicon: Lexicon
  /** Of the words, in their order. */
  readonly keys: ReadonlyArray<string>
}

export const indexed = (lexicon: Lexicon): IndexedLexicon => ({ lexicon, keys: lexicon.map(([word]) => keyOf(word)) })

/**
 * The entries whose words stand somewhere in the text, be it within another
 * word: all that a reading of it may need. 20 to 100 ns for each word of the
 * lexicon where the text is a sentence (measured).
 */
export const within = ({ keys, lexicon }: IndexedLexicon, text: string): Lexicon => {
  if (lexicon.length === 0) return lexicon
  const key = keyOf(text)
  return lexicon.filter((_, at) => key.includes(keys[at] ?? ""))
}
