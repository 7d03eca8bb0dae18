/**
 * An Ogg file (RFC 3533) taken apart into its links: files that were put behind each other, each of which begins anew,
 * with its own rate and channels. Of each stream a file of its own is made, without what it is tagged with: a cover
 * that is broken is nobody's business here.
 */
import { streamOf } from "./Flac.ts"
import * as Ogg from "./Ogg.ts"
import { MARK, type Page, pagesOf } from "./OggPages.ts"

type Codec = "opus" | "vorbis" | "flac"

/** How many packets of sound end with a page, and its position. */
interface PageEnd {
  readonly packets: number
  readonly position: number
  /** Whether the stream ends with it. */
  readonly isLast: boolean
}

/** Where the packets of a stream stand. */
export interface Positions {
  readonly ends: ReadonlyArray<PageEnd>
  /** Hertz that positions are counted in. */
  readonly rate: number
  /** Of each position, so much comes before the sound. */
  readonly early: number
}

/** FLAC: what a file of it begins with, and the frames. */
export interface FlacStream extends Positions {
  readonly codec: "flac"
  readonly head: Uint8Array
  readonly frames: ReadonlyArray<Uint8Array>
}

/** A stream of sound, alone, as an Ogg file. */
export interface PagedStream extends Positions {
  readonly codec: Exclude<Codec, "flac">
  readonly file: Uint8Array
}

export type OggStream = FlacStream | PagedStream

/** One of the files that were put behind each other; `other` is what else it holds. */
export interface OggLink {
  readonly streams: ReadonlyArray<OggStream>
  readonly other: string | undefined
  /** Whether a stream of sound has no last page. */
  readonly lacksEnd: boolean
}

export interface OggFile {
  readonly links: ReadonlyArray<OggLink>
  /** Bytes between pages. */
  readonly passedOver: number
  /** Whether it ends within a page. */
  readonly isCutOff: boolean
}

/** The links: a page that begins a stream, behind one that does not, begins a link. */
const linksOf = (pages: ReadonlyArray<Page>): ReadonlyArray<ReadonlyArray<Page>> => {
  const links: Array<Array<Page>> = []
  let begins = false
  for (const page of pages) {
    const link = links.at(-1)
    if (link !== undefined && (begins || !page.isFirst)) link.push(page)
    else links.push([page])
    begins = page.isFirst
  }
  return links
}

interface Packet {
  readonly data: Buffer
  /** The page that it ends on, by its place. */
  readonly page: number
}

