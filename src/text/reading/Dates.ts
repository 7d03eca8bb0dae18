/**
 * Days of the year, with or without the year: 12/11/2016, 2024-07-19, ሐምሌ 12
 * ቀን 2016 ዓ.ም., July 12, 2024, Adoolessa 12 bara 2016.
 *
 * Amharic says month, day and ቀን, then the year (ሐምሌ አሥራ ሁለት ቀን ሁለት ሺህ አሥራ
 * ስድስት ዓመተ ምሕረት: Leslau, Reference Grammar of Amharic, 1995, and the news of
 * the radio); Afaan Oromo month, day and `bara` with the year (Adoolessa kudha
 * lama bara kuma lamaa fi kudha ja'a: datelines of VOA and BBC Afaan Oromoo).
 */
import type { Language } from "../../Domain.ts"
import { joined, looseSuffix, prefix } from "./Affixes.ts"
import { eraOf, eraPattern, withEra } from "./calendar/Eras.ts"
import { type Calendar, monthOf, monthPattern, saidMonth, weekdayPattern } from "./calendar/Months.ts"
import {
  begins,
  beginsWord,
  dash,
  dayPattern,
  ends,
  fromFirst,
  inWords,
  valueOf,
  yearInWords,
  yearPattern
} from "./calendar/Written.ts"
import { cues, type Match, type Rule } from "./Rule.ts"

/**
 * A year from which on a date without an era is European: the Ethiopian year is
 * seven or eight behind, so papers of today have 2016 to 2019 by the Ethiopian
 * calendar and 2024 to 2027 by the European one.
 */
const firstEuropean = 2020

/** Whether a month of a calendar has a day: twelve of thirty, and ጳጉሜን of six; European ones up to 31. */
const has = (calendar: Calendar, day: number, month: number): boolean =>
  day >= 1 &&
  month >= 1 &&
  (calendar === "european" ? month <= 12 && day <= 31 : month <= 12 ? day <= 30 : month === 13 && day <= 6)

interface Day {
  readonly calendar: Calendar
  readonly day: number
  readonly month: number
}

/** The day that two numbers mean, day first as in Ethiopia, else month first as in America. */
const dayOf = (one: number, other: number, calendars: ReadonlyArray<Calendar>): Day | undefined => {
  for (const calendar of calendars) {
    if (has(calendar, one, other)) return { calendar, day: one, month: other }
    if (has(calendar, other, one)) return { calendar, day: other, month: one }
  }
  return undefined
}

/** 16 is 2016, 24 is 2024, 67 is 1967. */
const fullYear = (year: number): number => (year >= 100 ? year : year < 40 ? 2000 + year : 1900 + year)

interface DateParts {
  readonly month: string
  readonly day?: string | undefined
  readonly year?: string | undefined
}

/** A date with its day, year and era, as far as they are written. */
const dated = (language: Language, { day, month, year }: DateParts): string => {
  const name = saidMonth(language, month)
  const ofMonth = day === undefined ? name : language === "am" ? `${name} ${day} ቀን` : `${name} ${day}`
  if (year === undefined) return ofMonth
  return language === "am" ? `${ofMonth} ${year}` : `${ofMonth} bara ${year}`
}

const joinedDate = (language: Language, words: string, groups: Match["groups"]): string =>
  withEra(language, words, groups.era, (whole) => joined(language, whole, groups))

const yearWords = (language: Language, written: string | undefined): string | undefined =>
  written === undefined ? undefined : yearInWords(language, valueOf(written))

/** Behind a word for "number" there is no date: አዋጅ ቁጥር 12/11/2016. */
const notNumbered = "(?<!(?:ቁጥር|ቁ[.\\/]|[Nn]o\\.|[Ll]akkoofsa|[Ll]akk?\\.)[፡:]? ?)"

const era = (language: Language): string => `(?: ?(?<era>${eraPattern(language)}))?`
/** An era that is written before a date of figures says whose months they are; it is read by itself. */
const eraBefore = /(?:እ\.?ኤ\.?አ|እ\.?አ\.?አ|A\.?L\.?A|G\.?C)\.?,? ?(?:በ|ከ|guyyaa )?$/

