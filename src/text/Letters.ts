/**
 * Classes of characters that the text functions share. All take one UTF-16
 * code unit, as `charCodeAt` gives it: every letter of the two languages lies
 * in the basic plane, so no scan has to assemble code points.
 */

const within = (unit: number, first: number, last: number): boolean => unit >= first && unit <= last

/** A fidel of the Ethiopic blocks (Ethiopic, Supplement, Extended, Extended-A). */
export const isEthiopicLetter = (unit: number): boolean =>
  unit >= 0x1200 &&
  (unit <= 0x135a || within(unit, 0x1380, 0x138f) || within(unit, 0x2d80, 0x2dde) || within(unit, 0xab01, 0xab2e))

/** ፩ to ፼. */
export const isEthiopicNumeral = (unit: number): boolean => within(unit, 0x1369, 0x137c)

export const isDigit = (unit: number): boolean => within(unit, 0x30, 0x39)

/** A letter of the Latin blocks; multiplication and division signs are none. */
export const isLatinLetter = (unit: number): boolean =>
  within(unit, 0x61, 0x7a) ||
  within(unit, 0x41, 0x5a) ||
  (within(unit, 0xc0, 0x24f) && unit !== 0xd7 && unit !== 0xf7) ||
  within(unit, 0x1e00, 0x1eff)

/** A letter or digit that a voice of the two languages can speak. */
export const isSpoken = (unit: number): boolean =>
  isEthiopicLetter(unit) || isLatinLetter(unit) || isDigit(unit) || isEthiopicNumeral(unit)

/** White space that ends a line: LF, VT, FF, CR, NEL, and the two separators of Unicode. */
export const isLineBreak = (unit: number): boolean =>
  within(unit, 0x0a, 0x0d) || unit === 0x85 || unit === 0x2028 || unit === 0x2029

/** White space of any kind; the zero-width space divides words too. */
export const isWhitespace = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0x09 ||
  isLineBreak(unit) ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  within(unit, 0x2000, 0x200b) ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000

export const isHighSurrogate = (unit: number): boolean => within(unit, 0xd800, 0xdbff)
export const isLowSurrogate = (unit: number): boolean => within(unit, 0xdc00, 0xdfff)

/** Closing quotes and brackets; straight quotes count where they follow a mark. */
export const isCloser = (unit: number): boolean => closers.includes(String.fromCharCode(unit))
const closers = ")]}”’»›\"'*_"

const joining = /^[\p{M}\u200d]/u

/** Whether what stands at `at` belongs to the character before it: a combining mark, a joiner, a low surrogate. */
export const isJoined = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  // Nothing below the first combining mark joins; this answers for most characters.
  return unit >= 0x300 && !isEthiopicLetter(unit) && (isLowSurrogate(unit) || joining.test(text.charAt(at)))
}
