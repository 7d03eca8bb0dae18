/**
 * Money, as banks and news say it: አንድ ሺህ ብር ከሃምሳ ሳንቲም; Oromo with the
 * currency first, qarshii kudha tokko saantima shantama (Wikibooks, Afaan
 * Oromo, chapter 1). Without cents where they are zero.
 */
import type { Language } from "../../Domain.ts"
import { beforeFi, joined, prefix, suffix } from "./Affixes.ts"
import { amount, amounts, foundWords, numberWords, outer, plain } from "./Amounts.ts"
import { monthPattern } from "./calendar/Months.ts"
import { anyOf, beginningOf, type Match, type Rule } from "./Rule.ts"
import { perUnit, unitNamed, unitWritten } from "./Units.ts"

/** A currency: what is written for it, and its name and its hundredth's in each language. */
interface Currency {
  readonly written: string
  readonly am: string
  readonly om: string
  /** Its hundredth in each language. */
  readonly cents?: Readonly<Record<Language, string>>
}

const santim = { am: "ሳንቲም", om: "saantima" } as const
const cent = { am: "ሴንት", om: "seentii" } as const
const pence = { am: "ፔንስ", om: "peensii" } as const

/** Forms are separated by `|`; a stop may follow Br, Qr and ብ. */
const birr: Currency = {
  written: "ብር|ETB|Birr|birr|BIRR|Birriin|birriin|Birrii|birrii|Br.|Br|br.|br",
  am: "ብር",
  om: "birrii",
  cents: santim
}
const currencies: ReadonlyArray<Currency> = [
  birr,
  {
    written: "Qarshiin|qarshiin|Qarshii|qarshii|qarshi|Qarshi|Qr.|Qr|qr.|qr|Qar.|Qar|qar.|qar|QR|ቅርሺ",
    am: "ብር",
    om: "qarshii",
    cents: santim
  },
  {
    written:
      "US$|USD$|USD|$|ዶላር|dollars|dollar|doolaara Ameerikaa|doolaara|Doolaara|doolaarri|Doolaarri|doolara|doollara|doolarii|Doolarii",
    am: "ዶላር",
    om: "doolaara",
    cents: cent
  },
  { written: "የአሜሪካ ዶላር", am: "የአሜሪካ ዶላር", om: "doolaara", cents: cent },
  { written: "€|EUR|ዩሮ|euros|euro|yuuroo|Yuuroo|yuroo", am: "ዩሮ", om: "yuuroo", cents: cent },
  { written: "£|GBP|ፓውንድ|pounds|paawundii|Paawundii|paawondii", am: "ፓውንድ", om: "paawundii", cents: pence },
  { written: "CN¥|CNY|RMB|ዩዋን|yuan|yuwaan|Yuwaan", am: "ዩዋን", om: "yuwaan" },
  { written: "¥|JPY|የን|yen", am: "የን", om: "yeen" },
  { written: "₹|INR|ሩፒ|rupee", am: "ሩፒ", om: "ruuppii" },
  { written: "SAR|ሪያል|riyaala|Riyaala|riyaal|Riyaal", am: "ሪያል", om: "riyaala" },
  { written: "AED|ድርሃም|ዲርሃም|dirham|dirhaama", am: "ድርሃም", om: "dirhaama" },
  { written: "KES|KSh|Ksh|ሽልንግ|shilling|shilingii|Shilingii", am: "ሽልንግ", om: "shilingii" },
  { written: "CAD|C$", am: "የካናዳ ዶላር", om: "doolaara Kanaadaa", cents: cent },
  { written: "AUD|A$", am: "የአውስትራሊያ ዶላር", om: "doolaara Awustiraaliyaa", cents: cent },
  { written: "QAR", am: "የኳታር ሪያል", om: "riyaala Kataar" },
  { written: "KWD", am: "የኩዌት ዲናር", om: "diinaara Kuweet" },
  { written: "EGP", am: "የግብፅ ፓውንድ", om: "paawundii Gibxii" },
  { written: "DJF", am: "የጅቡቲ ፍራንክ", om: "firaankii Jibuutii" },
  { written: "SEK", am: "የስዊድን ክሮና", om: "kiroonaa Siwiidin" },
  { written: "NOK", am: "የኖርዌይ ክሮነር", om: "kiroonaa Noorwey" },
  { written: "RUB|ሩብል", am: "ሩብል", om: "ruubilii" },
  { written: "CHF", am: "የስዊዝ ፍራንክ", om: "firaankii Siwiiz" },
  { written: "ZAR|ራንድ|rand", am: "ራንድ", om: "raandii" },
  { written: "NGN|₦|ናይራ|naira", am: "ናይራ", om: "naayiraa" },
  { written: "ሳንቲም|santim|saantima|Saantima|saantimii", am: "ሳንቲም", om: "saantima" },
  { written: "¢|ሴንት|cents|cent", am: "ሴንት", om: "seentii" }
]

