/** A picture file as it was understood, before anything of it is decoded. */
import type { Orientation } from "./Exif.ts"

/** Types that every engine takes: `llama.cpp` and what is built on it read no others. */
export type TargetType = "image/jpeg" | "image/png"

export interface Source {
  /** A file that Bun's codecs decode: the picture as it came, or what was made of it. */
  readonly bytes: Uint8Array
  readonly target: TargetType
  readonly orientation: Orientation
  /** Whether an engine can be given these bytes: they are of the target's type, still, whole, and in no rare form. */
  readonly isFinal: boolean
  /** Something of what is shown is not in the file: it was cut off. Without, all of it is there as far as is known. */
  readonly isPartial?: boolean
  /** The same with something else in the place of what may have been cut off: where that shows the same, nothing was. */
  readonly filledUp?: Uint8Array
  /** What can be saved where the bytes do not decode. Throws `Unreadable` where that is nothing. */
  readonly salvage?: () => Promise<Uint8Array>
}
