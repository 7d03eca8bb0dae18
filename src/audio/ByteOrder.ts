/**
 * Whether what was announced as 16-bit samples, little-endian, has the upper byte of each first: heard as what they are
 * not, they are loud noise. Sound moves from sample to sample by less than it is far from its middle; with its bytes
 * swapped it jumps.
 */

/** Samples of a block, and blocks in which something is to be heard that are judged together: a second at 16,000 Hz. */
const BLOCK = 1_600
const BLOCKS = 10
/** How often they are judged. What a microphone hears before somebody speaks is noise, whatever its bytes. */
const TRIES = 5
/** Magnitude, as announced, that is not silence. */
const LOUD = 256
/**
 * How far samples move, as a share of their power: noise has 2, speech mostly under 0.2. Least of them as announced, and
 * most of them swapped, as a share of that. Little-endian sound of any kind has 0.39 of it or more.
 */
const LEAST_MOVEMENT = 0.5
const MOST_SHARE = 0.1

/** Sums over one reading of the samples. */
class Reading {
  #before = 0
  count = 0
  sum = 0
  power = 0
  movement = 0

  add(sample: number): void {
    if (this.count > 0) this.movement += (sample - this.#before) ** 2
    this.#before = sample
    this.count++
    this.sum += sample
    this.power += sample ** 2
  }

  /** Power without what is the same in all samples. */
  get variance(): number {
    return this.power - (this.count > 0 ? this.sum ** 2 / this.count : 0)
  }
}

const signed = (upper: number, lower: number): number => ((upper << 24) >> 16) | lower

const isLoud = (block: Uint8Array): boolean => {
  for (let at = 0; at < block.length; at += 2)
    if (Math.abs(signed(block[at + 1] ?? 0, block[at] ?? 0)) >= LOUD) return true
  return false
}

/** Takes the bytes of one sound; says whether they are swapped, or undefined where not enough has come to know. */
export const makeByteOrderWatch = () => {
  const block = new Uint8Array(2 * BLOCK)
  let filled = 0
  let announced = new Reading()
  let swapped = new Reading()
  let blocks = 0
  let tries = 0
  const count = (): void => {
    if (!isLoud(block)) return
    blocks++
    for (let at = 0; at < block.length; at += 2) {
      const [first = 0, second = 0] = [block[at], block[at + 1]]
      announced.add(signed(second, first))
      swapped.add(signed(first, second))
    }
  }
  const areSwapped = (): boolean =>
    announced.movement > LEAST_MOVEMENT * announced.power &&
    swapped.movement * announced.power < MOST_SHARE * announced.movement * swapped.variance
  const tryAgain = (): void => {
    tries++
    blocks = 0
    announced = new Reading()
    swapped = new Reading()
  }
  return (bytes: Uint8Array): boolean | undefined => {
    for (let at = 0; at < bytes.length && tries < TRIES; ) {
      const part = bytes.subarray(at, at + block.length - filled)
      block.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < block.length) break
      filled = 0
      count()
      if (blocks < BLOCKS) continue
      if (areSwapped()) return true
      tryAgain()
    }
    return tries === TRIES ? false : undefined
  }
}
