/** Many channels to one. */

/** From so many channels on, the fourth is for effects below speech (the order of WAV: L R C LFE …). */
const WITH_LOW_FREQUENCY = 6
const LOW_FREQUENCY = 3

/** Layouts that have a centre, where films put what is said; it is the third. */
const WITH_CENTRE: ReadonlySet<number> = new Set([3, 5, 6, 7, 8])
const CENTRE = 2

const FULL_SCALE = 32_768

/** How much of each channel is heard; together 1. The centre weighs as much as all around it. */
const weightsOf = (channels: number): ReadonlyArray<number> => {
  const isHeard = (at: number) => channels < WITH_LOW_FREQUENCY || at !== LOW_FREQUENCY
  const isCentre = (at: number) => WITH_CENTRE.has(channels) && at === CENTRE
  const around = Array.from({ length: channels }, (_, at) => at).filter((at) => isHeard(at) && !isCentre(at)).length
  const share = (WITH_CENTRE.has(channels) ? 0.5 : 1) / Math.max(1, around)
  return Array.from({ length: channels }, (_, at) => (isCentre(at) ? 0.5 : isHeard(at) ? share : 0))
}

/** The channels (samples of −1 to 1) as one, in 16 bits; without the one for low-frequency effects. */
export const toMono = (channels: ReadonlyArray<Float32Array>): Int16Array => {
  const parts = weightsOf(channels.length).map((weight, at) => ({ weight: weight * FULL_SCALE, samples: channels[at] }))
  const mono = new Int16Array(channels[0]?.length ?? 0)
  for (let i = 0; i < mono.length; i++) {
    let sum = 0
    for (const { samples, weight } of parts) sum += weight * (samples?.[i] ?? 0)
    mono[i] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(sum)))
  }
  return mono
}
