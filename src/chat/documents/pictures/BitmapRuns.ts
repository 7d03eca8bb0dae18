/** Bitmaps in runs of one value (RLE4, RLE8; OS/2's RLE24): a count and a value, or a nought and what it announces. */
import { type BitmapHeader, rowStart } from "./BitmapRows.ts"
import { BLACK, pixelOf, type Raster } from "./Raster.ts"

/** What may follow a nought; from three on, so many values one by one. */
const END_OF_ROW = 0
const END_OF_PICTURE = 1
const MOVE = 2

/** Writes `count` pixels from a place on, as far as their row goes. */
const writer = (header: BitmapHeader, bits: 4 | 8 | 24, { pixels }: Raster) => {
  const { data, height, palette, width } = header
  const byteAt = (at: number): number => data[at] ?? 0
  /** The pixel of the value that comes `index`th from `at` on. */
  const pixelAt = (at: number, index: number): number => {
    if (bits === 24) return pixelOf(byteAt(at + index * 3 + 2), byteAt(at + index * 3 + 1), byteAt(at + index * 3))
    if (bits === 8) return palette?.[byteAt(at + index)] ?? BLACK
    const pair = byteAt(at + (index >> 1))
    return palette?.[index % 2 === 0 ? pair >> 4 : pair & 15] ?? BLACK
  }
  return (x: number, y: number, count: number, indexOf: (pixel: number) => number, at: number): void => {
    if (y >= height) return
    const start = rowStart(header, y)
    for (let pixel = 0; pixel < Math.min(count, width - x); pixel++) {
      pixels[start + x + pixel] = pixelAt(at, indexOf(pixel))
    }
  }
}

/**
 * As far as the data goes. Pixels that no run reaches have the first colour of the palette; without one they are black.
 * Answers whether the runs reached the end of the picture, or say that they end.
 */
export const readRuns = (header: BitmapHeader, bits: 4 | 8 | 24, raster: Raster): boolean => {
  raster.pixels.fill(header.palette?.[0] ?? BLACK)
  const write = writer(header, bits, raster)
  const { data, height, width } = header
  // A run of four bits has two values, which take turns.
  const ofRun = (pixel: number) => (bits === 4 ? pixel % 2 : 0)
  const ofValues = (pixel: number) => pixel
  let [x, y, at] = [0, 0, 0]
  while (at + 1 < data.length && y < height) {
    const [count = 0, code = 0] = data.subarray(at, at + 2)
    at += 2
    if (count > 0) {
      write(x, y, count, ofRun, at - 1)
      x += count
      at += bits === 24 ? 2 : 0
    } else if (code === END_OF_PICTURE) return true
    else if (code === END_OF_ROW) [x, y] = [0, y + 1]
    else if (code === MOVE) {
      x += data[at] ?? 0
      y += data[at + 1] ?? 0
      at += 2
    } else {
      write(x, y, code, ofValues, at)
      x += code
      // Filled up to an even number of bytes.
      at += Math.ceil((code * bits) / 16) * 2
    }
  }
  return y >= height || (y === height - 1 && x >= width)
}
