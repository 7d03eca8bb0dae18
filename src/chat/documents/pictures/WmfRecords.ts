/** The drawing calls of a Windows Metafile ([MS-WMF] 2.3) that draw bitmaps or words. */
import type { Drawing } from "./MetafileDrawing.ts"

const PLACEABLE = 0x9ac6cdd7
const PLACEABLE_BYTES = 22
const HEADER_BYTES = 18
const MAX_RECORDS = 200_000
const SOURCE_COPY = 0xcc0020

const TEXT_OUT = 0x0521
const EXTENDED_TEXT_OUT = 0x0a32
/** ETO_OPAQUE, ETO_CLIPPED: a rectangle stands before the text. */
const HAS_RECTANGLE = 0x0006

/** Where in a record's parameters the bitmap and its place are: the place's four values run height, width, top, left. */
const BITMAPS: Readonly<
  Record<number, { readonly bitmap: number; readonly place: number; readonly operation: boolean }>
> = {
  // META_DIBBITBLT, META_SETDIBTODEV, META_DIBSTRETCHBLT, META_STRETCHDIB
  2368: { bitmap: 16, place: 8, operation: true },
  3379: { bitmap: 18, place: 10, operation: false },
  2881: { bitmap: 20, place: 12, operation: true },
  3907: { bitmap: 22, place: 14, operation: true }
}

const western = new TextDecoder("windows-1252")

const readText = (kind: number, data: Buffer, drawing: Drawing): void => {
  if (kind === TEXT_OUT) drawing.addWords(western.decode(data.subarray(2, 2 + data.readUInt16LE(0))))
  else {
    const from = (data.readUInt16LE(6) & HAS_RECTANGLE) === 0 ? 8 : 16
    drawing.addWords(western.decode(data.subarray(from, from + data.readUInt16LE(4))))
  }
}

const readBitmap = (kind: number, data: Buffer, drawing: Drawing): void => {
  const layout = BITMAPS[kind]
  if (layout === undefined || data.length <= layout.bitmap) return
  const [height = 0, width = 0, top = 0, left = 0] = [0, 2, 4, 6].map((at) => data.readInt16LE(layout.place + at))
  const operation = layout.operation ? data.readUInt32LE(0) : SOURCE_COPY
  drawing.addBitmap(data.subarray(layout.bitmap), { height, width, top, left, operation })
}

export const read = (bytes: Buffer, drawing: Drawing): void => {
  let at = HEADER_BYTES + (bytes.readUInt32LE(0) === PLACEABLE ? PLACEABLE_BYTES : 0)
  for (let count = 0; count < MAX_RECORDS && at + 6 <= bytes.length; count++) {
    const length = bytes.readUInt32LE(at) * 2
    const kind = bytes.readUInt16LE(at + 4)
    if (length < 6 || kind === 0) return
    const data = bytes.subarray(at + 6, at + length)
    if ((kind === TEXT_OUT && data.length >= 2) || (kind === EXTENDED_TEXT_OUT && data.length >= 8))
      readText(kind, data, drawing)
    else readBitmap(kind, data, drawing)
    at += length
  }
}
