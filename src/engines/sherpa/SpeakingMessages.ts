/** What a process that speaks is asked, and what it answers. */
import type { Language } from "../../Domain.ts"

export interface SpeakingRequest {
  /** One phrase in words. */
  readonly text: string
  readonly language: Language
  /** Which of the model's speakers, from 0. */
  readonly speaker: number
  /** Pace as a factor, 1 is neutral. */
  readonly speed: number
  /** Seconds of silence behind it. */
  readonly pause: number
}

export interface SpeakingAnswer {
  /** 16-bit samples, mono, as bytes. */
  readonly sound: Uint8Array
  readonly sampleRate: number
  /** Samples of speech, behind which is silence. */
  readonly speech: number
  /** The most memory that the process has had, in bytes. */
  readonly memory: number
}
