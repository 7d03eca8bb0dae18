/** How Afaan Oromo writes numbers and what goes with them (after `text/reading`). */
import { joined } from "../reading/Affixes.ts"
import { monthNames } from "../reading/calendar/Months.ts"
import { numerals } from "../reading/numerals/OfLanguage.ts"
import { type Amount, figures, leastInFigures, moneyFigures } from "./Figures.ts"
import { telephoneAt } from "./Telephone.ts"
import { type Form, type Orthography, type Token, unparted } from "./WordTokens.ts"

/** Lower case, one apostrophe, and ja'a for jaha, saddeet for saddet. */
const key = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[’ʼ‘`]/g, "'")
    .replace(/^jaha(?=a?$|a?tti$|ffaa$)/, "ja'a")
    .replace(/^saddet(?=$|ii$|tama|tamii|taffaa$)/, "saddeet")

const { cardinal, ordinal } = numerals.om

/** The same word before fi, whose last vowel is long. */
const lengthened = (word: string): string => {
  if (/[aeiou]{2}$/.test(word)) return word
  return /[aeiou]$/.test(word) ? word + word.slice(-1) : `${word}ii`
}

/** `fi` written in one with the word before it: shaniifi. */
const withAnd = (word: string): string => `${lengthened(word)}fi`

const withLengthened = <Value>(words: Iterable<readonly [string, Value]>): ReadonlyMap<string, Value> =>
  new Map(
    Array.from(words).flatMap(([word, value]) =>
      [word, lengthened(word), withAnd(word)].map((form) => [form, value] as const)
    )
  )

/** 0 to 9, 10 and the tens, each by its word. */
const units = withLengthened(
  Array.from({ length: 10 }, (_, value) => [cardinal(BigInt(value)), BigInt(value)] as const)
)
const tens = withLengthened(
  Array.from({ length: 9 }, (_, at) => [cardinal(BigInt(at + 1) * 10n), BigInt(at + 1) * 10n] as const)
)
/** Tens with a unit behind them: kudha, digdamii. */
const joining: ReadonlyMap<string, bigint> = new Map(
  Array.from({ length: 9 }, (_, at) => {
    const value = BigInt(at + 1) * 10n
    return [cardinal(value + 1n).split(" ")[0] ?? "", value] as const
  })
)
const scales = withLengthened([
  ["tiriiliyoona", 1_000_000_000_000n],
  ["biiliyoona", 1_000_000_000n],
  ["miiliyoona", 1_000_000n],
  ["kuma", 1_000n],
  ["kumi", 1_000n],
  ["dhibba", 100n]
])

const and = "fi"
const point = "tuqaa"

const isNumberWord = (word: string): boolean =>
  units.has(word) || tens.has(word) || joining.has(word) || scales.has(word)

/** A part of a number, and behind which word it ends. */
interface Part {
  readonly value: bigint
  readonly to: number
}

/** Below a hundred, at `at`. */
const belowHundred = (words: ReadonlyArray<Token>, at: number): Part | undefined => {
  const word = words[at]?.word ?? ""
  const unit = units.get(word)
  if (unit !== undefined) return { value: unit, to: at + 1 }
  const ten = joining.get(word)
  const next = units.get(words[at + 1]?.word ?? "")
  if (ten !== undefined && next !== undefined && next > 0n && words[at]?.marks === "")
    return { value: ten + next, to: at + 2 }
  const whole = tens.get(word)
  return whole === undefined ? undefined : { value: whole, to: at + 1 }
}

/** A number below `limit` at `at`: groups from the greatest scale down, `fi` before a group or not. */
const below = (words: ReadonlyArray<Token>, at: number, limit: bigint): Part | undefined => {
  let [value, to, least] = [0n, at, limit]
  for (let next = groupAt(words, to, least); next !== undefined; next = groupAt(words, to, least)) {
    value += next.value
    to = next.to
    least = next.least
    if (least <= 1n || words[to - 1]?.marks !== "") break
  }
  return to === at ? undefined : { value, to }
}

interface Group extends Part {
  /** The next group is below it. */
  readonly least: bigint
}

const groupAt = (words: ReadonlyArray<Token>, at: number, limit: bigint): Group | undefined => {
  const from = words[at]?.word === and ? at + 1 : at
  const scale = scales.get(words[from]?.word ?? "")
  if (scale !== undefined && scale < limit) {
    const open = words[from]?.marks === ""
    // kuma dhibba tokko is 100,000; kuma tokko dhibba tokko is 1,100.
    const count = open ? countAt(words, from + 1, scale) : undefined
    return { value: scale * (count?.value ?? 1n), to: count?.to ?? from + 1, least: scale }
  }
  const rest = scale === undefined ? belowHundred(words, from) : undefined
  return rest === undefined || rest.value >= limit ? undefined : { ...rest, least: 1n }
}

/** Hundreds as what counts a scale, and what `fi` adds to them: without it 100,045 is kuma dhibba tokko afurtamii shan. */
const hundredsAt = (words: ReadonlyArray<Token>, at: number, scale: bigint): Part | undefined => {
  const hundreds = groupAt(words, at, 1_000n)
  const to = hundreds?.to ?? at
  if (hundreds === undefined || words[to - 1]?.marks !== "") return hundreds
  const isJoined = /.fi$/.test(words[to - 1]?.word ?? "")
  if (!isJoined && words[to]?.word !== and) return hundreds
  const next = isJoined ? to : to + 1
  // kuma dhibba tokkoo fi kuma kudhan is 110,000 as well.
  const from = scales.get(words[next]?.word ?? "") === scale && words[next]?.marks === "" ? next + 1 : next
  const rest = belowHundred(words, from)
  return rest === undefined ? hundreds : { value: hundreds.value + rest.value, to: rest.to }
}

const countAt = (words: ReadonlyArray<Token>, at: number, scale: bigint): Part | undefined =>
  scales.get(words[at]?.word ?? "") === 100n && scale > 100n ? hundredsAt(words, at, scale) : belowHundred(words, at)

const most = 10_000_000_000_000n

const amountAt = (words: ReadonlyArray<Token>, at: number): Amount | undefined => {
  if (words[at]?.word === and) return undefined
  const part = below(words, at, most)
  if (part === undefined) return undefined
  // Behind it another thing is named, not a part of the number.
  if (/.fi$/.test(words[part.to - 1]?.word ?? "")) return undefined
  // miiliyoona 3: what the scale counts is in figures.
  const last = words[part.to - 1]
  if (last?.marks === "" && scales.has(last.word) && /^\d/.test(words[part.to]?.word ?? "")) return undefined
  const whole = { value: part.value, fraction: "", words: part.to - at }
  if (words[part.to]?.word !== point || !unparted(words, at, part.to + 1)) return whole
  let fraction = ""
  let to = part.to + 1
  while (units.has(words[to]?.word ?? "")) {
    fraction += `${units.get(words[to]?.word ?? "") ?? ""}`
    if (words[to++]?.marks !== "") break
  }
  return fraction === "" ? whole : { ...whole, fraction, words: to - at }
}

/** Millions and more as news write them: miiliyoona sadii tuqaa shan is miiliyoona 3.5. */
const scaled = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  const scale = scales.get(words[at]?.word ?? "") ?? 0n
  if (scale < 1_000_000n || words[at]?.marks !== "") return undefined
  const whole = amountAt(words, at)
  const count = amountAt(words, at + 1)
  if (whole === undefined || count?.words !== whole.words - 1 || count.value >= 1_000n) return undefined
  return { to: at + whole.words, written: `${words[at]?.written ?? ""} ${figures(count)}` }
}

const birr: ReadonlyMap<string, string> = new Map([
  ["qarshii", "qarshii"],
  ["birrii", "birrii"]
])
const cents = "saantima"
const percent = "dhibbeentaa"

/** Money with cents: `qarshii shan saantima shantama` is qarshii 5.50. */
const money = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  const name = birr.get(words[at]?.word ?? "")
  const amount = name === undefined || words[at]?.marks !== "" ? undefined : amountAt(words, at + 1)
  if (name === undefined || amount === undefined) return undefined
  const to = at + 1 + amount.words
  const written = words[at]?.written ?? name
  const from = words[to]?.word === and ? to + 1 : to
  const isOpen = words[to - 1]?.marks === "" && amount.fraction === "" && words[from]?.word === cents
  const cent = isOpen ? amountAt(words, from + 1) : undefined
  if (cent === undefined || cent.value >= 100n) return undefined
  const fraction = `${cent.value}`.padStart(2, "0")
  return { to: from + 1 + cent.words, written: `${written} ${moneyFigures({ ...amount, fraction })}` }
}

const hours = new Set(["sa'aatii", "sa'a", "sa'atii", "sa'aa"])
const minutesNoun = "daqiiqaa"
const half = "walakkaa"

/** Minutes behind an hour, `fi` before them, at `at`, and behind which word they end. */
const minutesAt = (words: ReadonlyArray<Token>, at: number): readonly [minutes: bigint, to: number] | undefined => {
  if (words[at]?.word !== and) return undefined
  if (words[at + 1]?.word === half) return [30n, at + 2]
  const amount = words[at + 1]?.word === minutesNoun ? amountAt(words, at + 2) : undefined
  return amount !== undefined && amount.value < 60n ? [amount.value, at + 2 + amount.words] : undefined
}

/** A time of the clock: sa'aatii sadii fi walakkaa is sa'aatii 3:30. */
const time = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  if (!hours.has(words[at]?.word ?? "") || words[at]?.marks !== "") return undefined
  const amount = amountAt(words, at + 1)
  if (amount === undefined || amount.value > 24n || amount.fraction !== "") return undefined
  const to = at + 1 + amount.words
  const minutes = words[to - 1]?.marks === "" ? minutesAt(words, to) : undefined
  if (minutes === undefined) return undefined
  return { to: minutes[1], written: `${words[at]?.written ?? ""} ${amount.value}:${`${minutes[0]}`.padStart(2, "0")}` }
}

/** Behind these a number is in figures, however small. */
const counted: ReadonlySet<string> = new Set([
  ...Array.from(monthNames("om"), key),
  ...["meetira", "giraama", "liitira", "kuntaala", "hektaara", "seelshiyeesii", "bara", "lakkoofsa"]
])

const share = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  const amount = words[at]?.word === percent && words[at]?.marks === "" ? amountAt(words, at + 1) : undefined
  return amount === undefined ? undefined : { to: at + 1 + amount.words, written: `${figures(amount)}%` }
}

/** An ordinal from ten up: kudha lammaffaa is 12ffaa. */
const ordinals: ReadonlyMap<string, string> = new Map(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((value) => [
    ordinal(BigInt(value)),
    cardinal(BigInt(value))
  ])
)
const longest = 24

const ordinalAt = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  for (let to = at; to < Math.min(words.length, at + longest); to++) {
    const word = words[to]?.word ?? ""
    const base = ordinals.get(word)
    if (base !== undefined) {
      const row = [...words.slice(at, to), { ...words[to], word: base, marks: "", start: 0, end: 0, written: base }]
      const amount = amountAt(row, 0)
      const isWhole = amount !== undefined && amount.words === row.length && amount.value >= leastInFigures
      return isWhole ? { to: to + 1, written: `${amount.value}ffaa` } : undefined
    }
    if ((!isNumberWord(word) && (word !== and || to === at)) || words[to]?.marks !== "") return undefined
  }
  return undefined
}

const unsuffixed = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  const special = money(words, at) ?? scaled(words, at) ?? time(words, at) ?? share(words, at) ?? ordinalAt(words, at)
  if (special !== undefined) return special
  const amount = amountAt(words, at)
  if (amount === undefined) return undefined
  const isCounted = counted.has(words[at - 1]?.word ?? "") && words[at - 1]?.marks === ""
  const isScale = amount.words === 1 && scales.has(words[at]?.word ?? "")
  const isFigure = (amount.value >= leastInFigures || amount.fraction !== "" || isCounted) && !isScale
  const isMoney = birr.has(words[at - 1]?.word ?? "") && words[at - 1]?.marks === ""
  if (isMoney) return { to: at + amount.words, written: moneyFigures(amount) }
  return isFigure ? { to: at + amount.words, written: figures(amount) } : undefined
}

const context = new Set([...birr.keys(), ...hours, cents, percent, point, and, minutesNoun, half])
const isOpen = (word: string): boolean => context.has(word) || isNumberWord(word) || ordinals.has(word)

/** Last words of numbers with a suffix: lamaan is lama and -n. */
const ended: ReadonlyMap<string, readonly [base: string, suffix: string]> = new Map(
  [...Array.from({ length: 10 }, (_, at) => at), 10, 20, 30, 40, 50, 60, 70, 80, 90]
    .map((value) => cardinal(BigInt(value)))
    .concat(half)
    .flatMap((base) =>
      ["tti", "n", "f", "rraa", "rratti", "ttiin"]
        .map((suffix) => [joined("om", base, { suffix }), [base, suffix]] as const)
        .concat([[`${lengthened(base)}n`, [base, "n"]]])
    )
)

/** A number whose last word has a suffix, which is written behind its figures: digdamii shanitti is 25tti. */
const suffixedAt = (words: ReadonlyArray<Token>, at: number): Form | undefined => {
  for (let to = at; to < Math.min(words.length, at + longest); to++) {
    const token = words[to]
    if (token === undefined) return undefined
    const [base, suffix] = ended.get(token.word) ?? []
    if (base !== undefined) {
      const form = unsuffixed([...words.slice(0, to), { ...token, word: base, written: base, marks: "" }], at)
      return form?.to === to + 1 ? { to: form.to, written: `${form.written}${suffix ?? ""}` } : undefined
    }
    if (token.marks !== "" || !isOpen(token.word)) return undefined
  }
  return undefined
}

const formAt = (words: ReadonlyArray<Token>, at: number): Form | undefined =>
  isOpen(words[at]?.word ?? "") || ended.has(words[at]?.word ?? "")
    ? (telephoneAt(words, at, amountAt) ?? suffixedAt(words, at) ?? unsuffixed(words, at))
    : undefined

export const oromo: Orthography = { key, formAt, isOpen }
