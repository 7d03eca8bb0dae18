/**
 * Measures: an amount with its unit, and percent. Amharic says the number and
 * then the unit, Oromo the unit and then the number: kiiloo meetira shan.
 */
import type { Language } from "../../Domain.ts"
import { beforeFi, joined, prefix, suffix } from "./Affixes.ts"
import { amount, amountEnd, foundWords, outer } from "./Amounts.ts"
import { coordinates } from "./Coordinates.ts"
import { spaced } from "./numerals/Numerals.ts"
import { amharicLeastAndMost, doses, forEachInOromo, harvest, leastAndMost, ratesAlone } from "./Rates.ts"
import type { Match, Rule } from "./Rule.ts"
import { sizes, withUnit } from "./Sizes.ts"
import {
  isTime,
  notInNumber,
  oromoUnitBefore,
  perUnit,
  quantity,
  quantityBeginning,
  type Unit,
  unitBefore,
  unitNamed,
  unitWritten,
  volumes
} from "./Units.ts"

type Groups = Match["groups"]

/** Below zero: the weather's words. */
const belowZero: Readonly<Record<Language, string>> = { am: "ከዜሮ በታች", om: "zeeroo gadi" }

/** The number's words with its prefix; one of the rule's own ("ከዜሮ", "ከአምስት እስከ") is not said twice. */
const counted = (language: Language, unit: Unit, groups: Groups): string => {
  const isCold = unit.am.startsWith("ዲግሪ") && (groups.minus !== undefined || groups.prefix?.endsWith("-") === true)
  if (!isCold)
    return joined(language, withUnit(language, unit, foundWords(language, groups)), { prefix: groups.prefix })
  const words = `${belowZero[language]} ${withUnit(language, unit, foundWords(language, { ...groups, minus: undefined }))}`
  return groups.prefix?.startsWith("ከ") === true ? words : joined(language, words, { prefix: groups.prefix })
}

/** "1,600 hektaara tokko irratti", "45 kiiloo 5": so many, and a measure that has its number behind it. */
const hasItsOwn =
  /^ (?:(?:tokko|lama|sadii|afur|shan|ja'a|torba|saddeet|sagal|kudha|kudhan|digdam[ai]|soddom[ai]|walakkaa)(?![\p{L}'])|\d[\d,.]*(?!\d|[:/]| ?(?:birr|qarsh|br|ETB|%|\p{L}{1,2}(?!\p{L}))))/iu

/** One letter may begin a word: 5 ግን is "five, but", 2015tti has no tonnes; Oromo `ha` is "let" as well. */
const isOtherWord = ({ groups, found, language, end, text }: Match): boolean => {
  const { suffix: ending = "", unit = "" } = groups
  if (unit.length === 1 && ending !== "")
    return language === "am" || /\p{L}/v.test(found.charAt(found.length - ending.length - 1))
  if (unit === "ካሬ") return /^ [ሥስ][ርሩ](?!\p{L})/u.test(text.slice(end, end + 5))
  return unit === "ha" && /^ \p{Ll}+(?:[nt]u|[ae]n|u)(?!\p{L})/u.test(text.slice(end, end + 24))
}

