/** Sound that is no speech: to lay under speech, and to show that it says nothing. */
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import type { Random } from "../text/Random.ts"

/** Noise of one of many colours, its power 1. */
export const colouredNoise = (length: number, random: Random): Float32Array => {
  const noise = new Float32Array(length)
  const pole = random.between(-0.3, 0.97)
  let last = 0
  let power = 0
  for (let at = 0; at < length; at++) {
    last = pole * last + random.normal()
    noise[at] = last
    power += last * last
  }
  const scale = 1 / Math.sqrt(power / length || 1)
  return noise.map((sample) => sample * scale)
}

export const whiteNoise = (length: number, random: Random): Float32Array =>
  Float32Array.from({ length }, () => random.normal())

/** Sines at these frequencies, sounding together, power 1. */
export const tones = (length: number, hertz: ReadonlyArray<number>): Float32Array =>
  Float32Array.from(
    { length },
    (_, at) =>
      hertz.reduce((sum, each, index) => sum + Math.sin((2 * Math.PI * each * at) / SAMPLE_RATE + index), 0) *
      Math.sqrt(2 / hertz.length)
  )

/** Chords that follow one another, with harmonics and a decay, as of a plucked instrument. */
export const music = (length: number, random: Random): Float32Array => {
  const sound = new Float32Array(length)
  const beat = Math.round(random.between(0.2, 0.8) * SAMPLE_RATE)
  const decay = random.between(0.5, 6)
  for (let start = 0; start < length; start += beat) {
    const root = 110 * 2 ** (random.whole(0, 24) / 12)
    const chord = random.pick([[0], [0, 4, 7], [0, 3, 7], [0, 5, 9], [0, 7]]).map((step) => root * 2 ** (step / 12))
    for (const hertz of chord)
      for (let harmonic = 1; harmonic <= 5; harmonic++)
        for (let at = start; at < Math.min(length, start + beat); at++) {
          const seconds = (at - start) / SAMPLE_RATE
          sound[at] =
            (sound[at] ?? 0) +
            (Math.sin(2 * Math.PI * hertz * harmonic * seconds) * Math.exp(-decay * seconds)) / harmonic ** 1.5
        }
  }
  let power = 0
  for (const sample of sound) power += sample * sample
  const scale = 1 / Math.sqrt(power / length || 1)
  return sound.map((sample) => sample * scale)
}

/** Something that is no speech, of any kind, −75 to −10 dBFS. */
export const noSpeech = (length: number, random: Random): Float32Array => {
  const level = 10 ** (random.between(-75, -10) / 20)
  const hum = random.pick([50, 60])
  const kind = random.whole(0, 5)
  const sound =
    kind === 0
      ? new Float32Array(length)
      : kind === 1
        ? tones(length, [hum, 2 * hum, 3 * hum].slice(0, random.whole(1, 3)))
        : kind === 2
          ? tones(length, [random.between(100, 4000)])
          : kind === 3
            ? music(length, random)
            : colouredNoise(length, random)
  const under = random.chance(0.5) ? 10 ** (random.between(-90, -50) / 20) : 0
  return sound.map((sample) => sample * level + random.normal() * under)
}
