/** GSM 06.10, full rate: frames of 160 samples, bare or two by two as WAV packs them. */
import { decoder as aiffDecoder } from "@audio/decode-aiff"
import { MAX_SECONDS } from "./Decoding.ts"
import type { Pieces } from "./Pieces.ts"

const FRAME_BYTES = 33
const FRAME_SAMPLES = 160
/** Two frames without the four bits that a bare one begins with. */
export const PACKED_BYTES = 65
const PACKED_FRAMES = 2
export const PACKED_SAMPLES = PACKED_FRAMES * FRAME_SAMPLES
/** What a bare frame begins with, in its upper half. */
const MARK = 0xd0
const RATE = 8_000

/** Bits of a frame's numbers in their order (GSM 06.10, table 1.1): eight of the filter; of each quarter lag, gain, grid, the largest sample and thirteen. */
const FILTER = [6, 6, 5, 5, 4, 4, 3, 3]
const QUARTER = [7, 2, 2, 6, ...Array.from({ length: 13 }, () => 3)]
const WIDTHS: ReadonlyArray<number> = [...FILTER, ...QUARTER, ...QUARTER, ...QUARTER, ...QUARTER]
const FRAME_BITS = WIDTHS.reduce((sum, width) => sum + width, 0)

/** Frames of a bare file that are looked at: each must begin with the mark. */
const LEAST_FRAMES = 4
const MOST_LOOKED_AT = 64

/** Whether bytes without a header are frames. */
export const isBare = (file: Uint8Array): boolean => {
  const frames = Math.floor(file.length / FRAME_BYTES)
  return (
    frames >= LEAST_FRAMES &&
    Array.from({ length: Math.min(frames, MOST_LOOKED_AT) }, (_, at) => file[at * FRAME_BYTES] ?? 0).every(
      (byte) => (byte & 0xf0) === MARK
    )
  )
}

/** One bit of WAV's packing, which begins with the lowest of each byte. */
const packedBit = (bytes: Uint8Array, at: number): number => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1
const bareBit = (bytes: Uint8Array, at: number): number => ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1

/**
 * A frame as the decoder (@audio/decode-aiff 1.3.0) reads it: from the first bit on, without the mark of bare frames.
 */
const frameOf = (bytes: Uint8Array, from: number, isPacked: boolean): Uint8Array => {
  const frame = new Uint8Array(FRAME_BYTES)
  let at = 0
  for (const width of WIDTHS) {
    for (let bit = 0; bit < width; bit++) {
      const value = isPacked ? packedBit(bytes, from + at + width - 1 - bit) : bareBit(bytes, from + at + bit)
      const place = at + bit
      frame[place >> 3] = (frame[place >> 3] ?? 0) | (value << (7 - (place & 7)))
    }
    at += width
  }
  return frame
}

/** The frames one after another; of what is longer than is taken, no more than shows that. */
const framesOf = (data: Uint8Array, sampleRate: number, isPacked: boolean): ReadonlyArray<Uint8Array> => {
  const most = Math.ceil(((MAX_SECONDS + 1) * sampleRate) / FRAME_SAMPLES)
  const count = isPacked
    ? PACKED_FRAMES * Math.floor(data.length / PACKED_BYTES)
    : Math.floor(data.length / FRAME_BYTES)
  return Array.from({ length: Math.min(most, count) }, (_, at) => {
    const from = isPacked
      ? 8 * PACKED_BYTES * Math.floor(at / PACKED_FRAMES) + (at % PACKED_FRAMES) * FRAME_BITS
      : 8 * FRAME_BYTES * at + 4
    return frameOf(data, from, isPacked)
  })
}

/** A file as the decoder takes it: a description of `frames`, and these. */
const aifc = (frames: ReadonlyArray<Uint8Array>): Buffer => {
  const sound = Buffer.concat(frames)
  const head = Buffer.alloc(12 + 8 + 24 + 16)
  head.write("FORM", "latin1")
  head.writeUInt32BE(head.length - 8 + sound.length, 4)
  head.write("AIFCCOMM", 8, "latin1")
  head.writeUInt32BE(24, 16)
  head.writeUInt16BE(1, 20)
  head.writeUInt32BE(frames.length, 22)
  head.writeUInt16BE(16, 26)
  // 8,000 as an extended number of 80 bits: its rate is put right behind the decoder.
  head.writeUInt16BE(16_383 + 12, 28)
  head.writeUInt32BE(RATE * 2 ** 19, 30)
  head.write("GSM ", 38, "latin1")
  head.write("SSND", 44, "latin1")
  head.writeUInt32BE(8 + sound.length, 48)
  return Buffer.concat([head, sound])
}

/** Samples that are given at once. */
const STRETCH = 16_384

/** The sound of frames: bare ones, or packed two by two as in a WAV. */
export async function* gsmPieces(data: Uint8Array, sampleRate = RATE, isPacked = false): Pieces {
  const frames = framesOf(data, sampleRate, isPacked)
  if (frames.length === 0) return
  const decoder = aiffDecoder()
  try {
    decoder.decode(aifc(frames))
    const [samples = new Float32Array(0)] = decoder.flush().channelData
    for (let at = 0; at < samples.length; at += STRETCH)
      yield { channelData: [samples.subarray(at, at + STRETCH)], sampleRate, padding: 0 }
  } finally {
    decoder.free()
  }
}
