/** A sound file that is decoded while it comes, such as a browser's recorder makes it. Plain, for worker threads. */
import type * as PacketDecoders from "./PacketDecoders.ts"

/** Decoded sound, in its own rate and channels; nothing where some work was done that made none. */
export type GrowingPieces = AsyncGenerator<PacketDecoders.Piece | undefined>

export interface Growing {
  /**
   * What is decoded with bytes that come behind those before; to be read to its end before the next. Another file of
   * the kind may follow at once. Throws `Undecodable`.
   */
  readonly push: (bytes: Uint8Array) => GrowingPieces
  /** What waits for its end, as if there was one; more may come all the same, but where it `isOver`. */
  readonly drain: (isOver: boolean) => GrowingPieces
  readonly free: () => void
}

/** Bytes of the largest part of a file that is kept until it is whole. */
export const LARGEST_PART = 4 * 1024 * 1024
