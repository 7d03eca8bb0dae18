/**
 * What Amharic and Afaan Oromo write in one with a number or an abbreviation,
 * as patterns with the groups `prefix` and `suffix`, and how it is joined to
 * the words that are said (Leslau, Reference Grammar of Amharic, 1995; Owens,
 * A Grammar of Harar Oromo, 1985; Griefenow-Mewis, A Grammatical Sketch of
 * Written Oromo, 2001).
 */
import type { Language } from "../../Domain.ts"
import { anyOf, type Match } from "./Rule.ts"

/** Prepositions and other beginnings that Amharic writes in one with their word: በየ3 ቀኑ, ባለ4 ኮከብ, እነ3. */
const amharicPrefixes = [
  ..."የ በ ለ ከ እስከ እንደ ስለ ወደ እየ በየ ከየ ለየ የየ ስለየ እንደየ ወደየ እነ ከነ የነ ለነ በነ ባለ የባለ ለባለ ከባለ በባለ".split(" "),
  ..."የእስከ እስከነ ከእነ የእነ ለእነ በእነ በስተ".split(" ")
]
/** Those that are no words of their own: a space behind them is a slip. */
const amharicSingle = ["የ", "በ", "ለ", "ከ", "በየ", "ባለ"]

/** Article, plural and possessor; the letters ት ድ ር ኝ write the end of the number's own word again: 2ቱ, 3ትም, 10ሩ. */
const amharicBases = "ቱ ዱ ሩ ኙ ው ዋ ዷ ቷ ሯ ዎቹ ዎች ቶቹ ቶች ሮቹ ሮች ዶቹ ታችን ታቸው ታችሁ ዳችን ዳቸው ዳችሁ ት ድ ር ኝ".split(" ")
/** What follows them: object, "also", "and". */
const amharicClitics = "ን ም ስ ና ንም ንና ንስ ምን".split(" ")

const oromoSuffixes =
  "tti ttii ttis ttiin saa tiin tiif n nis nuu f fis fi s dhaan dhaanis dhaaf dhaafis rra rraa rraas rratti rrattis tu ti iin iif itti dha TTI TTIIN IRRATTI IRRAA RRATTI RRAA".split(
    " "
  )

/** An optional prefix; before it no letter. */
export const prefix: Readonly<Record<Language, string>> = {
  am: `(?:(?<![\\p{L}\\p{M}\\p{N}])(?<prefix>${anyOf(amharicPrefixes)}(?:-|(?<=(?<![\\p{L}\\p{M}]|\\p{L}\\.)${anyOf(amharicSingle)}) )?))?`,
  om: ""
}

const amharicSuffix = `(?:-?(?<suffix>${anyOf(amharicBases)}(?:${anyOf(amharicClitics)})?|${anyOf(amharicClitics)}))`
const wordEnd = "(?![\\p{L}\\p{M}])"

/** An optional suffix; behind it no letter. */
export const suffix: Readonly<Record<Language, string>> = {
  am: `${amharicSuffix}?${wordEnd}`,
  om: `(?:(?:[\\-']| (?=(?:ttii?n?|rraa|rratti)(?!\\p{L})))?(?<suffix>${anyOf(oromoSuffixes)}))?${wordEnd}`
}

/** An optional suffix, or a word that begins without a space: 5ብር, 3ffaa. */
export const looseSuffix: Readonly<Record<Language, string>> = {
  am: `(?:${suffix.am})?`,
  om: `(?:${suffix.om})?`
}

/** The orders of the Ethiopic syllabary, as they stand in a row of eight code points. */
const order = { first: 0, u: 1, a: 3, sixth: 5, o: 6, wa: 7 } as const

const orderOf = (letter: string): number => letter.charCodeAt(0) % 8
/** `letter` with another vowel. */
const inOrder = (letter: string, to: number): string => {
  const unit = letter.charCodeAt(0)
  return String.fromCharCode(unit - (unit % 8) + to)
}

/** The vowel that a suffix gives to a final consonant: ሁለት + ቱ or ው is ሁለቱ, አሥር + ዎች is አሥሮች. */
const givenVowels: ReadonlyMap<string, number> = new Map([
  ["ቱ", order.u],
  ["ው", order.u],
  ["ኡ", order.u],
  ["ኦ", order.o],
  ["ታ", order.a],
  ["ዋ", order.wa],
  ["ቷ", order.wa],
  ["ዎ", order.o],
  ["ቶ", order.o]
])
/** What the same suffixes are after a vowel: ሃያው, መቶዎቹ. */
const afterVowels: ReadonlyMap<string, string> = new Map([
  ["ቱ", "ው"],
  ["ኡ", "ው"],
  ["ኦ", "ዎ"],
  ["ቷ", "ዋ"],
  ["ቶ", "ዎ"]
])

/** Hundreds, thousands, the hundredth: without the one that counts them. */
export const uncounted = (words: string): string => words.replace(/^አንድ (?=(?:መቶ|ሺህ|ሚሊዮን|ቢሊዮን|ትሪሊዮን)$)/, "")

