/**
 * Years with an era or in pairs, decades, and days of the week in pairs. Amharic
 * counts those of the last centuries in hundreds: አሥራ ዘጠኝ መቶ ስልሳ ስድስት.
 */
import type { Language } from "../../Domain.ts"
import { joined, looseSuffix, prefix } from "./Affixes.ts"
import { eraPattern, withEra } from "./calendar/Eras.ts"
import { monthOf, monthPattern, ownMonthPattern, weekdayPattern } from "./calendar/Months.ts"
import {
  begins,
  beginsWord,
  dash,
  ends,
  fromFirst,
  inWords,
  valueOf,
  yearInWords,
  yearPattern
} from "./calendar/Written.ts"
import { cues, type Match, type Rule } from "./Rule.ts"

const until: Readonly<Record<Language, string>> = { am: "እስከ", om: "hanga" }

/** From one to another; Amharic says ከ before the first where nothing else is written there. */
const between = (language: Language, first: string, last: string, groups: Match["groups"]): string =>
  withEra(language, `${first} ${until[language]} ${last}`, groups.era, (whole) =>
    joined(language, whole, language === "am" ? { ...groups, prefix: fromFirst(groups.prefix) } : groups)
  )

/** A year, or the first and last of a span. */
const yearsWords = (language: Language, first: string | undefined, last: string | undefined, before = ""): string => {
  const words = yearInWords(language, valueOf(first))
  if (last === undefined) return words
  const from = language === "am" && before === "" ? "ከ" : ""
  return `${from}${words} ${until[language]} ${yearInWords(language, valueOf(last))}`
}

/** An era behind a year: 2016 ዓ.ም., 2016-2018 ዓ.ም., 500 ዓ.ዓ., 2024 G.C., 1966 A.L.I. */
const yearEra = (language: Language): Rule => ({
  kind: "year",
  language,
  needs: ["digit"],
  cue: `[0-9፩-፼] ?${eraPattern(language)}`,
  pattern: `${begins[language]}${prefix[language]}(?<year>${yearPattern}|[0-9]{1,4})(?:(?: ?(?:${eraPattern(language)}))?${dash}(?<last>[0-9]{3,4}))? ?(?<era>${eraPattern(language)})${looseSuffix[language]}`,
  read: ({ groups, language: of }) =>
    withEra(of, yearsWords(of, groups.year, groups.last, groups.prefix), groups.era, (whole) =>
      joined(of, whole, groups)
    )
})

/** A year and the next, as schools and budgets have them: 2015/16, 2015/2016. */
const schoolYear = (language: Language): Rule => ({
  kind: "year",
  language,
  needs: ["digit"],
  cue: cues.slash,
  pattern: `${begins[language]}(?<!(?:ቁጥር|ቁ\\.?|[Ll]akk\\.|[Ll]akkoofsa) ?)${prefix[language]}(?<year>[12][0-9]{3}) ?\\/ ?(?<next>[0-9]{4}|[0-9]{2})(?![0-9]|[.,:\\/\\-][0-9])(?: ?(?<era>${eraPattern(language)}))?${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const year = valueOf(groups.year)
    const written = groups.next ?? ""
    const next = valueOf(written)
    if (next !== (written.length === 2 ? (year + 1) % 100 : year + 1)) return undefined
    return withEra(of, `${yearInWords(of, year)} ${yearInWords(of, next)}`, groups.era, (whole) =>
      joined(of, whole, groups)
    )
  }
})

/** 1966–1983, 1966-83. */
const yearSpan = (language: Language): Rule => ({
  kind: "year",
  language,
  needs: ["digit"],
  cue: dash,
  pattern: `${begins[language]}(?<!(?:ቁጥር|ቁ\\.?|[Ll]akk\\.|[Ll]akkoofsa) ?)${prefix[language]}(?<year>1[4-9][0-9]{2}|20[0-9]{2})${dash}(?<last>1[4-9][0-9]{2}|20[0-9]{2}|[0-9]{2})(?![0-9]|[.,:\\/\\-][0-9])(?: ?(?<era>${eraPattern(language)}))?${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const year = valueOf(groups.year)
    const last = valueOf(groups.last)
    const full = last < 100 ? last + Math.floor(year / 100) * 100 : last
    return full > year ? between(of, yearInWords(of, year), yearInWords(of, last), groups) : undefined
  }
})

