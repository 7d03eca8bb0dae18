/**
 * Whether a frame sounds like a voice rather than like noise or music, by its
 * periods. Plain synchronous state for one sound at 16,000 Hz, frame by frame.
 *
 * - A voice repeats itself from one period of its pitch to the next; noise does not.
 *   Measured on 30 ms: the embedded voices in the median 0.55 to 0.96, white and
 *   pink noise below 0.35 in nine frames of ten.
 * - A tone or a chord still does so 30 to 60 ms later, and a few coefficients
 *   predict it; a voice has changed its pitch and its vowel. Measured: 0.95 and
 *   more in one frame of twenty of the voices at most, and in most frames of a tune.
 *
 * Both are measured below 2,000 Hz, where the periods are, at a quarter of the rate.
 */
import { FRAME, levelOf } from "./Activity.ts"
import { SAMPLE_RATE } from "./Decoding.ts"
import { predictionGain } from "./Prediction.ts"

interface Voicing {
  /** 0 to 1: how much it repeats itself at a pitch of 55 to 400 Hz. */
  readonly periodicity: number
  /** Whether it is a tone, or several. */
  readonly tonal: boolean
}

/** Decibels of full scale. */
interface Levels {
  readonly whole: number
  /** Below 2,000 Hz, where speech is 6 dB further above a white noise than as a whole. */
  readonly low: number
}

export interface VoicingMeter {
  /** Takes the next frame, and gives its levels without what is below speech. */
  readonly push: (frame: Int16Array) => Levels
  /** Of the frame that came last, with 75 ms before it. */
  readonly measure: () => Voicing
}

const DECIMATION = 4
/** Of the halved triangle that keeps what is above 2,000 Hz out; their sum is 20. */
const FILTER = [1, 2, 3, 4, 4, 3, 2, 1]
const FILTER_SUM = 20
const inRate = (seconds: number): number => Math.round((seconds * SAMPLE_RATE) / DECIMATION)
const WINDOW = inRate(0.03)
const SHORTEST_PERIOD = inRate(1 / 400)
const LONGEST_PERIOD = inRate(1 / 55)
/** Where tones are looked for again: later than any period. */
const SHORTEST_STAY = inRate(0.03)
const LONGEST_STAY = inRate(0.06)
const KEPT = WINDOW + LONGEST_STAY
const NEW = FRAME / DECIMATION

/** Mains hum, rumble and offset are below; each of two poles, at 80 Hz. */
const HIGH_PASS = 1 - (2 * Math.PI * 80) / SAMPLE_RATE

/** Of a step of 16 bits: nothing. */
const FAINTEST = 1e-6

const STEADY = 0.94
/** Decibels that four coefficients predict of it: 25 in one frame of fifty of the voices, 50 and more in a tone or a siren. */
const PREDICTABLE = 28
const COEFFICIENTS = 4
/** How much noise repeats itself, in nine frames of ten: no tone does so little. */
const NOISE = 0.35

/** Power of the `WINDOW` values that end `lag` before the last. */
const energy = (values: Float64Array, lag: number): number => {
  let sum = 0
  for (let i = values.length - WINDOW - lag; i < values.length - lag; i++) sum += (values[i] ?? 0) ** 2
  return sum
}

/** The greatest correlation of the last `WINDOW` values with as many that are `from` to `to` before them. */
const correlation = (values: Float64Array, from: number, to: number): number => {
  const start = values.length - WINDOW
  const own = energy(values, 0) + 1
  let other = energy(values, from) + 1
  let best = 0
  for (let lag = from; lag <= to; lag++) {
    let product = 0
    for (let i = start; i < values.length; i++) product += (values[i] ?? 0) * (values[i - lag] ?? 0)
    if (product > 0) best = Math.max(best, product / Math.sqrt(own * other))
    other += (values[start - lag - 1] ?? 0) ** 2 - (values[values.length - lag - 1] ?? 0) ** 2
  }
  return best
}

const isTonal = (values: Float64Array): boolean =>
  correlation(values, SHORTEST_STAY, LONGEST_STAY) > STEADY ||
  predictionGain(values.subarray(-WINDOW - COEFFICIENTS), COEFFICIENTS) > PREDICTABLE

const highPass = () => {
  let input = 0
  let output = 0
  return (sample: number): number => {
    const passed = HIGH_PASS * (output + sample - input)
    // In digital silence it would halve for ever, through numbers that processors are slow with.
    output = Math.abs(passed) < FAINTEST ? 0 : passed
    input = sample
    return output
  }
}

export const voicingMeter = (): VoicingMeter => {
  const first = highPass()
  const second = highPass()
  const passed = new Int16Array(FRAME)
  /** The frame, after the end of the one before it that the filter still needs. */
  const wide = new Float64Array(DECIMATION + FRAME)
  const narrow = new Float64Array(KEPT)
  const decimate = (): void => {
    narrow.copyWithin(0, NEW)
    for (let i = 0; i < NEW; i++) {
      let sum = 0
      for (let k = 0; k < FILTER.length; k++) sum += (wide[DECIMATION * i + k] ?? 0) * (FILTER[k] ?? 0)
      narrow[KEPT - NEW + i] = sum / FILTER_SUM
    }
    wide.copyWithin(0, FRAME)
  }
  return {
    push: (frame) => {
      for (let i = 0; i < FRAME; i++) {
        const sample = second(first(frame[i] ?? 0))
        wide[DECIMATION + i] = sample
        passed[i] = Math.max(-32_768, Math.min(32_767, Math.round(sample)))
      }
      decimate()
      return { whole: levelOf(passed), low: levelOf(narrow.subarray(-NEW)) }
    },
    measure: () => {
      const periodicity = correlation(narrow, SHORTEST_PERIOD, LONGEST_PERIOD)
      return { periodicity, tonal: periodicity > NOISE && isTonal(narrow) }
    }
  }
}