const amharicJoined = (counted: string, ending: string): string => {
  if (ending === "" || counted === "") return counted + ending
  const words = /^[ውዎ]/.test(ending) ? uncounted(counted) : counted
  const last = words.slice(-1)
  const first = ending.charAt(0)
  const [start, rest] = [words.slice(0, -1), ending.slice(1)]
  if (orderOf(last) !== order.sixth) return words + (afterVowels.get(first) ?? first) + rest
  if (inOrder(first, 0) === inOrder(last, 0)) return start + ending
  const vowel = givenVowels.get(first)
  if (vowel === undefined) return words + ending
  // ሺህ has its plural without ህ: ሺዎች.
  return last === "ህ" && vowel === order.o ? `${start}ዎ${rest}` : start + inOrder(last, vowel) + rest
}

/** An Amharic ordinal: ኛ after the last consonant in the first order: ሦስተኛ, ዘጠነኛ, አሥረኛ, ሃያኛ, ሺኛ (Leslau 1995). */
export const amharicOrdinal = (counted: string): string => {
  const cardinal = uncounted(counted)
  const start = cardinal.slice(0, -1)
  const last = cardinal.slice(-1)
  if (last === "ህ") return `${start}ኛ`
  if (last === "ኝ") return `${start}ነኛ`
  return `${orderOf(last) === order.sixth ? start + inOrder(last, order.first) : cardinal}ኛ`
}

/** A final short vowel is long before -n, -f, -ti and `fi`: lama, lamaan, lamaa fi; a consonant takes ii: afurii fi. */
export const oromoLengthened = (words: string): string => {
  if (/[aeiou]{2}$/.test(words)) return words
  const vowel = /[aeiou]$/.exec(words)?.[0]
  return vowel === undefined ? `${words}ii` : words + vowel
}

/** A plus sign before a word is "and" as well. */
const andFollows = /^ (?:fi |\+ \p{L}{3})/u

/** lamaa fi sadii, birrii soddomaa fi: the vowel before a `fi` that follows is long. */
export const beforeFi = ({ end, groups, language, text }: Match, words: string): string =>
  language === "om" && groups.suffix === undefined && andFollows.test(text.slice(end, end + 6))
    ? oromoLengthened(words)
    : words

/** Numerals with the -n of "the three": sadan, afran (Griefenow-Mewis 2001). Others lengthen their vowel: lamaan, digdamaan. */
const withN: ReadonlyMap<string, string> = new Map([
  ["sadii", "sadan"],
  ["afur", "afran"],
  ["shan", "shanan"],
  ["ja'a", "ja'an"],
  ["torba", "torban"],
  ["saddeet", "saddeettan"],
  ["sagal", "saglan"],
  ["kudhan", "kurnan"]
])

/** A longer number, or one with its noun, has -iin: bara kuma lamaa fi saddeetiin, dhibbeentaa digdamii shaniin. */
const withNOf = (words: string): string => withN.get(words) ?? `${oromoLengthened(words)}n`

/** "All three", with the -n of the last numeral: lamaanuu, sadanuu, kudha shananuu. */
const allOf = (words: string): string => {
  const at = words.lastIndexOf(" ") + 1
  return `${words.slice(0, at)}${withNOf(words.slice(at))}uu`
}

const lengthening = new Set(["f", "fis", "tiin", "tiif"])

/** The suffix on the last word: afur, afuritti; lama, lamaan. */
const oromoJoined = (words: string, written: string): string => {
  const ending = written.toLowerCase()
  if (ending === "") return words
  if (ending === "fi") return `${oromoLengthened(words)} fi`
  if (ending === "dha") return `${words} dha`
  if (ending === "nuu") return allOf(words)
  if (ending.startsWith("n")) return withNOf(words) + ending.slice(1)
  const isOpen = /[aeiou]$/.test(words)
  if (ending === "iin") return `${oromoLengthened(words)}n`
  if (/^[aeiou]/.test(ending)) return isOpen ? words + ending.replace(/^[aeiou]+/, "") : words + ending
  // -dhaan and -dhaaf stand after long vowels; else they are -aan and -aaf, -iin and -iif.
  if (ending.startsWith("dhaa") && !/[aeiou]{2}$/.test(words)) return oromoLengthened(words) + ending.slice(4)
  if (lengthening.has(ending)) return oromoLengthened(words) + ending
  // One consonant stands before -tu without a vowel: shantu, afurtu.
  if (ending === "tu" && /[aeiou][a-z]$/.test(words)) return words + ending
  return isOpen ? words + ending : `${words}i${ending}`
}

/** The words with what stood before and behind them. */
export const joined = (
  language: Language,
  words: string,
  { prefix: before = "", suffix: after = "" }: Readonly<Record<string, string | undefined>>
): string =>
  language === "am"
    ? before.replace(/[ -]$/, "") + amharicJoined(words, after)
    : oromoJoined(`${before}${words}`, after)
