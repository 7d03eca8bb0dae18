/** The sound of an MP3: its decoder finds the frames by itself, past tags and damage. */
import { CUT_OFF, NOTHING, Undecodable } from "./DecodingFailures.ts"
import * as Mp3 from "./Mp3.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note, Pieces } from "./Pieces.ts"
import { withoutTail } from "./Tags.ts"

/** Bytes of MP3 that are decoded at once: 30 s at the lowest bitrate that there is, 0.3 s at a usual one. */
const MP3_PIECE = 4096

/**
 * Frames that an encoder adds at most: AAC's run-in is two and MP3's one and the decoder's, the sound fills the last
 * one by chance, and some encoders send one more (measured: up to 2.4, of MP3 at 8,000 Hz).
 */
export const PADDING_FRAMES = 4

/** Samples of a frame of MP3, by its rate: those of MPEG-2 are half as long. */
const mp3Frame = (sampleRate: number): number => (sampleRate < 32_000 ? 576 : 1152)

/** All of an MP3; what LAME's tag says is padding is left out. */
export async function* mp3Pieces(given: Uint8Array, note: Note = () => {}): Pieces {
  if (Mp3.isCutOff(given)) note(CUT_OFF)
  const file = withoutTail(given)
  const decoder = await PacketDecoders.mp3()
  const frames = Mp3.saysItsLength(file) ? 0 : PADDING_FRAMES
  let hasSound = false
  try {
    for (let at = 0; at < file.length; at += MP3_PIECE) {
      const decoded = decoder.decode(file.subarray(at, at + MP3_PIECE))
      hasSound ||= decoded.length > 0
      for (const piece of decoded) yield { ...piece, padding: frames * mp3Frame(piece.sampleRate) }
      if (decoded.length === 0) yield undefined
    }
  } finally {
    decoder.free()
  }
  if (!hasSound) throw new Undecodable(NOTHING)
}
