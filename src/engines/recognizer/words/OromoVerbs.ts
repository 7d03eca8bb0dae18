/** Forms of Oromo verbs that follow from "he did": of deeme, and of fudhate, where the t changes. */

const vowel = /[aeiou]/

/** Whether two consonants end the stem, before which no third can stand: erg-, barsiis- not. */
const isClosed = (stem: string): boolean =>
  !vowel.test(stem.charAt(stem.length - 2)) && !/(?:dh|ch|sh|ny|ph)$/.test(stem)

/** The stem with an ending in t: dhufte, qabde, baafte, ergite. */
const withT = (stem: string, ending: string): string => {
  const last = stem.charAt(stem.length - 1)
  if (isClosed(stem)) return `${stem}it${ending}`
  if (stem.endsWith("dh")) return `${stem.slice(0, -2)}t${ending}`
  if ("bgd".includes(last)) return `${stem}d${ending}`
  if (last === "s") return `${stem.slice(0, -1)}ft${ending}`
  return "xq".includes(last) ? `${stem}x${ending}` : `${stem}t${ending}`
}

/** With an ending in n: dhufne, galle, baafne, ergine. */
const withN = (stem: string, ending: string): string => {
  const last = stem.charAt(stem.length - 1)
  if (isClosed(stem)) return `${stem}in${ending}`
  if (stem.endsWith("dh")) return `${stem.slice(0, -2)}n${ending}`
  if ("lr".includes(last)) return stem + last + ending
  return last === "s" ? `${stem.slice(0, -1)}fn${ending}` : `${stem}n${ending}`
}

const IN_T = [
  "e",
  "i",
  "u",
  "a",
  "an",
  "ee",
  "eef",
  "eetti",
  "eerti",
  "anii",
  "anittu",
  "aniittu",
  "aniirtu",
  "in",
  "inaa",
  "aa",
  "us",
  "uu"
]
const IN_N = ["e", "a", "u", "ee", "eef", "eerra", "aan", "in", "us", "aa"]
const BARE = [
  ...["e", "a", "an", "u", "i", "aa", "in", "ina", "inaa", "aadha", "aadhaa"],
  ...["uu", "uuf", "uun", "uus", "uutti", "uudha", "uudhaan", "uudhaaf", "uurra", "uurraa"],
  ...["ee", "een", "eera", "eeran", "eef", "eera", "ees", "eeti", "eetu"],
  ...[
    "anii",
    "aniiru",
    "aniis",
    "aniif",
    "aniin",
    "anitti",
    "anis",
    "us",
    "utti",
    "uyyuu",
    "ullee",
    "es",
    "as",
    "atus",
    "uun"
  ],
  ...["atii", "amaa", "aniitu"]
]
const PASSIVE = [
  ...["ame", "ama", "aman", "amte", "amti", "amu", "amuu", "amuuf", "amuun", "amee", "ameera", "ameen", "ameef"],
  ...[
    "amaniiru",
    "amanii",
    "amaniif",
    "amaa",
    "amne",
    "amna",
    "amtee",
    "amteetti",
    "amin",
    "amus",
    "amutti",
    "amnu",
    "amtu"
  ]
]

const plain = (stem: string): ReadonlyArray<string> => [
  ...BARE.map((ending) => stem + ending),
  ...IN_T.map((ending) => withT(stem, ending)),
  ...IN_N.map((ending) => withN(stem, ending)),
  ...(stem.endsWith("am") ? [] : PASSIVE.map((ending) => stem + ending))
]

/** Of what one does for oneself: fudhate, fudhadhe, fudhanne, fudhachuu. */
const reflexive = (stem: string): ReadonlyArray<string> => [
  ...["te", "ta", "tan", "tu", "ti", "tee", "teera", "tanii", "taniiru", "tin", "taniif", "teef", "tus", "taa"].map(
    (end) => stem + end
  ),
  ...[
    "tte",
    "tti",
    "ttu",
    "ttan",
    "ttee",
    "tteetti",
    "tta",
    "ttanii",
    "nne",
    "nna",
    "nnu",
    "nnee",
    "nnaan",
    "nneerra"
  ].map((end) => stem + end),
  ...["dhe", "dha", "dhu", "dhee", "dheera", "dhaa", "ttaniittu", "tanii", "tanis", "tutti", "ttaa", "nnaa"].map(
    (end) => stem + end
  ),
  ...["chuu", "chuuf", "chuun", "chuus", "chuutti", "chuudha", "chuudhaan", "chuudhaaf", "chuurra"].map(
    (end) => stem + end
  ),
  ...["chaa", "tame", "tama", "tamu", "taman", "tamee", "tameera", "tamaniiru", "tamuu", "tamuuf"].map(
    (end) => stem + end
  )
]

/** The stem of a word that may be "he did"; none where it changes otherwise before its endings. */
const stemOf = (word: string): string | undefined => {
  const stem = /^(.+[^aeiou])e$/.exec(word)?.[1]
  return stem === undefined || stem.length < 3 || /('|ch|sh|ny|ph|[wyj])$/.test(stem) ? undefined : stem
}

/**
 * Verbs whose stem ends in the stop, which they lose before a consonant: ta'e, taate,
 * taane; du'e, duute; jijjiirama' is none of them.
 */
const stopped = (stem: string): ReadonlyArray<string> => {
  const open = stem.slice(0, -1)
  const last = open.charAt(open.length - 1)
  const long = vowel.test(open.charAt(open.length - 2)) ? open : open + last
  const own = [
    "e",
    "a",
    "an",
    "u",
    "uu",
    "uun",
    "uuf",
    "uus",
    "uudha",
    "uudhaan",
    "uudhaaf",
    "uutti",
    "ee",
    "een",
    "eef",
    "eera",
    "eeran"
  ]
  const more = [
    "anii",
    "aniiru",
    "aniif",
    "aniin",
    "anitti",
    "us",
    "ullee",
    "utti",
    "in",
    "i",
    "aa",
    "es",
    "as",
    "anis",
    "eeti"
  ]
  const inT = ["te", "ti", "tu", "tan", "tee", "teetti", "tus", "teef", "tanii", "taa", "ta"]
  const inN = ["ne", "na", "nu", "naan", "nee", "neerra", "naa"]
  return [...[...own, ...more].map((ending) => stem + ending), ...[...inT, ...inN].map((ending) => long + ending)]
}

/** What follows from those of the words that may be "he did". */
export const verbForms = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const stems = words.map(stemOf).filter((stem) => stem !== undefined)
  const she = new Set(stems.flatMap((stem) => [withT(stem, ""), `${stem}t`]))
  const regular = stems
    .filter((stem) => !she.has(stem))
    .flatMap((stem) => (stem.length > 4 && stem.endsWith("at") ? reflexive(stem.slice(0, -1)) : plain(stem)))
  const withStop = words.filter((word) => /^[^']{2,}'e$/.test(word)).flatMap((word) => stopped(word.slice(0, -1)))
  return [...regular, ...withStop]
}
