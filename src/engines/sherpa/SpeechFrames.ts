/**
 * Whether somebody speaks, frame by frame, from the native library's detector. That gathers all of a stretch of speech, and
 * copies it anew with every window: so a stretch is ended after a second, which leaves what the model knows as it is.
 */
import type { Addon } from "./Addon.ts"
import { detectingConfigOf } from "./DetectingConfig.ts"
import type { StoredModel } from "./StoredModel.ts"

type Library = Pick<
  Addon,
  | "createVoiceActivityDetector"
  | "voiceActivityDetectorAcceptWaveform"
  | "voiceActivityDetectorIsDetected"
  | "voiceActivityDetectorFlush"
  | "voiceActivityDetectorClear"
  | "voiceActivityDetectorReset"
>

/** Frames of 20 ms of a stretch of speech. */
const STRETCH = 50
/** Seconds of sound for which the library makes room: a stretch, and what comes before it. */
const ROOM = 3
/** Frames after a stretch was ended until a further window of 32 ms is complete. */
const UNKNOWN = 2

/** What hears one sound. */
export interface SpeechFrames {
  /** As `DetectingRequest`. */
  readonly threshold: number
  /** Whether somebody speaks as far as is known at the end of this frame: of its last window of 32 ms that is complete. */
  readonly hear: (frame: Float32Array) => boolean
  /** As if nothing had been heard. */
  readonly reset: () => void
}

export const makeSpeechFrames = (library: Library, model: StoredModel, threshold: number): SpeechFrames => {
  const detector = library.createVoiceActivityDetector(detectingConfigOf(model, threshold), ROOM)
  /** Frames of the stretch so far. */
  let stretch = 0
  /** Frames of which the library cannot say yet that nobody speaks. */
  let unknown = 0
  return {
    threshold,
    hear: (frame) => {
      library.voiceActivityDetectorAcceptWaveform(detector, frame)
      if (library.voiceActivityDetectorIsDetected(detector)) {
        unknown = 0
        if (++stretch < STRETCH) return true
        library.voiceActivityDetectorFlush(detector)
        library.voiceActivityDetectorClear(detector)
        stretch = 0
        unknown = UNKNOWN
        return true
      }
      if (stretch > 0) library.voiceActivityDetectorClear(detector)
      stretch = 0
      return unknown-- > 0
    },
    reset: () => {
      library.voiceActivityDetectorReset(detector)
      stretch = 0
      unknown = 0
    }
  }
}

/** How sure a model may have to be, in tenths. */
const LEAST = 1
const MOST = 9

const tenth = (threshold: number): number => Math.min(MOST, Math.max(LEAST, Math.round(10 * threshold))) / 10

/** Sounds at once of one process: each has the whole model for itself, as the library has it. */
export const MOST_SOUNDS = 32

/**
 * The sounds of a process. What heard one that is over hears another: its memory would be given back only when nothing
 * refers to it and the runtime looks for such.
 */
export const makeSounds = (library: Library, model: StoredModel) => {
  const open = new Map<string, SpeechFrames | undefined>()
  const free: Array<SpeechFrames> = []

  const release = (name: string): void => {
    const frames = open.get(name)
    open.set(name, undefined)
    if (frames === undefined) return
    frames.reset()
    free.push(frames)
  }

  const take = (name: string, threshold: number): SpeechFrames => {
    const known = open.get(name)
    if (known?.threshold === threshold) return known
    release(name)
    const at = free.findIndex((one) => one.threshold === threshold)
    const [other] = at < 0 ? [] : free.splice(at, 1)
    const used = Array.from(open.values()).filter((one) => one !== undefined).length
    if (other === undefined && used + free.length >= MOST_SOUNDS) {
      free.shift()
      Bun.gc(true)
    }
    const frames = other ?? makeSpeechFrames(library, model, threshold)
    open.set(name, frames)
    return frames
  }

  return {
    /** False where there are too many. */
    open: (name: string): boolean => {
      if (open.size >= MOST_SOUNDS) return false
      open.set(name, undefined)
      return true
    },
    /** What hears a sound that is open; none where it is over, as what was asked of it before may come behind its end. */
    of: (name: string, threshold: number): SpeechFrames | undefined =>
      open.has(name) ? take(name, tenth(threshold)) : undefined,
    close: (name: string): void => {
      release(name)
      open.delete(name)
    }
  }
}
