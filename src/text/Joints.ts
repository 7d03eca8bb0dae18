/**
 * How closely neighbouring words belong together, for whoever has to divide
 * between them: a phrase that grew too long, the line of a caption. Words of one
 * span of the reading (a date, a sum of money, a number with its unit) are never
 * apart; nor are a title and its name, or a word and its postposition.
 */

import { amharicStanding, indefinite, ofOrdinal } from "./AmharicStanding.ts"
import * as BoundWords from "./BoundWords.ts"
import { isDigit, isEthiopicLetter, isEthiopicNumeral } from "./Letters.ts"
import { oromoStanding } from "./OromoStanding.ts"
import { isAbbreviation } from "./reading/Abbreviations.ts"
import { read } from "./reading/Reading.ts"
import { sayingVerbs } from "./SayingVerbs.ts"
import { languageOf } from "./Script.ts"
import { APOSTROPHES } from "./Search.ts"
import type { Standing } from "./Standing.ts"

/** How closely two words belong together: a greater number is harder to divide. */
export const Joint = {
  /** What is before ends a sentence, or a clause. */
  sentence: -2,
  clause: -1,
  /** A phrase ends. */
  open: 0,
  /** Words of which nothing is known. */
  loose: 1,
  /** A word that may lean on the next: a noun without a case before its verb. */
  near: 2,
  /** A word with its postposition, particle, conjunction, number or attribute. */
  close: 3,
  /** Parts of one span, a title and its name. */
  bound: 4
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
  if (isEthiopicLetter(first)) {
    return (
      has(BoundWords.numerals, word.replace(SUFFIX, "")) ||
      has(BoundWords.numerals, indefinite(word)) ||
      (/ኛ/u.test(word) && has(BoundWords.numerals, ofOrdinal(word)))
    )
  }
  // "Voice", which is no form of "nine".
  if (word.startsWith("sagalee")) return false
  return oromoNumerals.has(stemOf(word.replace(OROMO_SUFFIX, "")))
}

/** What "and" joins to a number: another, or a part of an hour. */
const isOfNumber = (word: string): boolean => isNumeral(word) || /^(?:walakkaa|kurmaana|tuqaa)/u.test(word)

const isAmharic = (word: string): boolean => isEthiopicLetter(word.charCodeAt(0))

