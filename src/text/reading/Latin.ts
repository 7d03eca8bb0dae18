/**
 * Words in the other script: fidel within Afaan Oromo, Latin words within
 * Amharic. Of these, names of Ethiopia are said as in Amharic, English words as
 * Amharic has borrowed them; others stay Latin, and are said in English.
 */
import { inLatin } from "../Fidel.ts"
import { said as acronym, acronyms, isKnownAcronym } from "./Acronyms.ts"
import { joined, prefix } from "./Affixes.ts"
import { capitalWords } from "./Capitals.ts"
import { letterNames } from "./LetterNames.ts"
import { loanwords } from "./Loanwords.ts"
import { loans } from "./latin/AmharicLoans.ts"
import { names } from "./latin/EthiopianNames.ts"
import { inFidel, isQubee } from "./latin/InFidel.ts"
import { anyOf, type Match, type Rule } from "./Rule.ts"

/** Qubee readers write fidel in Qubee. */
const fidelInQubee: Rule = {
  kind: "fold",
  language: "om",
  needs: ["ethiopic"],
  pattern: "[\\p{Script=Ethiopic}&&\\p{L}]+",
  read: ({ found }) => inLatin(found)
}

const known: ReadonlyMap<string, string> = new Map(
  `${loans};${names}`.split(/[;\n]/).map((pair) => {
    const [written = "", ...said] = pair.trim().split(" ")
    return [written, said.join(" ")]
  })
)

/** A borrowed word or a name, by its small letters. */
export const knownWord = (letters: string): string | undefined => known.get(letters)

/** Endings and beginnings of Ethiopian names that English words do not have. */
const ofName =
  /^(?:gebre|g?ebri|haile|wolde|tekle|tesf|getach|mulu|wond|ye[cdghlmnt]|ts|zer|kebe|beke|tad|teg|dej|mek[eo]|meng|shim|asn|aln|ans|ayn)|(?:[aei]ssa|achew|ayehu|nesh|[aei]tu|mariam|maryam|selassie|ewos|awit|agne|[aeu]gn|tsi?on|kidan|[bdgklmnrst]ew|ayele|[lrmd]ege?|esse|[dgrlmn]essa|[bkdlmr]ede)$/

/** Whether a word beside is a known name of Ethiopia. */
const besideName = ({ end, start, text }: Match): boolean => {
  const before = /([A-Z][a-z]+) $/.exec(text.slice(Math.max(0, start - 24), start))?.[1] ?? ""
  const after = /^ ([A-Z][a-z]+)/.exec(text.slice(end, end + 24))?.[1] ?? ""
  return [before, after].some((word) => ethiopian.has(word.toLowerCase()))
}

const ethiopian: ReadonlySet<string> = new Set(names.split(";").map((pair) => pair.trim().split(" ")[0] ?? ""))

/** Letters that no name of Ethiopia in Latin letters has beside each other. */
const english = /ck|gh|igh|tion|ea|ou|oi|ph|qu|wh|x|v|[^aeiou]{3}|[^aeioustnlrmhwkdbgfqj]$|[aeiou][^aeiou]e$/

const isName = (word: string, match: Match): boolean => {
  if (!/^[A-Z][a-z']{2,}$/.test(word)) return false
  const name = word.toLowerCase()
  if (/dh|[^aeiou](?:aa|ii|uu)/.test(name) && isQubee(name)) return true
  return ofName.test(name) || (besideName(match) && !english.test(name))
}

/** Small letters, without accents: Mbappé. */
const keyOf = (word: string): string =>
  word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]s$/, "")

/** Little words of English, which in capitals look like acronyms: BANK OF ABYSSINIA. */
const little: ReadonlySet<string> = new Set("OF THE AND FOR TO IN ON WITH FROM AT BY IS NEW ALL YOU WE MY".split(" "))
/** Longer ones in capitals are words, where they have vowels as words have. */
const capitals = /^[A-Z]{4,}$/
const wordlike = /^[^AEIOUY]{0,3}[AEIOUY]{1,2}(?:[^AEIOUY]{1,3}[AEIOUY]{1,2})+[^AEIOUY]{0,2}$/

