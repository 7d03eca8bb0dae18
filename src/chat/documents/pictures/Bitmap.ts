/**
 * Bitmaps of Windows and OS/2 by their headers. Bun's codec decodes those of 24
 * and 32 bits alone, and no package all of the others.
 */
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import { type BitmapHeader, readRows } from "./BitmapRows.ts"
import { readRuns } from "./BitmapRuns.ts"
import * as Jpeg from "./Jpeg.ts"
import * as Png from "./Png.ts"
import * as Raster from "./Raster.ts"
import type { Source } from "./Source.ts"

const FILE_HEADER = 14
/** The header of OS/2 1.x, with short sides and colours of three bytes. */
const CORE = 12
/** Those of OS/2 2.x, where compression has meanings of its own. */
const OS2 = [16, 64]
const INFO = 40
/** Bytes of a header that has masks of red, green and blue, and one that has alpha's. */
const WITH_MASKS = 52
const WITH_ALPHA = 56

/** Compression: runs of eight and of four bits, masks, masks with alpha; OS/2's codes for fax and its runs of 24 bits. */
const RLE8 = 1
const RLE4 = 2
const BIT_FIELDS = 3
const ALPHA_BIT_FIELDS = 6
const OS2_FAX = 3
const OS2_RLE24 = 4
/** A whole picture in the place of the pixels, as printers are given. */
const JPEG = 4
const PNG = 5

const refuse = (reason: string): never => {
  throw new Unreadable(reason)
}

/** What is missing counts as 0. */
const uint32 = (bytes: Buffer, at: number): number => (at + 4 > bytes.length ? 0 : bytes.readUInt32LE(at))
const uint16 = (bytes: Buffer, at: number): number => (at + 2 > bytes.length ? 0 : bytes.readUInt16LE(at))

interface Layout {
  readonly size: number
  readonly isOs2: boolean
  readonly width: number
  /** Negative: from the top. */
  readonly height: number
  readonly bits: number
  readonly compression: number
  readonly colorsUsed: number
}

const layoutOf = (bytes: Buffer): Layout => {
  const size = uint32(bytes, 14)
  if (size === CORE) {
    const [width, height, bits] = [uint16(bytes, 18), uint16(bytes, 20), uint16(bytes, 24)]
    return { size, isOs2: true, width, height, bits, compression: 0, colorsUsed: 0 }
  }
  // The shortest ends before its compression; what stands there is of the palette.
  const field = (at: number) => (at < FILE_HEADER + size ? uint32(bytes, at) : 0)
  const [width, height, bits] = [field(18) | 0, field(22) | 0, uint16(bytes, 28)]
  return { size, isOs2: OS2.includes(size), width, height, bits, compression: field(30), colorsUsed: field(46) }
}

const hasMasks = ({ bits, compression, isOs2 }: Layout): boolean =>
  !isOs2 && (bits === 16 || bits === 32) && (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS)

/** Masks where none are given: five bits of each colour, or eight. */
const usualMasks = (bits: number): ReadonlyArray<number> =>
  bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]

/** Of red, green, blue, alpha; 0 where there is no such part of a pixel. */
const masksOf = (bytes: Buffer, layout: Layout): ReadonlyArray<number> => {
  const hasAlpha = layout.size >= WITH_ALPHA || layout.compression === ALPHA_BIT_FIELDS
  if (!hasMasks(layout)) return usualMasks(layout.bits)
  return [54, 58, 62, 66].map((at, index) => (index === 3 && !hasAlpha ? 0 : uint32(bytes, at)))
}

/** Masks that follow the header, where it has no room for them. */
const masksBehind = (layout: Layout): number => {
  if (layout.size >= WITH_MASKS || !hasMasks(layout)) return 0
  return layout.compression === ALPHA_BIT_FIELDS ? 16 : 12
}

const LARGEST_PALETTE = 256

/** As pixels; black where the file has none. */
const paletteOf = (bytes: Buffer, start: number, layout: Layout, dataAt: number): Uint32Array => {
  const entry = layout.size === CORE ? 3 : 4
  const possible = 2 ** layout.bits
  const room = Math.max(0, Math.floor((Math.max(dataAt, start) - start) / entry))
  const count = Math.min(layout.colorsUsed === 0 ? possible : layout.colorsUsed, possible, room)
  const palette = new Uint32Array(LARGEST_PALETTE).fill(Raster.BLACK)
  for (let index = 0; index < count; index++) {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(start + index * entry)
    palette[index] = Raster.pixelOf(red, green, blue)
  }
  return palette
}

const headerOf = (bytes: Buffer, layout: Layout): BitmapHeader => {
  const { bits, height, size, width } = layout
  const paletteAt = FILE_HEADER + size + masksBehind(layout)
  const given = uint32(bytes, 10)
  const isIndexed = bits <= 8
  const entries = isIndexed ? layout.colorsUsed || 2 ** bits : 0
  const dataAt = given >= FILE_HEADER + size ? given : paletteAt + entries * (size === CORE ? 3 : 4)
  return {
    width,
    height: Math.abs(height),
    isFromTop: height < 0,
    bits,
    data: bytes.subarray(dataAt),
    palette: isIndexed ? paletteOf(bytes, paletteAt, layout, dataAt) : undefined,
    masks: masksOf(bytes, layout)
  }
}

/** Bits of a value in runs; undefined where the data has none. */
const runsOf = ({ compression, isOs2 }: Layout): 4 | 8 | 24 | undefined => {
  if (compression === RLE8) return 8
  if (compression === RLE4) return 4
  return isOs2 && compression === OS2_RLE24 ? 24 : undefined
}

const DEPTHS = [1, 2, 4, 8, 16, 24, 32]

interface Decoded {
  readonly raster: Raster.Raster
  readonly isWhole: boolean
}

/** Throws `Unreadable`, before it takes memory, where the picture is too large. */
const decode = (bytes: Buffer, layout: Layout): Decoded => {
  Raster.checkSize(layout.width, Math.abs(layout.height))
  const runs = runsOf(layout)
  if (!DEPTHS.includes(layout.bits) || (runs !== undefined && runs !== layout.bits)) return refuse(DAMAGED)
  if (layout.isOs2 && layout.compression === OS2_FAX)
    return refuse("is a bitmap with the codes of a fax, which are not read")
  const header = headerOf(bytes, layout)
  if (header.data.length === 0) return refuse(DAMAGED)
  const raster = Raster.make(header.width, header.height)
  return { raster, isWhole: runs === undefined ? readRows(header, raster) : readRuns(header, runs, raster) }
}

/** A bitmap as a PNG's pixels; a JPEG or PNG that lies in one as that. Throws `Unreadable`. */
export const readSource = (bytes: Buffer): Source => {
  const layout = layoutOf(bytes)
  const holds = layout.size >= INFO && !layout.isOs2 ? layout.compression : 0
  if (holds === JPEG) return Jpeg.readSource(bytes.subarray(uint32(bytes, 10)))
  if (holds === PNG) return Png.readSource(bytes.subarray(uint32(bytes, 10)))
  const { isWhole, raster } = decode(bytes, layout)
  return { bytes: raster.file, target: "image/png", orientation: 1, isFinal: false, isPartial: !isWhole }
}

/** A bitmap that lies in another file, without the header that a file of its own has. */
export const fileOf = (bitmap: Uint8Array): Buffer => {
  const header = Buffer.alloc(FILE_HEADER)
  header.write("BM", "latin1")
  header.writeUInt32LE(FILE_HEADER + bitmap.length, 2)
  return Buffer.concat([header, bitmap])
}
