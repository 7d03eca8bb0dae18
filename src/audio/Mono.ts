/** Many channels to one. */
import { toInt16 } from "./Samples.ts"

/** From so many channels on, the fourth is for effects below speech (the order of WAV: L R C LFE …). */
const WITH_LOW_FREQUENCY = 6
const LOW_FREQUENCY = 3

/** Layouts that have a centre, where films put what is said; it is the third. */
const WITH_CENTRE: ReadonlySet<number> = new Set([3, 5, 6, 7, 8])
const CENTRE = 2

/** How much of each channel is heard; together 1. The centre weighs as much as all around it. */
const weightsOf = (channels: number): ReadonlyArray<number> => {
  const isHeard = (at: number) => channels < WITH_LOW_FREQUENCY || at !== LOW_FREQUENCY
  const isCentre = (at: number) => WITH_CENTRE.has(channels) && at === CENTRE
  const around = Array.from({ length: channels }, (_, at) => at).filter((at) => isHeard(at) && !isCentre(at)).length
  const share = (WITH_CENTRE.has(channels) ? 0.5 : 1) / Math.max(1, around)
  return Array.from({ length: channels }, (_, at) => (isCentre(at) ? 0.5 : isHeard(at) ? share : 0))
}

/** How much softer the mix may be than its channels, as power, before they are taken to cancel each other: 20 dB. */
const CANCELLED = 0.01
/** How much of what was heard before still counts after a second. */
const KEPT_AFTER_A_SECOND = 0.1

const powerOf = (samples: Float32Array): number => {
  let power = 0
  for (const sample of samples) power += Number.isFinite(sample) ? Math.min(1, sample * sample) : 0
  return power
}

/** Channels with how much of each is heard, as one. */
const mixed = (channels: ReadonlyArray<Float32Array>, weights: ReadonlyArray<number>): Float32Array => {
  const mix = new Float32Array(channels[0]?.length ?? 0)
  for (const [at, samples] of channels.entries()) {
    const weight = weights[at] ?? 0
    for (let i = 0; i < mix.length; i++) mix[i] = (mix[i] ?? 0) + weight * (samples[i] ?? 0)
  }
  return mix
}

/**
 * The channels (samples of −1 to 1) of one sound as one, in 16 bits; without the one for low-frequency effects. Where
 * two cancel each other, as those of a balanced line that was taken for stereo do, the louder one alone.
 */
export class Mixer {
  #powers: ReadonlyArray<number> = []
  #mixPower = 0

  /** The channel that is heard alone; undefined where all are. */
  #alone(channels: ReadonlyArray<Float32Array>, weights: ReadonlyArray<number>, mix: Float32Array, kept: number) {
    const before = this.#powers.length === channels.length ? this.#powers : []
    const mixBefore = before.length > 0 ? this.#mixPower : 0
    this.#powers = channels.map((samples, at) => (before[at] ?? 0) * kept + powerOf(samples))
    this.#mixPower = mixBefore * kept + powerOf(mix)
    const heard = this.#powers.map((power, at) => power * (weights[at] ?? 0) ** 2)
    const unmixed = heard.reduce((sum, power) => sum + power, 0)
    return this.#mixPower < unmixed * CANCELLED ? heard.indexOf(Math.max(...heard)) : undefined
  }

  readonly mix = (channels: ReadonlyArray<Float32Array>, sampleRate: number): Int16Array => {
    const [first] = channels
    if (first === undefined || channels.length === 1) return toInt16(first ?? new Float32Array(0))
    const weights = weightsOf(channels.length)
    const mix = mixed(channels, weights)
    const alone = this.#alone(channels, weights, mix, KEPT_AFTER_A_SECOND ** (mix.length / sampleRate))
    return toInt16((alone === undefined ? undefined : channels[alone]) ?? mix)
  }
}
