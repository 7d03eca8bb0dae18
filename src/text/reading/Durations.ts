/**
 * How long something takes, and minutes of a match: 2 ሰ. 30 ደ., 90 min, 2h 30m,
 * 1½ ሰዓት, 2:30 ደቂቃ, 24/7, 45+2', 27:52.31.
 */
import type { Language } from "../../Domain.ts"
import { joined, looseSuffix, prefix } from "./Affixes.ts"
import { numberWords } from "./Amounts.ts"
import { begins, dash, fromFirst, inWords, valueOf } from "./calendar/Written.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { cues, type Rule } from "./Rule.ts"
import { clockWords, minutesWords } from "./Times.ts"

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year"

const said: Readonly<Record<Language, Readonly<Record<Unit, string>>>> = {
  am: { second: "ሰከንድ", minute: "ደቂቃ", hour: "ሰዓት", day: "ቀን", week: "ሳምንት", month: "ወር", year: "ዓመት" },
  om: {
    second: "sekondii",
    minute: "daqiiqaa",
    hour: "sa'aatii",
    day: "guyyaa",
    week: "torban",
    month: "ji'a",
    year: "waggaa"
  }
}

/** Abbreviations and English names of units, longest first, each with its unit. */
const written: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ...["sec", "secs", "second", "seconds", "ሰከ", "sek", "s"].map((name) => [name, "second"] as const),
  ...["min", "mins", "minute", "minutes", "ደቂ", "ደ", "daq", "dq"].map((name) => [name, "minute"] as const),
  ...["h", "hr", "hrs", "hour", "hours", "ሰ"].map((name) => [name, "hour"] as const),
  ...["day", "days"].map((name) => [name, "day"] as const),
  ...["week", "weeks", "wk", "wks"].map((name) => [name, "week"] as const),
  ...["month", "months"].map((name) => [name, "month"] as const),
  ...["year", "years", "yr", "yrs"].map((name) => [name, "year"] as const)
])

/** A single letter is a unit of time only beside another: `h` alone too. */
const alone = Array.from(written.keys()).filter((name) => name.length > 1 || name === "h")
const unitPattern = `(?:(?:${alone.toSorted((one, other) => other.length - one.length).join("|")})\\.?|[ሰደ]\\.(?=[\\s\\),፣፤]|$))`

const amount = "[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\\.[0-9]+)?"

