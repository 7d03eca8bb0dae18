/** What a process that hears where somebody speaks is asked, and what it answers. */
export type DetectingRequest =
  /** Begins the sound of this name. */
  | { readonly _tag: "Open"; readonly name: string }
  /** The sound goes on: whole frames of 16-bit samples at 16,000 Hz, as bytes. `threshold`: how sure the model must be, 0 to 1. */
  | { readonly _tag: "Hear"; readonly name: string; readonly sound: Uint8Array; readonly threshold: number }
  /** The sound is over; has no answer. */
  | { readonly _tag: "Close"; readonly name: string }
  /** As many sounds are begun as the process takes, and one is heard. */
  | { readonly _tag: "Try"; readonly sound: Uint8Array }

export interface DetectingAnswer {
  /** Whether there are as many sounds as the process takes: this one is not begun. */
  readonly isFull: boolean
  /** Whether somebody speaks, of each frame. */
  readonly speech: ReadonlyArray<boolean>
  /** Seconds that hearing it took, without what begins sounds; 0 where it was not tried. */
  readonly seconds: number
  /** The most memory that the process has had, in bytes; 0 where it was not tried. */
  readonly memory: number
}
