/** Digits, letters and signs said one after the other, in groups with a pause between. */
import type { Language } from "../../Domain.ts"
import { letterNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import type { Match } from "./Rule.ts"

const pauses: Readonly<Record<Language, string>> = { am: "፣ ", om: ", " }

/** Groups of words with a pause between. */
export const paused = (language: Language, groups: ReadonlyArray<string>): string =>
  groups.filter((group) => group !== "").join(pauses[language])

const oneByOne = (language: Language, digits: string): string => numerals[language].digits(digits)

/** 45 as a number, 05 and 00 digit by digit, 551 as a digit and a pair. */
const pair = (language: Language, digits: string): string => {
  if (digits.length > 2) return spaced(oneByOne(language, digits.slice(0, -2)), pair(language, digits.slice(-2)))
  return digits.startsWith("0") ? oneByOne(language, digits) : numerals[language].cardinal(BigInt(digits || "0"))
}

/** Two and two from the end; the first group of an odd number has three: 8100, 994, 5518000. */
export const pairs = (language: Language, digits: string): ReadonlyArray<string> => {
  const first = digits.length % 2 === 0 || digits.length === 1 ? 0 : 3
  const rest = digits.slice(first).match(/\d{1,2}/g) ?? []
  return (first === 0 ? rest : [digits.slice(0, first), ...rest]).map((group) => pair(language, group))
}

/** Fours from the beginning, none of less than three, said digit by digit. */
export const fours = (language: Language, digits: string): ReadonlyArray<string> =>
  (digits.match(/\d{5}$|\d{3}(?=\d{3}$)|\d{4}|\d{1,3}$/g) ?? []).map((group) => oneByOne(language, group))

/** The number in a name: B12, Windows 11 as numbers, 007 and what is longer digit by digit. */
export const named = (language: Language, digits: string): string =>
  digits.length > 4 || /^0\d/.test(digits)
    ? paused(language, fours(language, digits))
    : numerals[language].cardinal(BigInt(digits))

/** The signs of codes and addresses. What the Oromo forms are wants a native reader. */
const signNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  am: {
    ".": "ነጥብ",
    "@": "አት",
    "/": "ስላሽ",
    "\\": "ባክስላሽ",
    "-": "ሰረዝ",
    _: "አንደርስኮር",
    "?": "ጥያቄ ምልክት",
    "=": "እኩል",
    "&": "እና",
    "#": "መሰላል",
    "*": "ኮከብ",
    $: "ዶላር",
    "!": "ቃለ አጋኖ",
    "+": "ፕላስ",
    "−": "ማይነስ",
    ":": "ኮለን",
    "%": "ፐርሰንት",
    "~": "ቲልዴ"
  },
  om: {
    ".": "tuqaa",
    "@": "at",
    "/": "islaashii",
    "\\": "baakislaashii",
    "-": "daash",
    _: "andarskoor",
    "?": "mallattoo gaaffii",
    "=": "walqixa",
    "&": "fi",
    "#": "haash",
    "*": "urjii",
    "+": "pilaas",
    "−": "maayinas",
    ":": "koolan",
    "%": "parsantii",
    "~": "tildee"
  }
}

export const signName = (language: Language, sign: string): string => signNames[language][sign] ?? ""

/** BBO/123/2017: the year at the end of a letter's number. */
const isYear = (language: Language, part: string, written: string): boolean =>
  language === "om" && /^20\d\d$/.test(part) && written.endsWith(`/${part}`)

/** A code: letters by name, digits one by one, numbers of up to `most` digits as numbers; its slashes are said as `divider`. */
export const code = (language: Language, written: string, most = 0, divider = ""): string => {
  const said = (written.match(/[A-Za-z]+|\d+|[^A-Za-z\d\s]+/g) ?? []).map((part) => {
    if (/[A-Za-z]/.test(part)) return letterNames(language, part)
    if (!/\d/.test(part)) return /\p{L}/u.test(part) ? part : part.includes("/") ? divider : ""
    if (
      (part.length <= most ||
        (most > 0 &&
          (/^[1-9]0{3}$/.test(part) || /^[A-Z]{1,3}-20\d\d$/.test(written) || isYear(language, part, written)))) &&
      !/^0\d/.test(part)
    )
      return numerals[language].cardinal(BigInt(part))
    return paused(language, fours(language, part))
  })
  return spaced(...said)
}

const isWordPart = /[\p{L}\p{M}\p{N}]/u

/** What is said for a sign without a sound: a space where two words would run together. */
export const gap = ({ end, start, text }: Match): string =>
  isWordPart.test(text.slice(Math.max(0, start - 1), start)) && isWordPart.test(text.slice(end, end + 1)) ? " " : ""
