/** The header of an Opus stream (RFC 7845, section 5.1), as its decoder takes it. */
import type { OpusOptions } from "@audio/decode-opus/core"

const MAGIC = "OpusHead"
/** Bytes without a channel mapping. */
const LENGTH = 19
/** More than any sound file for people has. */
const MOST_CHANNELS = 8
/** Hertz above which no rate is that of what was encoded. */
const FASTEST_RATE = 0x00_ff_ff_ff

/**
 * Where the channels of mapping family 1 (RFC 7845, section 5.1.1.2), by their
 * number, lie in the order of WAV: L R C, low frequencies, and those around.
 */
const WAV_ORDER: Readonly<Record<number, ReadonlyArray<number>>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 3, 4, 5],
  8: [0, 2, 1, 7, 3, 4, 5, 6]
}

/** What `header` says; undefined where it is none, or one of no use. */
export const parse = (header: Uint8Array): OpusOptions | undefined => {
  const bytes = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
  if (bytes.length < LENGTH || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined
  const channels = bytes.readUInt8(9)
  if (channels < 1 || channels > MOST_CHANNELS) return undefined
  const family = bytes.readUInt8(18)
  // GStreamer 1.22 writes the numbers of an MP4's header with their bytes swapped.
  const isSwapped = bytes.readUInt32LE(12) > FASTEST_RATE
  const basic = {
    channels,
    preSkip: isSwapped ? bytes.readUInt16BE(10) : bytes.readUInt16LE(10),
    outputGain: isSwapped ? bytes.readInt16BE(16) : bytes.readInt16LE(16)
  }
  if (family === 0) return channels <= 2 ? basic : undefined
  if (bytes.length < LENGTH + 2 + channels) return undefined
  const mapping = Array.from(bytes.subarray(21, 21 + channels))
  const order = family === 1 ? WAV_ORDER[channels] : undefined
  return {
    ...basic,
    streamCount: bytes.readUInt8(19),
    coupledStreamCount: bytes.readUInt8(20),
    channelMappingTable: order === undefined ? mapping : order.map((at) => mapping[at] ?? 0)
  }
}