/** ሰኔ 30/10/2016: the month is said already. */
const monthBefore: Readonly<Record<Language, RegExp>> = {
  am: new RegExp(`(?:${monthPattern.am}) $`, "v"),
  om: new RegExp(`(?:${monthPattern.om}) $`, "v")
}

const numericWords = (
  { groups, language, start, text }: Match,
  numbers: readonly [one: number, other: number, year: number],
  isIso: boolean
): string | undefined => {
  const [one, other, written] = numbers
  const year = fullYear(written)
  const named = eraOf(language, groups.era)?.calendar
  const isEuropean =
    named === "european" ||
    (named === undefined && (isIso || eraBefore.test(text.slice(Math.max(0, start - 20), start))))
  const likely: ReadonlyArray<Calendar> =
    isEuropean || (named === undefined && year >= firstEuropean) ? ["european"] : ["ethiopian", "european"]
  const found = dayOf(one, other, likely)
  const month = found && monthOf(language, found.calendar, found.month)
  if (found === undefined || month === undefined) return undefined
  const day = groups.until === undefined ? inWords(language, found.day) : days(language, groups)
  const parts = { month, day, year: yearInWords(language, year) }
  if (language === "am" && monthBefore.am.test(text.slice(Math.max(0, start - 12), start)))
    return joinedDate(language, `${day} ቀን ${parts.year}`, groups)
  return joinedDate(language, dated(language, parts), groups)
}

/** A whole date in figures. */
const figures = "[0-3]?[0-9](?:\\/[0-3]?[0-9]\\/|\\.[0-3]?[0-9]\\.|-[0-3]?[0-9]-)(?:1[0-9]{3}|20[0-9]{2})(?![0-9])"

const shortFigures = "[0-3]?[0-9]\\/[0-3]?[0-9]\\/[0-9]{2}(?![0-9])"

/** 12/11/2016, 12-11-2016, 12.11.2016, 12/11/16. */
const dayMonthYear = (language: Language): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: cues.figures,
  pattern: `(?:${begins[language]}${notNumbered}|(?<=(?:[0-9]{4}|[0-9]\\/[0-9]{2})[\\-–]))${prefix[language]}(?<one>[0-3]?[0-9])(?: ?\\/ ?(?<other>[0-3]?[0-9]) ?\\/ ?(?<year>1[0-9]{3}|20[0-9]{2})|(?<mark>-|\\.)(?<other>[0-3]?[0-9])\\k<mark>(?<year>1[0-9]{3}|20[0-9]{2})|\\/(?<other2>[0-3]?[0-9])\\/(?<year2>[0-9]{2}))(?![0-9]|[.,:\\/][0-9]|-(?!${figures}|${shortFigures})[0-9])${era(language)}${looseSuffix[language]}`,
  read: (match) => {
    const { one, other, other2, year, year2 } = match.groups
    return numericWords(match, [valueOf(one), valueOf(other ?? other2), valueOf(year ?? year2)], false)
  }
})

/** 12-14/05/2017: from a day to another. */
const daysMonthYear = (language: Language): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: cues.slash,
  pattern: `${begins[language]}${notNumbered}${prefix[language]}(?<day>[0-3]?[0-9])${dash}(?<until>[0-3]?[0-9])\\/(?<month>[01]?[0-9])\\/(?<year>1[0-9]{3}|20[0-9]{2}|[0-9]{2})(?![0-9\\/])${era(language)}${looseSuffix[language]}`,
  read: (match) => {
    const { day, month, until, year } = match.groups
    if (!isDay(day) || valueOf(day) >= valueOf(until) || valueOf(month) > 13) return undefined
    return numericWords(match, [valueOf(until), valueOf(month), valueOf(year)], false)
  }
})

