/**
 * Times of the day, as the Ethiopian clock has them: ከጠዋቱ 3:30, 14:05, 8:00–10:00,
 * sa'aatii 2:15tti. The hours are said as they are written, never converted.
 *
 * Amharic puts ሰዓት behind the hour and the rest behind it: ሦስት ሰዓት ተኩል, ሦስት ሰዓት
 * ከሩብ, ሦስት ሰዓት ከአሥር ደቂቃ (Leslau, Reference Grammar of Amharic, 1995, on time;
 * the later half of an hour too, as announcers read a programme, and not "ሩብ
 * ጉዳይ", which takes no preposition). Afaan Oromo puts the number behind sa'aatii,
 * and the minutes behind `fi`: sa'aatii lamaa fi walakkaa (Wikibooks, Afaan
 * Oromo, chapter 8), "sa'aatii lamaafi afurtamii shan" (BBC Learning English in
 * Afaan Oromo, session 34).
 */
import type { Language } from "../../Domain.ts"
import { beforeFi, joined, looseSuffix, oromoLengthened, prefix } from "./Affixes.ts"
import { begins, dash, fromFirst, inWords, valueOf } from "./calendar/Written.ts"
import { cues, type Match, type Rule } from "./Rule.ts"
import { signName } from "./Spelled.ts"

/** በ1:45 የመምህር ተማሪ ጥምርታ: the word may stand behind it. */
const ratioBehind = /^[^።!?\nሰ]*(?:ጥምርታ|ምጥጥን|ሬሾ)/

interface Clock {
  readonly hours: number
  readonly minutes: number
  readonly seconds?: number | undefined
  /** Digits of a second's fraction. */
  readonly decimals?: string | undefined
}

const oneByOne = (language: Language, digits: string): string =>
  Array.from(digits, (digit) => inWords(language, Number(digit))).join(" ")

const isNone = (seconds = 0, decimals = ""): boolean => seconds === 0 && decimals === ""

/** Seconds with their fraction. */
const secondsWords = (language: Language, seconds: number, decimals = ""): string =>
  decimals === ""
    ? inWords(language, seconds)
    : `${inWords(language, seconds)} ${language === "am" ? "ነጥብ" : "tuqaa"} ${oneByOne(language, decimals)}`

/** Hours, minutes and seconds: of the clock, and of a race. */
const amharicClock = ({ decimals, hours, minutes, seconds }: Clock): string => {
  const whole = `${inWords("am", hours)} ሰዓት`
  if (seconds === undefined && minutes === 0) return whole
  // Halves and quarters belong to the clock of twelve hours.
  if (seconds === undefined && hours >= 1 && hours <= 12) {
    if (minutes === 30) return `${whole} ተኩል`
    if (minutes === 15) return `${whole} ከሩብ`
  }
  const withMinutes = minutes === 0 ? whole : `${whole} ከ${inWords("am", minutes)} ደቂቃ`
  return isNone(seconds, decimals) ? withMinutes : `${withMinutes} ከ${secondsWords("am", seconds ?? 0, decimals)} ሰከንድ`
}

/** The same behind `noun`, where it is written: sa'aatii, sa'a. */
const oromoClock = ({ decimals, hours, minutes, seconds }: Clock, noun: string): string => {
  const whole = `${noun} ${inWords("om", hours)}`
  if (!isNone(seconds, decimals)) {
    const last = `fi sekondii ${secondsWords("om", seconds ?? 0, decimals)}`
    return minutes === 0
      ? `${oromoLengthened(whole)} ${last}`
      : `${whole} ${oromoLengthened(`daqiiqaa ${inWords("om", minutes)}`)} ${last}`
  }
  if (minutes === 0) return whole
  if (minutes === 30 && hours >= 1 && hours <= 12) return `${oromoLengthened(whole)} fi walakkaa`
  return `${oromoLengthened(whole)} fi daqiiqaa ${inWords("om", minutes)}`
}

export const clockWords = (language: Language, clock: Clock, noun = "sa'aatii"): string =>
  language === "am" ? amharicClock(clock) : oromoClock(clock, noun)

/** Minutes and seconds: of a race, a call, a film. */
export const minutesWords = (language: Language, minutes: number, seconds: number, decimals?: string): string => {
  const rest = isNone(seconds, decimals) ? "" : secondsWords(language, seconds, decimals)
  if (language === "am") {
    const whole = `${inWords("am", minutes)} ደቂቃ`
    return rest === "" ? whole : `${whole} ከ${rest} ሰከንድ`
  }
  const whole = `daqiiqaa ${inWords("om", minutes)}`
  return rest === "" ? whole : `${oromoLengthened(whole)} fi sekondii ${rest}`
}

