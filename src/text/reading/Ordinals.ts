/** Ordinals: digits with ኛ, -ffaa, or an English ending, and what is written behind it. */
import type { Language } from "../../Domain.ts"
import { joined, prefix, suffix } from "./Affixes.ts"
import { between, plain } from "./Amounts.ts"
import { articles } from "./Articles.ts"
import { valueOf } from "./calendar/Written.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { around } from "./Pairs.ts"
import type { Rule } from "./Rule.ts"

/** Longer ones are names of things. */
const digits = "(?<number>\\d{1,3}(?:,\\d{3})+|\\d{1,9})"
const eitherDigits = `(?:${digits}|(?<number>[፩-፼]{1,6}))`

/** 2ኛ, 2ተኛ, 2-ኛው, 12ኛነት, ፮ኛ. */
const amharic: Rule = {
  kind: "ordinal",
  language: "am",
  needs: ["digit"],
  cue: "[ኛኞ]",
  pattern: `(?<![\\d.,፩-፼]|(?<!ኛ)\\/)${prefix.am}(?:(?<from>\\d{1,4})(?:-?ኛ(?<article>[ውዋ])?)?${between})?${eitherDigits} ?-?[ተደነረ]?(?:ኛ|(?<plural>ኞ)(?=[ችቹ]))(?<rest>[ወውዋነቱ-ቷዎየዬዮችቹንምናስ]{0,5}(?![\\p{L}\\p{M}]))?`,
  read: ({ groups }) => {
    const { article = "", from, number = "0", prefix: before, rest = "" } = groups
    const ordinal = numerals.am.ordinal(BigInt(valueOf(plain(number))))
    // 2ኞቹ: the plural of ሁለተኛ.
    const last = groups.plural === undefined ? ordinal : `${ordinal.slice(0, -1)}ኞ`
    if (from === undefined) return joined("am", last + rest, { prefix: before })
    return joined("am", `${numerals.am.ordinal(BigInt(from))}${article} እስከ ${last}${rest}`, {
      prefix: before === "በ" ? "ከ" : (before ?? "ከ")
    })
  }
}

/** 3ኛ/42: the third of so many. */
const rankOf: Rule = {
  kind: "ordinal",
  language: "am",
  needs: ["digit"],
  cue: "ኛ ?\\/ ?\\d",
  pattern: "(?<![\\p{L}\\d.,\\/])(?<rank>\\d{1,3})ኛ ?\\/ ?(?<whole>\\d{2,4})(?![\\p{L}\\d\\/]|[.,]\\d)",
  read: ({ groups: { rank = "", whole = "" } }) =>
    Number(rank) <= Number(whole)
      ? `ከ${numerals.am.cardinal(BigInt(whole))} ${numerals.am.ordinal(BigInt(rank))}`
      : undefined
}

/** 2ffaa, 3ffaan, 4affaa, 5ffa; the endings that people write for it. */
const oromo: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["digit"],
  cue: "\\d[\\-' ]?(?:[ao]?ff|fa|FFA)",
  pattern: `(?<![\\d,\\p{L}]|(?<!ffaa)\\/|(?<!\\p{L}{2})\\.)(?:(?<from>\\d{1,4})(?:[\\-']?ffaa)?${between})?${digits}[\\-' ]?(?:(?:[ao]?ffaa?|faa)${suffix.om}|FFAA(?<suffix>N|NIS|TTI|F|S|RRAA)?(?![\\p{L}\\p{M}]))`,
  read: ({ groups }) => {
    const { from, number = "0" } = groups
    const last = joined("om", numerals.om.ordinal(BigInt(plain(number))), groups)
    return from === undefined ? last : `${numerals.om.ordinal(BigInt(from))} hanga ${last}`
  }
}

/** IIffaa, XIffaan: Roman digits with the ending. */
const oromoRoman: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["latin"],
  cue: "[IVX][\\-' ]?ffaa",
  pattern: `(?<![\\p{L}\\p{N}.\\/])(?<number>[IVX]{1,7})[\\-' ]?ffaa${suffix.om}`,
  read: ({ groups }) => {
    const { number = "" } = groups
    return wellFormed.test(number) ? joined("om", numerals.om.ordinal(BigInt(romanValue(number))), groups) : undefined
  }
}

/** 1st, 2nd, 3rd, 4th, which both languages take from English. */
const english: Rule = {
  kind: "ordinal",
  needs: ["digit"],
  cue: "\\d(?:st|nd|rd|th)",
  pattern: `(?<![\\d.,\\p{L}])${digits}(?:st|nd|rd|th)(?!\\p{L})`,
  read: ({ groups, language }) => numerals[language].ordinal(BigInt(plain(groups.number ?? "0")))
}

const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 }

