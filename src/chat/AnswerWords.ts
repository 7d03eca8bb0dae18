/** What a word of an answer says of the answer's language. */
import type { Language } from "../Domain.ts"
import * as FunctionWords from "../text/FunctionWords.ts"
import { APOSTROPHES } from "../text/Search.ts"

/**
 * `own` and `foreign` are sure, with function words counting twice what a
 * spelling does. A `particle` is a foreign function word that also stands in
 * names; `name` begins with a capital; a `term` has small letters and says nothing.
 * What is `mute` is written alike in all languages: numbers, units, symbols, code.
 */
export type WordKind = "own" | "spelling" | "foreign" | "foreignSpelling" | "particle" | "name" | "term" | "mute"

/** A word in the script that is not the answer's own. */
export interface AnswerWord {
  readonly kind: WordKind
  readonly script: "ethiopic" | "latin" | "other"
}

const UNITS = new Set(
  `km cm mm nm kg mg gm ml dl cl ha hr hrs min sec ms kmh mph kph kb mb gb tb kw kwh mw hz khz mhz ghz px pt dpi rpm bpm lb
  lbs oz ft yd usd etb eur gbp birr br am pm etc vs kcal cal ph db ppm`.split(/\s+/)
)

/** Written in capitals these are names of things, not function words. */
const ACRONYMS = new Set(["IT", "WHO", "US", "AM", "OR", "HE", "SO"])

const ethiopic = /\p{Script=Ethiopic}/u
const latin = /^\p{Script=Latin}/u
const capital = /^\p{Lu}/u
const capitals = /^\p{Lu}+$/u
/** Digits, underscores, dots and capitals inside a word: versions, formulas, file names, names of code. */
const technical = /[\p{N}_]|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u

/** Qubee writes vowels double, a glottal stop as an apostrophe, and dh, q and x where English and French have none of them. */
const qubee =
  /aa|ii|uu|[aeiou]'[aeiou]|dh[aeiou]|q(?!u)|^x[aeiou]|(?:oo|ee)(?:$|[^dklmnprst])|(?:oo|ee)([b-df-hj-np-tv-z])\1|[^e](?:oota|eessa|eenya)/u
/** Endings and letters that Qubee does not have: of English, French, and Somali. */
const notQubee =
  /[éèêàâçùûôîñöüßœáíóúäãõ¿]|^(?:[ldjnsmtc]|qu)'|(?:tion|tions|ing|ment|ments|ness|ity|ies|ous|ique|eur|eux|tch|ck|ough|ght|ay|ey|ow|aha|ooyinka|yaasha|nimada|eeyaan|[^y]ayaa|nk[ua]|xd[ua]|heed[ua]|[kth]iis[ua]|[kt]ood[ua]|[kt]eed[ua]|(?:aa|ee|ii|oo|uu)[bdgklmqrxwy])$|^(?:th|wh|wr|kn)|kh|sch/u

/** No word of Qubee begins or ends with two consonants but these, which are one sound. */
const clustered = /^(?!ch|dh|ny|ph|sh|ts|zh)[b-df-hj-np-tv-z]{2}|(?<!ch|sh)[b-df-hj-np-tv-z]{2}$/u

const apostrophes = new RegExp(`[${APOSTROPHES}]`, "gu")

const foreign = [FunctionWords.english, FunctionWords.french, FunctionWords.somali, FunctionWords.others]

const isForeign = (word: string, language: Language): boolean =>
  foreign.some((words) => words.has(word)) ||
  (language === "am" && (FunctionWords.englishAndOromo.has(word) || FunctionWords.oromo.has(word)))

/** What a word of small letters is by how it is spelt; Qubee is foreign in Amharic. */
const bySpelling = (word: string, language: Language): WordKind => {
  if (notQubee.test(word)) return "foreignSpelling"
  if (!qubee.test(word)) return language === "om" && clustered.test(word) ? "foreignSpelling" : "term"
  return language === "om" ? "spelling" : "foreignSpelling"
}

const latinKind = (text: string, language: Language): WordKind => {
  if (text.length === 1 || technical.test(text)) return "mute"
  const word = text.toLowerCase().replace(apostrophes, "'")
  if (language === "om" && FunctionWords.oromo.has(word)) return "own"
  if (UNITS.has(word)) return "mute"
  if (isForeign(word, language) && !ACRONYMS.has(text)) {
    return FunctionWords.inNames.has(word) && !(capitals.test(text) && text.length > 1) ? "particle" : "foreign"
  }
  const spelt = bySpelling(word, language)
  return capital.test(text) && spelt !== "spelling" ? "name" : spelt
}

/** Tigrinya has letters of its own, writes ኣ where Amharic has አ, and begins relative verbs with ዝ. */
const tigrinyaSpelling = /[ቐ-ቖ]|ኣ|.[ኹ-ኻ]|^ዘ[ይለ]|^ዝ[ተነከ]|^ንም/u
/** Amharic's relative verbs, its plural, and endings of its verbs. */
const amharicSpelling = /^(?:የ?ሚ|የም|የማ|በሚ|ለሚ|ከሚ|ስለ|እንደ|እንዲ|እየ|ያል)|(?:ዎች|ዎችን|ዎቹ|ቸው|ዋል|ናል|ኛል|ሃል|ሻል|ለች|ችን|ኋል)$/u

const ethiopicKind = (word: string): WordKind => {
  if (FunctionWords.tigrinya.has(word)) return "foreign"
  if (FunctionWords.amharic.has(word)) return "own"
  if (tigrinyaSpelling.test(word)) return "foreignSpelling"
  return amharicSpelling.test(word) ? "spelling" : "term"
}

/** Looks at one word of an answer that is to be in `language`. */
export const wordOf = (text: string, language: Language): AnswerWord => {
  if (ethiopic.test(text)) return { script: "ethiopic", kind: language === "am" ? ethiopicKind(text) : "foreign" }
  if (latin.test(text)) return { script: "latin", kind: latinKind(text, language) }
  // A letter alone is a symbol: π.
  return { script: "other", kind: /^\p{L}./u.test(text) ? "foreign" : "mute" }
}