const read = (match: Match): string | undefined => {
  const { language } = match
  const groups = outer(match.groups)
  const unit = unitNamed(groups.unit ?? "")
  if (unit === undefined || isOtherWord(match)) return undefined
  // A whole word behind a number; an abbreviation is of the number before it.
  if (
    language === "om" &&
    !match.found.startsWith(groups.unit ?? "") &&
    groups.suffix === undefined &&
    /\p{L}{5}/u.test(groups.unit ?? "") &&
    hasItsOwn.test(match.text.slice(match.end, match.end + 24))
  )
    return undefined
  const words = counted(language, unit, groups)
  // ሜ.ባ/ሰ: of data ሰ is a second, of ways an hour.
  const divisor = groups.per === "ሰ" && /ባይት|ቢት|^ሜትር|^ሊትር/.test(unit.am) ? "ሰከንድ" : (groups.per ?? groups.each)
  const each = divisor === undefined ? undefined : unitNamed(divisor)
  if (each === undefined) return beforeFi(match, joined(language, words, { suffix: groups.suffix }))
  const per = perUnit(language, each)
  if (isTime(each)) {
    const said = joined(language, words, { suffix: groups.suffix })
    // በሰዓት 80 km/h: it was said before.
    return match.text.slice(0, match.start).endsWith(`${per} `) ? said : `${per} ${said}`
  }
  return language === "am" ? joined(language, `${words} ${per}`, { suffix: groups.suffix }) : `${per} ${words}`
}

const per = `(?: ?\\/ ?(?<per>${unitWritten})(?![\\p{L}\\p{M}\\d]))?`

/** 5 km, 80km/h, 10-15 ኪ.ሜ, −5 °C, ½ ኪ.ግ. */
/** kg 150 hektaara tokkotti: the number has its unit before it, where Afaan Oromo has it. */
const behindUnit = new RegExp(`(?<![\\p{L}\\d])${oromoUnitBefore}[:.]? (?=\\d$)`, "u")

const unitLast = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit", "symbol"],
  cue: `${amountEnd[language]} ?-?${quantityBeginning}`,
  pattern: `${notInNumber}${prefix[language]}${amount(language, `(?: ?${quantity})?`)} ?-?(?<unit>${quantity})(?!\\d)${per}${suffix[language]}`,
  read: (match) =>
    language === "om" && behindUnit.test(match.text.slice(Math.max(0, match.start - 24), match.start + 1))
      ? undefined
      : read(match)
})

/** 72/ደቂቃ, 85/ኪ.ግ: so many for each. */
const forEach: Rule = {
  kind: "measure",
  language: "am",
  needs: ["symbol"],
  cue: "[\\dሺህን] ?\\/ ?\\p{Script=Ethiopic}",
  pattern: `${notInNumber}${prefix.am}${amount("am")} ?\\/ ?(?=\\p{Script=Ethiopic}{2}|\\p{Script=Ethiopic}[.\\/])(?<per>${unitWritten})(?![\\p{L}\\p{M}\\d\\/])`,
  read: ({ groups }) => {
    const each = unitNamed(groups.per ?? "")
    return each === undefined
      ? undefined
      : joined("am", `${foundWords("am", groups)} ${perUnit("am", each)}`, outer(groups))
  }
}

/** 250mg/5ml: so much in so much. */
const within = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit"],
  cue: "\\/ ?\\d",
  after: `\\d ?${quantity}`,
  pattern: ` ?\\/ ?(?<amount>\\d{1,4}(?:\\.\\d{1,2})?) ?(?<unit>${quantity})(?![\\p{L}\\p{M}\\d])`,
  read: ({ groups }) => {
    const unit = unitNamed(groups.unit ?? "")
    // 20°C/68°F is one warmth by two names.
    if (unit === undefined || (language === "om" && !volumes.includes(unit))) return undefined
    const words = withUnit(language, unit, foundWords(language, groups))
    return language === "am" ? ` በ${words}` : ` ${words} keessatti`
  }
})

/** 120 ሰው/ኪ.ሜ²: so many of something for each. */
const nounForEach: Rule = {
  kind: "measure",
  language: "am",
  needs: ["symbol"],
  cue: "(?:[%ውዎሪዜርል]|ዎች)\\/\\p{L}",
  pattern: `(?<=\\d ?(?:ሰው|ሰዎች|ነዋሪ|ነዋሪዎች|ጊዜ|ዙር|ኩንታል|ዶላር|ተማሪ|%))\\/(?<per>${unitWritten})(?![\\p{L}\\p{N}])`,
  read: ({ groups }) => {
    const each = unitNamed(groups.per ?? "")
    return each === undefined ? undefined : ` ${perUnit("am", each)}`
  }
}