const ENDS_SENTENCE = /(?:[።!?፧፨]|፡፡|::)["'”’»›)\]]*$|\.["'”’»›)\]]+$/u
const ENDS_CLAUSE = /[፣,;፤፥፦:…]["'”’»›)\]]*$/u

/** Amharic's main verbs in the present and the perfect, and what ends a clause that another follows. */
const AMHARIC_VERB = /(?:ዋል|ናል|ኛል|ሃል|ሻል|ለች|ታል|ቷል|ሏል|ቋል|ሯል|ሟል|ላችኋል|ነው|ናቸው|ነበር|አይደለም)$/u
export const isMainVerb = (word: string): boolean => AMHARIC_VERB.test(word)
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
  "ነገር ስለዚህ ምክንያቱም ሆኖም ከዚያ ከዛ በተጨማሪም እንዲሁም ነገርግን garuu kanaafuu kanaaf haa sababiin sababni sana yoo akkasumas ta'us".split(
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

const NUMBERED: ReadonlySet<string> = new Set(["ብር", "ዶላር", "ገጽ", "ቁጥር", "ስልክ", "ምዕራፍ", "አንቀጽ", "ክፍል", "ነጥብ"])
/** Whether both are of one number, one date, or a number with what it counts. */
const areCounted = (left: string, right: string): boolean => {
  const before = isNumeral(left)
  const after = isNumeral(right)
  if (before && after) return true
  if (after && (left === "fi" || left === "ቀን")) return true
  if (before && BoundWords.units.has(right) && !isOromo(right)) return true
  // Amharic has words for numbers behind what is numbered, and before what is counted.
  return after && has(BoundWords.units, left) && (!isEthiopicLetter(right.charCodeAt(0)) || has(NUMBERED, left))
}

const standings: Readonly<Record<Standing, Joint>> = {
  within: Joint.close,
  leaning: Joint.near,
  between: Joint.open,
  unknown: Joint.loose
}

/** Of what follows a word, some may belong to the next all the same. */
const PREVERBS: ReadonlySet<string> = new Set(["irra", "irraa", "itti", "ol", "gadi", "waliin", "jala", "tokko"])
/** Whether nothing stands between a word and what follows it but the next phrase. */
const endsPhrase = (word: string): boolean =>
  BoundWords.followers.has(word) && !PREVERBS.has(word) && !word.startsWith("የ")

/** Interrogatives, which stand before the verb, with what they are asked of. */
const QUESTION = /^(?:[ከበለ]|ወደ|ስለ|እስከ)(?:የት|ምን|ማን|መቼ|ስንት)$/u
/** Infinitives of Afaan Oromo with a case, and its verbs in -e and -u. */
const isDone = (word: string): boolean => /uuf$|[^aeiou][eu]$/u.test(word)

/** Titles that no office has. */
const PERSONAL = /^(?:obbo|aadde|addee|dooktar|doktar|piroofeesar|profeesar|injinar|injiinar|dr|prof|obb|aad)/u
/** Ordinals of Afaan Oromo. */
const ORDINAL = /ffaa(?:n|f|tti|s|rraa|dha)?$/u

/** The relation of the words behind `at` and before it. */
const relation = (words: ReadonlyArray<string>, at: number): Joint => {
  const before = words[at] ?? ""
  const after = words[at + 1] ?? ""
  const left = bare(before)
  const right = bare(after)
  const next = bare(words[at + 2] ?? "")
  const earlier = words.slice(Math.max(0, at - 2), at).map(bare)
  const title = has(BoundWords.titles, earlier.at(-1) ?? "")
  if (left === "" || right === "") return Joint.open
  if (has(BoundWords.titles, left)) return Joint.bound
  if ((isNumeral(left) || left === "fi") && /^(?:walakkaa|kurmaana|tuqaa)/u.test(right)) return Joint.bound
  if (isNumeral(left) && right === "fi" && /^(?:walakkaa|kurmaana|tuqaa)/u.test(next)) return Joint.bound
  if (left.endsWith("tti") && (right === "ol" || right === "gadi")) return Joint.loose
  if (isNumeral(left) && /^ga['h]/u.test(right)) return Joint.close
  if (areCounted(left, right) || (has(BoundWords.openers, left) && !isDone(right))) return Joint.bound
  if (QUESTION.test(left)) return Joint.close
  // "After that" begins a clause; from one number to another.
  if (/^[sk]ana$/u.test(right) && /^(?:booda|dura)/u.test(next)) return Joint.open
  if (right === "hanga" && isNumeral(left) && isNumeral(next)) return Joint.close
  // "Again", which is written apart: "irra deebi'e".
  if (right === "irra" && next.startsWith("deebi")) return Joint.loose
  if (left === "irra" && right.startsWith("deebi")) return Joint.bound
  if (BoundWords.followers.has(right) || /^(?:hin|ni|nan|haa)$/u.test(left)) return Joint.bound
  if (BoundWords.leaders.has(left)) return Joint.close
  if (title && BoundWords.titles.has(right)) return Joint.loose
  // Behind a title and two names.
  if (earlier.length > 1 && PERSONAL.test(earlier[0] ?? "")) return Joint.open
  if (title || arePersonal(left, right, before, after)) return Joint.close
  if (ORDINAL.test(right)) return Joint.bound
  // Amharic has the number before its noun, Afaan Oromo behind it.
  if (isAmharic(right) ? isNumeral(left) : isNumeral(right)) return Joint.close
  // A number that is too long for a line is divided before its "and", or before a smaller unit.
  if (isNumeral(left) && (right === "fi" || (isOromo(right) && BoundWords.units.has(right)))) return Joint.close
  if (GOES_ON.test(left) || CONJUNCTION.test(right)) return Joint.loose
  const neighbours = { earlier, left, right, next }
  const standing = isAmharic(left)
    ? amharicStanding(neighbours)
    : oromoStanding(neighbours, isCapital(before), isCapital(after))
  if (BoundWords.titles.has(right) && !isAmharic(right)) return Joint.open
  if (standing === "within") return Joint.close
  if (BoundWords.titles.has(right) || endsPhrase(left)) return Joint.open
  return isNumeral(left) && !isAmharic(left) ? Joint.open : standings[standing]
}

/** What ends with `before`: by its marks, or, where speech has been written down without any, by its form. */
const ending = (before: string, after: string): Joint => {
  const left = bare(before)
  const right = bare(after)
  if (AMHARIC_VERB.test(left) || OROMO_VERB.test(left)) return Joint.sentence
  if (CLAUSE_STARTS.has(right) || AMHARIC_CLAUSE.test(left) || OROMO_CLAUSE.test(left)) return Joint.clause
  return Joint.open
}

/** Whether a clause or sentence ends with a word. */
const endsBefore = (word: string): boolean =>
  ENDS_SENTENCE.test(word) ||
  ENDS_CLAUSE.test(word) ||
  OROMO_VERB.test(bare(word)) ||
  BoundWords.followers.has(bare(word))

const jointOf = (words: ReadonlyArray<string>, at: number): Joint => {
  const before = words[at] ?? ""
  const after = words[at + 1] ?? ""
  if (sayingVerbs.has(bare(after))) return Joint.close
  if (ENDS_SENTENCE.test(before)) return Joint.sentence
  if (ENDS_CLAUSE.test(before)) return Joint.clause
  const last = bare(before)
  const earlier = bare(words[at - 1] ?? "")
  // "Five and more" ends there; so does no "but": what it begins follows.
  if ((last === "ol" || last === "gadi") && isNumeral(earlier) && !earlier.endsWith("tti")) {
    return bare(after).startsWith("ta'") ? Joint.close : Joint.open
  }
  // "From …" and "… on" may have a verb behind them, "as for me, however" none.
  if (last === "irraa" && bare(after) === "kan" && /^ka['a]/u.test(bare(words[at + 2] ?? ""))) return Joint.bound
  if (bare(after) === "garuu" && at > 0 && endsBefore(words[at - 1] ?? "")) return Joint.close
  if (AMHARIC_MORE.has(last) && isAmharic(bare(after))) {
    if (isNumeral(earlier)) return Joint.close
    if (BoundWords.units.has(earlier)) return Joint.near
  }
  if (earlier === "ነገር" && last === "ግን") return Joint.close
  if (bare(after) === "fi" && !(isNumeral(last) && isOfNumber(bare(words[at + 2] ?? "")))) {
    const other = words[at + 2] ?? ""
    if (isCapital(before) && isCapital(other)) return Joint.close
    return bare(other).slice(-2) === last.slice(-2) ? Joint.near : Joint.loose
  }
  const related = relation(words, at)
  if (before.endsWith(".") && related !== Joint.bound) {
    return isAbbreviation(before.replace(edges, "")) ? Joint.close : Joint.sentence
  }
  if (related > Joint.near) return related
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
