/**
 * Numbers that are names and not amounts: of accounts, papers, parcels, laws,
 * houses, letters. What tells them is a word before them, or their form.
 */
import type { Language } from "../../Domain.ts"
import { affixed, between, end, type Of, start } from "./Affixed.ts"
import { joined, prefix } from "./Affixes.ts"
import { codes } from "./Codes.ts"
import { letterNames, qubeeNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import { plates } from "./Plates.ts"
import { cues, type Match, type Rule } from "./Rule.ts"
import { code, fours, named, paused, signName } from "./Spelled.ts"
import { telephones } from "./Telephones.ts"
import { versions } from "./Versions.ts"

// --- accounts and papers

/** Words before a number that is read digit by digit; each may have an ending, and "number" behind it. */
const secrets: Of<string> = {
  am: "ኮድ|ኮ[ዴዱዳዶ]|ይለፍ ቃል|ፓስወርድ|ፒን|ማረጋገጫ|ሚስጥር|ምስጢር|ሚስጢር|ኦቲፒ",
  om: "[kK]oodii(?:n bakkaa)?|[kK]oodii\\p{L}{0,3}(?: [\\p{L}\\d]{1,12}){1,3}(?=:)|[iI]cc?ii?tii|[pP]iinii|[mM]irkaneess"
}
const papers: Of<string> = {
  am: "[ሒሂ]ሳ[ብቤቡባቧቦ]|አካውን[ትቴቱታቷቶ]|ካር[ድዴዱዳዷ]|ባንክ|ደረሰኝ|ማዘዣ|ግብይት|ዝውውር|ትራንዛክሽን|መከታተያ|መለያ|መታወቂያ|ፋይዳ|ወኪ[ልሉ]|ኤጀን[ትቱ]|መርቻን[ትቱ]|ግብር ከፋይ|ፓስፖርት|ማጣቀሻ|ፖሊሲ|ሲሪያል|ሴሪያል|ሎተሪ|ትኬት|ቲኬት|ሞተር|ሻንሲ|ቻንሲ|ሻሲ|ቆጣሪ|ሊብሬ|ሪፈረንስ|ጥቅል|ምዝገባ|ፈቃድ|ቲን|ደንበኛ|[ሂሒ][.\\/]ቁ|መታ?[.\\/]ቁ|ከ[.\\/]መ[.\\/]ቁ",
  om: "[hH]erreg|[aA]kkaawuntii|[kK]aardii|[nN]agahee|[eE]enyumm|[pP]aaspoortii|[gG]ibir|[kK]affal|[dD]aldal|[wW]abii|[tT]ikeetii|[lL]ootorii|[hH]ordoff|[gG]almee|[fF]aayil|[fF]aa?yid|[hH]ayyam|[fF]ayyadam|[tT]iraanzaakshin|[dD]abars|[mM]aamil"
}
const latinPapers =
  "ISBN(?:-1[03])?|ISSN|TIN|FS No|FAN|FIN|FCN|[rR]ef|REF|Txn|TXN|Trx|TRX|ID|[Aa]\\/[Cc]|Acc|[aA]ccount|[cC]ard|Serial|IMEI|IBAN|MTCN|PNR|RRN|UTR|VIN|Receipt|Invoice|Contract|Meter|Bill|Customer|Order|Tracking|Ticket|Booking|Passport|Licen[cs]e"
const latinSecrets = "OTP|M?PIN|PUK|CVV|TAN|[cC]ode|[pP]ass(?:word|code)|PASSWORD"
const numberWord: Of<string> = {
  am: "(?: (?:ቁጥር|ቁ)\\p{L}{0,3})?(?: የሆነው)?",
  om: "(?: \\p{L}{2,9})?(?: [lL]akk\\p{L}{0,8})?"
}
/** OTP keessan 483920. */
const owner: Of<string> = { am: "", om: "(?: (?:koo|kee|isaa|ishee|keenya|keessan|isaanii)n?)?" }
const told = (language: Language, words: string, latin: string): string =>
  `(?:(?:${words})\\p{L}{0,7}${numberWord[language]}|(?:${latin})(?: (?:[nN]o\\.?|[nN]umber))?${owner[language]})(?: ነው| is)?\\)?${between}`
const tells = (words: Of<string>, latin: string): Of<string> => ({
  am: told("am", words.am, latin),
  om: told("om", words.om, latin)
})

const separator = /[ -]/

/** Digit by digit: in the groups that are written, or in fours. */
const account = (language: Language, written: string): string =>
  paused(
    language,
    written.split(separator).flatMap((group) => fours(language, group))
  )

/** An amount may follow the word for an account: ሒሳብዎ 5000 ብር. */
const noAmount = "(?![.,:\\/]\\p{N}| ?(?:ብር(?! ?\\d)|ሰው|ሰዎች|ዓመት|ጊዜ|ዶላር|ETB|[Bb]irr|BIRR|USD|[%$€]))"

/** Fayyadamtoota 50000, kaardii 25000: so many, where no word for "number" stands before it. */
const isOromoCount = ({ language, start, text }: Match, number: string): boolean => {
  const before = text.slice(Math.max(0, start - 30), start)
  if (language !== "om" || number.length > 7 || number.startsWith("0") || /lakk/i.test(before)) return false
  return number.endsWith("00") || /(?:oot|oonn|[kK]affal|[gG]ibir)\p{L}*(?: \p{L}{2,9})? $/u.test(before)
}

/** A court's file is a number as others. Behind a bank's name only what is as long as its accounts are: ዳሽን ባንክ 0012345678. */
const isAmharicCount = ({ end: behind, language, text }: Match, number: string): boolean => {
  if (language !== "am") return false
  const before = text.slice(0, behind - number.length)
  return (
    (number.length < 6 && /መ[./]ቁ[. :፡፦]{0,3}$/.test(before.slice(-8))) ||
    (number.length < 7 && /ባንክ\p{L}{0,3}[ :፡፦]{0,3}$/u.test(before.slice(-12)))
  )
}

const accounts = affixed({
  kind: "identifier",
  needs: ["long"],
  after: tells(papers, latinPapers),
  pattern: `(?<![\\p{N}\\p{Script=Latin}])(?<number>\\d{1,5}(?:[ \\-]\\d{1,9}){2,6}|\\d{3,6}[ \\-]\\d{3,12}|\\d\\d-\\d{4,8}|\\d{5,40}|0\\d{3})${end}${noAmount}`,
  read: (match) => {
    const { groups, language } = match
    const { number = "" } = groups
    // ከ50-5000: from the one to the other.
    if (/^\d\d-/.test(number) && groups.prefix !== undefined) return undefined
    return isAmharicCount(match, number) || isOromoCount(match, number) ? undefined : account(language, number)
  }
})

/** 1234 5678 9012 3456: four groups of four are of a card or of Fayda; three, where they are no years. */
const groupsOfFour = affixed({
  kind: "identifier",
  needs: ["long"],
  cue: "\\d{4}[ \\-]\\d{4}[ \\-]\\d{4}",
  pattern: `(?<![\\p{N}\\p{Script=Latin}])(?<!\\p{N}[ .,\\-\\/])(?<number>\\d{4}(?:[ \\-]\\d{4}){2,4}(?:[ \\-]\\d{1,3})?)${end}(?![ .,\\-\\/]\\p{N})`,
  read: ({ groups: { number = "" }, language }) =>
    number.split(separator).every((group) => /^(?:1[89]|20)/.test(group)) ? undefined : account(language, number)
})

/** 483-221-9087: three groups and more, which are no date. */
const hyphened: Rule = {
  kind: "identifier",
  language: "am",
  needs: ["long"],
  cue: "\\d\\d-\\d{2,5}-\\d",
  pattern: `${start}(?<number>\\d{2,6}(?:-\\d{2,6}){2,4})(?![\\p{L}\\p{N}]|[.,\\-\\/]\\p{N})`,
  read: ({ groups: { number = "" } }) =>
    /^(?:\d\d-\d\d-(?:\d\d|\d{4})|\d{4}-\d\d-\d\d)$/.test(number) ? undefined : account("am", number)
}

/** A password has letters of both sizes and digits. */
const passwords: Rule = {
  kind: "identifier",
  needs: ["code", "symbol"],
  after: `(?:[pP]ass(?:code|word|wird)|PASSWORD|[cC]ode|ፓስ(?:ወርድ|ኮድ)|ይለፍ ቃል|ኮድ|[iI]ccitii)\\p{L}{0,6}(?: ነው)?${between}`,
  pattern:
    "(?<![\\p{L}\\p{N}])(?=[A-Za-z@#$!*_\\-]{0,12}\\d)(?=[\\d@#$!*_\\-]{0,12}[A-Za-z])(?<number>[A-Za-z0-9@#$!*_\\-]{3,19}[A-Za-z0-9])(?![\\p{L}\\p{N}])",
  read: ({ groups: { number = "" }, language }) =>
    spaced(
      ...(number.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? []).map((part) =>
        /[A-Za-z0-9]/.test(part) ? code(language, part) : signName(language, part)
      )
    )
}

/** Paaspoortii EP 7654321: with letters before it. */
const lettered = affixed({
  kind: "identifier",
  needs: ["long"],
  cue: "[A-Z] \\d{5}",
  after: tells(papers, latinPapers),
  pattern: `(?<![\\p{N}\\p{Script=Latin}])(?<letters>(?!ETB|USD|EUR|GBP|BR)[A-Z]{1,3}) (?<number>\\d{5,12})${end}${noAmount}`,
  read: ({ groups: { letters = "", number = "" }, language }) =>
    spaced(letterNames(language, letters), account(language, number))
})

/** Codes of confirmation and PINs are short. */
const codesTold = affixed({
  kind: "identifier",
  needs: ["long"],
  after: tells(secrets, latinSecrets),
  pattern: `(?<!\\p{N})(?<number>\\d{4,12}|\\d{3}[ \\-]\\d{3})${end}${noAmount}`,
  read: ({ groups: { number = "" }, language }) => account(language, number)
})

/** Without a word: with a zero at the beginning, or longer than amounts are written without commas. */
const longNumbers = affixed({
  kind: "identifier",
  needs: ["long"],
  cue: "0\\d{5}|\\d{11}",
  pattern: `${start}(?<![A-Z]-)(?<!(?:[Bb]irr|ETB|Br|ብር|qarshii|[$€£]) ?)(?<number>0\\d{5,39}|\\d{11,40})(?<!0{6})(?![.,\\/\\-]?\\p{N}|(?!(?:tti|ttiin|tiin|n|f|irraa|irratti)(?!\\p{L}))\\p{Script=Latin})${noAmount}`,
  read: ({ groups: { number = "" }, language }) => account(language, number)
})

/** A/C 1000…: the account of banks' messages; without a number, letters. */
const accountSign: Rule = {
  kind: "identifier",
  language: "am",
  needs: ["long"],
  pattern: `${prefix.am}(?<![\\p{Script=Latin}\\p{N}])[Aa]\\/[Cc](?: ?[nN]o)?\\.?(?=[ :#]{0,3}(?:ቁጥር )?[\\d*]{4})`,
  read: ({ groups }) => joined("am", "ሒሳብ ቁጥር", groups)
}

/** In Afaan Oromo the stars of a hidden part are said; elsewhere it is a pause. */
const unmasked = (language: Language, written: string): string =>
  paused(
    language,
    (written.match(/\d+|[*•][*• -]*/g) ?? []).flatMap((part) =>
      /\d/.test(part) ? fours(language, part) : language === "om" ? ["urjiiwwan"] : []
    )
  )

/** 1000****5678 in messages of banks. */
const masked = affixed({
  kind: "identifier",
  needs: ["digit"],
  cue: "[*xX•]{2}|\\d\\.{3}",
  pattern:
    "(?<![\\p{Script=Latin}\\p{N}*])(?<number>\\d{4}(?:[ \\-][*xX•]{4}){2}[ \\-]\\d{4}|\\d{1,12}(?:\\*{2,20}|[xX•]{3,20})\\d{0,8}|\\d{3,12}\\.{3,5}\\d{3,8}|[xX]{2}\\d{4}|(?:\\d{4} )?(?:[*xX•]{4} ){0,3}(?:\\*{3,20}|[xX•]{3,20}) ?\\d{2,8})(?!\\*)" +
    end,
  read: ({ groups: { number = "" }, language }) => unmasked(language, number)
})

// --- numbers with a slash

/** Laws by number and year: the number "in" the year. */
const laws = affixed({
  kind: "identifier",
  needs: ["digit"],
  cue: cues.slash,
  after: {
    am: `(?:(?:አዋጅ|ደንብ|መመሪያ|ውሳኔ)\\p{L}{0,2}(?: (?:ቁጥር|ቁ)\\p{L}{0,2})?|[ሕህ]ግ (?:ቁጥር|ቁ))${between}(?:\\d{1,5}\\/\\d{2,4}(?:[፣,]| እና| ወይም|ና){1,2} ?(?:ቁጥር )?){0,6}`,
    om: `(?:[lL]absii|[dD]ambii|[qQ]ajeelfam|[qQ]aj\\.|[mM]urtii)\\p{L}{0,3}(?:(?: \\p{L}[\\p{L}']{1,14}){0,3} [lL]akk?\\p{L}{0,8})?${between}`
  },
  pattern: `(?<number>\\d{1,5})\\/(?<year>\\d{2,4})${end}(?!\\/)`,
  read: ({ groups: { number = "", year = "" }, language }) =>
    // 1/1987: Amharic counts the year in hundreds.
    `${named(language, number)} ${language === "am" ? "በ" : "bara "}${/^1[89]\d\d$/.test(year) ? numerals[language].year(BigInt(year)) : named(language, year)}`
})

const parts = (language: Language, written: string): string => {
  const said = (written.match(/[A-Za-z]+|\p{L}+|\d+|\//gu) ?? []).map((part) => {
    if (/^\d/.test(part)) return named(language, part)
    if (part === "/") return signName(language, part)
    // Short names of offices in Latin letters are capitals; else it is a word.
    if (language === "om" && /^[A-Z](?:\/[A-Z])+\//.test(written) && /^[A-Z]$/.test(part)) return qubeeNames(part)
    return /^[A-Z]+$|^[A-Za-z]$/.test(part) ? letterNames(language, part) : part
  })
  return spaced(...said)
}

/** የቤት ቁጥር 234/5, mana lakk. B-12/3; ወረዳ 03. */
const houses = affixed({
  kind: "house",
  needs: ["digit"],
  cue: "\\d[\\/\\-]|0\\d|[A-Z]-?\\d",
  after: {
    am: `(?:ቤት|ቤ|ክፍል|ቢሮ|ሱቅ|ብሎክ|ሕንፃ|ህንፃ|ወረዳ|ቀበሌ)[.\\/]?(?: ?(?:ቁጥር|ቁ)\\p{L}{0,2})?${between}`,
    om: `(?<![\\p{L}'])(?:[mM]an\\p{L}{1,3}|[bB]ii?roo|[dD]aree|[bB]ilookii|[gG]and\\p{L}{1,3}|[aA]ana\\p{L}{1,2})(?: [lL]akk\\p{L}{0,8})?${between}`
  },
  pattern: `(?<!\\p{N})(?<number>(?:[A-Za-z]-?)?\\d{1,5}(?:[\\/\\-](?:\\d{1,5}|[A-Za-z](?!\\p{L})|አዲስ)){1,3}|0\\d{1,3}|[A-Z]-?\\d{1,4})${end}(?![\\/,.]\\p{N})`,
  read: ({ groups: { number = "", prefix: before }, language, start, text }) => {
    // Mana 120-150 ijaaruuf: so many houses.
    const [, one, other] = /^(\d{1,5})-(\d{1,5})$/.exec(number) ?? []
    // ክፍል ከ30-60 ሚ.ሜ: from the one to the other.
    if (language === "am" && before === "ከ" && Number(one) < Number(other)) return undefined
    // ፍ/ቤት በ18/7/17: a day.
    if (before !== undefined && /^\d{1,2}\/\d{1,2}\/\d{2,4}$/.test(number)) return undefined
    const isRange =
      language === "om" &&
      Number(one) < Number(other) &&
      !/lakk\p{L}*\.? ?$/iu.test(text.slice(Math.max(0, start - 16), start))
    return isRange ? undefined : parts(language, number)
  }
})

/** ቁ 1678-1681 of a code of law: near each other, as those of an account are not. */
const closeNumbers = (number: string): ReadonlyArray<string> => {
  const found = /^(\d{4})-(\d{4})$/.exec(number)
  return found !== null && Number(found[2]) - Number(found[1]) < 200 ? found : []
}

const oromoEnding = /^(.*\/\d+)(tti|ttiin|tiin|tiif|n|f|rraa|irraa|irratti)$/

/** Of letters: ቁጥር መ/12/345/2016, Lakk. BO/123/16. */
const references = affixed({
  kind: "identifier",
  needs: ["digit"],
  cue: "[\\/\\-]",
  after: {
    am: `(?:ቁጥር\\p{L}{0,2}|ቁ|[rR]ef|No)${between}`,
    om: `(?:[lL]akk\\p{L}{0,8}|[rR]ef|No)${between}`
  },
  pattern:
    "(?<![\\p{L}\\p{N}])(?<number>(?=[\\p{L}\\/\\-]{0,24}\\d)(?:[\\p{L}\\p{N}]{1,10}[\\/\\-]){1,6}[\\p{L}\\p{N}]{1,10})(?![\\p{L}\\p{N}\\/])",
  read: ({ groups: { number = "" }, language }) => {
    // lakk. 12-15 of exercises, ቁጥር 32-36 of clothes, houses, minutes: from one to the other.
    const [, one, other] = /^(\d{1,3})-(\d{1,3})$/.exec(number) ?? closeNumbers(number)
    // ETH-2093-5512: digit by digit, as a code is without the word.
    const isCode = /^[A-Z]+(?:-\d{4,}){2,}$/.test(number)
    // KMW/214/17tiin.
    const [, whole, ending] = (language === "om" && oromoEnding.exec(number)) || []
    if (whole !== undefined) return joined("om", parts("om", whole), { suffix: ending })
    return isCode || Number(one) < Number(other) ? undefined : parts(language, number)
  }
})

/** Lakk/BBO/1234/17: the letters of an office and the number of its letter. */
const letterNumber: Rule = {
  kind: "identifier",
  language: "om",
  needs: ["digit"],
  cue: "akk?\\/",
  pattern:
    "(?<![\\p{L}\\p{N}])[Ll]akk?\\/(?<number>(?:[\\p{L}\\p{N}]{1,10}[\\/\\-]){1,6}\\d{1,10})(?![\\p{L}\\p{N}\\/])",
  read: ({ groups: { number = "" } }) => `lakkoofsa ${parts("om", number)}`
}

/** Longer names first: a plate is no range, a law no fraction. */
export const identifiers: ReadonlyArray<Rule> = [
  ...telephones,
  ...plates,
  ...masked,
  accountSign,
  ...laws,
  ...houses,
  ...lettered,
  ...accounts,
  ...codesTold,
  passwords,
  ...groupsOfFour,
  hyphened,
  ...longNumbers,
  letterNumber,
  ...references,
  ...codes,
  ...versions
]
