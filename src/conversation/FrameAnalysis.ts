/** The features of each frame of 20 ms for the turn detector. Plain synchronous state for one sound. */
import { ABOVE_FLOOR, FLOOR_RISE, FRAME, LOWEST_FLOOR, noiseFloor, THRESHOLD } from "../audio/Activity.ts"
import { SAMPLE_RATE } from "../audio/Decoding.ts"
import type { VoiceActivity } from "../audio/VoiceActivity.ts"
import { voicingMeter } from "../audio/Voicing.ts"

export const FRAME_MILLIS = (1000 * FRAME) / SAMPLE_RATE

export interface FrameFeatures {
  /** Voice, by its level and the WebRTC detector, or as a model of voice activity says. */
  readonly active: boolean
  /** Whether a model says so: it is surer of fewer frames. */
  readonly isModels: boolean
  /** It repeats itself as a voice does. */
  readonly voiced: boolean
  readonly tonal: boolean
  /** Louder than the answer's echo can be. */
  readonly overEcho: boolean
  /** Loud enough to be a turn's sound once there is a turn. */
  readonly loud: boolean
}

export interface DetectionContext {
  readonly inTurn: boolean
  /** Power of the answer as it is played, 0 for none. */
  readonly playing: number
  /** 0 to 1: how sure it must be. */
  readonly threshold: number
  readonly interruptionDecibels: number
  /** Whether somebody speaks, where a model says so. */
  readonly speech: boolean | undefined
}

/** Decibels below what starts a turn that keep it up, and the level from which a pause cannot be told from noise. */
const HYSTERESIS = 2
const SOFTEST = -62
const NOTHING = { periodicity: 0, tonal: false } as const

/** Frames without a voice after which what is heard is the noise of the place, to be learnt quickly. */
const VOICELESS = 25
/** Decibels a frame in a turn, whose end may be whispered: 30 a second. */
const RISE_IN_TURN = 0.6
/** Of the way up to the level, in a frame where there is no turn: to within 3 dB in half a second. */
const SHARE_OF_RISE = 0.1

/** How much a frame must repeat itself: 0.5 in the middle of the range; noise stays below 0.35 in nine frames of ten. */
const leastPeriodicity = (threshold: number): number => 0.35 + 0.3 * threshold
/** Decibels above the floor: those of `audio/Activity` in the middle of the range. */
const leastAbove = (threshold: number): number => ABOVE_FLOOR * (0.5 + threshold)
/** How much of them a frame needs that is voiced: at 5 dB over noise, speech as a whole is but 6 above the floor. */
const VOICED_SHARE = 0.5

/** Frames whose mean is compared with the answer's: a tenth of a second. */
const MEAN_FRAMES = 5
/** Decibels that one frame of them may be below what their mean must have. */
const BELOW_MEAN = 6
/** Frames after which an echo has come: the buffers of network, mixer and loudspeaker, and the room. */
const ECHO_FRAMES = 20

/** The power of a level in decibels of full scale. */
export const powerOf = (level: number): number => 10 ** (level / 10)
const levelOfPower = (power: number): number => 10 * Math.log10(power)

/** The last `length` values, the oldest overwritten. */
const recent = (length: number) => {
  const values = new Float64Array(length)
  let at = 0
  return {
    push: (value: number): void => {
      values[at] = value
      at = (at + 1) % length
    },
    mean: (): number => values.reduce((sum, value) => sum + value, 0) / length,
    greatest: (): number => Math.max(...values)
  }
}

/** Takes the power that is played in each frame, 0 for none; gives the level that an echo now may come from. */
const playedLevel = () => {
  const powers = recent(MEAN_FRAMES)
  const means = recent(ECHO_FRAMES)
  return (power: number): number => {
    powers.push(power)
    means.push(powers.mean())
    return levelOfPower(means.greatest())
  }
}

/** Decibels by which each level is above the noise of the place, which is learnt from them. */
const aboveNoise = () => {
  const learn = noiseFloor()
  let floor = LOWEST_FLOOR
  return (level: number, isNoise: boolean, inTurn: boolean): number => {
    const quick = inTurn ? RISE_IN_TURN : SHARE_OF_RISE * (level - floor)
    floor = learn(level, isNoise && quick > FLOOR_RISE ? quick : FLOOR_RISE)
    return level - floor
  }
}

export const makeFrameAnalyser = (activity: VoiceActivity) => {
  const ofWhole = aboveNoise()
  const ofLow = aboveNoise()
  const meter = voicingMeter()
  const played = playedLevel()
  const powers = recent(MEAN_FRAMES)
  /** As if the session had been silent before. */
  let voiceless = VOICELESS
  let echo = Number.NEGATIVE_INFINITY
  return {
    analyse: (
      frame: Int16Array,
      { inTurn, interruptionDecibels, playing, speech, threshold }: DetectionContext
    ): FrameFeatures => {
      const { low, whole } = meter.push(frame)
      const maybe = activity.hear(frame)
      const isNoise = voiceless > VOICELESS
      const above = Math.max(ofWhole(whole, isNoise, inTurn), ofLow(low, isNoise, inTurn))
      powers.push(powerOf(whole))
      echo = played(playing) + interruptionDecibels
      const { periodicity, tonal } = whole < SOFTEST ? NOTHING : meter.measure()
      const voiced = !tonal && periodicity > leastPeriodicity(threshold)
      voiceless = voiced ? 0 : voiceless + 1
      const least = leastAbove(threshold) * (voiced ? VOICED_SHARE : 1)
      return {
        active: (speech ?? (maybe && above > least)) && whole > Math.max(THRESHOLD, echo - BELOW_MEAN),
        isModels: speech !== undefined,
        voiced: speech ?? voiced,
        tonal: speech === undefined && tonal,
        overEcho: whole > echo,
        loud: (speech ?? above > least - HYSTERESIS) && whole > Math.max(SOFTEST, echo - HYSTERESIS)
      }
    },
    /** Whether the last tenth of a second is louder than the answer's echo can be. */
    isOverEcho: (): boolean => levelOfPower(powers.mean()) > echo,
    /** Whether what is no speech may be the answer's echo. */
    mayEcho: (): boolean => echo > THRESHOLD
  }
}
