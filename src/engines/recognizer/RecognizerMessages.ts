/** What the pool asks of a recognition worker, and what it answers. */
import type { Language } from "../../Domain.ts"
import type { RecognizedWord } from "../Recognizer.ts"

export type SessionMessage =
  /** The next piece of a session, which begins with its first: 16-bit samples at 16,000 Hz. */
  | { readonly tag: "piece"; readonly session: number; readonly language: Language; readonly samples: Int16Array }
  /** No more sound: what was said? Also of a session without pieces. */
  | { readonly tag: "finish"; readonly session: number; readonly language: Language }
  /** The session is over, complete or not. Has no answer. */
  | { readonly tag: "release"; readonly session: number }

export interface SessionText {
  /** All words so far. */
  readonly text: string
  /** UTF-16 code units of its beginning that change no more: every later text begins with them. */
  readonly settled: number
  /** After the last sound alone, else empty. */
  readonly words: ReadonlyArray<RecognizedWord>
  /** 0 to 1; 0 before the last sound. */
  readonly confidence: number
  /** False where the recogniser cannot have understood what it heard; true before the last sound. */
  readonly isUnderstood: boolean
}
