/** Forms of Amharic nouns that can be made letter by letter. */
import { inOrder, orderOf, withWa } from "./FidelOrders.ts"

/** The noun with its last letter in another order, and an ending: ቤቶች, ቤቱ; those that end in a vowel take another. */
const withVowel = (noun: string, order: number, ending: string, other: string): string => {
  const last = noun.charAt(noun.length - 1)
  return orderOf(last) === 6 ? noun.slice(0, -1) + inOrder(last, order) + ending : noun + other
}

const PREPOSITIONS = ["በ", "ከ", "ለ", "የ"]

/** A name, a number or a pronoun with the prepositions of one letter, and what is hung on it. */
export const nameForms = (name: string): ReadonlyArray<string> => [
  name,
  ...["ን", "ም", "ና", "ው"].map((ending) => name + ending),
  ...PREPOSITIONS.flatMap((preposition) => ["", "ም", "ና", "ው"].map((ending) => preposition + name + ending)),
  `የ${name}ን`
]

/**
 * The noun (ስለ, እንደ, ወደ, ያለ and እስከ are written apart), its plural, with article, possessor, object ending and the
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
    withVowel(noun, 2, "ዋ", "ዋ"),
    ...[noun, definite, plural, plurals, ...owned].map((form) => `${form}ን`),
    ...[noun, definite, plural, plurals].flatMap((form) => [`${form}ና`, `${form}ም`]),
    ...PREPOSITIONS.flatMap((preposition) => bare.map((form) => preposition + form))
  ]
}
