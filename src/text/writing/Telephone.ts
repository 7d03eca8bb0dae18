/** Telephone numbers, which are said in pairs from a nought on. */
import type { Amount } from "./Figures.ts"
import type { Form, Token } from "./WordTokens.ts"

/** Digits of a number in the country with its nought, and with a country's code. */
const fewest = 9
const most = 13

/** A nought and what is below a hundred behind it, as one row of figures; undefined where that is no telephone number. */
export const telephoneAt = (
  words: ReadonlyArray<Token>,
  at: number,
  amountAt: (words: ReadonlyArray<Token>, at: number) => Amount | undefined
): Form | undefined => {
  let digits = ""
  let to = at
  for (let next = amountAt(words, to); next !== undefined; next = amountAt(words, to)) {
    if (next.value >= 100n || next.fraction !== "" || digits.length > most || (digits === "" && next.value > 0n)) break
    digits += `${next.value}`
    to += next.words
  }
  return digits.length >= fewest && digits.length <= most ? { to, written: digits } : undefined
}
