/** What is before each frame of AAC in a file of nothing else (ISO/IEC 14496-3, 1.A.3.2); made here: AAC-LC, 44,100 Hz, mono. */

const HEADER_BYTES = 7

/** The frame as it lies in the file. */
export const frame = (coded: Uint8Array): Uint8Array => {
  const length = HEADER_BYTES + coded.length
  const bytes = new Uint8Array(length)
  bytes.set([
    // Twelve ones; MPEG-4, no checksum.
    0xff,
    0xf1,
    // Low complexity (1), 44,100 Hz (4), one channel, of which the second half is in the next byte.
    (1 << 6) | (4 << 2),
    (1 << 6) | (length >> 11),
    (length >> 3) & 0xff,
    // A variable bitrate (eleven ones), one frame.
    ((length & 7) << 5) | 0x1f,
    0xfc
  ])
  bytes.set(coded, HEADER_BYTES)
  return bytes
}

const CHECKSUM_BYTES = 2

/** Without what is before it: the header, and a checksum where its first bits do not say that there is none. */
export const codedOf = (frame: Uint8Array): Uint8Array => {
  const [, flags = 0] = frame
  return frame.subarray(HEADER_BYTES + ((flags & 1) === 0 ? CHECKSUM_BYTES : 0))
}

/** What a frame's header says of all, as containers have it (AudioSpecificConfig, 1.6.2.1): profile, rate and channels. */
export const configOf = (frame: Uint8Array): Uint8Array => {
  const [, , rates = 0, channels = 0] = frame
  const profile = (rates >> 6) + 1
  const rate = (rates >> 2) & 0x0f
  const layout = ((rates & 1) << 2) | (channels >> 6)
  return new Uint8Array([(profile << 3) | (rate >> 1), ((rate & 1) << 7) | (layout << 3)])
}
