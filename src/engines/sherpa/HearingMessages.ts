/** What a process that hears is asked, and what it answers. */
import type { Language } from "../../Domain.ts"
import type { RecognizedWord } from "../Recognizer.ts"

export interface HearingRequest {
  readonly language: Language
  /** 16-bit samples at 16,000 Hz, as bytes. */
  readonly sound: Uint8Array
}

export interface HearingAnswer {
  readonly text: string
  /** With times from the beginning of the sound; empty where the model does not time what it hears. */
  readonly words: ReadonlyArray<Pick<RecognizedWord, "text" | "start" | "end">>
  /** The most memory that the process has had, in bytes. */
  readonly memory: number
}
