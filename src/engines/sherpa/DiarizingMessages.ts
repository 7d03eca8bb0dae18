/** What a process that tells speakers apart is asked, and what it answers. No embedding of a voice is part of either. */
import type { SpeakerCount, SpeakerTurn } from "../Diarizer.ts"

export interface DiarizingRequest {
  /** 16-bit samples at 16,000 Hz, as bytes. */
  readonly sound: Uint8Array
  readonly speakers: SpeakerCount
  /** Whether the model of voices is tried by itself, too: in a sound in which nobody speaks the other does not ask it. */
  readonly isTrial?: true
}

export interface DiarizingAnswer {
  /** By their starts. */
  readonly turns: ReadonlyArray<SpeakerTurn>
  /** The most memory that the process has had, in bytes. */
  readonly memory: number
}
