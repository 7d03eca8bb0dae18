/**
 * Reads `mp3-frames-v1` (wire contract, section 5): frames of a 4-byte big-endian
 * length and that many bytes of MP3; a length of zero, and then JSON to the end.
 */
import { BrokenOff } from "../retry.ts"

const LENGTH_BYTES = 4
/** Bytes of the longest frame. */
const MAX_FRAME = 2 * 1024 * 1024

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}

/**
 * Gives each frame to `onFrame` as soon as it is whole; the JSON at the end.
 * Rejects with `BrokenOff` where the bytes end before that.
 */
export const readFrames = async (
  body: ReadableStream<Uint8Array>,
  onFrame: (frame: Uint8Array<ArrayBuffer>) => void
): Promise<unknown> => {
  const reader = body.getReader()
  let bytes = new Uint8Array(0)
  let isEnding = false
  const takeFrames = () => {
    while (!isEnding && bytes.length >= LENGTH_BYTES) {
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
      if (length > MAX_FRAME) throw new BrokenOff(`a frame of ${length} bytes is no frame`)
      if (bytes.length < LENGTH_BYTES + length) return
      if (length > 0) onFrame(bytes.slice(LENGTH_BYTES, LENGTH_BYTES + length))
      isEnding = length === 0
      bytes = bytes.subarray(LENGTH_BYTES + length)
    }
  }
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes = joined(bytes, part.value)
    takeFrames()
  }
  try {
    if (isEnding) return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // Cut short within the JSON.
  }
  throw new BrokenOff("the answer broke off before its end")
}
