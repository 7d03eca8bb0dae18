/** How loud a sound is, as far as it matters to who asks why little was understood. */

const FULL_SCALE = 32_768
/** Of full scale (−50 dB): speech whose loudest sample is below is hardly heard. */
const FAINT = 0.003
/** Samples at full scale, of all that are: so many are cut off and not only touched. */
const CLIPPED_SHARE = 0.005
/** At full scale, whatever 16 bits made of it. */
const FULL = FULL_SCALE - 2

export class Loudness {
  #samples = 0
  #full = 0
  #peak = 0

  add(samples: Int16Array): void {
    this.#samples += samples.length
    for (const sample of samples) {
      const size = Math.abs(sample)
      if (size >= FULL) this.#full++
      if (size > this.#peak) this.#peak = size
    }
  }

  /** Sentences about what is wrong with it. */
  notes(): ReadonlyArray<string> {
    if (this.#samples === 0) return []
    if (this.#peak < FAINT * FULL_SCALE) return ["the sound is almost silent"]
    return this.#full > CLIPPED_SHARE * this.#samples ? ["the sound is clipped: much of it is at full scale"] : []
  }
}
