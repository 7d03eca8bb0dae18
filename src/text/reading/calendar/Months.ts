/**
 * Names of months: as they are written, and as they are said where a date has
 * its month as a number.
 *
 * Amharic names the months of both calendars apart (European ones as CLDR and
 * newspapers borrow them). Afaan Oromo has one set of names for both: ሐምሌ and
 * July are Adoolessa (Gragg, Oromo Dictionary, 1982; Bariisaa and BBC Afaan
 * Oromoo date so).
 */
import type { Language } from "../../../Domain.ts"
import { anyOf } from "../Rule.ts"

export type Calendar = "ethiopian" | "european"

/** Each month of a calendar from the first: what is said, then other spellings. */
type Names = ReadonlyArray<readonly [said: string, ...others: ReadonlyArray<string>]>

const amharicEthiopian: Names = [
  ["መስከረም"],
  ["ጥቅምት", "ጥቀምት"],
  ["ኅዳር", "ህዳር", "ሕዳር", "ኀዳር"],
  ["ታኅሣሥ", "ታህሳስ", "ታኅሳስ", "ታሕሳስ", "ታህሣሥ", "ታኅሣስ", "ታህሣስ", "ታሕሣሥ"],
  ["ጥር"],
  ["የካቲት"],
  ["መጋቢት"],
  ["ሚያዝያ", "ሚያዚያ", "ሚአዝያ"],
  ["ግንቦት"],
  ["ሰኔ", "ሠኔ"],
  ["ሐምሌ", "ሀምሌ", "ኃምሌ"],
  ["ነሐሴ", "ነሀሴ", "ነኃሴ"],
  ["ጳጉሜን", "ጳጉሜ", "ጷጉሜን", "ጷጉሜ", "ጳግሜን", "ጳጉሚን"]
]

const amharicEuropean: Names = [
  ["ጃንዋሪ", "ጃንዩወሪ", "ጃኑዋሪ", "ጃንዩዋሪ"],
  ["ፌብሯሪ", "ፌብሩወሪ", "ፌብሩዋሪ", "ፌቡሩዋሪ"],
  ["ማርች"],
  ["ኤፕሪል", "አፕሪል"],
  ["ሜይ"],
  ["ጁን"],
  ["ጁላይ"],
  ["ኦገስት", "ኦጎስት"],
  ["ሴፕቴምበር", "ሴፕተምበር", "መስፕቴምበር"],
  ["ኦክቶበር"],
  ["ኖቬምበር", "ኖቨምበር"],
  ["ዲሴምበር", "ዲሰምበር"]
]

/** Qaammee, the thirteenth, has no European month. */
const oromo: Names = [
  ["Fulbaana", "Fuulbaana", "Fulbana", "Birraa"],
  ["Onkololeessa", "Onkoloolessa", "Onkololessa", "Onkoloolleessa"],
  ["Sadaasa", "Sadasa"],
  ["Muddee", "Mudde"],
  ["Amajjii", "Amajji", "Ammajjii"],
  ["Gurraandhala", "Guraandhala", "Gurrandhala", "Gurandhala"],
  ["Bitootessa", "Bitooteessa", "Bitotessa", "Bitootoessa"],
  ["Ebla", "Eebila", "Ebila", "Eebla", "Elba"],
  ["Caamsaa", "Caamsa", "Camsaa"],
  ["Waxabajjii", "Waxabajji"],
  ["Adoolessa", "Adooleessa", "Adolessa"],
  ["Hagayya", "Hagaya"],
  ["Qaammee", "Qaammi", "Qaamee", "Phaagumee", "Paagumee", "Qaamme"]
]

/** September is the month of መስከረም and Fulbaana. */
const oromoEuropean: Names = Array.from({ length: 12 }, (_, month) => oromo[(month + 4) % 12] ?? [""])

const english: Names = [
  ["January", "Jan"],
  ["February", "Feb"],
  ["March", "Mar"],
  ["April", "Apr"],
  ["May"],
  ["June", "Jun"],
  ["July", "Jul"],
  ["August", "Aug"],
  ["September", "Sept", "Sep"],
  ["October", "Oct"],
  ["November", "Nov"],
  ["December", "Dec"]
]

/** Months of the Hijra that news of feasts and fasts name; read as they stand. */
const islamic: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: ["ሙሐረም", "ሙሀረም", "ረቢዑል አወል", "ረቢዕ አል-አወል", "ረጀብ", "ሻዕባን", "ረመዳን", "ረመዷን", "ሸዋል", "ዙልቃዕዳ", "ዙልሒጃ", "ዙልሂጃ"],
  om: ["Muharram", "Rabii'ul Awwal", "Rajab", "Sha'abaan", "Ramadaana", "Ramadaan", "Shawwaal", "Zulhijjaa"]
}