/** 1960moota, 60ootaa: the plural of the ten, jaatamoota (Griefenow-Mewis, A Grammatical Sketch of Written Oromo, 2001). */
const decade: Rule = {
  kind: "year",
  language: "om",
  needs: ["digit"],
  cue: "oota|oonni|oott|wwan",
  pattern: `${begins.om}(?:(?<from>[12][0-9]{3})${dash})?(?<year>[0-9]{2}|[12][0-9]{3})[\\-']?(?:[mtn]?oota|wwan|[mtn]?(?=oonni|oottan))(?<ending>oonni[sf]?|oottan|a?(?:tti|n|f|s|rraa|rratti|keessa)?)(?!\\p{L})`,
  read: ({ groups }) => {
    const { ending = "", from, year } = groups
    const before = from === undefined ? "" : `${inWords("om", valueOf(from))} hanga `
    return `${before}${inWords("om", valueOf(year)).replace(/[aeiou]+$/, "")}${ending.startsWith("oo") ? "" : "oota"}${ending}`
  }
}

/** '16: a year without its century. */
const shortYear = (language: Language): Rule => ({
  kind: "year",
  language,
  needs: ["digit"],
  cue: "['’‘][0-9]",
  pattern: `${beginsWord}${prefix[language]}(?<!['’‘])['’‘](?<year>[0-9]{2})(?![0-9'’]|[.,:\\/%][0-9])${looseSuffix[language]}`,
  read: ({ groups, language: of, text, end }) =>
    // A quotation that begins with a number goes on to its closing mark.
    /^[^.።!?\n]{0,80}['’](?!\p{L})/u.test(text.slice(end, end + 82))
      ? undefined
      : joined(of, inWords(of, valueOf(groups.year)), groups)
})

/**
 * በ1966, የ1966ቱ: a year of the last two centuries, which Amharic counts in
 * hundreds, behind a preposition. Before a noun that is counted it is no year.
 */
const alone: Rule = {
  kind: "year",
  language: "am",
  needs: ["digit"],
  pattern: `${beginsWord}(?:(?<prefix>የ|በ|ከ|ለ|እስከ|ስለ|እንደ|የእስከ)-?|(?=1[89][0-9]0ዎቹ))(?<year>1[89][0-9]{2})(?![.,:\\/\\-–][0-9]| ?[+a-z]|[A-Z]| (?:[A-Z]{1,2}(?![A-Z])|ETB|USD|EUR|[GMkT]Wh)| (?:በላይ|ሰዎች|ሰው|ብር|ዶላር|ኪ|ቶን|ኩንታል|ግራም|ተማሪ|ነዋሪ|አባወራ|ዓመታት|ሚሊ|ሺህ|ቤቶች))${ends}${looseSuffix.am}`,
  read: ({ groups }) => joined("am", yearInWords("am", valueOf(groups.year)), groups)
}

/** ሰኔ 23፣ 24 እና 25/2017: the last of several days, with their year. */
const lastOfDays: Rule = {
  kind: "date",
  language: "am",
  needs: ["digit"],
  cue: monthPattern.am,
  after: `(?:${monthPattern.am}) ?[0-9]{1,2}(?:[፣,] ?(?:በ|ከ)?[0-9]{1,2}){0,8}(?:[፣,]? እና |ና |[፣,]? ወይም |[፣,] ?)`,
  pattern: `(?<prefix>[በከ])?(?<day>[12]?[0-9]|30)(?: ቀን[፣,]? | ?[\\/፣,] ?)(?<year>1[89][0-9]{2}|20[0-9]{2})(?![0-9]|[.,:\\/\\-][0-9])(?: ?(?<era>${eraPattern("am")}))?${looseSuffix.am}`,
  read: ({ groups }) =>
    withEra(
      "am",
      `${inWords("am", valueOf(groups.day))} ቀን ${yearInWords("am", valueOf(groups.year))}`,
      groups.era,
      (whole) => joined("am", whole, groups)
    )
}

/** ጳጉሜን 5/6: on one day or the next. */
const eitherDay: Rule = {
  kind: "date",
  language: "am",
  needs: ["digit"],
  cue: cues.slash,
  after: `(?:${monthPattern.am}) ?`,
  pattern: "(?<day>[0-9]{1,2})\\/(?<next>[0-9]{1,2})(?![0-9]|[.,:\\/\\-][0-9])",
  read: ({ groups }) => {
    const [day, next] = [valueOf(groups.day), valueOf(groups.next)]
    return next === day + 1 ? `${inWords("am", day)} ወይም ${inWords("am", next)}` : undefined
  }
}

/** ማክሰኞ 18/03: a day and its month behind a day of the week. */
const dayOfWeek: Rule = {
  kind: "date",
  language: "am",
  needs: ["digit"],
  cue: cues.slash,
  after: `(?:${weekdayPattern.am})[,፣]? (?:እስከ )?`,
  pattern: `(?<prefix>[በከለ])?(?<day>0?[1-9]|[12][0-9]|30)\\/(?<month>0?[1-9]|1[0-3])(?![0-9]|[.,:\\/\\-][0-9])${looseSuffix.am}`,
  read: ({ groups }) => {
    const month = monthOf("am", "ethiopian", valueOf(groups.month))
    return month === undefined ? undefined : joined("am", `${month} ${inWords("am", valueOf(groups.day))}`, groups)
  }
}

/** በፈረንጆቹ 1974, እ.ኤ.አ 1974. */
const afterEra: Rule = {
  kind: "year",
  language: "am",
  needs: ["digit"],
  after: "(?:ፈረንጆች|ፈረንጆቹ|አቆጣጠር|እ[.\\/][ኤአ][.\\/]አ\\.?) ?",
  pattern: `${beginsWord}${prefix.am}(?<year>1[0-9]{3})(?![0-9]|[.,:\\/\\-–][0-9])${looseSuffix.am}`,
  read: ({ groups }) => joined("am", yearInWords("am", valueOf(groups.year)), groups)
}

/** bara 2016, waggaa 2016: the year with its word. */
const bara: Rule = {
  kind: "year",
  language: "om",
  needs: ["digit"],
  cue: "[Bb]ar",
  pattern: `${beginsWord}(?<word>[Bb]ar(?:a|aa|ri)) (?<year>${yearPattern})(?![0-9]|[.,:\\/\\-–][0-9])${looseSuffix.om}`,
  read: ({ groups }) => joined("om", `${groups.word ?? ""} ${inWords("om", valueOf(groups.year))}`, groups)
}

/** ሰኞ–ዓርብ, Wiixata-Jimaata, ሰኔ–ነሐሴ: from one to the other. */
const named = (language: Language, names: string): Rule => ({
  kind: "range",
  language,
  needs: ["symbol"],
  cue: dash,
  pattern: `${beginsWord}${prefix[language]}(?<first>${names})${dash}(?<last>${names})${looseSuffix[language]}`,
  read: ({ groups, language: of }) => between(of, groups.first ?? "", groups.last ?? "", groups)
})

/** Har'a 5/3: a day and its month, without the year. */
const dayAndMonth: Rule = {
  kind: "date",
  language: "om",
  needs: ["digit"],
  cue: cues.slash,
  after: "(?<![\\p{L}'])(?:[Hh]ar'a|[Kk]aleessa|[Bb]oru|[Gg]aafa),? \\(?",
  pattern: `(?<day>[0-3]?[0-9])\\/(?<month>[01]?[0-9])(?![\\d\\/]|[.,:]\\d| ?%)${looseSuffix.om}`,
  read: ({ groups }) => {
    const [day, month] = [valueOf(groups.day), monthOf("om", "ethiopian", valueOf(groups.month))]
    if (month === undefined || day < 1 || day > 30) return undefined
    return joined("om", `${month} ${inWords("om", day)}`, groups)
  }
}

const both = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

export const years: ReadonlyArray<Rule> = [
  ...both(yearEra),
  ...both(schoolYear),
  decade,
  dayAndMonth,
  ...both(yearSpan),
  bara,
  lastOfDays,
  dayOfWeek,
  eitherDay,
  afterEra,
  alone,
  ...both(shortYear),
  ...both((language) => named(language, weekdayPattern[language])),
  ...both((language) => named(language, ownMonthPattern[language]))
]