const halves: Readonly<Record<Language, Readonly<Record<"a" | "p" | "d" | "b", string>>>> = {
  am: { a: "ኤ ኤም", p: "ፒ ኤም", d: "ኤ ኤም", b: "ፒ ኤም" },
  om: { a: "waaree dura", p: "waaree booda", d: "waaree dura", b: "waaree booda" }
}

/** AM, p.m., WD (waaree dura), W.B. behind a time. */
const halfNamed = (name: string): string =>
  `(?<${name}>[AaPp]\\.? ?[Mm](?:\\.(?!\\s*$))?|W\\.?[DB](?:\\.(?!\\s*$))?)(?![\\p{M}]|(?!(?:tti|n|f|rraa|irraa|irratti)(?!\\p{L}))\\p{L})`
const halfPattern = halfNamed("half")

const halfWords = (language: Language, written: string | undefined): string => {
  if (written === undefined) return ""
  const [first = ""] = written.replace(/^W\.?/, "").toLowerCase()
  const { a, b, d, p } = halves[language]
  return ` ${first === "a" ? a : first === "p" ? p : first === "d" ? d : b}`
}

const zones: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  am: {
    GMT: "ጂ ኤም ቲ",
    UTC: "ዩ ቲ ሲ",
    EAT: "በምሥራቅ አፍሪካ ሰዓት አቆጣጠር",
    LT: "በአገር ውስጥ ሰዓት አቆጣጠር"
  },
  om: {
    GMT: "jii em tii",
    UTC: "yuu tii sii",
    EAT: "akka sa'aatii Baha Afrikaatti",
    LT: "akka sa'aatii biyya keessaatti"
  }
}
const zonePattern = "(?: ?\\(?(?<zone>GMT|UTC|EAT|LT)(?:(?<ahead>[+\\-−])(?<shift>\\d{1,2}))?\\)?(?![\\p{L}\\p{M}]))?"

const zoneWords = (language: Language, { ahead = "", shift, zone }: Match["groups"]): string => {
  if (zone === undefined) return ""
  const name = ` ${zones[language][zone] ?? zone}`
  if (shift === undefined) return name
  return `${name} ${signName(language, ahead === "+" ? "+" : "−")} ${inWords(language, valueOf(shift))}`
}

const colon = "[:፡]"
/** Behind a time no more figures: 12:30:45:10, 1:50,000. */
const endsTime = "(?![0-9]|[:፡.,][0-9]|[:፡]{2}| ?(?:ጥምርታ|ምጥጥን|ሬሾ|ስኬል|ratio|scale))"

/** Words before a ratio, a score or a map's scale, which is no time. */
const noTime = "(?<!(?:ጥምርታ|ምጥጥን|ሬሾ|ውጤት|ስኬል|reeshoo|raashoo|iskeelii|qabxii|ratio|scale)(?:[፡:]|n|ni|ው)? ?)"

/** A ratio's word farther off: raashoon barsiisaa-barataa 1:50 irraa gara 1:40tti. */
const ofRatio: Readonly<Record<Language, RegExp>> = {
  am: /(?:ጥምርታ|ምጥጥን|ሬሾ|ድብልቅ|(?<!ሬክተር )ስኬል)[^።!?፣፤\n]{0,24}(?<!(?:[ጠጧ]ዋ?[ትቱ]|ቀ[ንኑ]|ማታው?|ምሽ[ትቱ]|[ሌለ]ሊ[ትቱ]) )$/,
  om: /(?:raa|ree)sh?[iy]*oo|iskeelii/iu
}

/** ሰዓት behind a time, which is said with the hour. */
const amharicNoun = "(?: ?(?:ሰዓታት|ሰዓት|ሰአት|ሰዐት|ሰኣት|ሠዓት|ሰ\\.))"
/** sa'aatii before a time; said even where it is not written. */
const oromoNoun =
  "(?:(?<noun>(?i:sa'aatii|sa'aan|sa'aatiin|sa'aati|sa'atii|sa'atti|saa'atii|saatii|sa'aa|sa:a|sa'a)(?: (?:ganamaa?|galgalaa?|halkanii?|guyyaa|waaree boodaa?|waaree duraa?))?)\\.?:? ?|sa\\. ?)?"