const named: ReadonlyMap<string, Currency> = new Map(
  currencies.flatMap((currency) => currency.written.split("|").map((written) => [written, currency] as const))
)
const written = anyOf(named.keys())

/** Full Oromo words, kept as they are written. */
const oromoName = (name: string, { om }: Currency): string =>
  name.toLowerCase().startsWith(om) || /^doolaarri$/i.test(name) ? name : om

/** Hundredths: of exactly two digits, and of no scale: biliyoona 1.14 has none. */
const hundredths = /^(?<whole>\d*)\.(?<cents>\d\d)$/

/** An amount of a currency in words. `ending` goes to its last word. */
const said = (
  language: Language,
  currency: Currency,
  name: string,
  groups: Readonly<Record<string, string | undefined>>
): string => {
  const { amount: one = "", minus: sign, to } = groups
  if (language === "am" && currency === birr && to === undefined && thousands.test(one))
    return said(language, currency, name, { ...groups, amount: one.replace(".", "") })
  const words = language === "am" ? currency.am : oromoName(name, currency)
  const of = (number: string): string => (language === "am" ? `${number} ${words}` : `${words} ${number}`)
  const parts = to === undefined && currency.cents !== undefined ? hundredths.exec(plainOf(one))?.groups : undefined
  if (parts === undefined) return of(foundWords(language, groups))
  const { cents = "", whole = "" } = parts
  const negative = foundWords(language, { amount: whole, minus: sign })
  if (cents === "00") return of(negative)
  const hundredth = numberWords(language, String(Number(cents)))
  const hundredthName = currency.cents?.[language] ?? ""
  if (Number(whole) === 0 && sign === undefined)
    return language === "am" ? `${hundredth} ${hundredthName}` : `${hundredthName} ${hundredth}`
  return language === "am"
    ? `${of(negative)} ከ${hundredth} ${hundredthName}`
    : `${of(negative)} ${hundredthName} ${hundredth}`
}

/** 10.000 ብር: thousands, since no birr has three decimals. */
const thousands = /^[1-9]\d{0,2}\.\d\d0$/

