/**
 * Amounts as they are written and as they are said: a number, a fraction or
 * both, a sign, a scale (ሚሊዮን), and a range of two. Numbers alone, money,
 * measures and percent are amounts with something beside them.
 *
 * Oromo fractions are the numerator and the denominator's ordinal (Wikibooks,
 * Afaan Oromo, chapter 1); a mixed number has fi walakkaa, Amharic ተኩል.
 */
import type { Language } from "../../Domain.ts"
import { amharicOrdinal, oromoLengthened } from "./Affixes.ts"
import { spaced } from "./numerals/Numerals.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { anyOf } from "./Rule.ts"

/**
 * Groups of three by comma, apostrophe, space, or two or more by stop. Bounded
 * where another number may begin behind each.
 */
const grouped =
  "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?!\\d)|\\d{1,3}(?:'\\d{3}){1,12}(?!\\d)|\\d{1,3}(?:\\.\\d{3}){2,}(?!\\d)|[1-9]\\d{0,2}(?: \\d{3}){1,12}(?:\\.\\d+)?(?![.,]?\\d)"
/** A number: digits, grouped or not, with a fraction; a comma is its point behind a zero, and for cents. */
const number = `(?:${grouped}|(?<=(?:ብር|ETB) ?|(?:ሙቀት|ክብደት|ቁመት|ትኩሳት)\\p{L}{0,3} )\\d{1,3},\\d{1,2}(?![\\d,]|\\.\\d)|\\d{1,3},\\d\\d(?= ?(?:ብር|ETB|[Bb]irr|[Qq]arshi|%|\\$|€))|0,\\d{1,2}(?![\\d,])|(?<![\\d,])[1-9]\\d?,\\d(?= ?(?:km|kg|cm|mm|m|L|l|ha|GB|MB|%|°C)(?![\\p{L}\\d]))|\\d{1,3},\\d(?= ?(?:ሊትር|ኪሎ|ኪ\\.|ሜትር|ሚሊ|ቢሊ|ሄክታር|ቶን|°|በመቶ))|\\d+(?:\\.\\d+)?|(?<![\\d\\p{L}\\).])\\.\\d+)`

const vulgar = "[¼½¾⅐-⅞]"
/** A fraction whose numerator is the smaller, which no date or house number is likely to be. */
const slashed = "(?!2\\/2|3\\/3|4\\/4|5\\/5|6\\/6|7\\/7|8\\/8|9\\/9)[1-9][\\/⁄][2-9](?![\\d\\/]|\\.\\d)"
const part = `(?:${vulgar}|${slashed})`

const scales: Readonly<Record<Language, ReadonlyArray<readonly [written: string, read: string]>>> = {
  am: [
    ["ሺህ", "ሺህ"],
    ["ሺ", "ሺህ"],
    ["ሚሊዮን", "ሚሊዮን"],
    ["ሚሊየን", "ሚሊዮን"],
    ["ቢሊዮን", "ቢሊዮን"],
    ["ቢሊየን", "ቢሊዮን"],
    ["ትሪሊዮን", "ትሪሊዮን"],
    ["መቶ ሺህ", "መቶ ሺህ"]
  ],
  om: [
    ["kuma", "kuma"],
    ["kumaa", "kuma"],
    ["miiliyoona", "miiliyoona"],
    ["miliyoona", "miiliyoona"],
    ["miliyeena", "miiliyoona"],
    ["miiliyeena", "miiliyoona"],
    ["miiliyona", "miiliyoona"],
    ["miliyoonaa", "miiliyoona"],
    ["miiliyoonaa", "miiliyoona"],
    ["biliyoonaa", "biiliyoona"],
    ["biiliyoonaa", "biiliyoona"],
    ["mil.", "miiliyoona"],
    ["mil", "miiliyoona"],
    ["biil.", "biiliyoona"],
    ["Mil.", "miiliyoona"],
    ["biiliyoona", "biiliyoona"],
    ["biliyoona", "biiliyoona"],
    ["biiliyeena", "biiliyoona"],
    ["biliyeena", "biiliyoona"],
    ["bilyoona", "biiliyoona"],
    ["milyoona", "miiliyoona"],
    ["tiriiliyoona", "tiriiliyoona"],
    ["tiriliyoona", "tiriiliyoona"],
    ["Kuma", "Kuma"],
    ["Miliyoona", "Miiliyoona"],
    ["Miiliyoona", "Miiliyoona"],
    ["Biliyoona", "Biiliyoona"],
    ["Biiliyoona", "Biiliyoona"],
    ["Tiriliyoona", "Tiriiliyoona"]
  ]
}

