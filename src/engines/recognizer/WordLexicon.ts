/** Which words are known, how they are spelt, and what words look like. */
import type { Language } from "../../Domain.ts"
import { units } from "./AcousticUnits.ts"
import { makeUnitModel, type UnitModel } from "./UnitModel.ts"
import { allWords, baseWords } from "./words/Lists.ts"

interface Entry {
  /** How it is usually spelt. */
  readonly spelling: string
  /** Whether it was written down, and not made of another word. */
  readonly base: boolean
}

export interface Lexicon {
  /** What is known of a word of these units. */
  readonly find: (word: string) => Entry | undefined
  /** A spelling for any word: the usual one, or letter by letter. */
  readonly write: (word: string) => string
  /** Units in the longest known word. */
  readonly longest: number
  readonly likeness: UnitModel
}

/** Sounds that are hard to tell apart at a word's end. */
const twins: Readonly<Record<Language, ReadonlyArray<readonly [string, string]>>> = {
  am: [
    ["t", "T"],
    ["T", "t"]
  ],
  om: []
}

/** A word neither begins nor ends with the stop that may be recognised there; in Amharic one that begins it is written. */
const keyOf = (language: Language, word: string): string =>
  language === "am" ? word.replace(/(?<=.)'$/, "") : word.replace(/^'+|'+$/g, "")

/** How much more a word counts than a form made of one. */
const BASE_COUNT = 5

export const makeLexicon = (language: Language): Lexicon => {
  const { read, symbols, write } = units[language]
  const base = new Set(baseWords[language])
  const entries = new Map<string, Entry>()
  let longest = 0
  for (const word of allWords[language]) {
    const sound = read(word)
    const key = keyOf(language, sound)
    if (!entries.has(key)) entries.set(key, { spelling: word, base: base.has(word) })
    longest = Math.max(longest, sound.length)
  }
  // A stop beside a consonant is easily missed: har'a is also heard as hara.
  for (const [key, entry] of [...entries]) {
    const without = key.replace(/(?<=[^aeiouAEIOU'])'|'(?=[^aeiouAEIOU'])/g, "")
    if (language === "om" && without !== key && !entries.has(without)) entries.set(without, entry)
  }
  const find = (word: string): Entry | undefined => {
    const key = keyOf(language, word)
    const known = entries.get(key)
    if (known !== undefined) return known
    const twin = twins[language].find(([recognised]) => key.endsWith(recognised))
    return twin === undefined ? undefined : entries.get(key.slice(0, -1) + twin[1])
  }
  return {
    find,
    write: (word) => find(word)?.spelling ?? write(keyOf(language, word)),
    longest,
    likeness: makeUnitModel(
      symbols,
      Array.from(entries, ([key, entry]) => [key, entry.base ? BASE_COUNT : 1] as const)
    )
  }
}