/** Digits and point of a number alone; what has a scale or a fraction stays. */
const plainOf = (amountWritten: string): string =>
  /^[\d., ']+$/.test(amountWritten) ? plain(amountWritten) : amountWritten

/** 3-1 ሪያል ማድሪድ, ሪያል 3-ባርሳ 2, 2ኛ ሪያል 43, ዩሮ 2024: no money. */
const isClub = ({ end, found, groups, start, text }: Match): boolean =>
  (/^ሪያል \d/.test(found) && /\dኛ[.፡፦]? $/.test(text.slice(Math.max(0, start - 5), start))) ||
  (groups.currency === "ሪያል" && /^ (?:ማድሪድ|ሶሴዳድ|ቤቲስ|ቫያዶሊድ)|^ ?[-–] ?[ሀ-ፚ]/.test(text.slice(end, end + 10))) ||
  (groups.currency === "ዩሮ" && /ዩሮ (?:19|20)\d\d\p{L}*$/u.test(found))

const read = (match: Match): string | undefined => {
  const { language } = match
  const groups = outer(match.groups)
  const name = groups.currency ?? ""
  const currency = named.get(name)
  if (currency === undefined || isClub(match)) return undefined
  const per = groups.per
  const unit = per === undefined ? undefined : unitNamed(per)
  if (per !== undefined && unit === undefined) return undefined
  const words = said(language, currency, name, groups)
  if (unit === undefined) return beforeFi(match, joined(language, words, groups))
  return `${joined(language, words, { prefix: groups.prefix })} ${perUnit(language, unit)}`
}

/** What may end an amount on a bill: /- or /=. */
const closing = "(?:\\.?\\/[\\-=](?!\\d))?"
const per = `(?: ?\\/ ?በ?(?<per>${unitWritten})(?![\\p{L}\\p{M}\\d]))?`
const letter = /^\p{L}/v

const words = anyOf([...named.keys()].filter((name) => letter.test(name)))
const signs = anyOf([...named.keys()].filter((name) => !letter.test(name)))

/** A number in words before a currency: አምስት መቶ ብር 3 ኪሎ, አንድ ዶላር 57 ብር; what follows is not the currency's. */
const counted =
  "(?:መቶ|ሺህ?|ሚሊዮን|ቢሊዮን|[አዐ][ስሥ]ር|ሃያ|ሰላሳ|አርባ|[ሃሀ]ምሳ|ስልሳ|ሰባ|ሰማንያ|ዘጠና|አንድ|ሁለት|[ሶሦ]ስት|[አዓ]ራት|አምስት|ስድስት|ሰባት|ስምንት|ዘጠኝ|ጥቂት|ስንት)"

/**
 * Behind a currency that is the one of the number before it: none that is its own.
 * Oromo has the currency first, so that in "bara 2016 birrii 500" and "litirri 1
 * qar. 91.14" the number before is something else. Dates and telephones are none.
 */
const ofNone: Readonly<Record<Language, string>> = {
  am: "",
  om: "(?! ?:? ?(?:(?:kuma|[mb]i+l|ti+ri+l)\\p{L}{0,9} |[mb]i?il\\.? )?[1-9]\\d{0,14}(?:,\\d{3})*(?:\\.\\d+)?(?![.,]?\\d|:|\\/(?![\\-=])|-(?![1-9]\\d{0,8}(?:,\\d{3}){0,3}(?![\\d\\-]))| ?%| ?(?:ETB|USD)))(?!(?<=[QqBb]a?r)\\. ?\\d)"
}

/** ብር 500, $5, ETB1,250.75. A currency that is a word begins as one, and ends no other amount. */
const first = (language: Language): string =>
  `(?<outer>(?<![\\p{L}\\p{N}])[\\-−])?(?:(?<![\\p{L}\\p{M}]|${counted} ?)${prefix[language]}(?<currency>${words})|${prefix[language]}(?<currency>${signs})) ?:? ?${amount(language, "", "Bm")}(?![.,]?\\d| ?(?:${written})${ofNone[language]})`

/**
 * Where the birr is of the number behind it, though one stands before: on a day (በሰኔ 12 ብር 500),
 * and where only the number behind is written as money is (በ2016 ብር 1,500.00).
 */
const inFront: Readonly<Record<Language, string>> = {
  am: `(?!(?:(?<=(?:${monthPattern.am}) ?\\d{1,2} ?)(?:ብር|ETB) ?\\d|(?<=(?<![\\d.,])\\d{1,12} ?)(?:ብር|ETB) ?\\d{1,3}(?:(?:,\\d{3})+(?:\\.\\d\\d)?|\\d{0,6}\\.\\d\\d)(?![.,]?\\d| ?(?:ብር|ETB|ዶላር))))`,
  om: ""
}
/** No part of a date: 12/05/2024, 2024-05-12. */
const noDate: Readonly<Record<Language, string>> = { am: "|\\d-|\\/\\d\\/|\\/\\d\\d\\/", om: "" }

/** 500 ብር, 5$, 1,250.75 ETB, 20 birriitti. */
const last = (language: Language): string =>
  `(?<![\\d.,]|\\d[:፡]${noDate[language]})${prefix[language]}${amount(language, `(?: ?${written})?`)}${closing} ?${inFront[language]}(?<currency>${written})${ofNone[language]}`

/** One pattern for both, so that of two amounts the first takes the currency between them: በ500 ብር 3 ኪሎ. */
const currencyBeside = (language: Language): Rule => ({
  kind: "money",
  language,
  needs: ["digit"],
  cue: beginningOf(named.keys()),
  pattern: `(?:${last(language)}|${first(language)}${closing})${per}${suffix[language]}`,
  read: (match) => read({ ...match, groups: { ...match.groups, minus: match.groups.outer ?? match.groups.minus } })
})

/** What tells that the amount behind a currency is its price in birr. */
const exchange = /ምንዛ[ሬሪሮ]|ተመን|መግዣ|መሸጫ|የግዢ|የሽያጭ|ይገዛል|ይሸጣል|እየተገዛ|እየተሸጠ|ጥቁር ገበያ|\d\.\d\d\/\d{2,3}\.\d/
/** UTF-16 code units that it tells on either side. */
const exchangeReach = 80
const rated = anyOf(
  currencies
    .filter((currency) => currency.am !== birr.am && currency.cents !== santim && currency.am !== cent.am)
    .flatMap((currency) => currency.written.split("|").filter((one) => /^(?:[ሀ-ፚ ]+|[A-Z]{3})$/.test(one)))
)
const rate = "\\d{1,3}\\.\\d{1,4}"

/** ዲርሃም 34.1 ብር: so are the others beside it. */
const ratedInBirr = new RegExp(`${rated} ${rate} ?ብር`, "v")

/** ዶላር 126.45፣ ዩሮ 134.20/136.88: what a bank buys it for, and sells it for, in birr. */
const exchangeRate: Rule = {
  kind: "money",
  language: "am",
  needs: ["digit"],
  cue: "\\d\\.\\d",
  pattern: `(?<![\\p{L}\\p{M}\\d]|\\d )(?<currency>${rated})(?: ?[=:፦\\-–] ?| )(?<buy>${rate})(?: ?[\\/\\-–] ?(?<sell>${rate}))?(?![.,]?\\d| ?(?:${written}|ሚ|ቢ))`,
  read: ({ end, groups: { buy = "", currency = "", sell }, start, text }) => {
    const near = text.slice(Math.max(0, start - exchangeReach), end + exchangeReach)
    if (sell === undefined && !exchange.test(near) && !ratedInBirr.test(near)) return undefined
    const inBirr = (amount: string): string => said("am", birr, "", { amount })
    return `${named.get(currency)?.am ?? ""} ${inBirr(buy)}${sell === undefined ? "" : `፣ ${inBirr(sell)}`}`
  }
}

/** 500/-: a price without its currency. */
const bill = (language: Language): Rule => ({
  kind: "money",
  language,
  needs: ["digit"],
  cue: "\\/[\\-=]",
  pattern: `(?<![\\d.,])${prefix[language]}(?<amount>${amounts[language]})\\.?\\/[\\-=](?![\\d\\p{L}])`,
  read: ({ groups }) => joined(language, said(language, birr, "", groups), groups)
})

/** Doolaara biiliyoona $61: the word says it already. */
const saidAlready: Rule = {
  kind: "silent",
  language: "om",
  needs: ["symbol"],
  after: "[Dd]oolaa?r\\p{L}{0,3} (?:[bmt]\\p{L}{3,9} |[bm]i+l\\. ?)",
  pattern: "\\$ ?(?=\\d)",
  read: () => ""
}

/** Doolaara USD 500, birrii ETB 500: the same, by another name. */
const twice: Rule = {
  kind: "money",
  language: "om",
  needs: ["digit"],
  cue: "(?:US|[$€£¥]|ETB|Br|EUR|GBP)",
  after:
    "(?<!\\d |\\p{L})(?:[Dd]oolaa?r\\p{L}{0,3} (?=US|\\$)|(?:[Bb]irrii?n?|[Qq]arshii?n?) (?=ETB|Br)|[Yy]uuroo (?=€|EUR)|[Pp]aa?wo?u?ndii (?=£|GBP)|[Yy]u[w]?aan (?=¥))",
  pattern: `(?<currency>US\\$|USD|\\$|ETB|Br\\.?|€|EUR|£|GBP|¥) ?${amount("om", "", "Bm")}${suffix.om}`,
  read: (match) => {
    const currency = named.get(match.groups.currency ?? "") ?? birr
    const words = said("om", currency, currency.om, match.groups).replace(`${currency.om} `, "")
    return beforeFi(match, joined("om", words, match.groups))
  }
}

const plainAmount = "\\d{1,3}(?:,?\\d{3}){0,4}(?:\\.\\d{1,2})?"

/** Birrii 500 ETB, $500 doolaara: one currency on both sides. */
const bothSides: Rule = {
  kind: "money",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?(?:ETB|US|[Bb]r|[Bb]irr|[Qq]arsh|[Dd]oo?la)",
  pattern: `(?<![\\p{L}\\p{M}\\d])(?:(?<one>(?:[Bb]irrii?n?|[Qq]arshii?n?|ETB|Br\\.?) ?${plainAmount}) ?(?:ETB|[Bb]irrii?|[Qq]arshii?|Br)|(?<one>(?:[Dd]oolaa?ra|USD|US\\$|\\$) ?${plainAmount}) ?(?:USD|[Dd]oolaa?ra))(?![\\p{L}'\\/]| ?\\d)`,
  read: ({ again, groups: { one = "" } }) => again(one)
}

const scaleInFull = (written: string): string =>
  /^t/i.test(written) ? "tiriiliyoona" : /^m/i.test(written) ? "miiliyoona" : "biiliyoona"

/** Bil. $61, biliyoona US$2.8: the scale before the sign of its currency, which is said first. */
const scaleBeforeSign: Rule = {
  kind: "money",
  language: "om",
  needs: ["symbol"],
  cue: "[$€£]",
  pattern: `(?<![\\p{L}\\p{M}\\d])(?<scale>(?:[MmBb]i+l|[Tt]i+ri+l)(?:i*y?[oe]{1,2}na{1,2})?\\.?) ?(?<sign>US\\$|[$€£]) ?(?<number>\\d{1,3}(?:,\\d{3}){0,3}(?:\\.\\d{1,3})?)(?![.,]?\\d| ?[\\-–] ?[$\\d])${suffix.om}`,
  read: ({ again, groups }) =>
    joined("om", again(`${groups.sign ?? ""}${scaleInFull(groups.scale ?? "")} ${groups.number ?? ""}`), groups)
}

export const money: ReadonlyArray<Rule> = [
  saidAlready,
  scaleBeforeSign,
  twice,
  bothSides,
  exchangeRate,
  currencyBeside("am"),
  currencyBeside("om"),
  bill("am"),
  bill("om")
]