/** Below 40, as kings, chapters and wars have them. */
const romanValue = (roman: string): number =>
  Array.from(roman).reduce((sum, sign, at) => {
    const one = values[sign] ?? 0
    return sum + (one < (values[roman.charAt(at + 1)] ?? 0) ? -one : one)
  }, 0)

const wellFormed = /^X{0,3}(?:IX|IV|V?I{0,3})$/
/** What is numbered by a cardinal: ምዕራፍ አራት, Boqonnaa afur. */
const parts =
  /(?:ምዕራፍ|ክፍል|ጥራዝ|ቅጽ|አንቀጽ|ደረጃ|ምድብ|መጽሐፍ|ባለሙያ|ባለሞያ|ኦፊሰር|ሠራተኛ|ሰራተኛ|ቴክኒሽያን|ኤክስፐርት|ኦዲተር|አካውንታንት|ጸሐፊ|ፀሐፊ|ኢንጂነር|[Bb]oqonnaa|[Kk]utaa|[Jj]ildii|[Kk]eewwata|[Ss]adarkaa|[Gg]aree|[Gg]urmuu|[Rr]amaddii|[Gg]ulantaa|[Cc]hapter|[Pp]art|[Ll]evel|[Ll]eeveelii|[Ss]ad\.|[Kk]ew\.|[Bb]oq\.)(?:[፡፦:])?(?: [IVX]{1,5}(?:[፣,]| እና| ወይም| ና| fi)){0,4} (?:[IVX]{1,5}\/)?$/
/** Names that have a number of one sign as well. */
const numberedNames =
  /(?:ሥላሴ|ስላሴ|ጦርነት|ምኒልክ|ቴዎድሮስ|ዮሐንስ|ጳውሎስ|[Ss]illaasee|Addunyaa|Yohaannis|[TX]ewoodi?roos|Minilik|Elizabeth|ኤልሳቤጥ|Paul|Waraana) $/

/** ዳግማዊ ምኒልክ II: the name says already which. */
const ordinalName = /(?:ቀዳማዊት?|ዳግማዊት?|[ሣሳ]ልሳዊት?) \p{L}{2,12} $/u

/** ምኒልክ II, ምዕራፍ IV, Waraana Addunyaa II. One sign alone is a letter unless the word before says otherwise. */
const roman: Rule = {
  kind: "ordinal",
  needs: ["latin"],
  pattern: "(?<=[\\p{L}፡፦፣:,]\\.? |[IVX]\\/)[IVX]{1,7}(?![\\p{L}\\p{M}\\d'])",
  read: ({ found, language, start, text }) => {
    if (!wellFormed.test(found)) return undefined
    const before = text.slice(Math.max(0, start - 40), start)
    const value = BigInt(romanValue(found))
    // Dhangala'aa IV: into a vein.
    if (found === "IV" && /(?:dhangala\S{2,4}|dawaa|lilmoo\S{0,2}|marfee|gulukoos\S{1,3}|karaa) $/iu.test(before))
      return undefined
    if (parts.test(before)) return numerals[language].cardinal(value)
    if (ordinalName.test(before)) return ""
    if (!/\p{L} $/u.test(before)) return undefined
    return found.length > 1 || numberedNames.test(before) ? numerals[language].ordinal(value) : undefined
  }
}

/** 1. 2) (3) at the beginning of a line: first, second, third, and a pause. */
const listed: Rule = {
  kind: "ordinal",
  needs: ["digit"],
  pattern: '(?<=(?:^|\\n)[ \\t]{0,8})(?:\\((?<inner>\\d{1,2})\\)|(?<number>\\d{1,2})[.\\)])(?=[ \\t]{1,4}[\\p{L}"“«])',
  read: ({ groups, language }) => {
    const value = BigInt(groups.number ?? groups.inner ?? "0")
    return value === 0n ? undefined : `${numerals[language].ordinal(value)}${language === "am" ? "፣" : ","}`
  }
}

/** (i) biiroo, (ii) teessuma: items by small Roman digits, of which one alone is a letter. */
const romanItem: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["latin"],
  cue: "\\(?[ivx]{1,4}\\)",
  pattern: "(?<=(?:^|[\\s;:,])\\(?)[ivx]{1,4}(?=\\))",
  read: (match) => {
    const number = match.found.toUpperCase()
    return wellFormed.test(number) && /(?<!\p{L})i[iv]\)/u.test(around(match))
      ? numerals.om.ordinal(BigInt(romanValue(number)))
      : undefined
  }
}

/** UTF-16 code units that an item of a list takes at most. */
const itemLength = 200

/** I. Seensa, IV. ማጠቃለያ: a part of a text, at the beginning of a line. */
const part = (language: Language, word: string): Rule => ({
  kind: "ordinal",
  language,
  needs: ["stop"],
  pattern: `(?<=(?:^|\\n)[ \\t]{0,8})(?<number>[IVX]{1,6})[.\\)](?=[ \\t]{1,4}${word})`,
  read: ({ groups: { number = "" } }) =>
    wellFormed.test(number)
      ? `${numerals[language].ordinal(BigInt(romanValue(number)))}${language === "am" ? "፣" : ","}`
      : undefined
})