/** 2024-07-19, also with T and a time behind it; 2016/11/12. */
const yearMonthDay = (language: Language): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: cues.figures,
  pattern: `${begins[language]}${notNumbered}${prefix[language]}(?<year>1[0-9]{3}|20[0-9]{2})(?<mark>[\\/.\\-])(?<month>[0-1]?[0-9])\\k<mark>(?<day>[0-3]?[0-9])(?:T(?=[0-9])|(?![0-9]|[.,:\\/\\-][0-9])${era(language)}${looseSuffix[language]})`,
  read: (match) => {
    const { day, mark, month, year } = match.groups
    return numericWords(match, [valueOf(day), valueOf(month), valueOf(year)], mark === "-")
  }
})

/** Between a day and its year: "12 ቀን 2016", "12/2016", "12፣ 2016", "12 bara 2016". */
const toYear: Readonly<Record<Language, string>> = {
  am: `(?: ?ቀን[,፣]? ?| ?[,፣፥\\/] ?|${dash}| )(?:ዓመት )?`,
  om: `(?:,? (?:bara|Bara) | ?[,\\/] ?|${dash}| )`
}

/** Days of a month: one, from one to another, or one and another. */
const days = (language: Language, { also, day, prefix: before, until }: Match["groups"]): string => {
  const first = inWords(language, valueOf(day))
  if (also !== undefined) return `${first} ${language === "am" ? "እና" : "fi"} ${inWords(language, valueOf(also))}`
  if (until === undefined) return first
  const last = inWords(language, valueOf(until))
  if (language === "om") return `${first} hanga ${last}`
  return before === "ከ" ? `${first} እስከ ${last}` : `ከ${first} እስከ ${last}`
}

const ordinalMark = "(?:(?:st|nd|rd|th)|(?![\\-' ]?ffaa))"
const span = `(?:${dash}(?<until>${dayPattern}))?`
/** The same with words between, where the year behind shows that the second is a day too: ሐምሌ 11 እና 12/2016. */
const longSpan = (language: Language): string =>
  `(?:(?:${dash}| (?:እስከ|hanga) (?=[0-9]{1,2}${toYear[language]}${yearPattern}))(?<until>${dayPattern})|(?: እና |ና | fi )(?=[0-9]{1,2}${toYear[language]}${yearPattern})(?<also>${dayPattern}))?`
const isDay = (written: string | undefined): boolean =>
  written === undefined || (valueOf(written) >= 1 && valueOf(written) <= 31)

/** ሐምሌ 12 (ቀን) (2016) (ዓ.ም.), ሐምሌ 1-5, July 12, 2024, Adoolessa 12 bara 2016. */
const monthDay = (language: Language): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: monthPattern[language],
  pattern: `${beginsWord}${prefix[language]}(?<month>${monthPattern[language]})[ \\-]?(?<day>${dayPattern})${ordinalMark}(?! ?-?[ተደ]?ኛ)${longSpan(language)}(?:${toYear[language]}(?<year>${yearPattern})${era(language)})?${ends}${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const { day, month = "", until, year } = groups
    if (!isDay(day) || !isDay(until)) return undefined
    const said = days(of, groups)
    const words =
      year === undefined
        ? `${saidMonth(of, month)} ${said}`
        : dated(of, { month, day: said, year: yearWords(of, year) })
    return joinedDate(of, words, groups)
  }
})

/** 12 ሐምሌ 2016, 1-3 Adoolessa, 12th of July 2024: the day is said behind the month. */
const dayMonth = (language: Language, hasYear: boolean): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: monthPattern[language],
  pattern: `${begins[language]}${notNumbered}${prefix[language]}(?<day>${dayPattern})${ordinalMark}${span}(?: of)?[ \\-\\/](?<month>${monthPattern[language]})(?:(?: |, ?|-|\\/|,? bara )(?<year>${yearPattern})${era(language)})${hasYear ? "" : "?"}${ends}${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const { day, month = "", until, year } = groups
    if (!isDay(day) || !isDay(until)) return undefined
    const said = days(of, groups)
    return joinedDate(of, dated(of, { month, day: said, year: yearWords(of, year) }), groups)
  }
})

