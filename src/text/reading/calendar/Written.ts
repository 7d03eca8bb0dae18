/** Days and years as they are written, in figures of either kind. */
import type { Language } from "../../../Domain.ts"
import { find } from "../../EthiopicNumerals.ts"
import { numerals } from "../numerals/OfLanguage.ts"

/** Nothing before that would make what follows a piece of something longer: 1.12, AB/12. Fidel may: ቀን12/11/2016. */
export const begins: Readonly<Record<Language, string>> = {
  am: "(?<![A-Za-z0-9፩-፼]|[0-9][.,:\\/\\-–]|\\p{L}[\\/\\-])",
  om: "(?<![\\p{L}0-9]|[0-9][.,:\\/\\-–]|\\p{L}[\\/\\-])"
}
/** Nothing before that belongs to the same word. */
export const beginsWord = "(?<![\\p{L}\\p{M}\\p{N}])"

/** Behind the last figure no more of a number, and no unit: 12.5, 12,000, 12:30, 12/3, 12%, 12 km. */
export const ends =
  "(?![0-9፩-፼]|[.,:፡\\/][0-9]| ?(?:[%°‰$€]|(?:k[mg]|[cm]m|m[lL]|[KMGT]B|ha|ETB)(?!\\p{L})|ኪ[.\\/]|ኪሎ|ሴ[.\\/]|ሚ[.\\/]|ሜትር|ሊትር|ሄክታር|ካሬ))"

/** A day of the month, or its number among months. */
export const dayPattern = "(?:[0-3]?[0-9]|[፲-፴]?[፩-፱]|[፲-፴])(?![0-9፩-፼])"
/** A year of four figures, or in Ethiopic numerals: ፲፱፻፷፮, ፳፻፱. */
export const yearPattern = "(?:(?:1[0-9]{3}|20[0-9]{2}|2100)(?![0-9])|(?:፲[፩-፱]|፳)፻[፲-፺]?[፩-፱]?(?![፩-፼]))"

/** The value of a written number; 0 where it is no single numeral. */
export const valueOf = (written: string | undefined): number => {
  if (written === undefined) return 0
  if (/^\d+$/.test(written)) return Number(written)
  const [numeral, ...more] = find(written)
  return numeral === undefined || more.length > 0 ? 0 : numeral.value
}

/** A whole number in words. */
export const inWords = (language: Language, value: number): string => numerals[language].cardinal(BigInt(value))

/** The first of two has ከ in Amharic, also where another preposition is written, or nothing. */
export const fromFirst = (written = ""): string => (/^(?:በ|ለ|እስከ|ወደ)?$/.test(written) ? "ከ" : written)

/** A year in words. */
export const yearInWords = (language: Language, value: number): string => numerals[language].year(BigInt(value))

/** A dash of any length, with or without spaces. */
export const dash = " ?[\\-–—−] ?"
