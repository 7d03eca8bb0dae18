/**
 * Where somebody speaks: sound cut into utterances at its pauses, by its energy.
 * Plain synchronous state for one sound; holds no more than one utterance.
 *
 * Why by energy alone: what is cut here goes to a recogniser, which knows
 * noise from speech better than any small detector. So all that is needed is
 * never to drop speech, never to send silence, and to cut where it does not hurt.
 * Where a model of voice activity says in which frames somebody speaks, those count.
 *
 * Each 20 ms has a level, its deviation from its own mean in decibels of full
 * scale. The floor follows the softest of them down at once, and up slowly;
 * what is well above both it and an absolute threshold is activity.
 */

import { SAMPLE_RATE } from "./Decode.ts"
import { joinInt16 } from "./Samples.ts"

/** Samples of 20 ms at 16,000 Hz. */
export const FRAME = 320
const framesIn = (seconds: number) => Math.round((seconds * SAMPLE_RATE) / FRAME)

/** Decibels below which nothing is speech: soft speech near a microphone is at −45, a quiet room at −60. */
export const THRESHOLD = -55
/** Decibels above the floor from which sound is activity. */
export const ABOVE_FLOOR = 8
/** The floor of a sound of which nothing is known, and the lowest: digital silence is no measure of noise. */
export const LOWEST_FLOOR = -70
/** How fast the floor rises, in decibels for each frame: 3 a second. In speech a syllable's end takes it down again. */
export const FLOOR_RISE = 0.06

/** An utterance begins with so many active frames within the last `ONSET_WINDOW`: a click is shorter. */
const ONSET = 3
const ONSET_WINDOW = 5
/** What is kept before the first active frame: soft consonants. */
const BEFORE = framesIn(0.3)
/** A pause of this length ends an utterance (the wire contract's pause between captions), and this much of it is kept. */
const PAUSE = framesIn(0.5)
const AFTER = framesIn(0.2)
/** Seconds that an utterance has at most. Without a pause it is cut here, at its softest frame within the last few. */
export const MAX_UTTERANCE_SECONDS = 15
const LONGEST = framesIn(MAX_UTTERANCE_SECONDS)
const CUT_WITHIN = framesIn(3)

export interface Utterance {
  /** Samples from the start of the sound. */
  readonly start: number
  readonly samples: Int16Array
}

export interface Segmenter {
  /**
   * The utterances that these samples complete. `speech`: whether somebody speaks in each frame that they complete, where
   * a model says so.
   */
  readonly push: (samples: Int16Array, speech?: ReadonlyArray<boolean>) => ReadonlyArray<Utterance>
  /** The utterance that is not complete, as far as it has come; none where nobody speaks. */
  readonly open: () => Utterance | undefined
  /** What the end of the sound completes. */
  readonly finish: () => ReadonlyArray<Utterance>
}

/** Decibels of full scale of a frame's deviation from its mean. */
export const levelOf = (frame: Int16Array | Float64Array): number => {
  let sum = 0
  for (let i = 0; i < frame.length; i++) sum += frame[i] ?? 0
  const mean = sum / frame.length
  let power = 0
  for (let i = 0; i < frame.length; i++) power += ((frame[i] ?? 0) - mean) ** 2
  return 10 * Math.log10(Math.max(1e-10, power / frame.length / 32_768 ** 2))
}

interface Frame {
  readonly samples: Int16Array
  readonly level: number
  readonly active: boolean
}

/** Learns the floor from the level of each frame, and gives what it is now; `rise` as `FLOOR_RISE`. */
export const noiseFloor = () => {
  let floor = LOWEST_FLOOR
  return (level: number, rise = FLOOR_RISE): number => {
    floor = Math.max(LOWEST_FLOOR, Math.min(level, floor + rise))
    return floor
  }
}

/** Tells active frames from others, where `speech` does not say it by the floor, which it learns from all. */
const makeDetector = () => {
  const learn = noiseFloor()
  return (samples: Int16Array, speech: boolean | undefined): Frame => {
    const level = levelOf(samples)
    const isLoud = level > Math.max(THRESHOLD, learn(level) + ABOVE_FLOOR)
    return { samples, level, active: speech ?? isLoud }
  }
}

/** After how many frames a run without a pause is best cut. */
const softest = (frames: ReadonlyArray<Frame>): number => {
  let best = frames.length - 1
  for (let at = frames.length - CUT_WITHIN; at < frames.length; at++)
    if ((frames[at]?.level ?? 0) < (frames[best]?.level ?? 0)) best = at
  return best
}

/** Cuts one sound of 16,000 Hz; its pieces may have any length, which makes no difference. */
export const segmenter = (): Segmenter => {
  const detect = makeDetector()
  let rest: Int16Array = new Int16Array(0)
  /** Frames since `start`: before an utterance those that may become its beginning. */
  const frames: Array<Frame> = []
  let start = 0
  let speaking = false
  let pause = 0

  const drop = (count: number) => {
    for (const { samples } of frames.splice(0, count)) start += samples.length
  }
  const first = (count: number): Utterance => ({
    start,
    samples: joinInt16(frames.slice(0, count).map(({ samples }) => samples))
  })
  const cut = (count: number): Utterance => {
    const utterance = first(count)
    drop(count)
    return utterance
  }
  const end = (): Utterance => {
    const utterance = cut(frames.length - Math.max(0, pause - AFTER))
    speaking = false
    pause = 0
    return utterance
  }

  const take = (frame: Frame): Utterance | undefined => {
    frames.push(frame)
    if (!speaking) {
      speaking = frames.slice(-ONSET_WINDOW).filter(({ active }) => active).length >= ONSET
      drop(frames.length - BEFORE - ONSET_WINDOW)
      return undefined
    }
    pause = frame.active ? 0 : pause + 1
    if (pause >= PAUSE) return end()
    return frames.length >= LONGEST ? cut(softest(frames)) : undefined
  }

  return {
    push: (samples, speech) => {
      const all = joinInt16([rest, samples])
      const utterances: Array<Utterance> = []
      let at = 0
      for (; at + FRAME <= all.length; at += FRAME) {
        const utterance = take(detect(all.slice(at, at + FRAME), speech?.[at / FRAME]))
        if (utterance !== undefined) utterances.push(utterance)
      }
      rest = all.slice(at)
      return utterances
    },
    open: () => (speaking ? first(frames.length) : undefined),
    finish: () => {
      if (!speaking) return []
      if (rest.length > 0) frames.push({ samples: rest, level: 0, active: true })
      rest = new Int16Array(0)
      return [end()]
    }
  }
}
