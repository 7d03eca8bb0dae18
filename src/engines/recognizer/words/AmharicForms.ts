/** Forms of Amharic nouns that can be made letter by letter. */

const isSixth = (fidel: number): boolean => fidel % 8 === 5
const inOrder = (fidel: number, order: number): string => String.fromCharCode(fidel - (fidel % 8) + order - 1)

/** ቤት with the order of its last letter changed, and an ending: ቤቶች, ቤቱ; others take ዎች and ው. */
const withVowel = (noun: string, order: number, ending: string, other: string): string => {
  const last = noun.charCodeAt(noun.length - 1)
  return isSixth(last) ? noun.slice(0, -1) + inOrder(last, order) + ending : noun + other
}

const startsWithVowel = (noun: string): boolean => /^[አ-ኧዐ-ዖ]/.test(noun)

/** The noun, its plural, with article, object ending and the prepositions of one letter. */
export const nounForms = (noun: string): ReadonlyArray<string> => {
  const plural = withVowel(noun, 7, "ች", "ዎች")
  const definite = withVowel(noun, 2, "", "ው")
  const bare = [noun, plural, definite, `${definite}ን`, `${plural}ን`, withVowel(plural, 2, "", "")]
  const prefixed = startsWithVowel(noun)
    ? []
    : ["በ", "ከ", "ለ", "የ"].flatMap((preposition) => [noun, definite, plural].map((form) => preposition + form))
  return [...bare, `${noun}ን`, `${noun}ና`, `${noun}ም`, ...prefixed]
}
