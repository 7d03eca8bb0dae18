/** The longest frame of a client that sockets take. */
import { PayloadTooLarge, type Problem } from "../Errors.ts"

/** Each character of the longest text message has up to three bytes. Bun's own limit is beyond this one. */
const MOST_BYTES = 256 * 1024

const MOST_BYTES_OF_UNIT = 3

export const isOversized = (frame: string | Uint8Array): boolean => {
  const isText = typeof frame === "string"
  if (frame.length * (isText ? MOST_BYTES_OF_UNIT : 1) <= MOST_BYTES) return false
  return !isText || Buffer.byteLength(frame) > MOST_BYTES
}

export const oversized: Problem = new PayloadTooLarge({
  message: `a frame may have at most ${MOST_BYTES} bytes; send what is longer in several`
})
