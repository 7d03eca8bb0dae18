/** Which words are known, and how they are spelt. */
import type { Language } from "../../Domain.ts"
import { units } from "./Units.ts"
import { allWords } from "./words/Lists.ts"

export interface Lexicon {
  /** How a word of these units is usually spelt, if it is known. */
  readonly spelling: (word: string) => string | undefined
  /** A spelling for any word: the usual one, or letter by letter. */
  readonly write: (word: string) => string
  /** Units in the longest known word. */
  readonly longest: number
}

/** Sounds that cannot be told apart at a word's end. */
const twins: Readonly<Record<Language, ReadonlyArray<readonly [string, string]>>> = {
  am: [
    ["t", "T"],
    ["T", "t"]
  ],
  om: []
}

/**
 * What two spellings of a word have in common: an Amharic sixth order is written
 * alike with its vowel and without, and often recognised either way; an Oromo word
 * neither begins nor ends with the stop that may be recognised there.
 */
const keyOf = (language: Language, word: string): string =>
  language === "am" ? word.replaceAll("I", "") : word.replace(/^'+|'+$/g, "")

export const makeLexicon = (language: Language): Lexicon => {
  const { read, write } = units[language]
  const spellings = new Map<string, string>()
  let longest = 0
  for (const word of allWords[language]) {
    const sound = read(word)
    const key = keyOf(language, sound)
    if (!spellings.has(key)) spellings.set(key, word)
    longest = Math.max(longest, sound.length)
  }
  const spelling = (word: string): string | undefined => {
    const key = keyOf(language, word)
    const known = spellings.get(key)
    if (known !== undefined) return known
    const twin = twins[language].find(([recognised]) => key.endsWith(recognised))
    return twin === undefined ? undefined : spellings.get(key.slice(0, -1) + twin[1])
  }
  return {
    spelling,
    write: (word) => spelling(word) ?? write(language === "om" ? keyOf(language, word) : word),
    longest
  }
}
