/** Forms of Oromo nouns, and of small words, that follow from their last letters. */

const ending = /^(.*?)([aeiou])([aeiou]?)$/
const vowel = /[aeiou]/

/** Two consonants at the end of a stem, before which no third can stand; a digraph is one. */
const closed = /[^aeiou]{2}$/
const digraph = /(?:dh|sh|ch|ny|ph)$/

/** The noun as the one who does it: barataan; biyyi, namni, lafti, intalli. */
const subjects = (stem: string, last: string, second: string): ReadonlyArray<string> => {
  if (second !== "") return [`${stem}${last}${second}n`]
  if (closed.test(stem) && !digraph.test(stem)) return [`${stem}i`]
  const one = stem.charAt(stem.length - 1)
  return [`${stem}${"lr".includes(one) ? one : "n"}i`, `${stem}ni`, `${stem}ti`]
}

/** Those who do something: barataa, barattoota, barattoonni. */
const people = (stem: string, second: string): ReadonlyArray<string> => {
  if (second !== "a") return []
  const many = `${stem}${stem.endsWith("s") ? "o" : "too"}t`
  return [...["a", "aa", "aaf", "aan", "atti"].map((end) => many + end), `${many.slice(0, -1)}nni`]
}

/** After a stem; after the noun; after the noun with its last vowel long. */
const AFTER_STEM = [
  ...["oota", "ootaa", "ootaaf", "ootaan", "ootatti", "ootarratti", "oonni", "ootni", "ota", "onni", "otaaf"],
  ...["icha", "ichi", "ichaa", "ichaan", "ichaaf", "ichatti", "ichis", "ittii", "ittiin"]
]
const AFTER_NOUN = ["tti", "rraa", "rra", "rratti", "dha", "dhaa"]
const AFTER_LONG = ["wwan", "wwaan", "wwanii", "wwaniin", "wwaniif", "lee", "leen", "leef", "leetti"]
const SHORT_CASES = ["n", "f", "s", "tti"]
const LONG_CASES = ["n", "f", "s", "tiin", "tiif", "dhaan", "dhaaf", "dhaa"]
const AFTER_CONSONANT = ["ii", "iin", "iif", "itti", "ni"]

/**
 * The noun with its cases, postpositions, the definite and the plural: mana, manaan, manaaf,
 * manatti, manarraa, manicha, manoota.
 */
export const nounForms = (noun: string): ReadonlyArray<string> => {
  const parts = ending.exec(noun)
  if (parts === null) return [noun, ...AFTER_CONSONANT.map((end) => noun + end)]
  const [, stem = "", last = "", second = ""] = parts
  const long = stem + last + last
  const bare = vowel.test(stem.charAt(stem.length - 1)) ? stem + last : stem
  const doing = subjects(stem, last, second)
  return [
    noun,
    long,
    ...doing,
    ...doing.map((form) => `${form}${form.endsWith("i") ? "s" : "is"}`),
    ...(second === "" ? SHORT_CASES : LONG_CASES).map((end) => long + end),
    ...AFTER_NOUN.map((end) => noun + end),
    ...AFTER_STEM.map((end) => bare + end),
    ...AFTER_LONG.map((end) => long + end),
    ...people(stem, second)
  ]
}

/** Small words and numbers with what is hung on them: kana, kanaan, kanaaf, kanatti, kanarraa, kanas. */
export const smallForms = (word: string): ReadonlyArray<string> => {
  const parts = ending.exec(word)
  if (parts === null) return [word, ...["i", "is", "ii", "iin", "iif"].map((end) => word + end)]
  const [, stem = "", last = ""] = parts
  const long = stem + last + last
  return [
    word,
    `${word}s`,
    long,
    ...["n", "f", "s", "fis", "nis"].map((end) => long + end),
    ...["tti", "ttis", "rra", "rraa", "rratti", "dha"].map((end) => word + end)
  ]
}
