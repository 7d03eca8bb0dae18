/**
 * Ethiopic numerals. The system counts in hundreds and myriads: one of the
 * digits ፩–፱ and one of the tens ፲–፺ make a group below a hundred; ፻ makes
 * hundreds of what stands before it, ፼ ten thousands of all that does.
 */
import { isEthiopicNumeral } from "./Letters.ts"

const one = 0x1369
const ten = 0x1372
const hundred = 0x137b
const myriad = 0x137c

const isOnes = (unit: number): boolean => unit >= one && unit < ten
const isTens = (unit: number): boolean => unit >= ten && unit < hundred

/** A numeral found in a text: `[start, end)` in UTF-16 code units, and its value. */
interface Numeral {
  readonly start: number
  readonly end: number
  readonly value: number
}

/** A group of tens and ones at `at`: its value and where it ends; 0 and `at` where there is none. */
const groupAt = (text: string, at: number): readonly [value: number, end: number] => {
  let end = at
  let value = 0
  if (isTens(text.charCodeAt(end))) value = (text.charCodeAt(end++) - ten + 1) * 10
  if (isOnes(text.charCodeAt(end))) value += text.charCodeAt(end++) - one + 1
  return [value, end]
}

/** Hundreds and a group, below ten thousand, at `at`. */
const chunkAt = (text: string, at: number): readonly [value: number, end: number] => {
  const [before, end] = groupAt(text, at)
  if (text.charCodeAt(end) !== hundred) return [before, end]
  const [after, last] = groupAt(text, end + 1)
  return [(before || 1) * 100 + after, last]
}

/** The longest well-formed numeral at `at`, where one of ፩–፼ stands; what would pass 2⁵³ ends before. */
const numeralAt = (text: string, at: number): Numeral => {
  let [value, end] = chunkAt(text, at)
  while (text.charCodeAt(end) === myriad) {
    const [rest, last] = chunkAt(text, end + 1)
    const next = (value || 1) * 10_000 + rest
    if (!Number.isSafeInteger(next)) break
    value = next
    end = last
  }
  return { start: at, end, value }
}

/** Every Ethiopic numeral of the text, in order. Signs that compose no one number (፩፪) are one numeral each. */
export const find = (text: string): ReadonlyArray<Numeral> => {
  const found: Array<Numeral> = []
  let at = 0
  while (at < text.length) {
    if (isEthiopicNumeral(text.charCodeAt(at))) {
      const numeral = numeralAt(text, at)
      found.push(numeral)
      at = numeral.end
    } else at++
  }
  return found
}
