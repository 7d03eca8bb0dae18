/**
 * Eras behind and before years: ዓ.ም., እ.ኤ.አ., A.L.I., BC. Written with stops,
 * strokes or nothing between the letters (Leslau, Reference Grammar of Amharic,
 * 1995, appendix on the calendar; usage of newspapers in both languages).
 */
import type { Language } from "../../../Domain.ts"
import { suffix } from "../Affixes.ts"
import type { Calendar } from "./Months.ts"

interface Era {
  /** The parts of the abbreviation. */
  readonly parts: ReadonlyArray<string>
  readonly words: string
  /** Which calendar's months a date of this era has. */
  readonly calendar: Calendar
  /** Said before the year, wherever it is written. */
  readonly leads?: true
  /** Written with stops only. */
  readonly isStopped?: true
}

const era = (parts: string, words: string, calendar: Calendar = "ethiopian"): Era => ({
  parts: parts.split(" "),
  words,
  calendar
})
/** One whose bare letters are units too: 500 KB, 100 AH. */
const stopped = (parts: string, words: string): Era => ({ ...era(parts, words), isStopped: true })
const leading = (parts: string, words: string): Era => ({ ...era(parts, words, "european"), leads: true })

const amharic: ReadonlyArray<Era> = [
  era("ዓ ም", "ዓመተ ምሕረት"),
  era("አ ም", "ዓመተ ምሕረት"),
  era("ዓ ዓ", "ዓመተ ዓለም"),
  era("ዓ ሂ", "ዓመተ ሂጅራ"),
  era("ዓ ሰ", "ዓመተ ሰማዕታት"),
  era("እ ኢ አ", "እንደ ኢትዮጵያ አቆጣጠር"),
  era("እ ኤ አ", "እንደ ኤውሮፓውያን አቆጣጠር", "european"),
  era("እ አ አ", "እንደ አውሮፓውያን አቆጣጠር", "european"),
  era("እ ጎ አ", "እንደ ጎርጎርዮሳውያን አቆጣጠር", "european"),
  era("ቅ ል ክ", "ቅድመ ልደተ ክርስቶስ"),
  era("ቅ ክ", "ቅድመ ክርስቶስ"),
  era("ድ ል ክ", "ድኅረ ልደተ ክርስቶስ"),
  era("ድ ክ", "ድኅረ ክርስቶስ"),
  era("ከክ ል በ", "ከክርስቶስ ልደት በፊት"),
  era("ከክ ል በፊት", "ከክርስቶስ ልደት በፊት"),
  era("ከክ ል በኋላ", "ከክርስቶስ ልደት በኋላ"),
  era("E C", "በኢትዮጵያ አቆጣጠር"),
  era("G C", "በአውሮፓውያን አቆጣጠር", "european"),
  stopped("A H", "ዓመተ ሂጅራ"),
  leading("B C E", "ከክርስቶስ ልደት በፊት"),
  leading("B C", "ከክርስቶስ ልደት በፊት"),
  leading("A D", "ከክርስቶስ ልደት በኋላ"),
  leading("C E", "ከክርስቶስ ልደት በኋላ")
]

const oromo: ReadonlyArray<Era> = [
  era("A L I", "akka lakkoofsa Itoophiyaatti"),
  era("A L H", "akka lakkoofsa Habashaatti"),
  era("A L A", "akka lakkoofsa Awurooppaatti", "european"),
  era("A L F", "akka lakkoofsa Faranjiitti", "european"),
  era("A L G", "akka lakkoofsa Goorgooriyaanitti", "european"),
  era("Dh K D", "dhaloota Kiristoos dura"),
  era("Dh K B", "dhaloota Kiristoos booda"),
  era("Dh K", "dhaloota Kiristoos"),
  era("D K D", "dhaloota Kiristoos dura"),
  era("D K B", "dhaloota Kiristoos booda"),
  stopped("D K", "dhaloota Kiristoos"),
  stopped("K D", "Kiristoos dura"),
  stopped("K B", "Kiristoos booda"),
  era("E C", "akka lakkoofsa Itoophiyaatti"),
  era("G C", "akka lakkoofsa Awurooppaatti", "european"),
  stopped("A H", "akka lakkoofsa Hijiraatti"),
  era("B C E", "dhaloota Kiristoos dura"),
  era("B C", "dhaloota Kiristoos dura"),
  era("A D", "dhaloota Kiristoos booda"),
  era("C E", "dhaloota Kiristoos booda")
]

const eras: Readonly<Record<Language, ReadonlyArray<Era>>> = { am: amharic, om: oromo }

const keyOf = (written: string): string => written.replace(/[./ ]/g, "").toUpperCase()

const byKey: Readonly<Record<Language, ReadonlyMap<string, Era>>> = {
  am: new Map(amharic.map((one) => [keyOf(one.parts.join("")), one])),
  om: new Map(oromo.map((one) => [keyOf(one.parts.join("")), one]))
}

/**
 * The stop behind the last letter is the era's, save that at the end of a text
 * it ends the sentence too, and stays.
 */
const lastStop = "(?:\\.(?!\\s*$))?"

const patternOf = ({ isStopped, parts }: Era): string =>
  parts.map((part) => part.replace("Dh", "D[hH]")).join(`(?:[.\\/] ?)${isStopped === true ? "" : "?"}`)

/** An era's abbreviation, behind which no letter follows but those of a suffix: 2012 አምራቾች has none. */
export const eraPattern = (language: Language): string =>
  `(?:${eras[language]
    .toSorted((one, other) => other.parts.length - one.parts.length)
    .map(patternOf)
    .join("|")})${lastStop}(?=${suffix[language].replace("?<suffix>", "?:")})`

export const eraOf = (language: Language, written: string | undefined): Era | undefined =>
  written === undefined ? undefined : byKey[language].get(keyOf(written))

/** A year, or a date that ends in one, with its era; `join` adds what is written in one with it. */
export const withEra = (
  language: Language,
  words: string,
  written: string | undefined,
  join: (words: string) => string
): string => {
  const found = eraOf(language, written)
  if (found === undefined) return join(words)
  if (found.leads === true) return `${found.words} ${join(words)}`
  const whole = `${words} ${found.words}`
  const said = join(whole)
  // "-tti" is in "akka lakkoofsa Itoophiyaatti" already.
  return whole.endsWith("tti") && said.endsWith("tti") ? whole : said
}
