/**
 * Pixels that were read or put together here. They lie in a bitmap file of their
 * own from the start, which is what Bun's codecs take pixels in.
 */
import { DAMAGED, Unreadable } from "../Unreadable.ts"

/** Pixels of a picture, read from its header before any is decoded: 200 MB once it is. */
export const MAX_PIXELS = 50_000_000

export const TOO_MANY_PIXELS = `has more than ${MAX_PIXELS / 1_000_000} million pixels`

/** Throws `Unreadable` where there is nothing, or more than is decoded. */
export const checkSize = (width: number, height: number): void => {
  if (width * height > MAX_PIXELS) throw new Unreadable(TOO_MANY_PIXELS)
  if (width < 1 || height < 1) throw new Unreadable(DAMAGED)
}

/** BITMAPV4HEADER, which says where the alpha of a pixel is. */
const HEADER = 108
/** Where pixels begin: behind the headers, at a multiple of their size. */
const START = 124
const BIT_FIELDS = 3
const PIXEL_BYTES = 4

export interface Raster {
  readonly width: number
  readonly height: number
  /** In rows from the top, as `pixelOf` makes them. */
  readonly pixels: Uint32Array
  /** The bitmap file whose pixels these are. */
  readonly file: Buffer
}

/** A transparent raster. Throws `Unreadable` before it takes memory where it would be too large. */
export const make = (width: number, height: number): Raster => {
  checkSize(width, height)
  const file = Buffer.alloc(START + width * height * PIXEL_BYTES)
  file.write("BM", "latin1")
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(START, 10)
  file.writeUInt32LE(HEADER, 14)
  file.writeInt32LE(width, 18)
  // Negative: from the top.
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(PIXEL_BYTES * 8, 28)
  file.writeUInt32LE(BIT_FIELDS, 30)
  for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) file.writeUInt32LE(mask, 54 + index * 4)
  return { width, height, pixels: new Uint32Array(file.buffer, file.byteOffset + START), file }
}

export const OPAQUE = 255

/** Blue in the lowest eight bits, then green, red and alpha. */
export const pixelOf = (red: number, green: number, blue: number, alpha = OPAQUE): number =>
  ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0

export const BLACK = pixelOf(0, 0, 0)

/** Copies `from` to the place whose left upper corner is given; what lies outside is left out. */
export const place = (from: Raster, to: Raster, left: number, top: number): void => {
  const columns = Math.max(0, Math.min(from.width, to.width - left))
  for (let y = 0; y < Math.min(from.height, to.height - top); y++) {
    const start = y * from.width
    to.pixels.set(from.pixels.subarray(start, start + columns), (top + y) * to.width + left)
  }
}
