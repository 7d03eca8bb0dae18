/** Forms of Oromo verbs that follow from "he did": of deeme, and of fudhate, where the t changes. */

const vowel = /[aeiou]/

/** The stem with an ending in t: dhufte, qabde, baafte, ergite. */
const withT = (stem: string, ending: string): string => {
  const last = stem.charAt(stem.length - 1)
  if (!vowel.test(stem.charAt(stem.length - 2))) return `${stem}it${ending}`
  if ("bgd".includes(last)) return `${stem}d${ending}`
  if (last === "s") return `${stem.slice(0, -1)}ft${ending}`
  return "xq".includes(last) ? `${stem}x${ending}` : `${stem}t${ending}`
}

/** With an ending in n: dhufne, galle, baafne, ergine. */
const withN = (stem: string, ending: string): string => {
  const last = stem.charAt(stem.length - 1)
  if (!vowel.test(stem.charAt(stem.length - 2))) return `${stem}in${ending}`
  if ("lr".includes(last)) return stem + last + ending
  return last === "s" ? `${stem.slice(0, -1)}fn${ending}` : `${stem}n${ending}`
}

const IN_T = ["e", "i", "u", "an", "ee", "eetti", "anii", "aniittu"]
const IN_N = ["e", "a", "u", "ee", "eerra"]
const BARE = [
  "e",
  "a",
  "an",
  "u",
  "uu",
  "uuf",
  "uun",
  "uudhaan",
  "uudhaaf",
  "ee",
  "eera",
  "anii",
  "aniiru",
  "i",
  "aa",
  "in"
]
const PASSIVE = ["ame", "ama", "aman", "amte", "amti", "amu", "amuu", "amee", "ameera", "amaniiru"]

const plain = (stem: string): ReadonlyArray<string> => [
  ...BARE.map((ending) => stem + ending),
  ...IN_T.map((ending) => withT(stem, ending)),
  ...IN_N.map((ending) => withN(stem, ending)),
  ...(stem.endsWith("am") ? [] : PASSIVE.map((ending) => stem + ending))
]

/** Of what one does for oneself: fudhate, fudhadhe, fudhanne, fudhachuu. */
const reflexive = (stem: string): ReadonlyArray<string> => [
  ...["te", "ta", "tan", "tu", "tee", "teera", "tanii", "taniiru", "tin"].map((ending) => stem + ending),
  ...["tte", "tti", "ttu", "ttan", "ttee", "nne", "nna", "nnee", "dhe", "dha", "dhu", "dhee"].map((end) => stem + end),
  ...["chuu", "chuuf", "chuun", "chuudhaan", "chuudhaaf", "chaa", "tame", "tama", "tamu"].map((ending) => stem + ending)
]

/** The stem of a word that may be "he did"; none where it changes otherwise before its endings. */
const stemOf = (word: string): string | undefined => {
  const stem = /^(.+[^aeiou])e$/.exec(word)?.[1]
  return stem === undefined || stem.length < 3 || /('|dh|ch|sh|ny|ph|[wyj])$/.test(stem) ? undefined : stem
}

/** What follows from those of the words that may be "he did". */
export const verbForms = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const stems = words.map(stemOf).filter((stem) => stem !== undefined)
  const she = new Set(stems.flatMap((stem) => [withT(stem, ""), `${stem}t`]))
  return stems
    .filter((stem) => !she.has(stem))
    .flatMap((stem) => (stem.length > 4 && stem.endsWith("at") ? reflexive(stem.slice(0, -1)) : plain(stem)))
}
