/**
 * What of an MP4, M4A or QuickTime file (ISO/IEC 14496-12) its own reader does not honour: which stretches of a track
 * are played, and where the file ends. Tags and covers are blanked, so that nobody reads them.
 */

import { ALAC, alacHeaderIn, type CodecHeader } from "./ForeignCodecs.ts"

/** A stretch of a track that is played, or a pause; in seconds. */
export interface Edit {
  /** Where it begins in the track; undefined for a pause. */
  readonly from: number | undefined
  /** Without an end where it goes on to the track's. */
  readonly seconds: number
}

export interface IsoFile {
  /** The file's bytes with the edit lists and tags taken out. */
  readonly file: Uint8Array
  /** By the track's id; those without a list are played whole. */
  readonly edits: ReadonlyMap<number, ReadonlyArray<Edit>>
  /** What tracks say of a codec that the reader does not know, by the track's id. */
  readonly codecs: ReadonlyMap<number, CodecHeader>
  /** Samples that an encoder put before the sound, and those of the sound, as iTunes notes them. */
  readonly itunes: { readonly delay: number; readonly samples: number } | undefined
  /** Bytes behind the end, which no player plays. */
  readonly behind: number
  /** Whether the file ends before what it says that it has of sound, or of its index. */
  readonly isCutOff: boolean
  /** Whether it says where its sound is. */
  readonly hasIndex: boolean
}

export interface Box {
  readonly type: string
  readonly at: number
  readonly start: number
  readonly end: number
  /** Whether it is said to end behind what it is in. */
  readonly isCutOff?: boolean
}

const HEAD_BYTES = 8
const LONG_HEAD_BYTES = 16
/** Edits of a list that are honoured; a list of one or two is usual. */
const MOST_EDITS = 1_000

/** The box at `at` of what ends at `end`; undefined where there is none. A box that is cut off ends with what is there. */
const boxAt = (bytes: Buffer, at: number, end: number): Box | undefined => {
  if (at + HEAD_BYTES > end) return undefined
  const type = bytes.toString("latin1", at + 4, at + HEAD_BYTES)
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined
  const short = bytes.readUInt32BE(at)
  const isLong = short === 1 && at + LONG_HEAD_BYTES <= end
  const head = isLong ? LONG_HEAD_BYTES : HEAD_BYTES
  const length = isLong ? Number(bytes.readBigUInt64BE(at + HEAD_BYTES)) : short === 0 ? end - at : short
  return length < head
    ? undefined
    : { type, at, start: at + head, end: Math.min(end, at + length), isCutOff: at + length > end }
}

export const boxesIn = (bytes: Buffer, start: number, end: number): ReadonlyArray<Box> => {
  const boxes: Array<Box> = []
  for (let box = boxAt(bytes, start, end); box !== undefined; box = boxAt(bytes, box.end, end)) boxes.push(box)
  return boxes
}

export const childOf = (bytes: Buffer, parent: Box | undefined, type: string): Box | undefined =>
  parent === undefined ? undefined : boxesIn(bytes, parent.start, parent.end).find((box) => box.type === type)

/** The number of 32 bits that stands so far behind the start, further in boxes of version 1. */
export const numberIn = (bytes: Buffer, box: Box | undefined, at: number, atInVersion1: number): number | undefined => {
  if (box === undefined || box.start >= box.end) return undefined
  const place = box.start + (bytes[box.start] === 1 ? atInVersion1 : at)
  return place + 4 <= box.end ? bytes.readUInt32BE(place) : undefined
}

/** Ticks of a second, behind two times of 4 bytes, or of 8. */
const timescaleOf = (bytes: Buffer, box: Box | undefined): number | undefined => numberIn(bytes, box, 12, 20)

interface Scales {
  readonly movie: number
  readonly track: number
}

const editsOf = (bytes: Buffer, list: Box, { movie, track }: Scales): ReadonlyArray<Edit> => {
  const isLong = bytes[list.start] === 1
  const width = isLong ? 20 : 12
  const first = list.start + 8
  if (first > list.end) return []
  const count = Math.min(bytes.readUInt32BE(first - 4), Math.floor((list.end - first) / width), MOST_EDITS)
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * width
    const lasts = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    const from = isLong ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4)
    // Written before the end was known: to the end.
    const seconds = lasts === 0 && from >= 0 ? Number.POSITIVE_INFINITY : lasts / movie
    return { from: from < 0 ? undefined : from / track, seconds }
  })
}

