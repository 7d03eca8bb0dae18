/**
 * WebP (RFC 9649) by its chunks. Bun's codec reads stills alone, and whole ones:
 * of an animation the first frame is made a still, and of a file that was cut off
 * the missing end is zeros, which go on somehow without changing what is there.
 */
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import { type Orientation, orientationOf } from "./Exif.ts"
import { pixelsOf } from "./Pixels.ts"
import * as Raster from "./Raster.ts"
import type { Source } from "./Source.ts"

const RIFF_HEADER = 12
const CHUNK_HEADER = 8
const FRAME_HEADER = 16
const EXTENDED_BYTES = 10
/** Flags of VP8X: there is a colour profile, there is alpha. */
const HAS_PROFILE = 0x20
const HAS_ALPHA = 0x10
interface Chunk {
  readonly name: string
  readonly data: Buffer
  /** Bytes that it says it has and that are not there. */
  readonly missing: number
}

const chunksOf = (bytes: Buffer, from: number): ReadonlyArray<Chunk> => {
  const chunks: Array<Chunk> = []
  for (let at = from; at + CHUNK_HEADER <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const start = at + CHUNK_HEADER
    const data = bytes.subarray(start, start + size)
    chunks.push({ name: bytes.toString("latin1", at, at + 4), data, missing: size - data.length })
    at = start + size + (size & 1)
  }
  return chunks
}

const chunk = (name: string, data: Uint8Array, missing = 0): Buffer => {
  const size = data.length + missing
  const written = Buffer.alloc(CHUNK_HEADER + size + (size & 1))
  written.write(name, "latin1")
  written.writeUInt32LE(size, 4)
  written.set(data, CHUNK_HEADER)
  return written
}

const uint24 = (data: Buffer, at: number): number => (at + 3 > data.length ? 0 : data.readUIntLE(at, 3))

/** A still picture among these chunks, of an animation's frame or of the file. */
interface Still {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly alpha: Chunk | undefined
  readonly image: Chunk
}

const isImage = ({ name }: Chunk): boolean => name === "VP8 " || name === "VP8L"

/** The still that the whole file is. */
const sizeOfStill = ({ data, name }: Chunk): { readonly width: number; readonly height: number } => {
  if (data.length < EXTENDED_BYTES) throw new Unreadable(DAMAGED)
  if (name === "VP8 ") return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const stillIn = (chunks: ReadonlyArray<Chunk>, left: number, top: number): Still => {
  const image = chunks.find(isImage)
  if (image === undefined) throw new Unreadable(DAMAGED)
  const alpha = chunks.find(({ name }) => name === "ALPH")
  return { ...sizeOfStill(image), left, top, alpha, image }
}

/** The first frame, its place in twos of pixels. */
const frameIn = ({ data }: Chunk): Still =>
  stillIn(chunksOf(data, FRAME_HEADER), uint24(data, 0) * 2, uint24(data, 3) * 2)

/** Of what is cut off further up, more would be made up than is there. */
const isMostlyThere = ({ data, missing }: Chunk): boolean => missing < data.length

/** As a file of its own, whole. */
const fileOf = ({ alpha, height, image, width }: Still, profile: Chunk | undefined): Buffer => {
  if (!isMostlyThere(image)) throw new Unreadable(DAMAGED)
  const extended = Buffer.alloc(EXTENDED_BYTES)
  const hasAlpha = alpha !== undefined || image.name === "VP8L"
  extended[0] = (profile === undefined ? 0 : HAS_PROFILE) | (hasAlpha ? HAS_ALPHA : 0)
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const parts = [
    chunk("VP8X", extended),
    ...(profile === undefined ? [] : [chunk("ICCP", profile.data)]),
    ...(alpha === undefined ? [] : [chunk("ALPH", alpha.data)]),
    chunk(image.name, image.data, image.missing)
  ]
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1")
  const file = Buffer.concat([head, ...parts])
  file.writeUInt32LE(file.length - CHUNK_HEADER, 4)
  return file
}

/** A frame that is a part of its canvas, on it. */
const onCanvas = async (still: Still, file: Buffer, canvas: Buffer): Promise<Buffer> => {
  const [width, height] = [uint24(canvas, 4) + 1, uint24(canvas, 7) + 1]
  if (canvas.length < EXTENDED_BYTES || (width === still.width && height === still.height)) return file
  const whole = Raster.make(Math.max(width, still.left + still.width), Math.max(height, still.top + still.height))
  Raster.place(await pixelsOf(file), whole, still.left, still.top)
  return whole.file
}

/** The picture of the file that may be shown: of a lossy one without alpha a JPEG, else a PNG. Throws `Unreadable`. */
export const readSource = async (bytes: Buffer): Promise<Source> => {
  const chunks = chunksOf(bytes, RIFF_HEADER)
  const named = (name: string) => chunks.find((found) => found.name === name)
  const frame = chunks.some(isImage) ? undefined : named("ANMF")
  const still = frame === undefined ? stillIn(chunks, 0, 0) : frameIn(frame)
  const orientation: Orientation = orientationOf(named("EXIF")?.data ?? Buffer.alloc(0))
  const file = fileOf(still, named("ICCP"))
  const canvas = frame === undefined ? undefined : named("VP8X")?.data
  const made = canvas === undefined ? file : await onCanvas(still, file, canvas)
  const isOpaque = made === file && still.alpha === undefined && still.image.name === "VP8 "
  const isPartial = still.image.missing > 0 || (still.alpha?.missing ?? 0) > 0
  return { bytes: made, target: isOpaque ? "image/jpeg" : "image/png", orientation, isFinal: false, isPartial }
}
