/** A file's sound as it comes out of its container, before it is mixed and resampled. */
import type * as PacketDecoders from "./PacketDecoders.ts"

/** Some sound of the file. */
export interface Piece extends PacketDecoders.Piece {
  /**
   * Samples, of all up to the end of this piece, that may be an encoder's and not its client's sound. None of what
   * loses nothing, and of what says itself where its sound ends: LAME's tag of an MP3, the granules of Ogg, the
   * edit list of an MP4 or its tag of iTunes. WebM, as its reader gives it, and an MP3 without a tag do not say.
   */
  readonly padding: number
  /** Whether it is silence that the file's clock asks for, and nothing that was decoded. */
  readonly isPause?: boolean
}

/** Some sound, or word that there was none in what was looked at. */
export type Pieces = AsyncGenerator<Piece | undefined>

/** Takes a short sentence about what was met and passed over. */
export type Note = (sentence: string) => void
