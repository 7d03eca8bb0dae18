/**
 * What of a Matroska or WebM file (RFC 9559) its own reader leaves out: what its tracks say of codecs that the reader
 * does not know, and the ends of blocks that are not played. In one walk over its elements.
 */

import type { CodecHeader } from "./ForeignCodecs.ts"
import { headIn, trackOf } from "./MatroskaElements.ts"
import * as Id from "./MatroskaIds.ts"

export interface MatroskaFile {
  /** By the track's number. */
  readonly codecs: ReadonlyMap<number, CodecHeader>
  /** Seconds of the end of a block that are not played, by the track's number and the block's time in its file's ticks. */
  readonly discarded: ReadonlyMap<string, number>
  /** Seconds that a codec is late: so much of a track's beginning is not played, and so much later its blocks say they are. By the track's number. */
  readonly delays: ReadonlyMap<number, number>
  /** Tracks, by their number, whose blocks are compressed or encrypted in a way that the reader does not undo. */
  readonly unreadable: ReadonlySet<number>
  /** Ticks of a second. */
  readonly ticks: number
}

const ENCODING = 0x6240
const COMPRESSION_KIND = 0x4254
/** What all frames of a track begin with is left out of them. The reader puts it back where each has a block of its own. */
const STRIPPED = 3
/** Bits of a block's third flag byte that say how several frames share it. */
const LACING = 0x06

/** Those that are looked into: the segment, its description, its tracks with their encodings, clusters and groups of a block. */
const ENTERED: ReadonlySet<number> = new Set(
  [Id.SEGMENT, Id.INFO, Id.TRACKS, Id.TRACK_ENTRY, Id.CLUSTER, Id.BLOCK_GROUP].concat([
    Id.ENCODINGS,
    ENCODING,
    Id.COMPRESSION
  ])
)

/** Ends of blocks that are kept; files have one a track. */
const MOST_ENDS = 10_000
const MOST_TRACKS = 64
/** Elements that are looked at; a film of three minutes has some 50,000. */
const MOST_ELEMENTS = 1_000_000
/** The longest element that a number is. */
const LONGEST_NUMBER = 8

const unsigned = (content: Buffer): number =>
  content.subarray(0, LONGEST_NUMBER).reduce((sum, byte) => sum * 256 + byte, 0)

const signed = (content: Buffer): number =>
  content.length === 0 || content.length > 6 ? unsigned(content) : content.readIntBE(0, content.length)

interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
}

/** All elements in their order, those that are looked into before what they hold; of unknown length they hold what follows. */
function* elementsOf(bytes: Buffer): Generator<Element> {
  let at = 0
  for (let count = 0; count < MOST_ELEMENTS && at < bytes.length; count++) {
    const head = headIn(bytes, at)
    if (head === undefined) return
    const { id, size = bytes.length } = head
    const start = at + head.bytes
    const end = Math.min(bytes.length, start + size)
    yield { id, start, end }
    at = ENTERED.has(id) ? start : end
  }
}

/** What is said of blocks that cannot be read. */
export const ENCODED = "is WebM or Matroska whose blocks are compressed or encrypted in a way that is not read here"

const keyOf = (track: number, ticks: number): string => `${track}:${ticks}`

/** Seconds that the codec of a track is late. */
export const delayOf = ({ delays }: MatroskaFile, track: number): number => delays.get(track) ?? 0

/** Seconds of the end of what comes of a packet that are not played. */
export const discardedOf = ({ discarded, ticks }: MatroskaFile, track: number, seconds: number): number =>
  discarded.get(keyOf(track, Math.round(seconds * ticks))) ?? 0

/** Whether the bytes begin as a Matroska or WebM file does. */
export const isMatroska = (file: Uint8Array): boolean => [0x1a, 0x45, 0xdf, 0xa3].every((byte, at) => file[at] === byte)

interface Entry extends CodecHeader {
  /** The track's number; 0 until it has come. */
  readonly track: number
  /** Seconds. */
  readonly delay: number
  /** How its blocks are encoded, where they are. */
  readonly encoding: number | undefined
}

