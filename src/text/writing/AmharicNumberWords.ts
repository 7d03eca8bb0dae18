/** How Amharic writes numbers and what goes with them (after `text/reading`). */
import { soundAlike } from "../Fidel.ts"
import { monthNames } from "../reading/calendar/Months.ts"
import { numerals } from "../reading/numerals/OfLanguage.ts"
import { type Amount, figures, leastInFigures, moneyFigures } from "./Figures.ts"
import { telephoneAt } from "./Telephone.ts"
import { type Form, type Orthography, type Token, unparted } from "./WordTokens.ts"

/** Letters that sound alike, as one: rows of the same consonant, and the two ways to write "a" after ሀ and አ. */
const alike: ReadonlyMap<string, string> = new Map([
  ...soundAlike.flatMap(([rare, common]) =>
    Array.from({ length: 7 }, (_, order): readonly [string, string] => [
      String.fromCharCode(rare.charCodeAt(0) + order),
      String.fromCharCode(common.charCodeAt(0) + order)
    ])
  )
])
const open: Readonly<Record<string, string>> = { ሃ: "ሀ", ኣ: "አ" }
const key = (word: string): string =>
  Array.from(word, (letter) => {
    const common = alike.get(letter) ?? letter
    return open[common] ?? common
  }).join("")

const { cardinal, ordinal } = numerals.am

/** Words of numbers below a hundred, by their key. */
const small: ReadonlyMap<string, bigint> = new Map(
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((value) => [
    key(cardinal(BigInt(value))),
    BigInt(value)
  ])
)
/** Ten with a unit behind it. */
const teen = key("አሥራ")
const scales: ReadonlyMap<string, bigint> = new Map([
  [key("ሺህ"), 1_000n],
  [key("ሺ"), 1_000n],
  [key("ሚሊዮን"), 1_000_000n],
  [key("ቢሊዮን"), 1_000_000_000n],
  [key("ትሪሊዮን"), 1_000_000_000_000n]
])
const hundred = key("መቶ")
const point = key("ነጥብ")

/** Ordinals of the words that a number may end in, with the word that each is made of. */
const ordinals: ReadonlyMap<string, string> = new Map(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((value) => [
    key(ordinal(BigInt(value))),
    key(cardinal(BigInt(value)))
  ])
)

const isNumberWord = (word: string): boolean => small.has(word) || scales.has(word) || word === hundred || word === teen

/** A number while it is heard: what is whole, and the group below a thousand. */
interface Sum {
  readonly total: bigint
  readonly group: bigint
  /** What the next scale must be below. */
  readonly below: bigint
  /** Whether አሥራ was said, which wants a unit. */
  readonly teen: boolean
}

const begin: Sum = { total: 0n, group: 0n, below: 10_000_000_000_000n, teen: false }

const unit = (sum: Sum, value: bigint): Sum | undefined => {
  if (sum.teen) return value > 0n && value < 10n ? { ...sum, group: sum.group + 10n + value, teen: false } : undefined
  const room = value < 10n ? 10n : 100n
  const follows = sum.group % room === 0n && (value > 0n || (sum.group === 0n && sum.total === 0n))
  // After ten no unit follows: that is አሥራ.
  return follows && sum.group % 100n !== 10n ? { ...sum, group: sum.group + value } : undefined
}

const after = (sum: Sum, word: string): Sum | undefined => {
  const value = small.get(word)
  if (value !== undefined) return unit(sum, value)
  if (sum.teen) return undefined
  if (word === teen) return sum.group % 100n === 0n ? { ...sum, teen: true } : undefined
  if (word === hundred) return sum.group < 10n ? { ...sum, group: (sum.group || 1n) * 100n } : undefined
  const scale = scales.get(word)
  if (scale === undefined || scale >= sum.below) return undefined
  return { total: sum.total + (sum.group || 1n) * scale, group: 0n, below: scale, teen: false }
}

/** The number that begins at `at`, whose first word is taken as `first`. */
const amountAt = (words: ReadonlyArray<Token>, at: number, first: string): Amount | undefined => {
  let sum = begin
  let to = at
  let whole: Amount | undefined
  for (let word: string | undefined = first; word !== undefined; word = words[to]?.word) {
    const next = after(sum, word)
    if (next === undefined) break
    sum = next
    to++
    if (!sum.teen) whole = { value: sum.total + sum.group, fraction: "", words: to - at }
    // Nothing goes on behind a nought but its fraction.
    if (words[to - 1]?.marks !== "" || whole?.value === 0n) break
  }
  return whole === undefined ? undefined : withFraction(words, at, whole)
}

const withFraction = (words: ReadonlyArray<Token>, at: number, whole: Amount): Amount => {
  let to = at + whole.words
  if (words[to]?.word !== point || !unparted(words, at, to + 1)) return whole
  let fraction = ""
  for (to++; ; to++) {
    const digit = small.get(words[to]?.word ?? "")
    if (digit === undefined || digit > 9n) break
    fraction += `${digit}`
    if (words[to]?.marks !== "") {
      to++
      break
    }
  }
  return fraction === "" ? whole : { ...whole, fraction, words: to - at }
}