const months: Readonly<Record<Language, Readonly<Record<Calendar, Names>>>> = {
  am: { ethiopian: amharicEthiopian, european: amharicEuropean },
  om: { ethiopian: oromo, european: oromoEuropean }
}

/** The name of a month from 1 on; undefined where the calendar has none of that number. */
export const monthOf = (language: Language, calendar: Calendar, month: number): string | undefined =>
  months[language][calendar][month - 1]?.[0]

const englishNumbers: ReadonlyMap<string, number> = new Map(
  english.flatMap((names, month) => names.map((name) => [name.toLowerCase(), month + 1]))
)

/** Afaan Oromo names cut short, as lists of dates and letters have them. */
export const oromoShort: ReadonlyMap<string, string> = new Map([
  ["Fulb.", "Fulbaana"],
  ["Onk.", "Onkololeessa"],
  ["Sad.", "Sadaasa"],
  ["Mud.", "Muddee"],
  ["Amaj.", "Amajjii"],
  ["Gur.", "Guraandhala"],
  ["Gurr.", "Gurraandhala"],
  ["Bit.", "Bitootessa"],
  ["Bitoot.", "Bitootessa"],
  ["Bitt.", "Bitootessa"],
  ["Ebl.", "Ebla"],
  ["Caam.", "Caamsaa"],
  ["Wax.", "Waxabajjii"],
  ["Waxa.", "Waxabajjii"],
  ["Ado.", "Adoolessa"],
  ["Adool.", "Adoolessa"],
  ["Hag.", "Hagayya"]
])
const anyShort = anyOf(Array.from(oromoShort.keys(), (short) => short.slice(0, -1)))
/** With a day and a year alone, or up to another day: sad. is sadarkaa as well. */
const inShort = `${anyShort}\\.?(?= ?[0-3]?[0-9](?:(?:, ?|\\/| (?:bara )?)(?:19|20)[0-9]{2}| ?[\\-–] ?${anyShort}\\.? ?[0-3]?[0-9](?![0-9])))`

/** 12-Fulb-2017: between the day and the year. */
const shortBetween = `(?<=[0-9][\\-\\/])${anyShort}(?=[\\-\\/](?:19|20)[0-9]{2}(?![0-9]))`

/** A month's name as it is said: English ones and short ones in the language, others as they stand. */
export const saidMonth = (language: Language, written: string): string => {
  const number = englishNumbers.get(written.replace(".", "").toLowerCase())
  if (number === undefined)
    return (language === "om" ? oromoShort.get(written.endsWith(".") ? written : `${written}.`) : undefined) ?? written
  return monthOf(language, "european", number) ?? written
}

/** All ways to write the months of a language, in its own letters. */
export const monthNames = (language: Language): ReadonlyArray<string> => [
  ...months[language].ethiopian.flat(),
  ...months[language].european.flat(),
  ...islamic[language]
]

/** May and March are names of months in English where they begin with a capital only. */
const englishPattern = `(?:${anyOf(english.flat().flatMap((name) => [name, name.toUpperCase()]))}\\.?)`

/** A month's name. Afaan Oromo lengthens its last vowel in the genitive: ji'a Adoolessaa. */
export const monthPattern: Readonly<Record<Language, string>> = {
  am: `(?:${anyOf(monthNames("am"))}|${englishPattern})`,
  om: `(?:(?i:${anyOf(monthNames("om"))})[aei]?|${inShort}|${shortBetween}|${englishPattern})`
}

/** Names of months without English ones. */
export const ownMonthPattern: Readonly<Record<Language, string>> = {
  am: anyOf(monthNames("am")),
  om: `(?:${anyOf(monthNames("om"))}[aei]?)`
}

const weekdays: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: ["ሰኞ", "ማክሰኞ", "ማግሰኞ", "ረቡዕ", "ሮብ", "ረቡእ", "ሐሙስ", "ሀሙስ", "ዓርብ", "አርብ", "ቅዳሜ", "እሁድ", "እሑድ", "ሰንበት"],
  om: [
    ..."Wiixata|Dafinoo|Wixata|Kibxata|Facaasaa|Roobii|Kamisa|Kamiisa|Jimaata|Jimata|Sanbata|Sambata|Dilbata|Sanbata Duraa".split(
      "|"
    )
  ]
}

export const weekdayPattern: Readonly<Record<Language, string>> = {
  am: anyOf(weekdays.am),
  om: `(?:${anyOf(weekdays.om)}a?)`
}
