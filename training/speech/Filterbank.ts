/**
 * What the models of voices are given that are published for sherpa-onnx: each 10 ms the logarithms of the energies of 80
 * bands, as Kaldi makes them (https://github.com/csukuangfj/kaldi-native-fbank) by the library's numbers (`features.h`).
 */
import { powerOf } from "./Envelopes.ts"

const RATE = 16_000
const HOP = 160
const WINDOW = 400
const FFT = 512
export const FILTERS = 80
const LOWEST = 20
const HIGHEST = 7_600
export const PREEMPHASIS = 0.97
/** The least energy that has a logarithm: that of a float of 32 bits. */
const LEAST = 1.192_092_9e-7

const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700)

const window = Float64Array.from(
  { length: WINDOW },
  (_, at) => (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / (WINDOW - 1))) ** 0.85
)

/** Weights of the bins of a spectrum of 512 samples in each band. */
export const filters = Array.from({ length: FILTERS }, (_, band) => {
  const step = (mel(HIGHEST) - mel(LOWEST)) / (FILTERS + 1)
  const [left, centre, right] = [0, 1, 2].map((more) => mel(LOWEST) + (band + more) * step)
  return Float64Array.from({ length: FFT / 2 + 1 }, (_, bin) => {
    const at = mel((bin * RATE) / FFT)
    const rise = (at - (left ?? 0)) / ((centre ?? 0) - (left ?? 0))
    const fall = ((right ?? 0) - at) / ((right ?? 0) - (centre ?? 0))
    return Math.max(0, Math.min(rise, fall))
  })
})

/** Behind its ends a sound goes on as in a mirror. */
const mirrored = (at: number, length: number): number => {
  let place = at
  while (place < 0 || place >= length) place = place < 0 ? -place - 1 : 2 * length - 1 - place
  return place
}

const frameAt = (sound: Int16Array, frame: number): Float64Array => {
  const from = HOP * frame + HOP / 2 - WINDOW / 2
  const samples = Float64Array.from({ length: WINDOW }, (_, at) => sound[mirrored(from + at, sound.length)] ?? 0)
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / WINDOW
  for (let at = 0; at < WINDOW; at++) samples[at] = (samples[at] ?? 0) - mean
  for (let at = WINDOW - 1; at >= 0; at--)
    samples[at] = (samples[at] ?? 0) - PREEMPHASIS * (samples[Math.max(0, at - 1)] ?? 0)
  const padded = new Float64Array(FFT)
  for (let at = 0; at < WINDOW; at++) padded[at] = (samples[at] ?? 0) * (window[at] ?? 0)
  return padded
}

/** Of 16-bit samples at 16,000 Hz, as WeSpeaker's models take them. */
export const filterbank = (sound: Int16Array): ReadonlyArray<Float64Array> =>
  Array.from({ length: Math.floor((sound.length + HOP / 2) / HOP) }, (_, frame) => {
    const power = powerOf(frameAt(sound, frame))
    return Float64Array.from(filters, (weights) => {
      let energy = 0
      for (let bin = 0; bin < weights.length; bin++) energy += (weights[bin] ?? 0) * (power[bin] ?? 0)
      return Math.log(Math.max(LEAST, energy))
    })
  })