/** How a noun and what stands before it is written, by language. */
const opening: Readonly<Record<Language, string>> = {
  am: `(?:(?<=[0-9]T)|${begins.am}${noTime}${prefix.am})`,
  om: `(?:(?<=[0-9]T)|(?<![\\p{L}\\p{M}0-9']|[0-9][.,:\\/\\-])${noTime}${oromoNoun})`
}
const closing: Readonly<Record<Language, string>> = {
  am: `${amharicNoun}?(?: ?${halfPattern})?${zonePattern}${looseSuffix.am}`,
  om: `(?: ?${halfPattern})?${zonePattern}${looseSuffix.om}`
}

const isTime = (hours: number, minutes: number): boolean => hours <= 24 && minutes <= 59

const tail = (language: Language, groups: Match["groups"]): string =>
  halfWords(language, groups.half) + zoneWords(language, groups)

/** What a clock shows; above 24 the minutes and seconds of a race. */
const shown = (language: Language, hours: number, minutes: number, noun?: string): string | undefined => {
  if (isTime(hours, minutes)) return clockWords(language, { hours, minutes }, noun)
  return minutes <= 59 && noun === undefined ? minutesWords(language, hours, minutes) : undefined
}

const single = (language: Language, cue: string, time: string): Rule => ({
  kind: "time",
  language,
  needs: ["digit"],
  cue,
  pattern: time,
  read: (match) => {
    const { groups, language: of } = match
    const before = match.text.slice(Math.max(0, match.start - 64), match.start)
    if (of === "am" && ratioBehind.test(match.text.slice(match.end, match.end + 40))) return undefined
    if (ofRatio[of].test(before) && !match.found.includes("ሰ")) return undefined
    const words = shown(of, valueOf(groups.hours), valueOf(groups.minutes), groups.noun)
    return words === undefined ? undefined : beforeFi(match, joined(of, words + tail(of, groups), groups))
  }
})

/** 3:30, 3፡30, 03:30, ፫፡፴. */
const withColon = (language: Language): Rule =>
  single(
    language,
    cues.colon,
    `${opening[language]}(?<hours>[0-9]{1,2}|፲[፩-፬]?|[፩-፱])${colon}(?<minutes>[0-5][0-9]|[፲-፶]?[፩-፱]|[፲-፶])${endsTime}${closing[language]}`
  )

/** Words that a time of the day stands behind: then a point divides hours and minutes too. */
const partOfDay: Readonly<Record<Language, string>> = {
  am: "(?<=(?:ጠዋት|ጧት|ጠዋቱ|ጧቱ|ቀኑ|ማታ|ማታው|ምሽት|ምሽቱ|ሌሊት|ሌሊቱ|ለሊት|ለሊቱ|(?:ሰዓት|ቀትር) (?:በኋላ|በፊት)|ንጋት|ንጋቱ|ረፋድ|ረፋዱ|ማለዳ|ማለዳው|ልክ)(?: ላይ)? ?(?:በ|ከ|እስከ)?)",
  om: "(?<=(?:ganama|galgala|halkan|guyyaa|waaree booda|waaree dura|bariitti|[Gg]anama|[Gg]algala|[Hh]alkan) )"
}

/** Behind a number with a point, what makes it an amount: ጠዋት 2.50 ብር. */
const noAmount = "(?! ?(?:ብር|ሳንቲም|ዶላር|ሚሊ|ቢሊ|ሺ|በመቶ|ከመቶ|ነጥብ|ኪ|ሜ|ሴ|ሊ|ሄ|ዲግሪ|[%°A-Za-z]))"

/** 3.30 ሰዓት, ከጠዋቱ 3.30, 3፥30 ሰዓት, sa'aatii 3.30. */
const withPoint: ReadonlyArray<Rule> = [
  single(
    "am",
    cues.point,
    `${begins.am}${prefix.am}(?<hours>[0-9]{1,2})[.፥](?<minutes>[0-5][0-9])${endsTime}${amharicNoun}(?: ?${halfPattern})?${zonePattern}${looseSuffix.am}`
  ),
  single(
    "am",
    cues.point,
    `${partOfDay.am}(?<hours>[1-9][0-9]?)[.፥](?<minutes>[0-5][0-9])${endsTime}${noAmount}${looseSuffix.am}`
  ),
  single(
    "om",
    cues.point,
    `(?<![\\p{L}\\p{M}'])${oromoNoun.slice(0, -1)}(?<hours>[0-9]{1,2})\\.(?<minutes>[0-5][0-9])${endsTime}${closing.om}`
  ),
  single("om", cues.point, `${partOfDay.om}(?<hours>[0-9]{1,2})\\.(?<minutes>[0-5][0-9])${endsTime}${closing.om}`)
]