/** What English and tables write, by power of ten. */
const english: ReadonlyArray<readonly [written: string, am: string, om: string]> = [
  ["thousand", "ሺህ", "kuma"],
  ["million", "ሚሊዮን", "miiliyoona"],
  ["billion", "ቢሊዮን", "biiliyoona"],
  ["trillion", "ትሪሊዮን", "tiriiliyoona"],
  ["K", "ሺህ", "kuma"],
  ["k", "ሺህ", "kuma"],
  ["M", "ሚሊዮን", "miiliyoona"],
  ["mn", "ሚሊዮን", "miiliyoona"],
  ["mln", "ሚሊዮን", "miiliyoona"],
  ["bn", "ቢሊዮን", "biiliyoona"],
  ["tn", "ትሪሊዮን", "tiriiliyoona"],
  ["B", "ቢሊዮን", "biiliyoona"],
  ["m", "ሚሊዮን", "miiliyoona"]
]

/** 1.2ሚ. ሰዎች, 18ሚ ብር: ሚ. is of a measure where its unit follows. */
const millionsInShort = [
  ["ሚ.", "ሚሊዮን"],
  ["ሚ", "ሚሊዮን"],
  ["ቢ.", "ቢሊዮን"],
  ["ቢ", "ቢሊዮን"]
] as const
const inShort: Readonly<Record<Language, string>> = {
  am: "| ?[ሚቢ]\\.?(?= ?(?:ብር|ዶላር|ሰ[ውዎ]))| ?[ሚቢ]\\.(?! ?[ሜሊግካ]|\\p{L})| ?ሚ(?= [\\p{L}--[ሜሊግካ]])|[ሚቢ](?= ?(?:$|[።፣፤,\\(\\)\\n]))|ቢ(?= \\p{L})",
  om: ""
}

/** Beside a currency; elsewhere a telephone (bil. 0911). */
const billionInShort = [
  ["bil.", "biiliyoona"],
  ["Bil.", "biiliyoona"],
  ["bil", "biiliyoona"]
] as const

const scaleWords: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  am: new Map([...scales.am, ...millionsInShort, ...english.map(([written, am]) => [written, am] as const)]),
  om: new Map([...scales.om, ...billionInShort, ...english.map(([written, _, om]) => [written, om] as const)])
}

const lastOf = (words: Iterable<string>): string =>
  Array.from(new Set(Array.from(words, (word) => word.slice(-1)))).join("")

const longScales = english.slice(0, 4).map(([written]) => written)
const shortScales = english.slice(4, -2).map(([written]) => written)

/** A scale behind the number: as a word with or without a space, as a letter without. */
const scaleAfter = (language: Language, letters: string): string =>
  `(?: ?${anyOf([...scales[language].map(([written]) => written), ...longScales, ...(language === "om" && letters !== "" ? ["bil."] : [])])}| ?(?:[bt]n|mln|mn)|${anyOf([...shortScales, ...letters])}${inShort[language]})(?!(?<![ሚቢ]\\.)[\\p{L}\\p{M}]|(?<![ሺህን])\\/)`

/** A number with what belongs to it; `letters` are more scales of one letter: $2B, €50m, where a block 2B is none. */
const amountPattern = (language: Language, letters = ""): string => {
  const before =
    language === "om"
      ? `(?:${anyOf([...scales.om, ...(letters === "" ? [] : billionInShort)].map(([written]) => written))}(?: |(?<=\\.)))?`
      : ""
  return `${before}(?:${slashed}|${number}(?: ?${vulgar}| ${slashed})?|${vulgar})(?:${scaleAfter(language, letters)})?`
}

export const amounts: Readonly<Record<Language, string>> = { am: amountPattern("am"), om: amountPattern("om") }

/** What an amount ends with: a number, or the last letter of a scale. */
export const amountEnd: Readonly<Record<Language, string>> = {
  am: `[\\p{N}${lastOf(scaleWords.am.keys())}]`,
  om: `[\\p{N}${lastOf(scaleWords.om.keys())}]`
}

/** A fraction alone, or a number with one. */
export const fractional = `(?:${number} ?${vulgar}|\\d+ ${slashed}|${part})`

/** A minus sign before a number, and no hyphen between two things. */
const minus = "(?:(?:(?<![\\p{L}\\p{N}\\)]|[\\p{N}\\)] )[\\-−–]|(?<=(?<!\\p{L})[በየለከ])−)(?=[\\d.]))"
/** Between the two ends of a range: with a space on both sides or on none. */
export const between = "(?:[\\-–—~]{1,2}| [\\-–—~]{1,2} )"

/** The longest that is said as one number; a longer one is said digit by digit. */
const longest = 15

