/**
 * Pictures as every engine takes them: upright, still, whole, as JPEG or PNG. What
 * a file is made of is understood in `pictures/`; pixels are decoded and encoded by
 * the codecs that are built into Bun (the only ones that need no native addon beside
 * the binary). They run on threads of their own; who calls this waits in a process
 * whose time is limited.
 */
import { type ImageType, imageOf, type MediaType } from "../MediaType.ts"
import { nameOfBytes } from "../NamedTypes.ts"
import * as Bitmap from "./pictures/Bitmap.ts"
import type { Orientation } from "./pictures/Exif.ts"
import * as Gif from "./pictures/Gif.ts"
import * as Heic from "./pictures/Heic.ts"
import * as Jpeg from "./pictures/Jpeg.ts"
import * as Metafile from "./pictures/Metafile.ts"
import * as Png from "./pictures/Png.ts"
import { MAX_PIXELS, TOO_MANY_PIXELS } from "./pictures/Raster.ts"
import type { Source, TargetType } from "./pictures/Source.ts"
import * as Tiff from "./pictures/Tiff.ts"
import * as WebP from "./pictures/WebP.ts"
import { DAMAGED, Unreadable } from "./Unreadable.ts"

/** Pixels of the longest side; what current vision models look at, at most. */
export const LONGEST_SIDE = 2_048
/** Bytes of one picture; hosted models take 5 MB in base64, which is a third more. */
const MAX_BYTES = 3_500_000
/** JPEG quality of what is encoded anew. */
const QUALITY = 85

export interface Picture {
  /** WebP is only of uploads that an earlier version has stored. */
  readonly mimeType: TargetType | "image/webp"
  readonly bytes: Uint8Array
}

/** A picture, and what of its file it does not show. */
export interface Prepared extends Picture {
  /** The file is damaged or was cut off, and the rest is shown. */
  readonly isPartial: boolean
}

/** What is said of what a picture does not show. `name` is what the sentences call it. */
export const sayMissing = ({ isPartial }: Prepared, name: string): ReadonlyArray<string> =>
  isPartial ? [`The file of ${name} is damaged or was cut off: what was lost is not shown.`] : []

/** The last three are read where a document holds them, and are no attachments of their own. */
type PictureType = ImageType | "image/tiff" | "image/wmf" | "image/emf"

type ReadSource = (bytes: Buffer) => Source | Promise<Source>

const readSource: Readonly<Record<PictureType, ReadSource>> = {
  "image/jpeg": Jpeg.readSource,
  "image/png": Png.readSource,
  "image/webp": WebP.readSource,
  "image/gif": Gif.readSource,
  "image/bmp": Bitmap.readSource,
  "image/heic": Heic.readSource,
  "image/tiff": Tiff.readSource,
  "image/wmf": Metafile.readSource,
  "image/emf": Metafile.readSource
}

export const isImage = (type: MediaType): type is ImageType => type in readSource

const EMBEDDED: Readonly<Record<string, PictureType>> = {
  TIFF: "image/tiff",
  "Windows Metafile (WMF)": "image/wmf",
  "Enhanced Metafile (EMF)": "image/emf"
}

/** Which picture of a document this is; undefined for what is not read. */
export const typeOf = (bytes: Buffer): PictureType | undefined => imageOf(bytes) ?? EMBEDDED[nameOfBytes(bytes) ?? ""]

/** What is said of such a picture besides what it shows: words that are not in its pixels, and pages behind the first. */
export const besides = (bytes: Buffer, type: PictureType): { readonly words: string; readonly pages: number } => ({
  words: type === "image/wmf" || type === "image/emf" ? Metafile.wordsOf(bytes) : "",
  pages: type === "image/tiff" ? Tiff.countPages(bytes) : 1
})

const unreadable = (cause: unknown): Unreadable => {
  if (cause instanceof Unreadable) return cause
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  return new Unreadable(code === "ERR_IMAGE_TOO_MANY_PIXELS" ? TOO_MANY_PIXELS : DAMAGED)
}

const attempt = <A>(work: Promise<A>): Promise<A> =>
  work.catch((cause) => {
    throw unreadable(cause)
  })

const open = (bytes: Uint8Array) => new Bun.Image(bytes, { maxPixels: MAX_PIXELS, autoOrient: false })

const encode = (image: Bun.Image, target: TargetType): Promise<Uint8Array> =>
  target === "image/jpeg" ? image.jpeg({ quality: QUALITY }).bytes() : image.png().bytes()

/** How each orientation becomes upright. Bun turns, clockwise, before it mirrors, in whatever order it is told. */
const turns: Readonly<Record<Orientation, (image: Bun.Image) => Bun.Image>> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.rotate(90).flop(),
  6: (image) => image.rotate(90),
  7: (image) => image.rotate(90).flip(),
  8: (image) => image.rotate(270)
}

/** A whole picture that decodes to nothing but its smallest form: what is broken is found here. */
const checkWhole = async (bytes: Uint8Array): Promise<void> => {
  await attempt(open(bytes).resize(1, 1, { filter: "nearest" }).png().bytes())
}

/** Pixels of the longest side at which pictures are compared: strips of a few rows of large ones still show. */
const COMPARED_SIDE = 512

/** Whether two files show the same; one that cannot be read shows something else. */
const showSame = async (...files: readonly [Uint8Array, Uint8Array]): Promise<boolean> => {
  const [one, other] = await Promise.all(
    files.map((bytes) =>
      open(bytes)
        .resize(COMPARED_SIDE, COMPARED_SIDE, { fit: "inside", withoutEnlargement: true })
        .png()
        .bytes()
        .catch(() => undefined)
    )
  )
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0
}

const wasCutOff = async ({ bytes, filledUp, isPartial = false }: Source): Promise<boolean> =>
  isPartial || (filledUp !== undefined && !(await showSame(bytes, filledUp)))

/** Upright, scaled to at most `side`, and on to what is small enough in bytes. */
const scale = async (source: Source, side: number): Promise<Uint8Array> => {
  const { bytes, orientation, target } = source
  const image = turns[orientation](open(bytes)).resize(side, side, { fit: "inside", withoutEnlargement: true })
  const scaled = await attempt(encode(image, target))
  return scaled.length <= MAX_BYTES ? scaled : await scale(source, Math.floor(side / Math.SQRT2))
}

const finish = async (source: Source): Promise<Picture> => {
  const { bytes, isFinal, orientation, target } = source
  const { height, width } = await attempt(open(bytes).metadata())
  const isSmall = Math.max(width, height) <= LONGEST_SIDE && bytes.length <= MAX_BYTES
  if (!isFinal || orientation !== 1 || !isSmall) return { mimeType: target, bytes: await scale(source, LONGEST_SIDE) }
  await checkWhole(bytes)
  return { mimeType: target, bytes }
}

/**
 * JPEG and PNG as they are where they need nothing; what is turned, damaged or in
 * a form that few read, encoded anew; other formats (of animations the first frame)
 * as one of these; what is too large, scaled. Throws `Unreadable`.
 */
export const prepare = async (bytes: Uint8Array, type: PictureType): Promise<Prepared> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const source = await attempt(Promise.resolve(file).then(readSource[type]))
  const { salvage } = source
  try {
    return { ...(await finish(source)), isPartial: await wasCutOff(source) }
  } catch (damaged) {
    if (salvage === undefined || unreadable(damaged).message !== DAMAGED) throw damaged
    const saved = await finish({ ...source, bytes: await attempt(salvage()), isFinal: false })
    return { ...saved, isPartial: true }
  }
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
