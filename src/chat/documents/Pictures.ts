/**
 * Pictures as models take them, by the codecs that are built into Bun (the only
 * ones that need no native addon beside the binary). They run on threads of
 * their own; who calls this waits in a process whose time is limited.
 */
import type { ImageType, MediaType } from "../MediaType.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Pixels of the longest side; what current vision models look at, at most. */
export const LONGEST_SIDE = 2_048
/** Bytes of one picture; hosted models take 5 MB in base64, which is a third more. */
const MAX_BYTES = 3_500_000
/** Pixels of a picture, read from its header before any is decoded: 200 MB once it is. */
const MAX_PIXELS = 50_000_000
/** JPEG and WebP quality of what is scaled. */
const QUALITY = 85

/** Types that every model takes. */
type PictureType = "image/jpeg" | "image/png" | "image/webp"

export interface Picture {
  readonly mimeType: PictureType
  readonly bytes: Uint8Array
}

const targets: Readonly<Record<ImageType, PictureType>> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  "image/webp": "image/webp",
  "image/gif": "image/png",
  "image/bmp": "image/png"
}

export const isImage = (type: MediaType): type is ImageType => type in targets

const reasonOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "ERR_IMAGE_TOO_MANY_PIXELS") return `has more than ${MAX_PIXELS / 1_000_000} million pixels`
  return DAMAGED
}

const attempt = <A>(work: Promise<A>): Promise<A> =>
  work.catch((cause) => {
    throw new Unreadable(reasonOf(cause))
  })

const open = (bytes: Uint8Array) => new Bun.Image(bytes, { maxPixels: MAX_PIXELS })

const encode = (image: Bun.Image, mimeType: PictureType): Promise<Uint8Array> => {
  if (mimeType === "image/jpeg") return image.jpeg({ quality: QUALITY }).bytes()
  return mimeType === "image/webp" ? image.webp({ quality: QUALITY }).bytes() : image.png().bytes()
}

/** A whole picture that decodes to nothing but its smallest form: what is broken is found here. */
const checkWhole = async (bytes: Uint8Array): Promise<void> => {
  await attempt(open(bytes).resize(1, 1, { filter: "nearest" }).png().bytes())
}

/** Scaled to at most `side`, and on to what is small enough in bytes. */
const scale = async (bytes: Uint8Array, mimeType: PictureType, side: number): Promise<Uint8Array> => {
  const image = open(bytes).resize(side, side, { fit: "inside", withoutEnlargement: true })
  const scaled = await attempt(encode(image, mimeType))
  return scaled.length <= MAX_BYTES ? scaled : await scale(bytes, mimeType, Math.floor(side / Math.SQRT2))
}

/**
 * JPEG, PNG and WebP as they are unless too large; GIF (its first frame) and BMP
 * as PNG; what is too large, scaled. Throws `Unreadable`.
 */
export const prepare = async (bytes: Uint8Array, type: ImageType): Promise<Picture> => {
  const mimeType = targets[type]
  const { height, width } = await attempt(open(bytes).metadata())
  const isFine = mimeType === type && Math.max(width, height) <= LONGEST_SIDE && bytes.length <= MAX_BYTES
  if (!isFine) return { mimeType, bytes: await scale(bytes, mimeType, LONGEST_SIDE) }
  await checkWhole(bytes)
  return { mimeType, bytes }
}

const FILE_HEADER = 14
const INFO_HEADER = 40

/** Pixels in rows of `stride` bytes (a multiple of four), blue, green, red, from the top, as a bitmap file. */
const bitmap = (pixels: Uint8Array, width: number, height: number): Uint8Array => {
  const file = Buffer.alloc(FILE_HEADER + INFO_HEADER + pixels.length)
  file.write("BM", "latin1")
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(FILE_HEADER + INFO_HEADER, 10)
  file.writeUInt32LE(INFO_HEADER, 14)
  file.writeInt32LE(width, 18)
  // Negative: from the top.
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  file.set(pixels, FILE_HEADER + INFO_HEADER)
  return file
}

/** A picture of drawn pixels: rows of blue, green, red from the top, each filled up to a multiple of four bytes. */
export const fromPixels = async (pixels: Uint8Array, width: number, height: number): Promise<Picture> => ({
  mimeType: "image/jpeg",
  bytes: await attempt(encode(open(bitmap(pixels, width, height)), "image/jpeg"))
})
