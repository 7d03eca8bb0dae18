/** The pixels of a picture that Bun's codecs decode, which give them as files alone: a PNG is written, and read here. */
import { inflateSync } from "node:zlib"
import { chunksOf } from "./PngChunks.ts"
import * as Raster from "./Raster.ts"

/** Colour type 6 of PNG; 2 is without alpha. */
const WITH_ALPHA = 6

/** PNG 9.4: which of the three neighbours a sum of them is nearest to. */
const paeth = (left: number, above: number, corner: number): number => {
  const sum = left + above - corner
  const [toLeft, toAbove, toCorner] = [Math.abs(sum - left), Math.abs(sum - above), Math.abs(sum - corner)]
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** What a filter (PNG 9.2) has taken from a byte. */
const predicted = (filter: number, left: number, above: number, corner: number): number => {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  return filter === 3 ? (left + above) >> 1 : paeth(left, above, corner)
}

/** Undoes the filter of the row that begins, with the number of its filter, at `start`. */
const unfilter = (data: Buffer, start: number, length: number, channels: number): void => {
  const filter = data[start] ?? 0
  const isFirst = start === 0
  for (let at = start + 1; at <= start + length; at++) {
    const hasLeft = at - start > channels
    const left = hasLeft ? (data[at - channels] ?? 0) : 0
    const above = isFirst ? 0 : (data[at - length - 1] ?? 0)
    const corner = isFirst || !hasLeft ? 0 : (data[at - length - 1 - channels] ?? 0)
    data[at] = (data[at] ?? 0) + predicted(filter, left, above, corner)
  }
}

/** A row of red, green, blue and perhaps alpha as pixels. */
const copyRow = (data: Buffer, start: number, channels: number, row: Uint32Array): void => {
  for (let x = 0, from = start; x < row.length; x++, from += channels) {
    const alpha = channels === 4 ? data[from + 3] : Raster.OPAQUE
    row[x] = Raster.pixelOf(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0, alpha)
  }
}

/** Fails as the codec does where it cannot decode the file. */
export const pixelsOf = async (file: Uint8Array): Promise<Raster.Raster> => {
  const image = new Bun.Image(file, { maxPixels: Raster.MAX_PIXELS, autoOrient: false })
  const png = await image.png({ compressionLevel: 1 }).buffer()
  const chunks = chunksOf(png)
  const rows = inflateSync(Buffer.concat(chunks.flatMap(({ data, name }) => (name === "IDAT" ? [data] : []))))
  const raster = Raster.make(png.readUInt32BE(16), png.readUInt32BE(20))
  const channels = png[25] === WITH_ALPHA ? 4 : 3
  const length = raster.width * channels
  for (let y = 0; y < raster.height; y++) {
    const start = y * (length + 1)
    unfilter(rows, start, length, channels)
    copyRow(rows, start + 1, channels, raster.pixels.subarray(y * raster.width, (y + 1) * raster.width))
  }
  return raster
}