const NO_ENTRY: Entry = { track: 0, id: "", header: new Uint8Array(0), delay: 0, encoding: undefined }
/** Compressed by zlib, where it does not say how; or encrypted. */
const UNSAID = 0

/** What the walk has come to. */
class Reading {
  readonly codecs = new Map<number, CodecHeader>()
  readonly discarded = new Map<string, number>()
  readonly delays = new Map<number, number>()
  readonly unreadable = new Set<number>()
  readonly #stripped = new Set<number>()
  scale = Id.USUAL_SCALE
  #entry = NO_ENTRY
  #cluster = 0
  #block = ""
  /** Seconds of a block that comes behind them in its group. */
  #ahead = 0

  #keep(entry: Entry): void {
    this.#entry = entry
    const { delay, encoding, header, id, track } = entry
    if (track <= 0 || this.codecs.size >= MOST_TRACKS) return
    if (encoding === STRIPPED) this.#stripped.add(track)
    if (encoding === undefined || encoding === STRIPPED) this.unreadable.delete(track)
    else this.unreadable.add(track)
    this.codecs.set(track, { id, header })
    if (delay <= Id.LONGEST_DELAY_SECONDS) this.delays.set(track, delay)
  }

  take(id: number, content: Buffer): void {
    if (id === Id.TIMESTAMP_SCALE) this.scale = unsigned(content) || Id.USUAL_SCALE
    else if (id === Id.TRACK_ENTRY) this.#entry = NO_ENTRY
    else if (id === Id.TRACK_NUMBER) this.#keep({ ...this.#entry, track: unsigned(content) })
    else if (id === Id.CODEC_ID)
      this.#keep({ ...this.#entry, id: content.toString("latin1", 0, 64).replaceAll("\0", "") })
    else if (id === Id.CODEC_PRIVATE) this.#keep({ ...this.#entry, header: content })
    else if (id === Id.CODEC_DELAY) this.#keep({ ...this.#entry, delay: unsigned(content) / Id.NANOS })
    else if (id === Id.COMPRESSION || id === Id.ENCRYPTION) this.#keep({ ...this.#entry, encoding: UNSAID })
    else if (id === COMPRESSION_KIND) this.#keep({ ...this.#entry, encoding: unsigned(content) })
    else if (id === Id.SIMPLE_BLOCK) this.#enter(content)
    else if (id === Id.CLUSTER_TIME) this.#cluster = unsigned(content)
    else if (id === Id.BLOCK_GROUP) {
      this.#block = ""
      this.#ahead = 0
    } else if (id === Id.BLOCK) {
      this.#enter(content)
      this.#discard(this.#ahead)
    } else if (id === Id.DISCARD_PADDING) {
      this.#ahead = signed(content) / Id.NANOS
      this.#discard(this.#ahead)
    }
  }

  #discard(seconds: number): void {
    if (seconds !== 0 && this.#block !== "" && this.discarded.size < MOST_ENDS) this.discarded.set(this.#block, seconds)
  }

  /** A block begins with its track's number and its time behind the cluster's. */
  #enter(block: Buffer): void {
    const track = trackOf(block)
    const flags = track === undefined ? 0 : (block[track.length + 2] ?? 0)
    if (track !== undefined && (flags & LACING) !== 0 && this.#stripped.has(track.value))
      this.unreadable.add(track.value)
    if (track !== undefined && block.length >= track.length + 2)
      this.#block = keyOf(track.value, this.#cluster + block.readInt16BE(track.length))
  }
}

export const read = (file: Uint8Array): MatroskaFile => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const reading = new Reading()
  for (const { end, id, start } of elementsOf(bytes)) reading.take(id, bytes.subarray(start, end))
  const { codecs, delays, discarded, scale, unreadable } = reading
  return { codecs, discarded, delays, unreadable, ticks: Id.NANOS / scale }
}
