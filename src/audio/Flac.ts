/** What a FLAC file begins with (RFC 9639, sections 6 and 8.2): 44,100 Hz, mono, 16 bits. */

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
