/** What a process that hears is asked, and what it answers. */
import type { Language } from "../../Domain.ts"
import type { RecognizedWord } from "../Recognizer.ts"

export interface HearingRequest {
  readonly language: Language
  /** 16-bit samples at 16,000 Hz, as bytes. */
  readonly sound: Uint8Array
}

/** A word with its times, and how sure the model is of it, where it says so. */
export type HeardWord = Pick<RecognizedWord, "text" | "start" | "end"> & Partial<Pick<RecognizedWord, "confidence">>

export interface HearingAnswer {
  readonly text: string
  /** With times from the beginning of the sound; empty where the model does not time what it hears. */
  readonly words: ReadonlyArray<HeardWord>
  /** 0 to 1; absent where the model does not say how sure it is. */
  readonly confidence?: number
  /** The most memory that the process has had, in bytes. */
  readonly memory: number
}