/** The id and the edits of a track that has some. */
const trackEdits = (bytes: Buffer, trak: Box, movie: number): ReadonlyArray<[number, ReadonlyArray<Edit>]> => {
  const id = numberIn(bytes, childOf(bytes, trak, "tkhd"), 12, 20)
  const track = timescaleOf(bytes, childOf(bytes, childOf(bytes, trak, "mdia"), "mdhd"))
  const list = childOf(bytes, childOf(bytes, trak, "edts"), "elst")
  if (id === undefined || list === undefined || !track) return []
  const edits = editsOf(bytes, list, { movie, track })
  return edits.some(({ from }) => from !== undefined) ? [[id, edits]] : []
}

/** The id and the codec of a track whose codec the reader does not know. */
const trackCodec = (bytes: Buffer, trak: Box): ReadonlyArray<[number, CodecHeader]> => {
  const id = numberIn(bytes, childOf(bytes, trak, "tkhd"), 12, 20)
  const table = childOf(bytes, childOf(bytes, childOf(bytes, trak, "mdia"), "minf"), "stbl")
  const described = childOf(bytes, table, "stsd")
  if (id === undefined || described === undefined) return []
  const header = alacHeaderIn(bytes.subarray(described.start, described.end))
  return header === undefined ? [] : [[id, { id: ALAC, header }]]
}

/** How iTunes writes what its encoder added: three groups of digits, then the samples of the sound. */
const ITUNES = /iTunSMPB.{0,32}? 0{8} ([0-9A-F]{8}) [0-9A-F]{8} ([0-9A-F]{16})/s

const itunesOf = (bytes: Buffer, boxes: ReadonlyArray<Box>): IsoFile["itunes"] => {
  for (const { end, start } of boxes) {
    const [, delay, samples] = ITUNES.exec(bytes.toString("latin1", start, end)) ?? []
    if (delay !== undefined && samples !== undefined)
      return { delay: Number.parseInt(delay, 16), samples: Number.parseInt(samples, 16) }
  }
  return undefined
}

const BLANKED: ReadonlySet<string> = new Set(["udta", "meta"])
/** Without the whole of which there may be less to hear. */
const HEARD: ReadonlySet<string> = new Set(["moov", "moof", "mdat"])

const blank = (bytes: Buffer, { at }: Box): void => {
  bytes.write("free", at + 4, "latin1")
}

/** The boxes of the file; another file behind it, and what is no box, are no part of it. */
const topOf = (bytes: Buffer) => {
  const all = boxesIn(bytes, 0, bytes.length)
  const movie = all.findIndex(({ type }) => type === "moov")
  const isWhole = (index: number) => index > movie && all.slice(0, index).some(({ type }) => /^(mdat|moof)$/.test(type))
  const next = movie < 0 ? -1 : all.findIndex(({ type }, index) => type === "ftyp" && isWhole(index))
  const boxes = next < 0 ? all : all.slice(0, next)
  return { moov: all[movie], boxes, end: movie < 0 ? bytes.length : (boxes.at(-1)?.end ?? bytes.length) }
}

export const read = (file: Uint8Array): IsoFile => {
  const bytes = Buffer.from(file)
  const { boxes, end, moov } = topOf(bytes)
  const isCutOff = boxes.some((box) => box.isCutOff === true && HEARD.has(box.type))
  if (moov === undefined)
    return { file, edits: new Map(), codecs: new Map(), itunes: undefined, behind: 0, isCutOff, hasIndex: false }
  const inMovie = boxesIn(bytes, moov.start, moov.end)
  const tracks = inMovie.filter(({ type }) => type === "trak")
  const movie = timescaleOf(bytes, childOf(bytes, moov, "mvhd")) || 1
  const edits = new Map(tracks.flatMap((trak) => trackEdits(bytes, trak, movie)))
  const codecs = new Map(tracks.flatMap((trak) => trackCodec(bytes, trak)))
  const inTracks = tracks.flatMap(({ end, start }) => boxesIn(bytes, start, end))
  const tags = [...boxes, ...inMovie, ...inTracks].filter(({ type }) => BLANKED.has(type))
  const itunes = itunesOf(bytes, tags)
  for (const box of [...tags, ...inTracks.filter(({ type }) => type === "edts")]) blank(bytes, box)
  return { file: bytes.subarray(0, end), edits, codecs, itunes, behind: bytes.length - end, isCutOff, hasIndex: true }
}