/** Digits and point alone. */
export const plain = (written: string): string => {
  // Cents of none: an amount of money, wherever its currency stands.
  const digits = written.replace(/[' ]/g, "").replace(/(?<=,\d{3}|\d{2})\.00$/, "")
  if (/^(?:\d{1,3},\d\d?)$/.test(digits)) return digits.replace(",", ".")
  return /\..*\./.test(digits) ? digits.replaceAll(".", "") : digits.replaceAll(",", "")
}

/** A number in words; with zeros in front, or longer than any amount, digit by digit. */
export const numberWords = (language: Language, written: string): string => {
  const digits = plain(written)
  const { decimal, digits: oneByOne } = numerals[language]
  const whole = digits.split(".")[0] ?? ""
  if (whole.length > longest || /^0\d/.test(whole)) return oneByOne(digits.replace(".", ""))
  return decimal(digits)
}

const ordinalPart = (language: Language, above: number, below: number): string => {
  const { cardinal, ordinal } = numerals[language]
  return language === "am"
    ? `${cardinal(BigInt(above))} ${amharicOrdinal(cardinal(BigInt(below)))}`
    : `${cardinal(BigInt(above))} ${ordinal(BigInt(below))}`
}

const quarters: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  am: { "1/2": "ግማሽ", "1/4": "ሩብ" },
  om: { "1/2": "walakkaa", "1/4": "kurmaana" }
}

/** A fraction in words: ግማሽ, ሁለት ሦስተኛ, walakkaa, lama sadaffaa. */
const partWords = (language: Language, written: string): string => {
  const [above = "1", below = "2"] = written.normalize("NFKC").split(/[/⁄]/)
  return quarters[language][`${above}/${below}`] ?? ordinalPart(language, Number(above), Number(below))
}

/** Two and a half: ሁለት ተኩል, ሁለት ከሩብ, lamaa fi walakkaa. */
const mixedWords = (language: Language, whole: string, written: string): string => {
  if (language === "om") return `${oromoLengthened(whole)} fi ${written}`
  return written === "ግማሽ" ? `${whole} ተኩል` : `${whole} ከ${written}`
}

const shape = new RegExp(
  `^(?<before>\\p{L}+(?:\\.? |\\.))?(?<whole>(?:\\d{1,3},\\d\\d?(?!\\d)|${number})(?![\\/⁄]))? ?(?<part>${part})?(?<scale>[ \\p{L}.]*)$`,
  "v"
)

/** An amount in words: an Oromo scale before its number, an Amharic one behind. */
export const amountWords = (language: Language, written: string): string => {
  const groups = shape.exec(written)?.groups ?? {}
  const whole = groups.whole === undefined ? "" : numberWords(language, groups.whole)
  const fraction = groups.part === undefined ? "" : partWords(language, groups.part)
  const said = whole !== "" && fraction !== "" ? mixedWords(language, whole, fraction) : whole + fraction
  const scaleOf = (name = ""): string => scaleWords[language].get(name.trim()) ?? name.trim()
  const scale = scaleOf(groups.scale)
  return language === "am" ? spaced(said, scale) : spaced(scaleOf(groups.before), scale, said)
}

const negative: Readonly<Record<Language, string>> = { am: "ኔጋቲቭ", om: "negaatiivii" }

/** From one to the other: ከአምስት እስከ አሥር; with a prefix of its own, የአምስት እስከ አሥር. Oromo: shanii hanga kudhanii. */
const rangeWords = (language: Language, one: string, other: string, before: string): string =>
  language === "am"
    ? `${before === "" ? "ከ" : ""}${one} እስከ ${other}`
    : `${oromoLengthened(one)} hanga ${oromoLengthened(other)}`

/** What gives way to the ከ of a range: በ5-10 and እስከ5-10 are ከአምስት እስከ አሥር, as an amount between the two. */
const givesWay: ReadonlySet<string | undefined> = new Set(["በ", "እስከ", "ወደ"])

/** Groups whose prefix is said with the range. */
export const outer = (
  groups: Readonly<Record<string, string | undefined>>
): Readonly<Record<string, string | undefined>> =>
  groups.to !== undefined && givesWay.has(groups.prefix) ? { ...groups, prefix: "ከ" } : groups

/** The pattern of one amount, with the groups `minus` and `amount`. */
export const single = (language: Language, letters = ""): string =>
  `(?<minus>${minus})?(?<amount>${amountPattern(language, letters)})`

/** The pattern of an amount or a range of two, with the group `to` as well. */
export const amount = (language: Language, unit = "", letters = ""): string =>
  `${single(language, letters)}(?:${unit}${between}(?<to>${amountPattern(language, letters)}))?`

/** Its words, without what stands before and behind. */
export const foundWords = (language: Language, groups: Readonly<Record<string, string | undefined>>): string => {
  const { amount: one = "", minus: sign, prefix: before = "", to: other } = groups
  if (other === undefined) return spaced(sign === undefined ? "" : negative[language], amountWords(language, one))
  return rangeWords(language, amountWords(language, one), amountWords(language, other), before)
}
