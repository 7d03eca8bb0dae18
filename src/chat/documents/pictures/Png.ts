/** PNG by its chunks: what engines' readers stumble over is taken out, and what is left of a damaged one is saved. */
import { constants, createInflate, deflateSync } from "node:zlib"
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import { orientationOf } from "./Exif.ts"
import { type Chunk, chunksOf, fileOf } from "./PngChunks.ts"
import { checkSize } from "./Raster.ts"
import type { Source } from "./Source.ts"

/** Of an animation the still picture is kept, which is its first frame but where the writer made another for this. */
const ANIMATION = ["acTL", "fcTL", "fdAT"]

/** Chunks without which there is no picture: their names begin with a capital. */
const isCritical = ({ name }: Chunk): boolean => /^[A-Z]/.test(name)

interface Header {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colorType: number
  readonly isInterlaced: boolean
}

const HEADER_BYTES = 13

const headerIn = (chunks: ReadonlyArray<Chunk>): Header => {
  const [first] = chunks
  if (first?.name !== "IHDR" || first.data.length < HEADER_BYTES) throw new Unreadable(DAMAGED)
  const [bits = 0, colorType = 0, , , interlace = 0] = first.data.subarray(8)
  const { data } = first
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bits,
    colorType,
    isInterlaced: interlace === 1
  }
}

/** Samples of a pixel by colour type: grey, colours, palette, grey with alpha, colours with alpha. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Adam7: where each pass begins, and its steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2]
] as const
const ONE_PASS = [[0, 0, 1, 1]] as const

/** Bytes of all rows with their filters, before compression. */
const rawBytes = ({ bits, colorType, height, isInterlaced, width }: Header): number => {
  const bitsOfPixel = bits * (samples[colorType] ?? 0)
  return (isInterlaced ? PASSES : ONE_PASS).reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across)
    const rows = Math.ceil((height - top) / down)
    return columns < 1 || rows < 1 ? sum : sum + rows * (1 + Math.ceil((columns * bitsOfPixel) / 8))
  }, 0)
}

/** Bytes that are given out at once, and may be lost where the data breaks off. */
const PIECE = 256

/** What comes out of compressed data before it breaks off, and zeros for what does not. None where nothing comes. */
const inflated = (data: Buffer, most: number): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const whole = Buffer.alloc(most)
    let length = 0
    const inflate = createInflate({ chunkSize: PIECE, finishFlush: constants.Z_SYNC_FLUSH })
    const finish = () => {
      inflate.destroy()
      resolve(length === 0 ? undefined : whole)
    }
    inflate.on("data", (piece: Buffer) => {
      length += piece.copy(whole, length)
      if (length === most) finish()
    })
    inflate.on("error", finish)
    inflate.on("end", finish)
    inflate.end(data)
  })

const isData = ({ name }: Chunk): boolean => name === "IDAT"

/** As far as it goes; the rest is black, or transparent. */
const salvage = async (chunks: ReadonlyArray<Chunk>, header: Header): Promise<Uint8Array> => {
  const data = Buffer.concat(chunks.filter(isData).map((chunk) => chunk.data))
  const rows = await inflated(data, rawBytes(header))
  if (rows === undefined) throw new Unreadable(DAMAGED)
  const before = chunks.filter((chunk) => chunk.isWhole && !isData(chunk))
  return fileOf([...before, { name: "IDAT", data: deflateSync(rows, { level: 1 }) }])
}

/** Throws `Unreadable`. */
export const readSource = (bytes: Buffer): Source => {
  const chunks = chunksOf(bytes)
  const header = headerIn(chunks)
  checkSize(header.width, header.height)
  const kept = chunks.filter((chunk) => (isCritical(chunk) || chunk.isWhole) && !ANIMATION.includes(chunk.name))
  // Readers differ in what they make of grey in sixteen bits: some see it all white.
  const isCommon = header.bits <= 8
  const isWhole = chunks.at(-1)?.name === "IEND" && kept.every((chunk) => chunk.isWhole || chunk.name === "IEND")
  return {
    bytes: kept.length === chunks.length && isWhole ? bytes : fileOf(kept),
    target: "image/png",
    orientation: orientationOf(chunks.find(({ name }) => name === "eXIf")?.data ?? Buffer.alloc(0)),
    isFinal: isCommon && isWhole,
    // Where another checksum is right, its writer knew how.
    isPartial: chunks.at(0)?.isWhole === true && chunks.some((chunk) => isData(chunk) && !chunk.isWhole),
    salvage: () => salvage(kept, header)
  }
}
