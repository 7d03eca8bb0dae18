/** What is around a clip's encoded pieces: the head of its file, before and after its end is known, and its last frame. */
import { type AudioFormat, type EncodedPiece, formats } from "./AudioEncoder.ts"
import type { Encoded } from "./Encoding.ts"
import * as Flac from "./Flac.ts"
import * as Mp3 from "./Mp3.ts"
import * as Ogg from "./Ogg.ts"
import * as Wav from "./Wav.ts"

/** What is known of a file at its end. */
interface Totals {
  /** Of the whole file, its head counted. */
  readonly bytes: number
  /** At the format's rate, of pieces that were encoded each for itself, and of those that one encoder took. */
  readonly whole: number
  readonly continued: number
}

/** What a file begins with, until its end is known where `totals` is left out: as long then as in the end. */
type Head = (totals?: Totals) => Uint8Array

const wav = (format: AudioFormat): Head => {
  const { sampleRate } = formats[format]
  return (totals) =>
    Wav.header({ sampleRate, ...(totals === undefined ? {} : { dataBytes: totals.bytes - Wav.HEADER_BYTES }) })
}

const heads: Readonly<Record<AudioFormat, Head>> = {
  mp3_44100: (totals) =>
    totals === undefined
      ? Mp3.infoFrame()
      : Mp3.infoFrame({
          // After whole pieces alone, one frame more takes the decoder's delay.
          frames: totals.whole / Mp3.FRAME_SAMPLES + (totals.continued > 0 ? Mp3.framesOf(totals.continued) : 1),
          bytes: totals.bytes,
          samples: totals.whole + totals.continued
        }),
  wav_44100: wav("wav_44100"),
  pcm_16000: wav("pcm_16000"),
  wav_24000: wav("wav_24000"),
  // Says nothing of the end, which the last page does.
  opus_48000: Ogg.head,
  flac_44100: (totals) => Flac.head(totals?.continued),
  aac_44100: () => new Uint8Array(0)
}

/** What a file begins with before its end is known: as long as what it begins with then. */
export const provisionalHead = (format: AudioFormat): Uint8Array => heads[format]()

/** Counts a clip's bytes and samples, puts the head before the first piece, and makes what follows the last. */
export const make = (format: AudioFormat) => {
  const head = heads[format]
  let bytes = 0
  let whole = 0
  let continued = 0
  const write = (encoded: Uint8Array): Uint8Array => {
    const written = bytes === 0 ? new Uint8Array(Buffer.concat([head(), encoded])) : encoded
    bytes += written.length
    return written
  }
  return {
    piece: (encoded: Encoded, isWholePiece: boolean): EncodedPiece => {
      if (isWholePiece) whole += encoded.samples
      else continued += encoded.samples
      // A head with nothing behind it is no piece that plays.
      return { bytes: encoded.bytes.length === 0 ? encoded.bytes : write(encoded.bytes) }
    },
    last: (rest: Encoded): EncodedPiece => {
      continued += rest.samples
      const written = write(format === "mp3_44100" && continued === 0 ? Mp3.silentFrame() : rest.bytes)
      return { bytes: written, head: head({ bytes, whole, continued }) }
    }
  }
}
