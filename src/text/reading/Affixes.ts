/**
 * What Amharic and Afaan Oromo write in one with a number or an abbreviation,
 * as patterns with the groups `prefix` and `suffix`, and how it is joined to
 * the words that are said (Leslau, Reference Grammar of Amharic, 1995; Owens,
 * A Grammar of Harar Oromo, 1985).
 */
import type { Language } from "../../Domain.ts"
import { anyOf } from "./Rule.ts"

/** Prepositions that Amharic writes in one with their word. */
const amharicPrefixes = ["እስከ", "እንደ", "ስለ", "ወደ", "ከየ", "በየ", "ለየ", "እየ", "የ", "በ", "ለ", "ከ"]
const amharicSuffixes = ["ን", "ም", "ስ", "ና", "ው", "ዋ", "ንም", "ና", "ቱ", "ዎቹ", "ዎች"]
const oromoSuffixes = ["tti", "tiin", "n", "f", "s", "rraa", "irraa", "irratti", "tu"]

/** An optional prefix; before it no letter. */
export const prefix: Readonly<Record<Language, string>> = {
  am: `(?:(?<![\\p{L}\\p{M}\\p{N}])(?<prefix>${anyOf(amharicPrefixes)})-?)?`,
  om: ""
}

/** An optional suffix; behind it no letter. */
export const suffix: Readonly<Record<Language, string>> = {
  am: `(?:-?(?<suffix>${anyOf(amharicSuffixes)}))?(?![\\p{L}\\p{M}])`,
  om: `(?:[\\-']?(?<suffix>${anyOf(oromoSuffixes)}))?(?![\\p{L}\\p{M}])`
}

const doubled = (vowel: string): string => vowel + vowel

/** The suffix on the last word: afur, afuritti; lama, lamatti; -n and -f want a long vowel before them. */
const oromoJoined = (words: string, ending: string): string => {
  if (ending === "") return words
  const vowel = /[aeiou]$/.exec(words)?.[0]
  if (vowel === undefined) return `${words}${/^[aeiou]/.test(ending) ? "" : "i"}${ending}`
  if (/^[aeiou]/.test(ending)) return words.slice(0, -1) + ending
  const isShort = !/[aeiou]{2}$/.test(words)
  return isShort && (ending === "n" || ending === "f") ? words.slice(0, -1) + doubled(vowel) + ending : words + ending
}

/** The words with what stood before and behind them. */
export const joined = (
  language: Language,
  words: string,
  { prefix: before = "", suffix: after = "" }: Readonly<Record<string, string | undefined>>
): string => (language === "am" ? `${before}${words}${after}` : oromoJoined(`${before}${words}`, after))
