/** What is around a clip's encoded pieces: the head of its file, before and after its end is known, and its last frame. */
import { type AudioFormat, type EncodedPiece, formats } from "./AudioEncoder.ts"
import type { Encoded } from "./Encoding.ts"
import * as Mp3 from "./Mp3.ts"
import * as Wav from "./Wav.ts"

/** What a file begins with before its end is known: as long as what it begins with then. */
export const provisionalHead = (format: AudioFormat): Uint8Array =>
  format === "mp3_44100" ? Mp3.infoFrame() : Wav.header({ sampleRate: formats[format].sampleRate })

/** Counts a clip's bytes and samples, puts the head before the first piece, and makes what follows the last. */
export const make = (format: AudioFormat) => {
  let bytes = 0
  let whole = 0
  let continued = 0
  const write = (encoded: Uint8Array): Uint8Array => {
    const written = bytes === 0 ? new Uint8Array(Buffer.concat([provisionalHead(format), encoded])) : encoded
    bytes += written.length
    return written
  }
  const head = () =>
    format === "mp3_44100"
      ? Mp3.infoFrame({
          // After whole pieces alone, one frame more takes the decoder's delay.
          frames: whole / Mp3.FRAME_SAMPLES + (continued > 0 ? Mp3.framesOf(continued) : 1),
          bytes,
          samples: whole + continued
        })
      : Wav.header({ sampleRate: formats[format].sampleRate, dataBytes: bytes - Wav.HEADER_BYTES })
  return {
    piece: (encoded: Encoded, isWholePiece: boolean): EncodedPiece => {
      if (isWholePiece) whole += encoded.samples
      else continued += encoded.samples
      return { bytes: write(encoded.bytes) }
    },
    last: (rest: Encoded): EncodedPiece => {
      continued += rest.samples
      const written = write(format === "mp3_44100" && continued === 0 ? Mp3.silentFrame() : rest.bytes)
      return { bytes: written, head: head() }
    }
  }
}
