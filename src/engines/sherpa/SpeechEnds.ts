/**
 * The sound of one phrase as a model makes it, brought into the form of all others: without the silence around it, its
 * ends faded so that phrases join without a click, and with the pause that its punctuation asks for.
 */

/** Below this, of 1, a sample counts as silent: 50 dB under full scale. */
const AUDIBLE = 100 / 32_768
/** Seconds that are left of the silence at either end: quiet consonants are in it. */
const MARGIN = 0.03
/** Seconds: long enough to be no click, short enough to leave the first and last sound whole. */
const FADE = 0.005
/** Seconds of one phrase, after which it is cut: 300 figures at the slowest pace are some 450 s. */
const LONGEST = 600
const FULL_SCALE = 32_767

interface FinishedSpeech {
  readonly samples: Int16Array<ArrayBuffer>
  /** Samples before the pause. */
  readonly speech: number
}

/** A loop each way: the sound may be long, and is mostly audible. NaN is silent. */
const audibleOf = (samples: Float32Array): { readonly start: number; readonly end: number } => {
  const isAudible = (at: number): boolean => Math.abs(samples[at] ?? 0) >= AUDIBLE
  let start = 0
  while (start < samples.length && !isAudible(start)) start++
  let end = samples.length
  while (end > start && !isAudible(end - 1)) end--
  return { start, end }
}

const scaled = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * FULL_SCALE)

/** `pause`: seconds. */
export const finished = (made: Float32Array, sampleRate: number, pause: number): FinishedSpeech => {
  const sound = made.subarray(0, LONGEST * sampleRate)
  const { end, start } = audibleOf(sound)
  const silence = Math.round(pause * sampleRate)
  if (start === end) return { samples: new Int16Array(silence), speech: 0 }
  const margin = Math.round(MARGIN * sampleRate)
  const from = Math.max(0, start - margin)
  const speech = Math.min(sound.length, end + margin) - from
  const samples = new Int16Array(speech + silence)
  const fade = Math.min(Math.round(FADE * sampleRate), speech >> 1)
  for (let at = 0; at < speech; at++) {
    const distance = Math.min(at, speech - 1 - at)
    const level = distance < fade ? distance / fade : 1
    samples[at] = scaled((sound[from + at] ?? 0) * level)
  }
  return { samples, speech }
}