const numberWord =
  /^(?:አንድ|ሁለት|[ሶሦሥ]ስት|አራት|አምስት|ስድስት|ሰባት|ስምንት|ዘጠኝ|አ[ስሥ]ር|[ሃሀ]ያ|ሰላሳ|ሠላሳ|አርባ|[ሃሀ]ምሳ|ስልሳ|ሰባ|ሰማንያ|ዘጠና|መቶ|ሺ|ሚሊ|ብር|ዶላር|ዩሮ)/

/** 3,200/ልጅ, 500 ዶላር/ፕሮጀክት: a price for each of what a word names. */
const priceForEach: Rule = {
  kind: "measure",
  language: "am",
  needs: ["symbol"],
  cue: "\\/[ሀ-ፚ]{2}",
  pattern:
    "(?:(?<=\\d,\\d{3}(?:\\.\\d\\d)?|ብር|ዶላር|ዩሮ)\\/|(?<=(?<![\\d.\\/])\\d{1,5})\\/(?=(?:እስር|ፍሬ|ጥቅል|ሳጥን|ካርቶን|ከረጢት|ጆንያ|ደርዘን|ባልዲ|ጣሳ|ስኒ|ሰው|ልጅ|ተማሪ|ጉዞ|ሌሊት|ዙር|ክፍል|ቤት|መኪና|ጠርሙስ|ፓኬት|ኮፒ|ገጽ)(?!\\p{L})))(?<noun>[ሀ-ፚ]{2,12})(?![\\p{L}\\p{N}\\/])",
  read: ({ groups: { noun = "" } }) =>
    numberWord.test(noun) ? undefined : ` ${/^[በለከየ]/.test(noun) ? "" : "በ"}${noun}`
}

/** 3×10⁸ m/s: a unit behind a power. */
const afterPower = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["symbol"],
  cue: "[¹²³⁰⁴-⁹] ?\\p{L}",
  pattern: `(?<=\\d⁻?[¹²³⁰⁴-⁹]{1,3}) ?(?<unit>${quantity})${per}(?!\\p{L})`,
  read: ({ groups }) => {
    const [unit, each] = [unitNamed(groups.unit ?? ""), unitNamed(groups.per ?? "")]
    if (unit === undefined) return undefined
    return ` ${spaced(language === "am" ? unit.am : unit.om, each === undefined ? "" : perUnit(language, each))}`
  }
})

const perBehind = `(?: ?\\/ ?(?<each>${unitWritten})(?![\\p{L}\\p{M}\\d]))?`

/** km 5, kg 12.5, km/h 80, kg 100/ha, as forms and Oromo texts have it. */
const unitFirst = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["digit"],
  pattern: `(?<![\\p{L}\\p{M}\\d.\\/])${prefix[language]}(?<unit>${language === "om" ? oromoUnitBefore : unitBefore})(?:\\/(?<per>${unitWritten})(?= ?\\d))?[:.]? ?${amount(language)}${perBehind}${suffix[language]}`,
  read
})

/** ከ-1 እስከ 3 ዲግሪ: below zero at the first end. */
const coldEnd: Rule = {
  kind: "measure",
  language: "am",
  needs: ["digit"],
  cue: "[\\-−]\\d",
  pattern:
    "(?<![\\p{L}\\p{N}])(?<prefix>[ከበ])?[\\-−](?<number>\\d{1,2})(?= (?:እስከ|ወደ) [\\-−]?\\d{1,2} ?(?:°|ዲግሪ|ዲ\\.))",
  read: ({ groups }) => `${groups.prefix === "በ" ? "በ" : ""}ከዜሮ በታች ${foundWords("am", { amount: groups.number })}`
}