/** Prepositions that are written in one with the number. */
const prefixes = ["እስከ", "እንደ", "ስለ", "ወደ", "በየ", "የ", "በ", "ለ", "ከ"]

/** The ways to take a first word: as it is, or behind a preposition. */
const readings = (word: string): ReadonlyArray<readonly [prefix: string, rest: string]> => [
  ["", word],
  ...prefixes.flatMap((prefix) => (word.startsWith(prefix) ? [[prefix, word.slice(prefix.length)] as const] : []))
]

const birr = key("ብር")
const cents = key("ሳንቲም")
const percent = key("በመቶ")

/** Money: `አምስት ብር ከሃምሳ ሳንቲም` is 5.50 ብር. */
const money = (words: ReadonlyArray<Token>, at: number, amount: Amount): Form | undefined => {
  const to = at + amount.words
  if (words[to]?.word !== birr) return undefined
  const rest = words[to + 1]?.word ?? ""
  const cent =
    words[to]?.marks === "" && amount.fraction === ""
      ? amountAt(words, to + 1, rest.startsWith("ከ") && !isNumberWord(rest) ? rest.slice(1) : rest)
      : undefined
  const isCents = cent !== undefined && cent.value < 100n && words[to + 1 + cent.words]?.word === cents
  if (!isCents) return { to, written: moneyFigures(amount) }
  const fraction = `${cent.value}`.padStart(2, "0")
  return { to: to + 2 + cent.words, written: `${moneyFigures({ ...amount, fraction })} ብር` }
}

/** Before these a time is one of the clock, and its hour is written as 3:00. */
const dayParts = new Set(
  ["ከጠዋቱ", "ከቀኑ", "ከምሽቱ", "ከሌሊቱ", "ከማታው", "በጠዋቱ", "በቀኑ", "በምሽቱ", "በሌሊቱ", "ጠዋት", "ማታ", "ምሽት", "ሌሊት"].map(key)
)
const hour = key("ሰዓት")
const minute = key("ደቂቃ")
const half = key("ተኩል")
const quarter = key("ከሩብ")

/** Minutes behind an hour, at `at`, and behind which word they end. */
const minutesAt = (words: ReadonlyArray<Token>, at: number): readonly [minutes: bigint, to: number] | undefined => {
  const word = words[at]?.word ?? ""
  if (word === half) return [30n, at + 1]
  if (word === quarter) return [15n, at + 1]
  if (!word.startsWith("ከ")) return undefined
  const amount = amountAt(words, at, word.slice(1))
  const to = at + (amount?.words ?? 0)
  const isMinutes = amount !== undefined && amount.value < 60n && words[to]?.word === minute && unparted(words, at, to)
  return isMinutes ? [amount.value, to + 1] : undefined
}

/** A time of the clock: ሦስት ሰዓት ተኩል is 3:30 ሰዓት. */
const time = (words: ReadonlyArray<Token>, at: number, { fraction, value, words: count }: Amount): Form | undefined => {
  const to = at + count
  if (words[to]?.word !== hour || fraction !== "" || value > 24n) return undefined
  const minutes = words[to]?.marks === "" ? minutesAt(words, to + 1) : undefined
  if (minutes !== undefined) return { to: minutes[1], written: `${value}:${`${minutes[0]}`.padStart(2, "0")} ሰዓት` }
  return dayParts.has(words[at - 1]?.word ?? "") ? { to, written: `${value}:00` } : undefined
}

const months: ReadonlySet<string> = new Set(Array.from(monthNames("am"), key))
const eras: ReadonlyMap<string, string> = new Map([
  [key("ምሕረት"), "ዓ.ም."],
  [key("ዓለም"), "ዓ.ዓ."]
])
const yearsOf = key("ዓመተ")

/** What a year is followed by: ዓመተ ምሕረት is ዓ.ም. */
const eraAt = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  const era = words[at]?.word === yearsOf && words[at]?.marks === "" ? eras.get(words[at + 1]?.word ?? "") : undefined
  return era === undefined ? undefined : { to: at + 2, written: era }
}

/** Units that are written short, by their words. */
const units: ReadonlyArray<readonly [words: ReadonlyArray<string>, written: string]> = (
  [
    ["ካሬ ኪሎ ሜትር", " ካ.ኪ.ሜ"],
    ["ኪሎ ሜትር", " ኪ.ሜ"],
    ["ካሬ ሜትር", " ካ.ሜ"],
    ["ሴንቲ ሜትር", " ሴ.ሜ"],
    ["ሚሊ ሜትር", " ሚ.ሜ"],
    ["ኪሎ ግራም", " ኪ.ግ"],
    ["ሚሊ ግራም", " ሚ.ግ"],
    ["ሚሊ ሊትር", " ሚ.ሊ"],
    ["ዲግሪ ሴልሺየስ", "°C"],
    ["ሜትር", " ሜትር"],
    ["ግራም", " ግራም"],
    ["ሊትር", " ሊትር"],
    ["ኩንታል", " ኩንታል"],
    ["ሄክታር", " ሄክታር"]
  ] as const
).map(([said, written]) => [said.split(" ").map(key), written] as const)

