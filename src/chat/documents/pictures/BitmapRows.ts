/** Rows of a bitmap that are not compressed: indices into a palette, or colours in bits of their own. */
import { BLACK, OPAQUE, pixelOf, type Raster } from "./Raster.ts"

export interface BitmapHeader {
  readonly width: number
  readonly height: number
  /** Else the first row is the lowest. */
  readonly isFromTop: boolean
  /** Bits of a pixel. */
  readonly bits: number
  /** What there is of its rows. */
  readonly data: Buffer
  /** 256 pixels; undefined where what is in the rows are colours themselves. */
  readonly palette: Uint32Array | undefined
  /** Where red, green, blue and alpha are in a pixel of 16 or 32 bits. */
  readonly masks: ReadonlyArray<number>
}

/** Where the row that comes `index`th in the file begins among the raster's pixels. */
export const rowStart = ({ height, isFromTop, width }: BitmapHeader, index: number): number =>
  (isFromTop ? index : height - 1 - index) * width

/** How a part of a pixel becomes eight bits. */
const partOf = (mask: number) => {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (value: number): number => (most === 0 ? 0 : Math.round((((value & mask) >>> shift) * 255) / most))
}

type ReadRow = (row: Buffer, to: number, count: number) => void

const indexedRow = (bits: number, palette: Uint32Array, { pixels }: Raster): ReadRow => {
  const perByte = 8 / bits
  const mask = (1 << bits) - 1
  return (row, to, count) => {
    for (let x = 0; x < count; x++) {
      const byte = row[Math.floor(x / perByte)] ?? 0
      pixels[to + x] = palette[(byte >> (8 - bits * ((x % perByte) + 1))) & mask] ?? BLACK
    }
  }
}

const trueColorRow =
  ({ pixels }: Raster): ReadRow =>
  (row, to, count) => {
    for (let x = 0; x < count; x++) {
      pixels[to + x] = pixelOf(row[x * 3 + 2] ?? 0, row[x * 3 + 1] ?? 0, row[x * 3] ?? 0)
    }
  }

const maskedRow = (bits: number, masks: ReadonlyArray<number>, { pixels }: Raster): ReadRow => {
  const [red = 0, green = 0, blue = 0, alpha = 0] = masks
  const [redOf, greenOf, blueOf, alphaOf] = [partOf(red), partOf(green), partOf(blue), partOf(alpha)]
  return (row, to, count) => {
    for (let x = 0; x < count; x++) {
      const value = bits === 16 ? row.readUInt16LE(x * 2) : row.readUInt32LE(x * 4)
      const shown = alpha === 0 ? OPAQUE : alphaOf(value)
      pixels[to + x] = pixelOf(redOf(value), greenOf(value), blueOf(value), shown)
    }
  }
}

const makeOpaque = ({ pixels }: Raster): void => {
  for (let at = 0; at < pixels.length; at++) pixels[at] = (pixels[at] ?? 0) | BLACK
}

/** Alpha is the highest part of a pixel. */
const isTransparent = ({ pixels }: Raster): boolean => pixels.every((pixel) => pixel >>> 24 === 0)

const readerOf = ({ bits, masks, palette }: BitmapHeader, raster: Raster): ReadRow => {
  if (palette !== undefined) return indexedRow(bits, palette, raster)
  return bits === 24 ? trueColorRow(raster) : maskedRow(bits, masks, raster)
}

/** As far as the data goes; what is missing is black. Alpha that is nought everywhere was not meant. Answers whether all was there. */
export const readRows = (header: BitmapHeader, raster: Raster): boolean => {
  const { bits, data, height, masks, width } = header
  const read = readerOf(header, raster)
  const stride = Math.ceil((width * bits) / 32) * 4
  for (let index = 0; index < height; index++) {
    const row = data.subarray(index * stride, (index + 1) * stride)
    const count = Math.min(width, Math.floor((row.length * 8) / bits))
    if (count === 0) break
    read(row, rowStart(header, index), count)
  }
  const hasAlpha = header.palette === undefined && bits !== 24 && masks[3] !== 0
  if (!hasAlpha || isTransparent(raster)) makeOpaque(raster)
  // Of the last row what fills it up may lack.
  return data.length >= (height - 1) * stride + Math.ceil((width * bits) / 8)
}
