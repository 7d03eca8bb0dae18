/** Forms of Amharic nouns that can be made letter by letter. */
import { inOrder, orderOf, withWa } from "./Fidel.ts"

/** The noun with its last letter in another order, and an ending: ቤቶች, ቤቱ; those that end in a vowel take another. */
const withVowel = (noun: string, order: number, ending: string, other: string): string => {
  const last = noun.charAt(noun.length - 1)
  return orderOf(last) === 6 ? noun.slice(0, -1) + inOrder(last, order) + ending : noun + other
}

const PREPOSITIONS = ["በ", "ከ", "ለ", "የ"]

/**
 * The noun, its plural, with article, possessor, object ending and the
 * prepositions of one letter.
 */
export const nounForms = (noun: string): ReadonlyArray<string> => {
  const plural = withVowel(noun, 7, "ች", "ዎች")
  const plurals = withVowel(plural, 2, "", "")
  const definite = withVowel(noun, 2, "", "ው")
  const owned = [
    withVowel(noun, 5, "", "ዬ"),
    orderOf(noun.slice(-1)) === 6 ? noun.slice(0, -1) + withWa(noun.slice(-1)) : `${noun}ዋ`,
    withVowel(noun, 4, "ችን", "ችን"),
    withVowel(noun, 4, "ቸው", "ቸው")
  ]
  const bare = [noun, plural, definite, plurals, ...owned]
  return [
    ...bare,
    ...[noun, definite, plural, plurals, ...owned].map((form) => `${form}ን`),
    ...[noun, definite, plural, plurals].flatMap((form) => [`${form}ና`, `${form}ም`]),
    ...PREPOSITIONS.flatMap((preposition) => bare.map((form) => preposition + form)),
    ...["ስለ", "እንደ", "ወደ", "ያለ", "እስከ"].flatMap((preposition) => [noun, definite].map((form) => preposition + form))
  ]
}
