/**
 * Whether what was announced as 16-bit samples are 32-bit floats from −1 to 1, as Web Audio has them: heard as what
 * they are not, they are loud noise.
 */

/** Words that are not 0 which decide, at least: 20 ms of sound at 48,000 Hz. */
const WORDS = 960
/** How many of them have the exponent of a sample from 2^−27 to 1, and how many of the numbers between look so too, as shares. */
const LEAST_FLOATS = 0.99
const MOST_BETWEEN = 0.5
/** Exponents with their sign, in the upper byte of a word, that occur at least: sound is neither of one sign nor of one level. */
const LEAST_DIFFERENT = 3

/** The upper seven bits below the sign, of an exponent from 100 (2^−27) to 127 (1 and above, below 2). */
const isExponent = (byte: number): boolean => {
  const bits = byte & 0x7f
  return bits >= 0x32 && bits <= 0x3f
}

/** Takes the bytes of one sound; says whether they are floats, or undefined where not enough has come to know. */
export const makeFloatWatch = () => {
  let at = 0
  /** The word that is coming. */
  const word = new Uint8Array(4)
  let words = 0
  let floats = 0
  let between = 0
  const different = new Set<number>()
  const count = (): void => {
    const [first = 0, second = 0, third = 0, upper = 0] = word
    if ((first | second | third | (upper & 0x7f)) === 0) return
    words++
    if (isExponent(second)) between++
    if (!isExponent(upper)) return
    floats++
    different.add(upper)
  }
  return (bytes: Uint8Array): boolean | undefined => {
    for (const byte of bytes) {
      word[at] = byte
      at = (at + 1) % 4
      if (at === 0) count()
    }
    if (words < WORDS) return undefined
    if (floats < LEAST_FLOATS * words || between > MOST_BETWEEN * words) return false
    // Silence of one bit says too little: what follows will say more.
    return different.size < LEAST_DIFFERENT ? undefined : true
  }
}