/** The whole packets of a stream's pages. What begins on a page that is missing is left out. */
const packetsOf = (pages: ReadonlyArray<Page>): ReadonlyArray<Packet> => {
  const packets: Array<Packet> = []
  let parts: Array<Buffer> | undefined
  for (const [page, { body, isContinued, lengths }] of pages.entries()) {
    let at = 0
    if (!isContinued) parts = []
    for (const length of lengths) {
      if (at + length > body.length) return packets
      parts?.push(body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      const data = Buffer.concat(parts ?? [])
      if (data.length > 0) packets.push({ data, page })
      parts = []
    }
  }
  return packets
}

interface Kind {
  readonly codec: Codec
  readonly mark: string
  /** Packets before the sound. */
  readonly heads: (first: Buffer) => number
}

const kinds: ReadonlyArray<Kind> = [
  { codec: "opus", mark: "OpusHead", heads: () => 2 },
  { codec: "vorbis", mark: "\x01vorbis", heads: () => 3 },
  { codec: "flac", mark: "\x7fFLAC", heads: (first) => 1 + (first.length >= 9 ? first.readUInt16BE(7) : 0) }
]

/** What else is put into Ogg, by what it begins with. */
const OTHERS: ReadonlyArray<readonly [mark: string, name: string]> = [
  ["Speex   ", "Speex sound"],
  ["\x80theora", "Theora video"],
  ["fishead", "a skeleton"],
  ["\x01video", "video"]
]

const begins = (data: Buffer, mark: string): boolean => data.toString("latin1", 0, mark.length) === mark

/** Comments that say nothing, in the place of the stream's own. */
const NO_COMMENTS = Buffer.alloc(8)
const silentComments = {
  opus: [Buffer.from("OpusTags", "latin1"), NO_COMMENTS],
  vorbis: [Buffer.from("\x03vorbis", "latin1"), NO_COMMENTS, Buffer.from([1])]
}

/** Where the metadata of FLAC stands in its first packet, and how long the one block is that is needed. */
const FLAC_AT = 9
const FLAC_HEAD_BYTES = 4 + 4 + 34
const LAST_BLOCK = 0x80

/** The head of FLAC is its mark and what its frames are. */
const flacOf = (pages: ReadonlyArray<Page>, packets: ReadonlyArray<Packet>): FlacStream => {
  const head = Buffer.from(packets[0]?.data.subarray(FLAC_AT, FLAC_AT + FLAC_HEAD_BYTES) ?? [])
  if (head.length > 4) head.writeUInt8((head[4] ?? 0) | LAST_BLOCK, 4)
  // The count of heads may be unknown or wrong; none of them begins as a frame.
  const frames = packets.slice(1).filter(({ data }) => data[0] === 0xff)
  const ends: Array<PageEnd> = []
  let at = 0
  for (const [index, { position }] of pages.entries()) {
    const from = at
    while (frames[at]?.page === index) at++
    // Its frames say themselves how long they are: none is cut by a position.
    if (at > from) ends.push({ packets: at, position, isLast: false })
  }
  return { codec: "flac", head, frames: frames.map(({ data }) => data), ends, rate: streamOf(head).rate, early: 0 }
}

/** The pages of the sound, each with the packets that end on it, and pages of a head before them. */
const pagedOf = (
  codec: "opus" | "vorbis",
  pages: ReadonlyArray<Page>,
  packets: ReadonlyArray<Packet>,
  heads: number
) => {
  const [first, , ...setup] = packets.slice(0, heads).map(({ data }) => data)
  const head = [first ?? Buffer.alloc(0), Buffer.concat(silentComments[codec]), ...setup]
  const ends: Array<PageEnd> = []
  const writtenPages: Array<Uint8Array> = [...Ogg.pagesOf(head, 0, 0, false)]
  let at = heads
  let number = writtenPages.length
  for (const [index, { isLast, position }] of pages.entries()) {
    const from = at
    while (packets[at]?.page === index) at++
    if (at === from) continue
    const onPage = packets.slice(from, at).map(({ data }) => data)
    const endsStream = isLast && at === packets.length
    const paged = Ogg.pagesOf(onPage, number, position, endsStream)
    number += paged.length
    writtenPages.push(...paged)
    ends.push({ packets: at - heads, position, isLast: endsStream })
  }
  return { file: Buffer.concat(writtenPages), ends }
}

/** What a stream of sound is. */
export interface StreamKind {
  readonly codec: Codec
  /** Packets before the sound. */
  readonly heads: number
}

/** What a stream is by its first packet; of what is no sound its name, if it is known. */
export const streamKindOf = (first: Buffer): StreamKind | string | undefined => {
  const kind = kinds.find(({ mark }) => begins(first, mark))
  if (kind === undefined) return OTHERS.find(([mark]) => begins(first, mark))?.[1]
  return { codec: kind.codec, heads: kind.heads(first) }
}

const soundOf = (pages: ReadonlyArray<Page>): OggStream | string | undefined => {
  const packets = packetsOf(pages)
  const first = packets[0]?.data
  if (first === undefined) return undefined
  const kind = streamKindOf(first)
  if (typeof kind !== "object") return kind
  const { codec, heads } = kind
  if (codec === "flac") return flacOf(pages, packets)
  const isOpus = codec === "opus"
  if (first.length < 16) return undefined
  const rate = isOpus ? Ogg.RATE : first.readUInt32LE(12)
  return { codec, ...pagedOf(codec, pages, packets, heads), rate, early: isOpus ? first.readUInt16LE(10) : 0 }
}

const linkOf = (pages: ReadonlyArray<Page>): OggLink => {
  const serials = new Map<number, Array<Page>>()
  for (const page of pages) {
    const known = serials.get(page.serial)
    // What nobody announced at the beginning belongs to nothing.
    if (known !== undefined) known.push(page)
    else if (page.isFirst) serials.set(page.serial, [page])
  }
  const sounds = Array.from(serials.values(), (pages) => ({ pages, sound: soundOf(pages) }))
  return {
    streams: sounds.flatMap(({ sound }) => (typeof sound === "object" ? [sound] : [])),
    other: sounds.map(({ sound }) => sound).find((name) => typeof name === "string"),
    lacksEnd: sounds.some(({ pages, sound }) => typeof sound === "object" && !pages.some(({ isLast }) => isLast))
  }
}

/** Whether the bytes begin as an Ogg file does. */
export const isOgg = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 4)).toString("latin1") === MARK

export const read = (bytes: Uint8Array): OggFile => {
  const { pages, ...rest } = pagesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { links: linksOf(pages).map(linkOf), ...rest }
}