/** 90 min, 45 sec., 5-10 mins. */
const withUnit = (language: Language): Rule => ({
  kind: "duration",
  language,
  needs: ["latin", "stop"],
  cue: `[0-9] ?${unitPattern}`,
  pattern: `${begins[language]}(?<![:፡])${prefix[language]}(?<amount>${amount})(?:${dash}(?<most>[0-9]+))? ?(?<unit>${unitPattern})(?![\\p{L}\\p{M}\\/²])${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    // 9 ሰ. of a way, 9.58 ሰ. of a race.
    const isRace = groups.unit === "ሰ." && /\./.test(groups.amount ?? "")
    const unit = isRace ? "second" : written.get((groups.unit ?? "").replace(".", ""))
    if (unit === undefined) return undefined
    const first = numberWords(of, groups.amount ?? "")
    const { most, prefix: before } = groups
    if (most === undefined)
      return joined(of, of === "am" ? `${first} ${said.am[unit]}` : `${said.om[unit]} ${first}`, groups)
    const last = inWords(of, valueOf(most))
    if (of === "om") return joined(of, `${said.om[unit]} ${first} hanga ${last}`, groups)
    return joined(of, `${first} እስከ ${last} ${said.am[unit]}`, { ...groups, prefix: fromFirst(before) })
  }
})

/** 2h 30m, 2 hrs 30 min, 2 ሰ. 30 ደ., 1h30. */
const hoursAndMinutes = (language: Language): Rule => ({
  kind: "duration",
  language,
  needs: ["latin", "stop"],
  cue: "[0-9] ?[hሰ]",
  pattern: `${begins[language]}${prefix[language]}(?<hours>[0-9]{1,3}) ?(?:h(?<sixty>[0-5][0-9])|(?:h|hr|hrs|hours?|ሰ)\\.?(?: | ከ)?(?<minutes>[0-9]{1,2}) ?(?:m|min|mins|minutes|ደ|ደቂ)(?:\\.(?!\\s*$))?)(?![\\p{L}\\p{M}])${looseSuffix[language]}`,
  read: ({ groups, language: of }) => {
    const minutes = valueOf(groups.minutes ?? groups.sixty)
    return joined(of, clockWords(of, { hours: valueOf(groups.hours), minutes }), groups)
  }
})

/** 100m በ10.2s: seconds of a race. */
const shortSeconds: Rule = {
  kind: "duration",
  language: "am",
  needs: ["latin"],
  cue: "\\d ?s",
  pattern: `${begins.am}${prefix.am}(?<amount>[0-9]{1,2}\\.[0-9]{1,2}) ?s(?![\\p{L}\\p{N}\\/])${looseSuffix.am}`,
  read: ({ groups }) => joined("am", `${numberWords("am", groups.amount ?? "")} ሰከንድ`, groups)
}

/** 1½ ሰዓት, 2 1/2 ዓመት: the half stands behind the noun. */
const halfOf: Rule = {
  kind: "duration",
  language: "am",
  needs: ["digit"],
  cue: "½|1\\/2",
  pattern: `${begins.am}${prefix.am}(?<whole>[0-9]{1,3})(?: ?½| 1\\/2| ½) ?(?<noun>ሰዓት|ሰአት|ዓመት|አመት|ወር|ቀን|ሳምንት|ደቂቃ|ሰከንድ)(?:ታት|ት|ዎች|ያት)?${looseSuffix.am}`,
  read: ({ groups }) => joined("am", `${inWords("am", valueOf(groups.whole))} ${groups.noun ?? ""} ተኩል`, groups)
}

/** ደቂቃ 2:30, daqiiqaa 2:30, 2:30 ደቂቃ: minutes and seconds. */
const minutesAndSeconds: ReadonlyArray<Rule> = [
  {
    kind: "duration",
    language: "am",
    needs: ["digit"],
    cue: cues.colon,
    pattern: `${begins.am}${prefix.am}(?<minutes>[0-9]{1,3})[:፡](?<seconds>[0-5][0-9])(?:\\.(?<decimals>[0-9]{1,3}))? ?(?:ደቂቃዎች|ደቂቃ|min|mins)${looseSuffix.am}`,
    read: ({ groups }) =>
      joined("am", minutesWords("am", valueOf(groups.minutes), valueOf(groups.seconds), groups.decimals), groups)
  },
  {
    kind: "duration",
    language: "om",
    needs: ["digit"],
    cue: cues.colon,
    pattern: `(?<![\\p{L}\\p{M}])[Dd]aqiiqaa (?<minutes>[0-9]{1,3})[:፡](?<seconds>[0-5][0-9])(?:\\.(?<decimals>[0-9]{1,3}))?${looseSuffix.om}`,
    read: ({ groups }) =>
      joined("om", minutesWords("om", valueOf(groups.minutes), valueOf(groups.seconds), groups.decimals), groups)
  }
]

/** 5:45/km: of each kilometre. */
const pace: Rule = {
  kind: "duration",
  language: "am",
  needs: ["digit"],
  cue: "\\d\\/[kኪ]",
  pattern: `${begins.am}${prefix.am}(?<minutes>[0-9]{1,2})[:፡](?<seconds>[0-5][0-9])\\/(?:km|ኪ[.\\/]?ሜ)(?![\\p{L}\\/])`,
  read: ({ groups }) =>
    joined("am", `${minutesWords("am", valueOf(groups.minutes), valueOf(groups.seconds))} በኪሎ ሜትር`, groups)
}

/** 27:52.31, 3:26.00: a race's minutes, seconds and hundredths. */
const race = (language: Language): Rule => ({
  kind: "duration",
  language,
  needs: ["digit"],
  cue: cues.colon,
  pattern: `${begins[language]}(?<![0-9]፡)${prefix[language]}${language === "om" ? "(?:[Dd]aqiiqaa |[Dd]aq\\. ?)?" : ""}(?<minutes>[0-9]{1,2})[:፡](?<seconds>[0-5][0-9])\\.(?<decimals>[0-9]{1,3})(?![0-9:])${looseSuffix[language]}`,
  read: ({ groups, language: of }) =>
    joined(of, minutesWords(of, valueOf(groups.minutes), valueOf(groups.seconds), groups.decimals), groups)
})

/** 1500 ሜትርን በ3፡53 ጨረሰች: a race of the track, which is run in minutes. */
const trackRace: Rule = {
  kind: "duration",
  language: "am",
  needs: ["digit"],
  cue: cues.colon,
  after: "(?<![\\d.,])(?:400|800|1[,.]?500|3[,.]?000|5[,.]?000|10[,.]?000) ?(?:ሜትር|ሜ\\.?(?=[ ፣]))[^\\d።!?\\n]{0,40}",
  pattern: `${begins.am}(?<![0-9]፡)${prefix.am}(?<minutes>[0-9]{1,2})[:፡](?<seconds>[0-5][0-9])(?![0-9:፡.]|\\p{L}| ሰ[ዓአ]ት| ላይ)(?= (?:ጨር|ጨረ|በመግባት|በሆነ|ገብታ|ገብቶ|ገባ|ሮጣ|ሮጦ|ሮጠ|ሮጧ|አጠናቀ|አጠናቃ|አሸን|አሸነፈ))`,
  read: ({ groups }) => joined("am", minutesWords("am", valueOf(groups.minutes), valueOf(groups.seconds)), groups)
}

/** 24/7: all hours, all days. */
const always = (language: Language): Rule => ({
  kind: "duration",
  language,
  needs: ["digit"],
  cue: "24 ?\\/ ?7",
  pattern: `${begins[language]}${prefix[language]}${language === "om" ? "(?:[Ss]a'aa?tii |[Gg]uyyaa )?" : ""}24 ?\\/ ?7(?![0-9]|[.,:\\/\\-][0-9])${language === "am" ? "(?: ሰዓት| ቀን)?" : ""}${looseSuffix[language]}`,
  read: ({ groups, language: of }) =>
    joined(of, of === "am" ? "ሃያ አራት ሰዓት ሰባቱንም ቀን" : "sa'aatii digdamii afur guyyaa torbanuu", groups)
})

/** Longer than any match with its added time. */
const longestMatch = 130

/** 90', 45+2': a minute of a match, which is counted: ዘጠናኛው ደቂቃ, daqiiqaa sagaltamaffaa. */
const matchMinute = (language: Language): Rule => ({
  kind: "duration",
  language,
  needs: ["digit"],
  cue: "[0-9]['′’]",
  pattern: `${begins[language]}(?<!')${prefix[language]}(?<minute>[0-9]{1,3})(?:\\+(?<added>[0-9]{1,2}))?['′’](?![\\p{L}\\p{M}0-9'’])(?: ደቂቃ(?!\\p{L}))?`,
  read: ({ groups, language: of, start, text }) => {
    const minute = valueOf(groups.minute)
    const line = text.slice(Math.max(0, start - 80), start)
    // The closing mark of a quotation that began before.
    if (minute > longestMatch || /(?<![\p{L}\p{N}])['‘][^'’]*$/u.test(line)) return undefined
    const added = groups.added
    const sum = added === undefined ? minute : valueOf(added)
    if (sum === 0) return undefined
    const before = added === undefined ? "" : `${inWords(of, minute)} ${of === "am" ? "ሲደመር" : "ida'uu"} `
    // የኮንቴይነር ክፍያ ለ20': feet.
    if (of === "am" && /ኮንቴ[ይኢ]?ነር|[Cc]ontainer/.test(line)) return joined(of, `${inWords(of, minute)} ጫማ`, groups)
    const isNamed = /(?<!\p{L})daqiiqaa $/iu.test(line)
    // Daqiiqaa 95': so long.
    if (of === "om" && isNamed) return before + inWords(of, sum)
    const words = before + numerals[of].ordinal(BigInt(sum))
    return of === "am" ? joined(of, `${words}ው ደቂቃ`, groups) : `daqiiqaa ${words}`
  }
})

/** daqiiqaa 45+2tti. */
const addedTime: Rule = {
  kind: "duration",
  language: "om",
  needs: ["digit"],
  cue: "\\+",
  pattern: `(?<!\\p{L})(?<noun>[Dd]aqiiqaa) (?<minute>[0-9]{1,3}) ?\\+ ?(?<added>[0-9]{1,2})(?![0-9])(?<ordinal>-?ffaa)?${looseSuffix.om}`,
  read: ({ groups }) => {
    const added = BigInt(valueOf(groups.added))
    const last = groups.ordinal === undefined || added === 0n ? numerals.om.cardinal(added) : numerals.om.ordinal(added)
    return joined("om", `${groups.noun ?? ""} ${inWords("om", valueOf(groups.minute))} ida'uu ${last}`, groups)
  }
}

const both = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

export const roundTheClock: ReadonlyArray<Rule> = both(always)

export const durations: ReadonlyArray<Rule> = [
  ...both(race),
  trackRace,
  ...minutesAndSeconds,
  pace,
  ...both(hoursAndMinutes),
  ...both(withUnit),
  shortSeconds,
  halfOf,
  ...both(matchMinute),
  addedTime
]