/** Percent and its like: the words after an Amharic number, and those before an Oromo one. */
const shares = [
  { written: "%|٪|percent|pct", am: "በመቶ", om: "dhibbeentaa" },
  { written: "percentile|%ile", am: "ፐርሰንታይል", om: "parsantaayilii" },
  { written: "‰", am: "በሺህ", om: "kuma keessaa" },
  {
    written: "percentage points|percentage point|pp|p\\.p\\.|%-points",
    am: "የመቶኛ ነጥብ",
    om: "qabxii dhibbeentaa"
  },
  { written: "bps|bp|basis points", am: "ቤዚስ ነጥብ", om: "qabxii bu'uuraa" }
] as const

const said = (language: Language, groups: Groups, share: { readonly am: string; readonly om: string }): string => {
  const isAll = language === "am" && groups.amount === "100" && groups.to === undefined && groups.minus === undefined
  // 100%: መቶ በመቶ.
  const number = isAll ? "መቶ" : foundWords(language, groups)
  return joined(language, language === "am" ? `${number} ${share.am}` : `${share.om} ${number}`, outer(groups))
}

/** Words before or behind that say percent once more. */
const redundant: Readonly<Record<Language, readonly [before: string, after: string]>> = {
  am: ["", "(?: ?በመቶ(?![\\p{L}\\p{M}]))?"],
  om: ["(?:(?<![\\p{L}])(?:[Dd]hibb[ae]ntaa|[Dd]hibbeentaa|[Pp]arsantii|[Pp]ersentii|[Pp]arseentii) ?)?", ""]
}

/** 25%, %25, በ5%, 10-15%, 2.5 pp. */
const share = (language: Language, of: (typeof shares)[number]): Rule => {
  const [before, after] = redundant[language]
  const signFirst = of.written.startsWith("%") ? `|[%٪] ?${amount(language)}` : ""
  return {
    kind: "percent",
    language,
    needs: ["symbol", "latin"],
    cue: of.written,
    pattern: `${before}${notInNumber}${prefix[language]}(?:${amount(language, `(?: ?(?:${of.written}))?`)} ?(?:${of.written})(?!\\d)${signFirst})${after}${suffix[language]}`,
    read: (match) => beforeFi(match, said(language, match.groups, of))
  }
}

/** 25 በመቶ and dhibbeentaa 25 are read as they stand: one span, which no line or breath divides. */
const worded = (language: Language): Rule => ({
  kind: "percent",
  language,
  needs: ["digit"],
  cue: language === "am" ? " (?:ከመቶ|በመቶ|ፐርሰንት)" : "[Dd]hibb",
  pattern:
    language === "am"
      ? `${notInNumber}${prefix.am}${amount("am")} (?:ከመቶ|በመቶ|ፐርሰንት)(?![\\p{L}\\p{M}])`
      : `(?<![\\p{L}])(?<word>[Dd]hibb[ae]ntaa|[Dd]hibbeentaa) ${amount("om")}${suffix.om}`,
  read: ({ found, groups }) =>
    language === "am"
      ? joined(
          "am",
          `${groups.amount === "100" && groups.to === undefined ? "መቶ" : foundWords("am", groups)} ${found.slice(found.lastIndexOf(" ") + 1)}`,
          groups
        )
      : joined("om", spaced(groups.word ?? "", foundWords("om", groups)), groups)
})

export const measures: ReadonlyArray<Rule> = [
  ...shares.toReversed().flatMap((one) => [share("am", one), share("om", one)]),
  worded("am"),
  worded("om"),
  ...coordinates,
  leastAndMost,
  amharicLeastAndMost,
  ...doses,
  harvest,
  ratesAlone,
  ...sizes,
  within("am"),
  within("om"),
  coldEnd,
  unitLast("am"),
  unitLast("om"),
  forEach,
  nounForEach,
  priceForEach,
  afterPower("am"),
  afterPower("om"),
  unitFirst("am"),
  unitFirst("om"),
  forEachInOromo
]