/** I. መግቢያ II. ዓላማ: the next part in the same line. */
const nextPart: Rule = {
  kind: "ordinal",
  language: "am",
  needs: ["stop"],
  cue: "I\\.",
  pattern: "(?<=\\s)(?<number>[IVX]{1,6})\\.(?= ?[ሀ-ፚ]{2})",
  read: ({ groups: { number = "" }, start, text }) => {
    if (!wellFormed.test(number)) return undefined
    const value = romanValue(number)
    const before = text
      .slice(Math.max(0, start - itemLength), start)
      .match(/(?<![A-Z])[IVX]{1,6}(?=\.)/g)
      ?.at(-1)
    return before !== undefined && romanValue(before) === value - 1
      ? `${numerals.am.ordinal(BigInt(value))}፣`
      : undefined
  }
}

/** What has its number behind it: ጥያቄ 2. */
const labelled = /(?:ጥያቄ|ክፍል|ምዕራፍ|ቁጥር|ደረጃ|ሠንጠረዥ|ሰንጠረዥ|ምስል|ገጽ|አንቀጽ|ቁ\.|መልስ) $/

/** Items of a list within a line. */
const inLine = (language: Language, behind: string): Rule => ({
  kind: "ordinal",
  language,
  needs: ["digit"],
  pattern: `(?<pause>${language === "om" ? "(?<=[\\p{L}\\p{N}\\)%]) (?=[2-9]|1\\d)" : "(?!)"})?(?<=^|[\\s፡፦])(?<number>[1-9]\\d?)[.\\)]${behind}`,
  read: ({ end, groups, start, text }) => {
    if (labelled.test(text.slice(Math.max(0, start - 8), start))) return undefined
    const number = Number(groups.number ?? "1")
    const mark = text.charAt(end - 1)
    // The first has a second behind it, and each other the one before it: 12.ይህ ends a sentence.
    const isListed =
      number === 1
        ? text.slice(start, start + itemLength).includes(` 2${mark}`)
        : text.slice(Math.max(0, start - itemLength), start).includes(`${number - 1}${mark}`)
    const words = numerals[language].ordinal(BigInt(number))
    const apart = text.charAt(end) === " " ? "" : " "
    const pause = groups.pause === undefined ? "" : ", "
    return isListed ? `${pause}${words}${language === "am" ? "፣" : ","}${apart}` : undefined
  }
})
/** ተጫራቾች፡1.ፈቃድ 2. ምዝገባ: with spaces or without. */
const gluedList = inLine("am", "(?= ?\\p{L}{2}|(?<=\\)) \\d)")
/** 1. Dura taa'aa 2. Barreessaa: with them. */
const spacedList = inLine("om", "(?= \\p{L}{2})")

/** (1) ስም፤ (2) ዕድሜ: items of a list, each in brackets. */
const bracketed: Rule = {
  kind: "ordinal",
  language: "am",
  needs: ["digit"],
  cue: "\\(\\d{1,2}\\)",
  pattern: "(?<=(?:^|[።፤;፣፦:,])\\s?)\\((?<number>[1-9]\\d?)\\)(?= ?\\p{L}{2})",
  read: ({ groups: { number = "1" }, start, text }) => {
    const value = Number(number)
    const isListed =
      value === 1
        ? /[።፤;፣፦:,] ?\(2\) ?\p{L}{2}/u.test(text.slice(start, start + itemLength))
        : new RegExp(`\\(${value - 1}\\) ?\\p{L}{2}`, "u").test(text.slice(Math.max(0, start - itemLength), start))
    return isListed ? `${numerals.am.ordinal(BigInt(value))}፣` : undefined
  }
}

/** PSR-IX, sadarkaa-I: of a rank. */
const rank: Rule = {
  kind: "ordinal",
  language: "om",
  needs: ["latin"],
  cue: "-[IVX]",
  after: "(?<![\\p{L}\\d])(?:[A-Z]{2,5}(?=-[IVX]{2})|[sS]adarkaa|[lL]evel|[lL]eeveelii)",
  pattern: "-(?<number>[IVX]{1,5})(?![\\p{L}\\d\\-])",
  read: ({ groups: { number = "" } }) =>
    wellFormed.test(number) ? ` ${numerals.om.cardinal(BigInt(romanValue(number)))}` : undefined
}

export const ordinals: ReadonlyArray<Rule> = [
  rankOf,
  ...articles,
  rank,
  amharic,
  oromo,
  oromoRoman,
  english,
  nextPart,
  roman,
  listed,
  part("am", "[ሀ-ፚ]{2}"),
  part("om", "\\p{Lu}\\p{Ll}"),
  romanItem,
  gluedList,
  bracketed,
  spacedList
]