/** A number with its unit: አምስት ኪሎ ሜትር is 5 ኪ.ሜ. */
const measure = (words: ReadonlyArray<Token>, at: number, amount: Amount): Form | undefined => {
  const from = at + amount.words
  const found = units.find(
    ([said]) =>
      said.every((word, index) => words[from + index]?.word === word) && unparted(words, from, from + said.length)
  )
  return found === undefined ? undefined : { to: from + found[0].length, written: `${figures(amount)}${found[1]}` }
}

const million = 1_000_000n
const millions: ReadonlyMap<bigint, string> = new Map([
  [1_000_000_000_000n, "ትሪሊዮን"],
  [1_000_000_000n, "ቢሊዮን"],
  [million, "ሚሊዮን"]
])

/** 2 ሚሊዮን rather than 2,000,000. */
const rounded = (amount: Amount): string => {
  for (const [scale, name] of millions)
    if (amount.value >= scale && amount.value % scale === 0n)
      return `${figures({ ...amount, value: amount.value / scale })} ${name}`
  return figures(amount)
}

/** A number with what follows it. */
const amountForm = (words: ReadonlyArray<Token>, at: number, amount: Amount): Form | undefined => {
  const to = at + amount.words
  const follows = unparted(words, at, to + 1) ? words[to]?.word : undefined
  const special = follows === undefined ? undefined : (time(words, at, amount) ?? measure(words, at, amount))
  if (special !== undefined) return special
  if (follows === birr && amount.value % million !== 0n) return money(words, at, amount)
  if (follows === percent) return { to: to + 1, written: `${figures(amount)}%` }
  const isDay = months.has(words[at - 1]?.word ?? "") && words[at - 1]?.marks === ""
  const isFigure = amount.value >= leastInFigures || amount.fraction !== "" || follows === birr || isDay
  // A lone መቶ or ሺህ is a word more than a number.
  const isScale = amount.words === 1 && (scales.has(words[at]?.word ?? "") || words[at]?.word === hundred)
  return isFigure && !isScale ? { to, written: rounded(amount) } : undefined
}

/** An ordinal: አሥራ ሁለተኛ is 12ኛ; from ten up. */
const ordinalAt = (words: ReadonlyArray<Token>, at: number, first: string): Form | undefined => {
  for (let to = at; to < Math.min(words.length, at + most); to++) {
    const word = to === at ? first : words[to]?.word
    const base = ordinals.get(word ?? "")
    if (base !== undefined) {
      const row = words.slice(at, to + 1).map((token, index) => ({
        ...token,
        word: index === to - at ? base : index === 0 ? first : token.word
      }))
      const amount = amountAt(row, 0, row[0]?.word ?? "")
      const isWhole = amount !== undefined && amount.words === row.length && amount.value >= leastInFigures
      return isWhole ? { to: to + 1, written: `${amount.value}ኛ` } : undefined
    }
    if (word === undefined || !isNumberWord(word) || words[to]?.marks !== "") return undefined
  }
  return undefined
}

/** Words of the longest number below 10¹³. */
const most = 24

const formAt = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  const era = eraAt(words, at)
  if (era !== undefined) return era
  // ሚሊዮን behind 1.2 belongs to it.
  const before = words[at - 1]
  if (before?.marks === "" && /\d$/.test(before.word)) return undefined
  const telephone = telephoneAt(words, at, (of, from) => amountAt(of, from, of[from]?.word ?? ""))
  if (telephone !== undefined) return telephone
  for (const [prefix, rest] of readings(words[at]?.word ?? "")) {
    if (prefix !== "" && !isNumberWord(rest) && !ordinals.has(rest)) continue
    const ordered = ordinalAt(words, at, rest)
    if (ordered !== undefined) return { ...ordered, written: prefix + ordered.written }
    const amount = amountAt(words, at, rest)
    const form = amount === undefined ? undefined : amountForm(words, at, amount)
    if (form !== undefined) return { ...form, written: prefix + form.written }
  }
  return undefined
}

const context = new Set([
  ...[birr, cents, percent, point, hour, minute, half, quarter, yearsOf],
  ...units.flatMap(([said]) => said)
])
const isOpen = (word: string): boolean =>
  context.has(word) || readings(word).some(([, rest]) => isNumberWord(rest) || ordinals.has(rest))

export const amharic: Orthography = { key, formAt, isOpen }