/** ሰኔ 28 – ሐምሌ 3 (2016): from a day of one month to one of another. */
const betweenMonths = (language: Language): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: monthPattern[language],
  pattern: `${beginsWord}${prefix[language]}(?<from>${monthPattern[language]}) ?(?<first>${dayPattern})${dash}(?<month>${monthPattern[language]}) ?(?<day>${dayPattern})(?:${toYear[language]}(?<year>${yearPattern})${era(language)})?${ends}${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const { day, first, from = "", month = "", prefix: before, year } = groups
    if (!isDay(day) || !isDay(first)) return undefined
    const start = `${saidMonth(of, from)} ${inWords(of, valueOf(first))}`
    const last = inWords(of, valueOf(day))
    const end =
      year === undefined
        ? `${saidMonth(of, month)} ${last}`
        : dated(of, { month, day: last, year: yearWords(of, year) })
    const words = of === "am" ? `${start} እስከ ${end}` : `${start} hanga ${end}`
    return joinedDate(of, words, of === "am" ? { ...groups, prefix: fromFirst(before) } : groups)
  }
})

/** ሐምሌ 2016, July 2024, Adoolessa 2016. */
const monthYear = (language: Language): Rule => ({
  kind: "date",
  language,
  needs: ["digit"],
  cue: monthPattern[language],
  // "Caamsaa 1500 barattootaaf" counts; so does every number that is no year of our time.
  pattern: `${beginsWord}${prefix[language]}(?<month>${monthPattern[language]})(?: ?[,\\/] ?| (?:bara )?)(?<year>(?!1[0-7])${yearPattern})${ends}${era(language)}${looseSuffix[language]}`,
  read: ({ groups, language: of }) =>
    joinedDate(of, dated(of, { month: groups.month ?? "", year: yearWords(of, groups.year) }), groups)
})

const both = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

/** A dash from a date to another: 01/11/2016 - 30/11/2016. */
const through = (language: Language): Rule => ({
  kind: "range",
  language,
  needs: ["digit"],
  cue: dash,
  pattern: `(?<=(?:[0-9]{4}|[0-9]\\/[0-9]{2}|ዓ[.\\/]ም|A\\.L\\.[AI])\\.?)${dash}(?=${figures}|${shortFigures}|${monthPattern[language]} ?[0-9])|(?<=[0-9] ${monthPattern[language]})${dash}(?=[0-9]{1,2} ${monthPattern[language]})`,
  read: () => (language === "am" ? " እስከ " : " hanga ")
})

/** 16-Jul-2024, which looks like the code of something, is none. */
export const datesWithYear: ReadonlyArray<Rule> = both((language) => dayMonth(language, true))

/** ከጠዋቱ 1፡30 – ማታ 3፡00: from a time of one half of the day to one of another. */
const throughDay: Rule = {
  kind: "range",
  language: "am",
  needs: ["digit"],
  cue: dash,
  pattern: `(?<=[0-9](?: ሰ[ዓአ]ት)?(?: ተኩል)?)${dash}(?=(?:እስከ )?ከ?(?:[ጠጧ]ዋ?[ትቱ]|ማታው?|ምሽ[ትቱ]|[ሌለ]ሊ[ትቱ]|ሰ[ዓአ]ት(?: በኋላ)?|ቀ[ንኑ]|ረፋ[ድዱ]|ማለዳው?|ንጋ[ትቱ]|${weekdayPattern.am}) [0-9]{1,2}(?:[:፡]| ሰ))`,
  read: () => " እስከ "
}

export const dates: ReadonlyArray<Rule> = [
  ...both(through),
  throughDay,
  ...both(yearMonthDay),
  ...both(daysMonthYear),
  ...both(dayMonthYear),
  ...both(betweenMonths),
  ...both(monthDay),
  ...both((language) => dayMonth(language, false)),
  ...both(monthYear)
]