/** 9 AM, 5pm, sa'aatii 3 WB. */
const wholeHour = (language: Language): Rule =>
  single(
    language,
    "[0-9] ?[AaPpW]",
    `${opening[language]}(?<hours>[0-9]{1,2})(?<minutes>) ?${halfPattern}${looseSuffix[language]}`
  )

/** 12:30:45, 1:45:30; with a fraction of a second too. */
const withSeconds = (language: Language): Rule => ({
  kind: "time",
  language,
  needs: ["digit"],
  cue: cues.colon,
  pattern: `${opening[language]}(?<hours>[0-9]{1,2})${colon}(?<minutes>[0-5][0-9])${colon}(?<seconds>[0-5][0-9])(?:\\.(?<decimals>[0-9]{1,3}))?(?:Z|\\+[0-9]{2}:?[0-9]{2})?${endsTime}${closing[language]}`,
  read: ({ groups, language: of }) => {
    const clock = {
      hours: Number(groups.hours),
      minutes: Number(groups.minutes),
      seconds: Number(groups.seconds),
      decimals: groups.decimals
    }
    return joined(of, clockWords(of, clock, groups.noun) + tail(of, groups), groups)
  }
})

const range: Readonly<Record<Language, string>> = {
  am: `(?:${dash}| ?እስከ ?)`,
  om: `(?:${dash}| hanga | hamma )`
}

/** ከጠዋቱ 2:30 – 6:30 has its ከ already. */
const afterFrom = /(?<!\p{L})ከ(?:ጠዋቱ|ጧቱ|ቀኑ|ምሽቱ|ማታው|ሌሊቱ|ለሊቱ|ረፋዱ|ማለዳው|ንጋቱ|(?:ሰዓት|ቀትር) በኋላ) ?$/u

/**
 * 8:00–10:00, 2:30-11:30 ሰዓት, 8-10:30. Amharic says ከ before the first where
 * nothing else is; በ and ለ give way to it.
 */
const timeRange = (language: Language): Rule => ({
  kind: "time",
  language,
  needs: ["digit"],
  cue: range[language],
  pattern: `${opening[language]}(?<h1>[0-9]{1,2})(?:[:፡.](?<m1>[0-5][0-9]))?(?![0-9])${amharicNoun}?(?: ?${halfNamed("firstHalf")})?${range[language]}${language === "om" ? "(?:sa'aatii |sa'a )?" : ""}(?<h2>[0-9]{1,2})(?:[:፡.](?<m2>[0-5][0-9]))?${endsTime}${closing[language]}`,
  read: (match) => {
    const { found, groups, language: of, start, text } = match
    const { firstHalf, h1, h2, half, m1, m2, noun, prefix: before } = groups
    // Two whole numbers are a range of anything; with points, decimals.
    const isOfClock = /[:፡]\d/.test(found) || /ሰ/.test(found) || noun !== undefined
    if (half === undefined && ((m1 === undefined && m2 === undefined) || !isOfClock)) return undefined
    const first = { hours: Number(h1), minutes: Number(m1 ?? 0) }
    const last = { hours: Number(h2), minutes: Number(m2 ?? 0) }
    if (!isTime(first.hours, first.minutes) || !isTime(last.hours, last.minutes)) return undefined
    if (of === "om") {
      const words = `${clockWords(of, first, noun)}${halfWords(of, firstHalf)} hanga ${clockWords(of, last, noun?.toLowerCase())}`
      return beforeFi(match, joined(of, words + tail(of, groups), groups))
    }
    const words = `${clockWords(of, first)}${halfWords(of, firstHalf)} እስከ ${clockWords(of, last)}${tail(of, groups)}`
    const isFrom = afterFrom.test(text.slice(Math.max(0, start - 16), start))
    return joined(of, words, { ...groups, prefix: isFrom ? before : fromFirst(before) })
  }
})

/** Ganama 2:30-galgala 11:30: to another part of the day. */
const toPartOfDay: Rule = {
  kind: "range",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?[\\-–] ?(?:ganam|galgal|halkan|guyya|waare)",
  pattern:
    "(?<=\\d) ?[\\-–] ?(?=(?:ganamaa?|galgalaa?|halkanii?|guyyaa|waaree (?:boodaa?|duraa?)) (?:\\p{L}{2}'?\\p{L}{1,6} )?\\d)",
  read: () => " hanga "
}

const both = (rule: (language: Language) => Rule): ReadonlyArray<Rule> => [rule("am"), rule("om")]

export const times: ReadonlyArray<Rule> = [
  ...both(withSeconds),
  ...both(timeRange),
  ...both(withColon),
  ...withPoint,
  ...both(wholeHour),
  toPartOfDay
]
