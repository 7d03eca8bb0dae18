/** WAV files: RIFF, one `fmt ` chunk, and the `data` chunk. */
import type { Sound } from "./AudioEncoder.ts"

export const HEADER_BYTES = 44

/** What the samples are: a format tag, their bits, and how many channels there are. */
export interface Layout {
  readonly tag: number
  readonly bits: number
  readonly channels: number
}
const pcm16: Layout = { tag: 1, bits: 16, channels: 1 }

/** What a player takes to mean "until the stream ends". */
const UNKNOWN = 0xffffffff

/**
 * The first 44 bytes of a WAV file with `dataBytes` bytes of samples at
 * `sampleRate` hertz; without a `layout` 16-bit mono. Without `dataBytes` the
 * sizes stand at their greatest value, for a stream whose end is not known.
 */
export const header = (options: {
  readonly sampleRate: number
  readonly dataBytes?: number
  readonly layout?: Layout
}): Uint8Array<ArrayBuffer> => {
  const { bits, channels, tag } = options.layout ?? pcm16
  const frameBytes = (channels * bits) / 8
  const view = new DataView(new ArrayBuffer(HEADER_BYTES))
  const name = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i))
  }
  name(0, "RIFF")
  view.setUint32(4, options.dataBytes === undefined ? UNKNOWN : options.dataBytes + HEADER_BYTES - 8, true)
  name(8, "WAVEfmt ")
  view.setUint32(16, 16, true)
  view.setUint16(20, tag, true)
  view.setUint16(22, channels, true)
  view.setUint32(24, options.sampleRate, true)
  view.setUint32(28, options.sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, bits, true)
  name(36, "data")
  view.setUint32(40, options.dataBytes ?? UNKNOWN, true)
  return new Uint8Array(view.buffer)
}

/** What is before the samples of a codec that packs them into blocks: the `fmt ` chunk with all that the codec needs to know. */
export const packedHeader = (options: {
  readonly sampleRate: number
  readonly layout: Layout
  readonly blockBytes: number
  readonly extension: Uint8Array
}): Buffer => {
  const { blockBytes, extension, layout, sampleRate } = options
  const plain = Buffer.from(header({ sampleRate, layout }))
  plain.writeUInt16LE(blockBytes, 32)
  plain.writeUInt32LE(16 + extension.length, 16)
  return Buffer.concat([plain.subarray(0, 36), extension, plain.subarray(36)])
}

/** A sound as a whole file. Samples lie in memory as in the file: whatever this runs on is little-endian. */
export const file = ({ sampleRate, samples }: Sound): Buffer<ArrayBuffer> =>
  Buffer.concat([
    header({ sampleRate, dataBytes: samples.byteLength }),
    new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)
  ])
