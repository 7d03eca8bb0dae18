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
  peak = 0

  add(sample: number): void {
    if (this.count > 0) this.movement += (sample - this.#before) ** 2
    this.#before = sample
    this.count++
    this.sum += sample
    this.power += sample ** 2
    this.peak = Math.max(this.peak, Math.abs(sample))
  }

  merge({ count, movement, power, sum }: Reading): void {
    this.count += count
    this.sum += sum
    this.power += power
    this.movement += movement
  }

  /** Power without what is the same in all samples. */
  get variance(): number {
    return this.power - (this.count > 0 ? this.sum ** 2 / this.count : 0)
  }
}

const signed = (upper: number, lower: number): number => ((upper << 24) >> 16) | lower

/** Takes the bytes of one sound; says whether they are swapped, or undefined where not enough has come to know. */
export const makeByteOrderWatch = () => {
  let announced = new Reading()
  let swapped = new Reading()
  let block = [new Reading(), new Reading()] as const
  let blocks = 0
  let tries = 0
  let first: number | undefined
  const closeBlock = (): void => {
    const [one, other] = block
    block = [new Reading(), new Reading()]
    if (one.peak < LOUD) return
    announced.merge(one)
    swapped.merge(other)
    blocks++
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
    for (const byte of bytes) {
      if (tries === TRIES) return false
      if (first === undefined) {
        first = byte
        continue
      }
      block[0].add(signed(byte, first))
      block[1].add(signed(first, byte))
      first = undefined
      if (block[0].count === BLOCK) closeBlock()
      if (blocks < BLOCKS) continue
      if (areSwapped()) return true
      tryAgain()
    }
    return tries === TRIES ? false : undefined
  }
}
