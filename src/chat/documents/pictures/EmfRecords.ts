/** The drawing calls of an Enhanced Metafile ([MS-EMF] 2.3) that draw bitmaps or words, and pictures of EMF+ ([MS-EMFPLUS] 2.3.5). */
import type { Drawing } from "./MetafileDrawing.ts"

const MAX_RECORDS = 200_000
const SOURCE_COPY = 0xcc0020

/** EMR_EOF, EMR_COMMENT, EMR_EXTTEXTOUTW, EMR_SMALLTEXTOUT. */
const END = 14
const COMMENT = 70
const TEXT = 84
const SMALL_TEXT = 108
/** ETO_GLYPH_INDEX: numbers of glyphs in the place of characters. ETO_NO_RECT, ETO_SMALL_CHARS. */
const GLYPHS = 0x10
const NO_RECTANGLE = 0x100
const BYTES = 0x200

interface Layout {
  /** Where the offset of the bitmap's header stands, its length, then the offset of its pixels, and their length. */
  readonly bitmap: number
  /** Where left and top stand, and width and height. */
  readonly place: number
  readonly size: number
  /** Where the raster operation stands. */
  readonly operation?: number
}

const BITMAPS: Readonly<Record<number, Layout>> = {
  // EMR_BITBLT, EMR_STRETCHBLT, EMR_MASKBLT, EMR_SETDIBITSTODEVICE, EMR_STRETCHDIBITS, EMR_ALPHABLEND
  76: { bitmap: 84, place: 24, size: 32, operation: 40 },
  77: { bitmap: 84, place: 24, size: 32, operation: 40 },
  78: { bitmap: 84, place: 24, size: 32 },
  80: { bitmap: 48, place: 24, size: 40 },
  81: { bitmap: 48, place: 24, size: 72, operation: 68 },
  114: { bitmap: 84, place: 24, size: 32 }
}

const readBitmap = (kind: number, record: Buffer, drawing: Drawing): void => {
  const layout = BITMAPS[kind]
  if (layout === undefined || record.length < Math.max(layout.bitmap + 16, layout.size + 8)) return
  const [header = 0, headerBytes = 0, pixels = 0, pixelBytes = 0] = [0, 4, 8, 12].map((at) =>
    record.readUInt32LE(layout.bitmap + at)
  )
  if (headerBytes === 0 || pixelBytes === 0) return
  const bitmap = Buffer.concat([
    record.subarray(header, header + headerBytes),
    record.subarray(pixels, pixels + pixelBytes)
  ])
  drawing.addBitmap(bitmap, {
    left: record.readInt32LE(layout.place),
    top: record.readInt32LE(layout.place + 4),
    width: record.readInt32LE(layout.size),
    height: record.readInt32LE(layout.size + 4),
    operation: layout.operation === undefined ? SOURCE_COPY : record.readUInt32LE(layout.operation)
  })
}

const readText = (record: Buffer, drawing: Drawing): void => {
  if (record.length < 56) return
  const [characters, from, options] = [44, 48, 52].map((at) => record.readUInt32LE(at))
  if (characters === undefined || from === undefined || ((options ?? 0) & GLYPHS) !== 0) return
  drawing.addWords(record.toString("utf16le", from, Math.min(record.length, from + characters * 2)))
}

const readSmallText = (record: Buffer, drawing: Drawing): void => {
  if (record.length < 36) return
  const [characters, options] = [record.readUInt32LE(16), record.readUInt32LE(20)]
  if ((options & GLYPHS) !== 0) return
  const from = (options & NO_RECTANGLE) === 0 ? 52 : 36
  const isBytes = (options & BYTES) !== 0
  const end = Math.min(record.length, from + characters * (isBytes ? 1 : 2))
  drawing.addWords(record.toString(isBytes ? "latin1" : "utf16le", from, end))
}

const PLUS = "EMF+"
/** EmfPlusObject; of its flags, that more of the object follows; its kind, a picture. */
const PLUS_OBJECT = 0x4008
const GOES_ON = 0x8000
const PICTURE = 5
const KIND = 0x7f
/** A picture's version, kind (1, a bitmap), width, height, stride, format, and whether it is coded (1). */
const PICTURE_HEAD = 28

/** Pictures of EMF+ that may come in several comments, piece by piece. */
class PlusPictures {
  private pieces: Array<Buffer> = []

  constructor(private readonly drawing: Drawing) {}

  readonly read = (data: Buffer): void => {
    for (let at = 0; at + 12 <= data.length; ) {
      const [kind, flags] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
      const [length, bytes] = [data.readUInt32LE(at + 4), data.readUInt32LE(at + 8)]
      if (length < 12) return
      if (kind === PLUS_OBJECT && ((flags >> 8) & KIND) === PICTURE)
        this.add(data.subarray(at + 12, at + Math.min(length, 12 + bytes)), (flags & GOES_ON) !== 0)
      at += length
    }
  }

  private add(piece: Buffer, goesOn: boolean): void {
    // Of what goes on each piece begins with the length of all.
    const isPart = goesOn || this.pieces.length > 0
    this.pieces.push(goesOn ? piece.subarray(4) : piece)
    if (goesOn) return
    const whole = isPart ? Buffer.concat(this.pieces) : piece
    this.pieces = []
    const isCoded = whole.length > PICTURE_HEAD && whole.readUInt32LE(4) === 1 && whole.readUInt32LE(24) === 1
    if (isCoded) this.drawing.addFile(whole.subarray(PICTURE_HEAD))
  }
}

export const read = (bytes: Buffer, drawing: Drawing): void => {
  const plus = new PlusPictures(drawing)
  let at = 0
  for (let count = 0; count < MAX_RECORDS && at + 8 <= bytes.length; count++) {
    const [kind, length] = [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
    if (length < 8 || kind === END) return
    const record = bytes.subarray(at, at + length)
    if (kind === TEXT) readText(record, drawing)
    else if (kind === SMALL_TEXT) readSmallText(record, drawing)
    else if (kind === COMMENT && record.toString("latin1", 12, 16) === PLUS) plus.read(record.subarray(16))
    else readBitmap(kind, record, drawing)
    at += length
  }
}
