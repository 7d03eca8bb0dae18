/** What the pool asks of a synthesis worker, and what it answers. */
import type { Language } from "../../Domain.ts"
import type { Lexicon, Reading } from "../../text/reading/Reading.ts"
import type { VoiceTimbre, WordMark } from "../Synthesizer.ts"

/** Words, without digits and signs, whose length in time is asked for. */
export interface SpokenWords {
  readonly text: string
  readonly voice: Pick<VoiceTimbre, "language" | "rate">
  /** Pace as a factor, 0.25 to 4. */
  readonly speed: number
}

/** One phrase to be spoken. */
export interface PhraseRequest {
  /** As the client wrote it. */
  readonly text: string
  readonly language: Language
  /** What is said for it, where it has been read; else the engine reads it, by the client's own words. */
  readonly reading?: Reading
  readonly lexicon?: Lexicon
  readonly variant: string
  readonly pitch: number
  /** Within `slowest` and `fastest`. */
  readonly wordsPerMinute: number
  /** How many times faster than the engine speaks it the sound is to be; 1 if not said. */
  readonly tempo?: number
  /** Whether the sound is wanted in pieces while it is made, before it is answered whole. */
  readonly inPieces?: boolean
}

/** A piece of what is being spoken. All of them, in order, are what the whole sound begins with. */
export type SoundPiece = Int16Array<ArrayBuffer>

export interface PhraseSound {
  /** Mono, 16-bit, `sampleRate` hertz; a multiple of `frame` long, with a silent end of more than one frame. */
  readonly samples: Int16Array<ArrayBuffer>
  readonly words: ReadonlyArray<WordMark>
}

/** Hertz; what eSpeak NG's voices are made for. */
export const sampleRate = 22_050

/**
 * Samples of an MP3 frame (1,152 at 44,100 Hz) at our rate. Phrases of whole
 * frames with a silent end can be encoded each for itself, and join gapless.
 */
export const frame = 576

/** Samples of silence that a phrase ends in, at least: 2 ms past a frame, the reach of the resampler's filter. */
export const shortestSilence = frame + Math.round(0.002 * sampleRate)

/** The engine's limits of pace, in words a minute; it clamps silently to them. */
const slowest = 80
const fastest = 450

/** Factors of speed that the engine takes to by itself. */
const slowestSpeed = 0.5
const fastestSpeed = 2
/** What it speaks at where more is wanted: in proportion still, as it is at double speed no more (`DurationEstimate.atPace`). */
const hastenedSpeed = 1.5

const ownSpeed = (speed: number): number => (speed > fastestSpeed ? hastenedSpeed : Math.max(slowestSpeed, speed))

/** The engine's pace for a voice at a factor of speed. */
export const wordsPerMinute = (rate: number, speed: number): number =>
  Math.min(fastest, Math.max(slowest, Math.round(rate * ownSpeed(speed))))

/** How many times faster than the engine's the pace is then to be: 1 from half to double speed. */
export const tempoOf = (speed: number): number => speed / ownSpeed(speed)