/** A word in capitals as it is written otherwise, for English to be said. */
const lowered = (word: string): string | undefined =>
  little.has(word) || (capitals.test(word) && word.length > 4 && wordlike.test(word)) ? word.toLowerCase() : undefined

/** Words of English sentences and titles, which Amharic has not borrowed: Save the Children is said in English. */
const englishBefore =
  /(?:^|[^\p{L}])(?:the|of|is|are|was|and|to|in|my|your|you|we|he|she|it|this|that|for|with|on|at|a|an|not|have|has|I|do|can|will) $/iu
const englishAfter =
  /^ (?:the|of|is|are|was|and|to|in|my|your|you|we|he|she|it|this|that|for|with|on|at|a|an|not|have|has|I|do|can|will)(?![\p{L}\d])/iu

const inEnglish = ({ end, start, text }: Match): boolean =>
  englishAfter.test(text.slice(end, end + 8)) || englishBefore.test(text.slice(Math.max(0, start - 8), start))

/** Names that in small letters are English words. */
const alsoEnglish: ReadonlySet<string> = new Set(["dire", "bale", "belay", "aster", "mojo"])

const wordOf = (word: string, match: Match): string | undefined => {
  if (isKnownAcronym(word)) return undefined
  const key = keyOf(word)
  if (!ethiopian.has(key) && inEnglish(match)) return /^[A-Z]{4,}$/.test(word) || little.has(word) ? key : undefined
  const found = (alsoEnglish.has(word) ? undefined : known.get(key)) ?? lowered(word)
  if (found !== undefined) return found
  const parts = word.split("-")
  if (parts.length > 1) {
    const said = parts.map((part) => wordOf(part, match) ?? (isKnownAcronym(part) ? acronym("am", part) : undefined))
    return said.every((part) => part !== undefined) ? said.join(" ") : undefined
  }
  return isName(word, match) ? inFidel(word) : undefined
}

/** What an Amharic word that is written in Latin letters takes in one with it. */
const suffix = "(?:[\\-'’]?(?<suffix>[\\p{Script=Ethiopic}&&\\p{L}]{1,8}))?"
const isSuffix = /^(?:ዎች|ኦች|ዎቹ|ኦቹ|ሮች|ቶች|ሶች)?(?:[ውዋኡሱቱዬንምስናዎህሽ]|ዎን|ህን|ሽን|ውን|ኡን|ንም|ውም|ንና|ነት|ታችን|ቸውን?|አችን|አቸው)?[ንምና]?$/

