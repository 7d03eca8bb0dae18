/**
 * Money: whole micro-ETB (1 ETB = 1,000,000), so that sums are exact. Amounts
 * stay under 2^53 micro-ETB (nine thousand million ETB), where integers of a
 * `number` are exact; larger products are taken in `bigint`.
 */
import { Option, Schema } from "effect"

export const Money = Schema.Int.pipe(
  Schema.between(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  Schema.brand("Money")
)
/** An amount in micro-ETB. */
export type Money = typeof Money.Type

const MICROS_PER_ETB = 1_000_000
/** The smallest step of a charge: 0.0001 ETB (wire contract, section 1, "Prices"). */
const STEP = 100

export const zero = Money.make(0)

/** `number` of micro-ETB as money. Throws when it is not a safe integer, as the schema would at ten times the cost. */
export const fromMicros = (micros: number): Money => {
  if (!Number.isSafeInteger(micros)) throw new RangeError(`${micros} is no amount of money`)
  return Money.make(micros, true)
}

export const negate = (money: Money): Money => fromMicros(money === 0 ? 0 : -money)
export const subtract = (from: Money, amount: Money): Money => fromMicros(from - amount)
export const add = (left: Money, right: Money): Money => fromMicros(left + right)

/** The number of ETB that goes on the wire, at most 4 decimals. */
export const toEtb = (money: Money): number => Math.round(money / 100) / 10_000

/** The same in full, as statements of account show it: `499.9000`. */
export const toText = (money: Money): string => toEtb(money).toFixed(4)

/** A number of ETB from the wire, rounded to 4 decimals. Throws when it is too much to be money. */
export const fromEtb = (etb: number): Money => fromMicros(Math.round(etb * 10_000) * STEP)

const decimal = /^(-?)(\d{1,10})(?:\.(\d{1,4}))?$/

/** Reads a decimal number of ETB with at most 4 decimals, such as `"3.5"`. */
export const parseEtb = (text: string): Option.Option<Money> => {
  const match = decimal.exec(text.trim())
  if (match === null) return Option.none()
  const [, sign, whole = "", fraction = ""] = match
  const micros = Number(whole) * MICROS_PER_ETB + Number(fraction.padEnd(6, "0"))
  return Schema.decodeOption(Money)(sign === "-" ? -micros : micros)
}

/** Whole santim with two decimals, such as `3.10`; rounded half up, as charges are. */
const toDecimal = (money: Money): string => {
  const santim = Math.round(money / 10_000)
  const absolute = Math.abs(santim)
  return `${santim < 0 ? "-" : ""}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, "0")}`
}

/** To the last digit that counts, two to four decimals: `4.20`, `0.0011`. */
export const toExact = (money: Money): string => toText(money).replace(/0{1,2}$/, "")

/** As people read it: `Br 499.90`. */
export const format = (money: Money): string => `Br ${toDecimal(money)}`

/** A quantity, whole and not negative, with the price of a unit of it. */
export type Item = readonly [price: Money, quantity: number]

/** `price × quantity ÷ unit` of all items in one sum, rounded once, half up to 0.0001 ETB. `unit` is whole. */
export const prorate = (items: ReadonlyArray<Item>, unit: number): Money => {
  const step = unit * STEP
  const doubled = items.reduce((sum, [price, quantity]) => sum + 2 * price * quantity, step)
  // The remainder of safe integers is exact, and what is left divides without rest.
  if (Number.isSafeInteger(doubled)) return fromMicros(((doubled - (doubled % (2 * step))) / (2 * step)) * STEP)
  const exact = items.reduce((sum, [price, quantity]) => sum + 2n * BigInt(price) * BigInt(quantity), BigInt(step))
  return fromMicros(Number(exact / BigInt(2 * step)) * STEP)
}
