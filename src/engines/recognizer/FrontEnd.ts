/**
 * Sound to features: every 10 ms the energies of 40 bands of the mel scale, in
 * logarithms, at one level (`Level`) and scaled by a constant. No statistics of
 * the utterance enter, so the features of a moment do not depend on how the sound
 * was cut into pieces.
 */
import { makeLeveller } from "./Level.ts"

/** Hertz. */
export const SAMPLE_RATE = 16_000
/** Samples from one frame to the next: 10 ms. */
export const HOP = 160
/** Samples that a frame looks at: 25 ms. */
export const WINDOW = 400
/** Bands of a frame. */
export const BANDS = 40

const FFT_SIZE = 512
const LOWEST_HERTZ = 60
const HIGHEST_HERTZ = 7600
/** Natural logarithms of the energies at their level reach from −9 to 7; the network works best near ±2. */
const SCALE = 1 / 4
const FULL_SCALE = 32_768

const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700)
const hertzOf = (mels: number): number => 700 * (10 ** (mels / 2595) - 1)

/** Weights of one band for the bins from `first` on. */
interface Band {
  readonly first: number
  readonly weights: Float32Array
}

/** Triangles of equal width on the mel scale. */
const makeBands = (): ReadonlyArray<Band> => {
  const low = mel(LOWEST_HERTZ)
  const step = (mel(HIGHEST_HERTZ) - low) / (BANDS + 1)
  const bin = (index: number): number => (hertzOf(low + index * step) * FFT_SIZE) / SAMPLE_RATE
  return Array.from({ length: BANDS }, (_, band) => {
    const [left, centre, right] = [bin(band), bin(band + 1), bin(band + 2)]
    const first = Math.ceil(left)
    const weights = Float32Array.from({ length: Math.floor(right) - first + 1 }, (_, at) => {
      const rise = (first + at - left) / (centre - left)
      const fall = (right - first - at) / (right - centre)
      return Math.max(0, Math.min(rise, fall))
    })
    // The lowest bands are narrower than a bin: the nearest bin stands for them.
    if (weights.some((weight) => weight > 0)) return { first, weights }
    return { first: Math.round(centre), weights: Float32Array.of(1) }
  })
}

/** Fourier transform of 512 real samples, as 256 complex ones in place; answers the power of each bin. */
const makeSpectrum = () => {
  const half = FFT_SIZE / 2
  const bits = Math.log2(half)
  const cosines = Float64Array.from({ length: half }, (_, k) => Math.cos((-2 * Math.PI * k) / FFT_SIZE))
  const sines = Float64Array.from({ length: half }, (_, k) => Math.sin((-2 * Math.PI * k) / FFT_SIZE))
  const reversed = Uint16Array.from({ length: half }, (_, at) => {
    let value = 0
    for (let bit = 0; bit < bits; bit++) if (at & (1 << bit)) value |= 1 << (bits - 1 - bit)
    return value
  })
  const re = new Float64Array(half)
  const im = new Float64Array(half)
  const power = new Float64Array(half + 1)

  const butterflies = () => {
    for (let size = 2; size <= half; size *= 2) {
      const step = FFT_SIZE / size
      const middle = size / 2
      for (let start = 0; start < half; start += size)
        for (let k = 0; k < middle; k++) {
          const c = cosines[k * step] ?? 0
          const s = sines[k * step] ?? 0
          const one = start + k
          const other = one + middle
          const oneRe = re[one] ?? 0
          const oneIm = im[one] ?? 0
          const otherRe = re[other] ?? 0
          const otherIm = im[other] ?? 0
          const turnedRe = otherRe * c - otherIm * s
          const turnedIm = otherRe * s + otherIm * c
          re[one] = oneRe + turnedRe
          im[one] = oneIm + turnedIm
          re[other] = oneRe - turnedRe
          im[other] = oneIm - turnedIm
        }
    }
  }

  return (frame: Float64Array): Float64Array => {
    for (let at = 0; at < half; at++) {
      const from = reversed[at] ?? 0
      re[at] = frame[2 * from] ?? 0
      im[at] = frame[2 * from + 1] ?? 0
    }
    butterflies()
    for (let k = 0; k <= half; k++) {
      const one = k % half
      const other = (half - k) % half
      const evenRe = ((re[one] ?? 0) + (re[other] ?? 0)) / 2
      const evenIm = ((im[one] ?? 0) - (im[other] ?? 0)) / 2
      const oddRe = ((im[one] ?? 0) + (im[other] ?? 0)) / 2
      const oddIm = ((re[other] ?? 0) - (re[one] ?? 0)) / 2
      const c = k === half ? -1 : (cosines[k] ?? 0)
      const s = k === half ? 0 : (sines[k] ?? 0)
      const binRe = evenRe + oddRe * c - oddIm * s
      const binIm = evenIm + oddRe * s + oddIm * c
      power[k] = binRe * binRe + binIm * binIm
    }
    return power
  }
}

export interface FrontEnd {
  /** The features of all frames that are determined now, `BANDS` values each. */
  readonly push: (samples: Int16Array) => Float32Array
  /** The features of the rest. */
  readonly finish: () => Float32Array
}

const scaled = (levelled: Float32Array): Float32Array => levelled.map((value) => value * SCALE)

/** A front end at the beginning of a sound; it holds 25 ms of it, and 0.2 s of energies. */
export const makeFrontEnd = (): FrontEnd => {
  const bands = makeBands()
  const spectrum = makeSpectrum()
  const window = Float64Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW))
  const frame = new Float64Array(FFT_SIZE)
  const leveller = makeLeveller(BANDS)
  let held = new Int16Array(0)

  const energiesAt = (samples: Int16Array, start: number, out: Float32Array, row: number) => {
    for (let at = 0; at < WINDOW; at++) frame[at] = ((samples[start + at] ?? 0) / FULL_SCALE) * (window[at] ?? 0)
    const power = spectrum(frame)
    for (const [index, { first, weights }] of bands.entries()) {
      let energy = 0
      for (let at = 0; at < weights.length; at++) energy += (weights[at] ?? 0) * (power[first + at] ?? 0)
      out[row * BANDS + index] = energy
    }
  }

  return {
    push: (samples) => {
      const joined = new Int16Array(held.length + samples.length)
      joined.set(held)
      joined.set(samples, held.length)
      const frames = Math.max(0, Math.floor((joined.length - WINDOW) / HOP) + 1)
      const energies = new Float32Array(frames * BANDS)
      for (let row = 0; row < frames; row++) energiesAt(joined, row * HOP, energies, row)
      held = joined.slice(frames * HOP)
      return scaled(leveller.push(energies))
    },
    finish: () => scaled(leveller.finish())
  }
}
