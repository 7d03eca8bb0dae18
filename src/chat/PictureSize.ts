/** The size of a picture by its header, and what that means for a model that looks at it. */
import { LONGEST_SIDE } from "./documents/Pictures.ts"
import { headerOf } from "./documents/pictures/Jpeg.ts"

/** Pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** What is assumed of a picture whose header is not understood: as large as they may be. */
const largest: Size = { width: LONGEST_SIDE, height: LONGEST_SIDE }

const png = (view: DataView): Size => ({ width: view.getUint32(16), height: view.getUint32(20) })

const webp = (view: DataView): Size => {
  const kind = view.getUint8(15)
  if (kind === 0x20) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind === 0x4c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000 + 1
  return { width: side(24), height: side(27) }
}

const sizeOf = (bytes: Uint8Array): Size => {
  if (bytes.length < 32) return largest
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) === 0x8950_4e47) return png(view)
  if (view.getUint16(0) === 0xffd8)
    return headerOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).frame ?? largest
  return view.getUint32(0) === 0x5249_4646 ? webp(view) : largest
}

/** Pixels of a side of the square that a model makes one token of; the smallest in use (Qwen's). */
const PATCH = 28
/** Tokens of the smallest picture: hosted models take 258 for any, our own count 800. */
export const LEAST_TOKENS = 800

/** More tokens than models count for a picture of this size. */
export const mostTokensOfPicture = (bytes: Uint8Array): number => {
  const { height, width } = sizeOf(bytes)
  const patches = (side: number) => Math.ceil(Math.min(side, LONGEST_SIDE) / PATCH) + 1
  return Math.max(LEAST_TOKENS, patches(width) * patches(height))
}
