/**
 * TIFF 6.0, as scanners and fax machines write it and office documents hold it: its first page. The directory is read here,
 * so that what it says is bounded before utif2 decodes the strips and tiles.
 */
import utif, { type Picture } from "utif2"
import { DAMAGED, Unreadable } from "../Unreadable.ts"
import { type Orientation, orientations } from "./Exif.ts"
import * as Raster from "./Raster.ts"
import { inSilence } from "./Silence.ts"
import type { Source } from "./Source.ts"

/** Of the directory's entries those that the pixels depend on, by the numbers of the specification. */
const TAGS = new Set([
  256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324, 325, 338, 347, 513,
  514, 519, 520, 521, 529, 530, 531, 532
])
/** Bytes of a value of each type that is read: byte, text, short, long, two longs; of unknown kind, a byte. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 }
const ENTRY = 12
/** Values of one entry: of a page of 50 million pixels in tiles of 8 by 8, or strips of a line. */
const MAX_VALUES = 1_000_000
/** Directories that are counted. */
const MAX_PAGES = 10_000

/** None, three kinds of fax, LZW, JPEG, deflate by its two numbers, runs. */
const CODES = new Set([1, 2, 3, 4, 5, 7, 8, 32_773, 32_946])
const DEPTHS = new Set([1, 2, 4, 8, 16])
const MAX_SAMPLES = 5
/** PhotometricInterpretation. */
const SEPARATED = 5
/** Beyond this, more than A3 at 300 dots an inch, a page takes more memory and time than its document's reader has. */
const MAX_PIXELS = 20_000_000
const TOO_MANY = `has more than ${MAX_PIXELS / 1_000_000} million pixels`
/** Bytes of memory for what one tile, or all, decodes to. */
const MAX_DECODED = MAX_PIXELS * 4

type Tags = ReadonlyMap<number, ReadonlyArray<number>>

const damaged = (): never => {
  throw new Unreadable(DAMAGED)
}

const numbers = (bytes: Buffer) => {
  const isLittle = bytes.toString("latin1", 0, 2) === "II"
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const value = (type: number, at: number): number => {
    if (type === 3) return short(at)
    if (type === 5) return long(at) / (long(at + 4) || 1)
    return type === 4 ? long(at) : bytes.readUInt8(at)
  }
  return { short, long, value }
}

const tagsAt = (bytes: Buffer, directory: number): Tags => {
  const { long, short, value } = numbers(bytes)
  const tags = new Map<number, ReadonlyArray<number>>()
  const count = short(directory)
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * ENTRY
    const [tag, type, values] = [short(entry), short(entry + 2), long(entry + 4)]
    const size = SIZES[type]
    // A directory may repeat a tag 65,535 times: the first counts.
    if (!TAGS.has(tag) || tags.has(tag) || size === undefined) continue
    const at = size * values <= 4 ? entry + 8 : long(entry + 8)
    if (values > MAX_VALUES || at + size * values > bytes.length) return damaged()
    tags.set(
      tag,
      Array.from({ length: values }, (_, which) => value(type, at + which * size))
    )
  }
  return tags
}

/** How many pages follow one another; a chain that leads back to itself ends there. */
export const countPages = (bytes: Buffer): number => {
  const { long, short } = numbers(bytes)
  const seen = new Set<number>()
  let at = bytes.length < 8 ? 0 : long(4)
  while (at > 0 && at + 2 <= bytes.length && !seen.has(at) && seen.size < MAX_PAGES) {
    seen.add(at)
    const next = at + 2 + short(at) * ENTRY
    at = next + 4 <= bytes.length ? long(next) : 0
  }
  return seen.size
}

/** Throws `Unreadable` where the page is more than is decoded, or in a way that the package does not read. */
const check = (tags: Tags): void => {
  const first = (tag: number, otherwise: number) => tags.get(tag)?.[0] ?? otherwise
  const [width, height] = [first(256, 0), first(257, 0)]
  Raster.checkSize(width, height)
  if (width * height > MAX_PIXELS) throw new Unreadable(TOO_MANY)
  const [samples, bits] = [first(277, 1), first(258, 1)]
  const isPlanar = first(284, 1) !== 1 && samples > 1
  if (!CODES.has(first(259, 1)) || !DEPTHS.has(bits) || samples > MAX_SAMPLES || isPlanar)
    throw new Unreadable("is a TIFF of a kind that is not read")
  const bytesOf = (wide: number, high: number) => (wide * high * samples * bits) / 8
  const tile = tags.has(322) ? bytesOf(first(322, 0), first(323, 0)) : 1
  if (bytesOf(width, height) > MAX_DECODED || tile > MAX_DECODED) throw new Unreadable(TOO_MANY)
  const [starts, lengths] = tags.has(322) ? [tags.get(324), tags.get(325)] : [tags.get(273), tags.get(279)]
  if (!(tile > 0) || starts === undefined || (lengths ?? starts).length !== starts.length) damaged()
}

/** Cyan, magenta, yellow and black of a byte each, as red, green and blue. */
const fromSeparated = (data: Uint8Array, samples: number, raster: Raster.Raster): void => {
  for (let at = 0; at < raster.pixels.length; at++) {
    const from = at * samples
    const light = 255 - (data[from + 3] ?? 0)
    const of = (ink: number) => Math.round(((255 - ink) * light) / 255)
    raster.pixels[at] = Raster.pixelOf(of(data[from] ?? 0), of(data[from + 1] ?? 0), of(data[from + 2] ?? 0))
  }
}

const decode = (bytes: Buffer, tags: Tags): Raster.Raster => {
  const picture: Picture = Object.fromEntries([...tags].map(([tag, values]) => [`t${tag}`, [...values]]))
  utif.decodeImage(bytes, picture, [picture])
  const { data, height = 0, width = 0 } = picture
  if (data === undefined) return damaged()
  const raster = Raster.make(width, height)
  const samples = tags.get(277)?.[0] ?? 1
  if (tags.get(262)?.[0] === SEPARATED && samples >= 4 && tags.get(258)?.[0] === 8) {
    fromSeparated(data, samples, raster)
    return raster
  }
  const colors = utif.toRGBA8(picture)
  for (let at = 0; at < raster.pixels.length; at++) {
    const from = at * 4
    raster.pixels[at] = Raster.pixelOf(
      colors[from] ?? 0,
      colors[from + 1] ?? 0,
      colors[from + 2] ?? 0,
      colors[from + 3]
    )
  }
  return raster
}

const read = (bytes: Buffer): Source => {
  if (numbers(bytes).short(2) !== 42) throw new Unreadable("is a TIFF of a kind that is not read")
  const tags = tagsAt(bytes, numbers(bytes).long(4))
  check(tags)
  const orientation: Orientation = orientations.find((known) => known === tags.get(274)?.[0]) ?? 1
  return { bytes: decode(bytes, tags).file, target: "image/png", orientation, isFinal: false }
}

/** As a PNG's pixels. Throws `Unreadable`. */
export const readSource = (bytes: Buffer): Promise<Source> =>
  inSilence(() => {
    try {
      return read(bytes)
    } catch (cause) {
      // What the package says of broken data is said by errors of all kinds; so is an offset beyond the file.
      throw cause instanceof Unreadable ? cause : new Unreadable(DAMAGED)
    }
  })
