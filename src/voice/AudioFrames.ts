/**
 * `mp3-frames-v1` (wire contract, section 5): frames of a 4-byte big-endian
 * length and that many bytes; a length of zero, and then JSON to the end.
 */

/** The value of the header that names the layout. */
export const PROTOCOL = "mp3-frames-v1"
/** The longest frame, in bytes; clients refuse longer ones. */
export const MAX_FRAME_BYTES = 2 * 1024 * 1024
const LENGTH_BYTES = 4

const lengthOf = (length: number): Uint8Array => {
  const bytes = new Uint8Array(LENGTH_BYTES)
  new DataView(bytes.buffer).setUint32(0, length)
  return bytes
}

/** One frame, or several where the bytes are more than one holds. Nothing for no bytes: a zero length is the end. */
export const frame = (bytes: Uint8Array): Uint8Array => {
  const parts: Array<Uint8Array> = []
  for (let start = 0; start < bytes.length; start += MAX_FRAME_BYTES) {
    const part = bytes.subarray(start, start + MAX_FRAME_BYTES)
    parts.push(lengthOf(part.length), part)
  }
  return Buffer.concat(parts)
}

/** The end of the audio, and what became of it. */
export const ending = (outcome: unknown): Uint8Array =>
  Buffer.concat([lengthOf(0), new TextEncoder().encode(JSON.stringify(outcome))])
