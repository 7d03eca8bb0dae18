/** What is before each frame of AAC in a file of nothing else (ISO/IEC 14496-3, 1.A.3.2): AAC-LC, 44,100 Hz, mono. */

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
