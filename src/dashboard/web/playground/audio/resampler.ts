/**
 * Sound at another rate, by a sinc under a Blackman window. Browsers can do this
 * themselves, but not all connect a microphone to a context of another rate.
 */

/** Zero crossings of the sinc on either side: what is above the new rate's half is 74 dB down. */
const CROSSINGS = 16
/** Of the lower rate's half, what is kept. */
const PASS = 0.9

const windowAt = (x: number): number => 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** The weights of the input's samples around a place that is `fraction` of a sample behind one of them. */
const weightsAt = (fraction: number, cutoff: number, reach: number): Float32Array =>
  Float32Array.from({ length: 2 * reach }, (_, at) => {
    const distance = at - reach + 1 - fraction
    return Math.abs(distance) >= reach ? 0 : cutoff * sinc(cutoff * distance) * windowAt(distance / reach)
  })

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** Takes sound at `from` hertz piece by piece, and gives it on at `to` hertz. Both are whole numbers. */
export const makeResampler = (from: number, to: number): ((samples: Float32Array) => Float32Array) => {
  if (from === to) return (samples) => samples
  const cutoff = Math.min(1, to / from) * PASS
  const reach = Math.ceil(CROSSINGS / cutoff)
  const divisor = greatestDivisor(from, to)
  const [step, phases] = [from / divisor, to / divisor]
  const weights = Array.from({ length: phases }, (_, phase) => weightsAt(phase / phases, cutoff, reach))
  let kept = new Float32Array(reach - 1)
  /** Of the next sample, in parts of `phases` of an input's sample, from the first that is kept. */
  let place = (reach - 1) * phases
  return (samples) => {
    const input = new Float32Array(kept.length + samples.length)
    input.set(kept)
    input.set(samples, kept.length)
    const output: Array<number> = []
    for (; Math.floor(place / phases) + reach < input.length; place += step) {
      const first = Math.floor(place / phases) - reach + 1
      const taps = weights[place % phases]
      let sum = 0
      taps?.forEach((weight, at) => {
        sum += weight * (input[first + at] ?? 0)
      })
      output.push(sum)
    }
    const used = Math.floor(place / phases) - reach + 1
    kept = input.slice(used)
    place -= used * phases
    return Float32Array.from(output)
  }
}
