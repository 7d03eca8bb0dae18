/** Letters and digits in one word: of transactions, flights, models, colours. */
import { affixed, end, start } from "./Affixed.ts"
import { letterNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import type { Rule } from "./Rule.ts"
import { code, named, signName } from "./Spelled.ts"

/** An amount with its currency or unit, or a name and its number. */
const isOther = (written: string): boolean =>
  /^\d+[A-Z]{1,4}$|^\d+(?:FFAA[A-Z]{0,5}|I?RRATTI|I?RRAA|TTII?N)$|^(?:ETB|USD|EUR|GBP|BIRR|BR)\d+$|^[A-Z]{4,}\d{1,4}$|^[A-Z]{3}\d{1,2}$/.test(
    written
  )

/** FT24123ABC, EP1234567, TG7H2K9. */
const mixed = affixed({
  kind: "identifier",
  needs: ["code"],
  pattern: `${start}(?=[A-Z]{0,12}\\d)(?=\\d{0,20}[A-Z])(?<code>[A-Z0-9]{5,40})${end}`,
  read: ({ groups: { code: written = "" }, language }) => (isOther(written) ? undefined : code(language, written))
})

/** Numbers of up to so many digits within a code are said as numbers. */
const short = 3

/** INV-2024-0012, UGR/1234/12, B-12, F-16; COVID-19 is a word and a number. */
const divided = affixed({
  kind: "identifier",
  needs: ["code"],
  pattern: `${start}(?<![\\/\\-°º˚])(?<code>[A-Z]{1,6}\\d{0,4}(?:[\\/\\-][A-Z0-9]{1,12}){1,6})${end}(?![\\/\\-]\\p{N})`,
  read: ({ groups: { code: written = "" }, language }) => {
    if (!/\d/.test(written) || /^[A-Z]{4,}-\d{1,4}$/.test(written)) return undefined
    // G/02: a ward.
    if (language === "om" && /^G\/0\d$/.test(written)) return undefined
    return code(language, written, short, written.includes("/") ? signName(language, "/") : "")
  }
})

/** Airlines that fly here, by the code of their flights. */
const airlines = "ET|KQ|EK|QR|TK|LH|MS|SV|FZ|BA|AF|KL|UL|AI|SA|WB|IY|RJ|GF|WY"

const flights = affixed({
  kind: "identifier",
  needs: ["code"],
  pattern: `${start}(?<airline>${airlines})[ \\-]?(?<number>\\d{3,4})${end}(?![.,]\\d)`,
  read: ({ groups: { airline = "", number = "" }, language }) =>
    spaced(letterNames(language, airline), named(language, number))
})

/** H1N1, CO2, MP3: letters by name, and numbers. One group of each, as B12 and G20, are acronyms with a number. */
const models = affixed({
  kind: "identifier",
  needs: ["code"],
  pattern: `${start}(?<code>mp[34]|i[3579]|\\d{1,2}W-?\\d\\d|(?!(?:ETB|USD|EUR|GBP|BIRR|BR)\\d)(?=[A-Z]{0,3}\\d)(?:[A-Z]\\d?){2,4}|h\\dn\\d)${end}(?!,\\d{3})`,
  read: ({ groups: { code: written = "" }, language }) => code(language, written, short)
})

/** PM2.5: no amount of money. */
const decimals = affixed({
  kind: "identifier",
  needs: ["code"],
  pattern: `${start}(?!ETB|USD|EUR|GBP|BR)(?<letters>[A-Z]{1,4})-?(?<number>\\d{1,3}\\.\\d{1,2})${end}(?!\\.\\d)`,
  read: ({ again, groups: { letters = "", number = "" }, language }) =>
    spaced(letterNames(language, letters), again(number))
})

/** G+2, B+G+7: a house and its floors. */
const floors = affixed({
  kind: "identifier",
  needs: ["symbol"],
  pattern: `${start}(?<basements>\\d(?=B\\+G))?(?<letters>G|B\\+G)\\+(?<number>\\d{1,2})${end}`,
  read: ({ groups: { basements = "", letters = "", number = "" }, language }) => {
    const plus = language === "am" ? signName(language, "+") : "pilaas"
    return spaced(
      basements === "" ? "" : named(language, basements),
      letterNames(language, letters.charAt(0)),
      plus,
      ...(letters.length > 1 ? [letterNames(language, "G"), plus] : []),
      named(language, number)
    )
  }
})

/** Dhiiga O+, AB-: a type of blood. */
const blood: Rule = {
  kind: "identifier",
  language: "om",
  needs: ["symbol", "latin"],
  pattern: "(?<![\\p{L}\\p{N}])(?<type>AB|[ABO]|HIV|R[Hh])(?<sign>[+\\-−])(?![\\p{L}\\p{N}+\\-])",
  read: ({ groups: { sign, type = "" }, start, text }) =>
    type.length === 3 || /dhii?g/i.test(text.slice(Math.max(0, start - 40), start))
      ? spaced(letterNames("om", type), sign === "+" ? "poozitiivii" : "neegaatiivii")
      : undefined
}

/** 10+2: years of school and of a course behind them. */
const schooling = affixed({
  kind: "identifier",
  needs: ["symbol"],
  pattern: `(?<![\\p{L}\\p{N}+.,])10\\+(?<years>[1-5])${end}(?! ?[=+×÷])`,
  read: ({ groups: { years = "" }, language }) =>
    spaced(named(language, "10"), signName(language, "+"), named(language, years))
})

/** The first letters of banks' codes, which end alike in Ethiopia; HOJJETAA is a word. */
const bankNames =
  "CBET|NBET|AWIN|DASH|ABYS|WEGA|UNTD|NIBI|CBOR|LIBS|ORIR|ZEME|BUNA|BERH|ABAY|ADIS|ENAT|DEGA|DEVE|GOBE|AMHR|HIJR|TSCP|SINQ|SHAB|AHAD|GADA"

/** CBETETAA: what a bank is called in transfers. */
const banks = affixed({
  kind: "identifier",
  needs: ["latin"],
  pattern: `${start}(?<code>(?:${bankNames})ETAA(?:[A-Z0-9]{3})?)${end}`,
  read: ({ groups: { code: written = "" }, language }) => code(language, written)
})

/** #FF5733, 0x1F. */
const hex = affixed({
  kind: "identifier",
  needs: ["digit"],
  cue: "#|0[xX]",
  pattern:
    "(?<![\\p{Script=Latin}\\p{N}&#])(?:#(?<color>[0-9A-Fa-f]{6})|(?<hex>0[xX][0-9A-Fa-f]{1,16}))(?![\\p{L}\\p{N}])",
  read: ({ groups: { color, hex: digits = "" }, language }) => code(language, color ?? digits)
})

export const codes: ReadonlyArray<Rule> = [
  ...hex,
  blood,
  ...floors,
  ...banks,
  ...schooling,
  ...flights,
  ...mixed,
  ...divided,
  ...decimals,
  ...models
]

/** ብዛት፦ 03: so many. */
const howMany = /(?:ብዛት|በ[ዝዛ]ት|baay'ina)[ :፡፦]{1,3}$/i

/** A number with a zero at the beginning that is no date or time: 007, ክፍል 05. */
export const leadingZeros: ReadonlyArray<Rule> = affixed({
  kind: "identifier",
  needs: ["digit"],
  cue: "0\\d",
  pattern:
    "(?<![\\p{N}\\p{Script=Latin}])(?<!\\p{N}[.,:\\/\\-])(?!(?<=(?<!\\p{N})[1-9]\\d{0,2}(?: \\d{3}){0,3} )\\d{3}(?!\\p{N}))(?<number>0\\d{1,4})(?!\\p{N}|[.,:\\/\\-]\\p{N})",
  read: ({ groups: { number = "" }, language, start, text }) =>
    howMany.test(text.slice(Math.max(0, start - 12), start))
      ? numerals[language].cardinal(BigInt(number))
      : named(language, number)
})
