/**
 * The ways that sound takes to the recogniser: faster and slower, loud and soft,
 * in rooms and among people, noisy, coded, by telephone, with silence around it.
 */
import { SAMPLE_RATE } from "../../src/engines/recognizer/FrontEnd.ts"
import type { Random } from "../text/Random.ts"
import { colouredNoise } from "./Noise.ts"
import { inRoom } from "./Room.ts"
import type { Bitrate, makeSpeech } from "./Speech.ts"

type Speech = Awaited<ReturnType<typeof makeSpeech>>

const bitrates: ReadonlyArray<readonly [Bitrate, number]> = [
  [24, 5],
  [32, 1],
  [48, 1],
  [64, 3],
  [128, 1]
]

/** Of all sound so much stays as it was spoken, but for its level. */
const CLEAN_SHARE = 0.22
/** Shares of the rest; several may come together. */
const TEMPO_SHARE = 0.4
const RATE_SHARE = 0.22
const MP3_SHARE = 0.4
const ROOM_SHARE = 0.2
const BABBLE_SHARE = 0.15
const NOISE_SHARE = 0.5
const TELEPHONE_SHARE = 0.25

const power = (samples: Float32Array): number => {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / Math.max(1, samples.length)
}

/** Adds noise so much weaker than the sound, in decibels. */
export const withNoise = (sound: Float32Array, noise: Float32Array, decibels: number): Float32Array => {
  const scale = (Math.sqrt(power(sound)) * 10 ** (-decibels / 20)) / Math.sqrt(power(noise) || 1)
  return sound.map((sample, at) => sample + (noise[at] ?? 0) * scale)
}

/** Several voices at once, each of them over and over again. */
export const babble = (length: number, voices: ReadonlyArray<Float32Array>, random: Random): Float32Array => {
  const mixed = new Float32Array(length)
  for (const voice of voices) {
    if (voice.length === 0) continue
    let from = random.whole(0, voice.length - 1)
    for (let at = 0; at < length; at++) {
      mixed[at] = (mixed[at] ?? 0) + (voice[from] ?? 0)
      from = from + 1 === voice.length ? 0 : from + 1
    }
  }
  return mixed
}

const surrounded = (sound: Float32Array, before: number, after: number): Float32Array => {
  const whole = new Float32Array(before + sound.length + after)
  whole.set(sound, before)
  return whole
}

export const gained = (sound: Float32Array, decibels: number): Float32Array => {
  const gain = 10 ** (decibels / 20)
  return sound.map((sample) => sample * gain)
}

/** Utterances that are kept to speak in the background of others. */
const BYSTANDERS = 16

/** Speech at 22,050 Hz to what a microphone, a network or a file may make of it, at 16,000 Hz. */
export const makeAugmenter = (speech: Speech, random: Random): ((samples: Int16Array) => Promise<Int16Array>) => {
  const bystanders: Array<Float32Array> = []

  /** At another pace, with or without another pitch, and coded. */
  const spoken = async (samples: Int16Array): Promise<Float32Array> => {
    const paced = random.chance(TEMPO_SHARE) ? speech.atTempo(samples, random.between(0.8, 1.2)) : samples
    const coded = random.chance(MP3_SHARE) ? await speech.mp3(paced, random.weighted(bitrates)) : paced
    return speech.resample(coded, random.chance(RATE_SHARE) ? random.between(0.87, 1.13) : 1)
  }
  const placed = (sound: Float32Array): Float32Array => {
    const silence = () => Math.round((random.chance(0.4) ? 0 : random.between(0, 0.6)) * SAMPLE_RATE)
    return surrounded(sound, silence(), silence())
  }
  const amongOthers = (sound: Float32Array): Float32Array => {
    const inside = random.chance(ROOM_SHARE)
      ? inRoom(sound, random.between(0.1, 0.6), random.between(-3, 12), random)
      : sound
    const voices = Array.from({ length: random.whole(3, 6) }, () => random.pick(bystanders))
    const crowded = random.chance(BABBLE_SHARE)
      ? withNoise(inside, babble(inside.length, voices, random), random.between(10, 25))
      : inside
    return random.chance(NOISE_SHARE)
      ? withNoise(crowded, colouredNoise(crowded.length, random), random.between(8, 45))
      : crowded
  }
  const carried = (sound: Float32Array): Float32Array =>
    random.chance(TELEPHONE_SHARE)
      ? speech.telephone(speech.toInts(gained(sound, random.between(-25, 3))), random.pick(["a", "mu"]))
      : sound
  const level = () => (random.chance(0.5) ? random.between(-20, 6) : random.between(-45, 0))

  return async (samples) => {
    const clean = speech.resample(samples)
    bystanders.push(clean)
    if (bystanders.length > BYSTANDERS) bystanders.shift()
    if (random.chance(CLEAN_SHARE)) return speech.toInts(gained(placed(clean), level()))
    return speech.toInts(gained(carried(amongOthers(placed(await spoken(samples)))), level()))
  }
}
