/**
 * How closely neighbouring words belong together, for whoever has to divide
 * between them: a phrase that grew too long, the line of a caption. Words of one
 * span of the reading (a date, a sum of money, a number with its unit) are never
 * apart; nor are a title and its name, or a word and its postposition.
 */
import * as BoundWords from "./BoundWords.ts"
import { isDigit, isEthiopicLetter, isEthiopicNumeral } from "./Letters.ts"
import { amharicStanding, oromoStanding, type Standing } from "./NounPhrases.ts"
import { isAbbreviation } from "./reading/Abbreviations.ts"
import { read } from "./reading/Reading.ts"
import { sayingVerbs } from "./SayingVerbs.ts"
import { languageOf } from "./Script.ts"
import { APOSTROPHES } from "./Search.ts"

/** How closely two words belong together: a greater number is harder to divide. */
export const Joint = {
  /** What is before ends a sentence, or a clause. */
  sentence: -2,
  clause: -1,
  /** A phrase ends. */
  open: 0,
  /** Words of which nothing is known. */
  loose: 1,
  /** A word with its postposition, particle, conjunction, number or attribute. */
  close: 2,
  /** Parts of one span, a title and its name. */
  bound: 3
} as const
export type Joint = (typeof Joint)[keyof typeof Joint]

const apostrophes = new RegExp(`[${APOSTROPHES}]`, "gu")
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** A word without marks and capitals. */
const bare = (word: string): string => word.replace(apostrophes, "'").replace(edges, "").toLowerCase()

/** Prepositions that Amharic writes in one with their word, and what it adds behind. */
const PREFIX = /^(?:እንደ|እስከ|ስለ|ወደ|[በለከየ])(?=.{2})/u
const SUFFIX = /(?:ኛው|ኛዋ|ኛ|ዎቹ|ዎች|ም|ን|ና|ው|ስ)$/u
/** Cases and particles behind a numeral of Afaan Oromo. */
const OROMO_SUFFIX = /(?:ffaa(?:n|f|tti|s)?|tti|tiin|tiif|dhaan|dhaaf|rraa|iin|f|n|s|een|oof)$/u

/** Whether `word` is of `set`, as it stands or with a preposition before it. */
const has = (set: ReadonlySet<string>, word: string): boolean => set.has(word) || set.has(word.replace(PREFIX, ""))

/** Numerals of Afaan Oromo lengthen their last vowel, or change it, before suffixes. */
const stemOf = (word: string): string => word.replace(/(?<=.{3})[aeiou]{1,2}$/u, "")
const oromoNumerals: ReadonlySet<string> = new Set(Array.from(BoundWords.numerals, stemOf))

const isNumeral = (word: string): boolean => {
  const first = word.replace(PREFIX, "").charCodeAt(0)
  if (isDigit(first) || isEthiopicNumeral(first) || has(BoundWords.numerals, word)) return true
  if (isEthiopicLetter(first)) return has(BoundWords.numerals, word.replace(SUFFIX, ""))
  return oromoNumerals.has(stemOf(word.replace(OROMO_SUFFIX, "")))
}

/** What "and" joins to a number: another, or a part of an hour. */
const isOfNumber = (word: string): boolean => isNumeral(word) || /^(?:walakkaa|kurmaana)/u.test(word)

const isAmharic = (word: string): boolean => isEthiopicLetter(word.charCodeAt(0))

