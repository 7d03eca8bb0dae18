/** What of a sound its envelope is: each 10 ms the level of bands, and how voiced it is. */

const RATE = 16_000
const HOP = 160
const WINDOW = 400
const FFT = 512
/** Hertz between which the bands are, as the recogniser has them. */
export const LOWEST = 60
const HIGHEST = 7_600
/** Levels a decibel: a byte holds 64 dB on either side of `MIDDLE`. */
export const STEPS = 2
/** Decibels of power that the level 0 stands for. */
export const MIDDLE = -20

export const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700)
const hertzOf = (mels: number): number => 700 * (10 ** (mels / 2595) - 1)

/** Hertz of the middles of so many bands. */
export const middlesOf = (bands: number): ReadonlyArray<number> => {
  const step = (mel(HIGHEST) - mel(LOWEST)) / (bands + 1)
  return Array.from({ length: bands }, (_, band) => hertzOf(mel(LOWEST) + (band + 1) * step))
}

/** The power of each bin, in place by Cooley and Tukey. */
export const powerOf = (samples: Float64Array): Float64Array => {
  const size = samples.length
  const re = new Float64Array(size)
  const im = new Float64Array(size)
  for (let at = 0; at < size; at++) {
    let turned = 0
    for (let bit = 1, from = at; bit < size; bit <<= 1, from >>= 1) turned = (turned << 1) | (from & 1)
    re[turned] = samples[at] ?? 0
  }
  for (let half = 1; half < size; half *= 2)
    for (let start = 0; start < size; start += 2 * half)
      for (let k = 0; k < half; k++) {
        const [one, other] = [start + k, start + k + half]
        const [cosine, sine] = [Math.cos((Math.PI * k) / half), -Math.sin((Math.PI * k) / half)]
        const [a, b] = [re[other] ?? 0, im[other] ?? 0]
        const [x, y] = [a * cosine - b * sine, a * sine + b * cosine]
        re[other] = (re[one] ?? 0) - x
        im[other] = (im[one] ?? 0) - y
        re[one] = (re[one] ?? 0) + x
        im[one] = (im[one] ?? 0) + y
      }
  return Float64Array.from({ length: size / 2 + 1 }, (_, k) => (re[k] ?? 0) ** 2 + (im[k] ?? 0) ** 2)
}

/** Hertz below which voiced sounds have most of their power, and above which hissing ones. */
const LOW = 900
const HIGH = 2_500

const binOf = (hertz: number): number => Math.round((hertz * FFT) / RATE)
const sumOf = (power: Float64Array): number => power.reduce((sum, value) => sum + value, 0)
const isVoiced = (power: Float64Array): boolean =>
  sumOf(power.subarray(binOf(LOWEST), binOf(LOW))) > sumOf(power.subarray(binOf(HIGH)))

const clamped = (value: number): number => Math.max(-127, Math.min(127, Math.round(value)))

/** For 16-bit sounds at 16,000 Hz: of each frame the levels of the bands and, last, 127 where it is voiced. */
export const makeEnvelopes = (bands: number) => {
  const middles = [LOWEST, ...middlesOf(bands), HIGHEST]
  const window = Float64Array.from({ length: WINDOW }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW))
  const weights = Array.from({ length: bands }, (_, band) => {
    const [left = 0, centre = 0, right = 0] = middles.slice(band, band + 3).map(mel)
    return Array.from({ length: FFT / 2 + 1 }, (_, bin) => {
      const at = mel((bin * RATE) / FFT)
      return Math.max(0, Math.min((at - left) / (centre - left), (right - at) / (right - centre)))
    })
  })
  const norm = window.reduce((sum, value) => sum + value ** 2, 0)
  return (samples: Int16Array): ReadonlyArray<Int8Array> =>
    Array.from({ length: Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1) }, (_, frame) => {
      const stretch = new Float64Array(FFT)
      for (let at = 0; at < WINDOW; at++) stretch[at] = ((samples[frame * HOP + at] ?? 0) / 32_768) * (window[at] ?? 0)
      const power = powerOf(stretch)
      const levels = weights.map((row) => {
        let [sum, share] = [0, 0]
        for (const [bin, weight] of row.entries()) {
          sum += weight * (power[bin] ?? 0)
          share += weight
        }
        return STEPS * (10 * Math.log10(sum / Math.max(share, 1e-9) / norm + 1e-12) - MIDDLE)
      })
      return Int8Array.from([...levels.map(clamped), isVoiced(power) ? 127 : 0])
    })
}
