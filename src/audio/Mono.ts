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

/** Milliseconds of a block, which is mixed in one way; and of the change from one way to another. */
const BLOCK_MILLIS = 20
const FADE_MILLIS = 5
/**
 * How much softer the mix may be than its channels, as power, before they are taken to cancel each other, which they do
 * in part where a codec has changed them: 10 dB; and how near it must come to them before they are mixed again.
 */
const CANCELLED = 0.1
const SOUND_AGAIN = 0.5
/** A block that is so much softer than those before it tells nothing, as power: 25 dB. */
const TELLING = 0.003
/** How much of what was heard before still counts after a second. */
const KEPT_AFTER_A_SECOND = 0.1

interface Powers {
  /** Of the samples. */
  readonly whole: number
  /** Of their steps, in which a hum and an offset that all channels share hardly count. */
  readonly steps: number
}

const within = (sample: number): number => (Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0)

const powersOf = (samples: Float32Array): Powers => {
  let whole = 0
  let steps = 0
  let last = within(samples[0] ?? 0)
  for (const sample of samples) {
    const value = within(sample)
    whole += value * value
    steps += (value - last) ** 2
    last = value
  }
  return { whole, steps }
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

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

/**
 * The channels (samples of −1 to 1) of one sound as one, in 16 bits; without the one for low-frequency effects. Where
 * they cancel each other, as those of a balanced line that was taken for stereo do, the loudest alone. That is judged
 * block by block: a sound may be joined of several.
 */
export class Mixer {
  /** What was heard of each channel, with less and less of what is long ago. */
  #powers: ReadonlyArray<number> = []
  /** The greatest power of a sample, likewise. */
  #loudest = 0
  /** The channel that is heard alone. */
  #alone: number | undefined

  #judge(channels: ReadonlyArray<Float32Array>, weights: ReadonlyArray<number>, mix: Float32Array, kept: number): void {
    const own = channels.map(powersOf)
    const heard = (kind: keyof Powers) => own.map((powers, at) => powers[kind] * (weights[at] ?? 0) ** 2)
    const whole = sumOf(heard("whole"))
    const before = this.#powers
    this.#powers = heard("whole").map((power, at) => (before[at] ?? 0) * kept + power)
    const loudness = whole / Math.max(1, mix.length)
    this.#loudest = Math.max(this.#loudest * kept, loudness)
    if (whole === 0 || loudness < TELLING * this.#loudest) return
    const mixPowers = powersOf(mix)
    const share = Math.min(mixPowers.whole / whole, mixPowers.steps / Math.max(Number.MIN_VALUE, sumOf(heard("steps"))))
    if (share < CANCELLED) this.#alone ??= this.#powers.indexOf(Math.max(...this.#powers))
    else if (share > SOUND_AGAIN) this.#alone = undefined
  }

  readonly mix = (channels: ReadonlyArray<Float32Array>, sampleRate: number): Int16Array => {
    const [first] = channels
    if (first === undefined || channels.length === 1) return toInt16(first ?? new Float32Array(0))
    if (this.#powers.length !== channels.length) {
      this.#powers = []
      this.#alone = undefined
    }
    const weights = weightsOf(channels.length)
    const mix = mixed(channels, weights)
    const out = mix.slice()
    const length = Math.max(1, Math.round((sampleRate * BLOCK_MILLIS) / 1_000))
    for (let from = 0; from < mix.length; from += length) {
      const to = Math.min(mix.length, from + length)
      const kept = KEPT_AFTER_A_SECOND ** ((to - from) / sampleRate)
      const before = this.#alone
      this.#judge(
        channels.map((samples) => samples.subarray(from, to)),
        weights,
        mix.subarray(from, to),
        kept
      )
      const sourceOf = (alone: number | undefined) => (alone === undefined ? undefined : channels[alone]) ?? mix
      const source = sourceOf(this.#alone)
      const fading = before === this.#alone ? 0 : Math.min(to - from, Math.round((sampleRate * FADE_MILLIS) / 1_000))
      const old = sourceOf(before)
      for (let at = from; at < to; at++) {
        const share = at - from < fading ? (at - from) / fading : 1
        out[at] = share * (source[at] ?? 0) + (1 - share) * (old[at] ?? 0)
      }
    }
    return toInt16(out)
  }
}