const ENDS_SENTENCE = /(?:[።!?፧፨]|፡፡|::)["'”’»›)\]]*$|\.["'”’»›)\]]+$/u
const ENDS_CLAUSE = /[፣,;፤፥፦:…]["'”’»›)\]]*$/u

/** Amharic's main verbs in the present and the perfect, and what ends a clause that another follows. */
const AMHARIC_VERB = /(?:ዋል|ናል|ኛል|ሃል|ሻል|ለች|ታል|ቷል|ሏል|ቋል|ሯል|ሟል|ላችኋል|ነው|ናቸው|ነበር|አይደለም)$/u
const AMHARIC_CLAUSE = /(?:ስለሆነም|ሲሆን|በመሆኑ|በመሆኑም|ጊዜ|ዘንድ|ቢሆንም|ሆኖም)$/u
/** Amharic's progressive: its verb follows. */
const GOES_ON = /^እየ.{2}/u
/** It may begin a line, which is better than ending one, but joins what is before. */
const CONJUNCTION = /^(?:እና|ወይም|fi|yookaan|yookiin|moo)$/u
/** Afaan Oromo's. */
const OROMO_VERB = /(?:^(?:dha|ti|miti|jira|jirti|jiru|jirtu|ture|turte|turan)|eera|teetti|aniiru|neerra)$/u
const OROMO_CLAUSE = /^(?:malee|booda|dura|yommuu|yeroo)$|aniiti$|eeti$/u
/** Words that begin a clause. */
const CLAUSE_STARTS: ReadonlySet<string> = new Set(
  "ነገር ስለዚህ ምክንያቱም ሆኖም ከዚያ ከዛ በተጨማሪም እንዲሁም ነገርግን garuu kanaafuu kanaaf haa sababiin sababni sana yoo akkasumas ta'us itti".split(
    " "
  )
)

/** "More than", "about" behind a number, before what is counted. */
const AMHARIC_MORE: ReadonlySet<string> = new Set(["በላይ", "በታች", "ያህል", "ገደማ"])

const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)

/** Whether the words may be names of one person. */
const arePersonal = (left: string, right: string, before: string, after: string): boolean =>
  (has(BoundWords.names, left) && (BoundWords.names.has(right) || BoundWords.openers.has(right))) ||
  (isCapital(before) && isCapital(after))

/** Words of Afaan Oromo have vowels; symbols of units, which it puts on either side of the number, have none. */
const isOromo = (word: string): boolean => !isAmharic(word) && /[aeiou]/u.test(word)

/** Whether both are of one number, one date, or a number with what it counts. */
const areCounted = (left: string, right: string): boolean => {
  const before = isNumeral(left)
  const after = isNumeral(right)
  if (before && after) return true
  if (after && (left === "fi" || left === "ቀን")) return true
  return (before && BoundWords.units.has(right) && !isOromo(right)) || (after && has(BoundWords.units, left))
}

const standings: Readonly<Record<Standing, Joint>> = {
  within: Joint.close,
  between: Joint.open,
  unknown: Joint.loose
}

/** The relation of two words by themselves; `title` says whether a title stands before `before`. */
const relation = (before: string, after: string, title: boolean): Joint => {
  const left = bare(before)
  const right = bare(after)
  if (left === "" || right === "") return Joint.open
  if (has(BoundWords.titles, left)) return Joint.bound
  if (areCounted(left, right) || has(BoundWords.openers, left)) return Joint.bound
  if (BoundWords.followers.has(right)) return Joint.bound
  if (BoundWords.leaders.has(left)) return Joint.close
  if (title || arePersonal(left, right, before, after)) return Joint.close
  // Amharic has the number before its noun, Afaan Oromo behind it.
  if (isAmharic(right) ? isNumeral(left) : isNumeral(right)) return Joint.close
  // A number that is too long for a line is divided before its "and", or before a smaller unit.
  if (isNumeral(left) && (right === "fi" || (isOromo(right) && BoundWords.units.has(right)))) return Joint.close
  if (GOES_ON.test(left) || CONJUNCTION.test(right)) return Joint.loose
  if (BoundWords.titles.has(right)) return Joint.open
  if (isAmharic(left)) return standings[amharicStanding(left, right)]
  return isNumeral(left) ? Joint.open : standings[oromoStanding(left, right, isCapital(before), isCapital(after))]
}

/** What ends with `before`: by its marks, or, where speech has been written down without any, by its form. */
const ending = (before: string, after: string): Joint => {
  const left = bare(before)
  const right = bare(after)
  if (AMHARIC_VERB.test(left) || OROMO_VERB.test(left)) return Joint.sentence
  if (CLAUSE_STARTS.has(right) || AMHARIC_CLAUSE.test(left) || OROMO_CLAUSE.test(left)) return Joint.clause
  return Joint.open
}

const jointOf = (words: ReadonlyArray<string>, at: number): Joint => {
  const before = words[at] ?? ""
  const after = words[at + 1] ?? ""
  if (sayingVerbs.has(bare(after))) return Joint.close
  if (ENDS_SENTENCE.test(before)) return Joint.sentence
  if (ENDS_CLAUSE.test(before)) return Joint.clause
  const last = bare(before)
  const earlier = bare(words[at - 1] ?? "")
  // "Five and more" ends there; so does no "but": what it begins follows.
  if ((last === "ol" || last === "gadi") && isNumeral(earlier)) return Joint.open
  if (AMHARIC_MORE.has(last) && isNumeral(earlier) && isAmharic(bare(after))) return Joint.close
  if (earlier === "ነገር" && last === "ግን") return Joint.close
  if (bare(after) === "fi" && !(isNumeral(last) && isOfNumber(bare(words[at + 2] ?? "")))) return Joint.loose
  const related = relation(before, after, at > 0 && has(BoundWords.titles, earlier))
  if (before.endsWith(".") && related !== Joint.bound) {
    return isAbbreviation(before.replace(edges, "")) ? Joint.close : Joint.sentence
  }
  if (related > Joint.loose) return related
  const ended = ending(before, after)
  return ended === Joint.open ? related : ended
}

/** Whether the stretch from `from` to `to` lies within what the reading of `text` takes as one. */
export const isWithinSpan = (text: string, from: number, to: number): boolean =>
  read(languageOf(text), text).spans.some(
    ({ end, kind, start }) => kind !== "text" && kind !== "fold" && start < from && end > to
  )

/** The joint behind each word but the last. In time linear in their length. */
export const joints = (words: ReadonlyArray<string>): ReadonlyArray<Joint> => {
  const text = words.join(" ")
  const spans = read(languageOf(text), text).spans
  const found: Array<Joint> = []
  let offset = 0
  let span = 0
  for (const [at, word] of words.entries()) {
    if (at === words.length - 1) break
    offset += word.length + 1
    while ((spans[span]?.end ?? text.length) < offset) span++
    const within = spans[span]
    const isWithin =
      within !== undefined && within.kind !== "text" && within.kind !== "fold" && within.start < offset - 1
    found.push(isWithin && within.end > offset ? Joint.bound : jointOf(words, at))
  }
  return found
}