const latinWord: Rule = {
  kind: "latin",
  language: "am",
  needs: ["latin"],
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}@._'])(?<word>\\p{Script=Latin}+(?:['’]\\p{Script=Latin}+)?(?:-\\p{Script=Latin}+){0,2})(?![@_])${suffix}`,
  read: (match) => {
    const { groups } = match
    const words = wordOf(groups.word ?? "", match)
    if (words === undefined) return undefined
    const after = groups.suffix ?? ""
    const affixes = { prefix: groups.prefix, suffix: isSuffix.test(after) ? after : "" }
    return joined("am", words, affixes) + (affixes.suffix === after ? "" : ` ${after}`)
  }
}

/** gsm, AfDB, 4o: letters that nobody can pronounce. */
const unspeakable: Rule = {
  kind: "acronym",
  language: "am",
  needs: ["latin"],
  pattern: `${prefix.am}(?<![\\p{Script=Latin}@._'\\-])(?<letters>[b-df-hj-np-tv-xz]{2,5}(?!\\p{N})|(?!(?:Mrs?|Ms|Dr|[SJ]r|St|Ltd|Pvt|Rd|Hmm+)(?!\\p{L}))[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]{1,3}|[A-Z]{1,2}[a-z][A-Z]{1,4}|(?<=[\\dπ])[a-z]|[a-z](?=\\/?\\d))(?![\\p{Script=Latin}@_'\\-]|\\.\\p{L})`,
  read: ({ groups }) => joined("am", letterNames("am", groups.letters ?? ""), { prefix: groups.prefix })
}

/** Titles of Latin names, and what firms are. */
const titles: ReadonlyMap<string, string> = new Map([
  ["Dr", "ዶክተር"],
  ["Prof", "ፕሮፌሰር"],
  ["Mr", "ሚስተር"],
  ["Mrs", "ሚስስ"],
  ["Ms", "ሚስ"],
  ["Eng", "ኢንጂነር"],
  ["Ato", "አቶ"],
  ["St", "ሴንት"],
  ["Ltd", "ሊሚትድ"],
  ["Inc", "ኢንክ"],
  ["No", "ቁጥር"],
  ["Tel", "ስልክ"],
  ["TEL", "ስልክ"],
  ["Fax", "ፋክስ"],
  ["FAX", "ፋክስ"],
  ["Mob", "ሞባይል"],
  ["Ver", "ቨርዥን"],
  ["Vol", "ቅጽ"],
  ["P.O.Box", "ፖስታ ሳጥን ቁጥር"],
  ["P.O. Box", "ፖስታ ሳጥን ቁጥር"],
  ["PO Box", "ፖስታ ሳጥን ቁጥር"],
  ["Ext", "የውስጥ መስመር"],
  ["ext", "የውስጥ መስመር"],
  ["etc", "ወዘተ"]
])

const title: Rule = {
  kind: "latin",
  language: "am",
  needs: ["latin"],
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}@._'])(?<word>${anyOf(titles.keys())})(?:\\.|(?<=Dr|Prof|Mr|Mrs|Ato|Box)(?= )|(?<=Tel|TEL|Fax|FAX|Mob|[Ee]xt)(?= ?[:፦]))(?!\\p{Script=Latin}|[@_])`,
  read: ({ groups }) => joined("am", titles.get(groups.word ?? "") ?? "", { prefix: groups.prefix })
}

const weekdays: ReadonlyMap<string, string> = new Map([
  ["Mon", "ሰኞ"],
  ["Tue", "ማክሰኞ"],
  ["Wed", "ረቡዕ"],
  ["Thu", "ሐሙስ"],
  ["Fri", "ዓርብ"],
  ["Sat", "ቅዳሜ"],
  ["Sun", "እሑድ"]
])

/** Fri, 17 Oct: a day of the week before its date. */
const weekday: Rule = {
  kind: "latin",
  language: "am",
  needs: ["latin"],
  cue: "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)",
  pattern: `${prefix.am}(?<![\\p{L}\\p{N}])(?<word>Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:s|rs|day|sday|nesday|rsday|urday)?\\.?(?=,? (?:\\d|[A-Z][a-z]{2,8} \\d))`,
  read: ({ groups }) => joined("am", weekdays.get(groups.word ?? "") ?? "", { prefix: groups.prefix })
}

/** W/ro Almaz: Amharic abbreviations in Latin letters. */
const slashed: ReadonlyMap<string, string> = new Map([
  ["w/ro", "ወይዘሮ"],
  ["w/rt", "ወይዘሪት"],
  ["w/rit", "ወይዘሪት"],
  ["w/t", "ወይዘሪት"],
  ["p/r", "ፕሮፌሰር"],
  ["d/r", "ዶክተር"]
])

const slashedTitle: Rule = {
  kind: "latin",
  language: "am",
  needs: ["stop"],
  cue: "\\/[rt]",
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}\\/])(?<word>[WwDdPp]\\/r?i?[tor]{0,2})(?![\\p{L}\\p{N}\\/])`,
  read: ({ groups }) => {
    const words = slashed.get((groups.word ?? "").toLowerCase())
    return words === undefined ? undefined : joined("am", words, { prefix: groups.prefix })
  }
}

/** Words that are known come before letters that are said one by one. */
export const latin: ReadonlyArray<Rule> = [
  fidelInQubee,
  ...capitalWords,
  title,
  weekday,
  slashedTitle,
  latinWord,
  unspeakable,
  ...acronyms,
  ...loanwords
]
