/** What a FLAC file begins with (RFC 9639, sections 6 and 8.2): 44,100 Hz, mono, 16 bits; and where a frame ends. */

/** Samples in a frame, the last one perhaps excepted: what libFLAC takes at its level 5. */
const BLOCK_SAMPLES = 4_096
const RATE = 44_100
const BITS = 16

const MARK_BYTES = 4
const STREAM_INFO_BYTES = 34

/**
 * The mark and the one block of metadata, for a sound of `samples`; 0 says, as
 * its sizes of frames and its checksum of the samples do, that it is not known.
 */
export const head = (samples = 0): Uint8Array => {
  const bytes = Buffer.alloc(MARK_BYTES + 4 + STREAM_INFO_BYTES)
  bytes.write("fLaC", "latin1")
  // The last block of metadata, and the first kind of them.
  bytes.writeUInt32BE(0x8000_0000 + STREAM_INFO_BYTES, MARK_BYTES)
  const info = MARK_BYTES + 4
  bytes.writeUInt16BE(BLOCK_SAMPLES, info)
  bytes.writeUInt16BE(BLOCK_SAMPLES, info + 2)
  // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
  bytes.writeBigUInt64BE((BigInt(RATE) << 44n) | (BigInt(BITS - 1) << 36n) | BigInt(samples), info + 10)
  return bytes
}

/** CRC-16 with the polynomial 0x8005, a byte at a time. */
const CRCS = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1
  return crc
})

/** The frame that bytes begin with, without what stands behind it: a frame ends with a checksum of all of it. */
export const frameIn = (bytes: Uint8Array): Uint8Array => {
  let crc = 0
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    crc = ((crc << 8) & 0xff00) ^ (CRCS[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0)
    if (crc === 0) end = at + 1
  }
  return end > 2 ? bytes.subarray(0, end) : bytes
}
