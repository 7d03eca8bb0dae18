/** Numbers in words. */
export interface Numerals {
  /** From 0 up; above 10¹⁵ digit by digit. */
  readonly cardinal: (value: bigint) => string
  /** From 1 up: ሦስተኛ, sadaffaa. */
  readonly ordinal: (value: bigint) => string
  /** A year from 1 up, as it is said. */
  readonly year: (value: bigint) => string
  /** ASCII digits one by one. */
  readonly digits: (digits: string) => string
  /** Digits with at most one point: the whole as a cardinal, what follows the point digit by digit. */
  readonly decimal: (digits: string) => string
}

/** The words of the parts that there are, with a space between. */
export const spaced = (...parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join(" ")

/** What numbers of a language are made of, beside its cardinals. */
interface Parts {
  /** Below 10¹². */
  readonly belowTrillion: (value: bigint) => string
  readonly trillion: (count: string) => string
  readonly digitNames: ReadonlyArray<string>
  readonly point: string
}

const trillion = 1_000_000_000_000n
/** Numbers of more digits are names of things, not amounts. */
const most = 1_000n * trillion

export const make = (
  { belowTrillion, digitNames, point, trillion: trillions }: Parts,
  { ordinal, year }: Readonly<Record<"ordinal" | "year", (value: bigint, cardinal: string) => string>>
): Numerals => {
  const digits = (text: string): string => Array.from(text, (digit) => digitNames[Number(digit)] ?? "").join(" ")
  const cardinal = (value: bigint): string => {
    if (value >= most) return digits(value.toString())
    if (value < trillion) return belowTrillion(value)
    const rest = value % trillion
    return spaced(trillions(belowTrillion(value / trillion)), rest === 0n ? "" : belowTrillion(rest))
  }
  return {
    cardinal,
    digits,
    ordinal: (value) => ordinal(value, cardinal(value)),
    year: (value) => year(value, cardinal(value)),
    decimal: (text) => {
      const [whole = "", fraction = ""] = text.split(".")
      const before = cardinal(BigInt(whole === "" ? "0" : whole))
      return fraction === "" ? before : `${before} ${point} ${digits(fraction)}`
    }
  }
}
