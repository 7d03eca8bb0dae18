/** The ways that sound takes to the recogniser: loud and soft, noisy, coded, with silence around it. */
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import type { Random } from "../text/Random.ts"
import { colouredNoise } from "./Noise.ts"
import type { Bitrate, makeSpeech } from "./Speech.ts"

type Speech = Awaited<ReturnType<typeof makeSpeech>>

const bitrates: ReadonlyArray<readonly [Bitrate, number]> = [
  [24, 5],
  [32, 1],
  [48, 1],
  [64, 3],
  [128, 1]
]

const MP3_SHARE = 0.45
const NOISE_SHARE = 0.65

const power = (samples: Float32Array): number => {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / Math.max(1, samples.length)
}

/** Adds noise so much weaker than the sound, in decibels. */
export const withNoise = (sound: Float32Array, noise: Float32Array, decibels: number): Float32Array => {
  const scale = Math.sqrt(power(sound)) * 10 ** (-decibels / 20)
  return sound.map((sample, at) => sample + (noise[at] ?? 0) * scale)
}

const surrounded = (sound: Float32Array, before: number, after: number): Float32Array => {
  const whole = new Float32Array(before + sound.length + after)
  whole.set(sound, before)
  return whole
}

/** Speech at 22,050 Hz to what a microphone, a network or a file may make of it, at 16,000 Hz. */
export const augment = async (speech: Speech, samples: Int16Array, random: Random): Promise<Int16Array> => {
  const coded = random.chance(MP3_SHARE) ? await speech.mp3(samples, random.weighted(bitrates)) : samples
  const silence = () => Math.round((random.chance(0.4) ? 0 : random.between(0, 0.6)) * SAMPLE_RATE)
  const placed = surrounded(speech.resample(coded), silence(), silence())
  const noisy = random.chance(NOISE_SHARE)
    ? withNoise(placed, colouredNoise(placed.length, random), random.between(8, 45))
    : placed
  const gain = 10 ** (random.between(-20, 6) / 20)
  return speech.toInts(noisy.map((sample) => sample * gain))
}
