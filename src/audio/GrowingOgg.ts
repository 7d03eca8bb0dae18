/** Ogg (RFC 3533) as it comes, page by page. Files may follow one another; of each the first stream of sound is heard. */
import { ByteQueue } from "./ByteQueue.ts"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type Growing, type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { GrowingClock, secondsOf } from "./GrowingClock.ts"
import * as Ogg from "./Ogg.ts"
import { HEADER_BYTES, MARK, type Page, pageAt, streamKindOf } from "./OggFile.ts"
import * as OpusHead from "./OpusHead.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { joinBytes } from "./Samples.ts"
import { shortened } from "./Timeline.ts"

interface Stream {
  readonly serial: number
  readonly codec: "opus" | "vorbis" | "flac"
  /** Packets before the sound. */
  readonly headCount: number
  readonly heads: Array<Buffer>
  decoder: PacketDecoders.PacketDecoder | undefined
  /** Of the packet that goes on on the next page. */
  parts: Array<Buffer> | undefined
  packets: number
}

/** Where FLAC's own head stands in its first packet. */
const FLAC_AT = 9
const PACKET_SECONDS = 0.02
/** The longest packet that a decoder holds back: Vorbis's largest block at a low rate. */
const HELD_SECONDS = 0.2
/** Vorbis has three; of FLAC one is needed. */
const MOST_HEADS = 3

/** Vorbis's three heads as Matroska keeps them. */
const vorbisDescription = (heads: ReadonlyArray<Buffer>): Uint8Array => {
  const laced = heads
    .slice(0, 2)
    .flatMap(({ length }) => [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255])
  return joinBytes([Uint8Array.from([2, ...laced]), ...heads])
}

const codedOf = ({ codec, heads }: Stream): PacketDecoders.Coded => {
  const [first = Buffer.alloc(0)] = heads
  if (codec === "opus")
    return { codec, header: first, sampleRate: 48_000, channels: OpusHead.parse(first)?.channels ?? 0 }
  if (codec === "flac") {
    const header = Buffer.from(first.subarray(FLAC_AT, FLAC_AT + 42))
    if (header.length < 42) throw new Undecodable(NOTHING)
    header.writeUInt8((header[4] ?? 0) | 0x80, 4)
    return { codec, header, sampleRate: 48_000, channels: 1 }
  }
  if (first.length < 16) throw new Undecodable(NOTHING)
  return { codec, header: vorbisDescription(heads), sampleRate: first.readUInt32LE(12), channels: first[11] ?? 0 }
}

interface Positions {
  /** Hertz that they are counted in. */
  readonly rate: number
  /** Of each, so much comes before the sound. */
  readonly early: number
}

/** What is counted at the ends of a stream's pages. */
const positionsOf = ({ codec, heads }: Stream): Positions => {
  const [first = Buffer.alloc(0)] = heads
  if (codec === "opus") return { rate: Ogg.RATE, early: OpusHead.parse(first)?.preSkip ?? 0 }
  if (codec === "vorbis") return { rate: first.readUInt32LE(12), early: 0 }
  // Twenty bits, behind the sizes of blocks and frames.
  return { rate: first.readUIntBE(FLAC_AT + 18, 3) >> 4, early: 0 }
}

export class GrowingOgg implements Growing {
  readonly #queue = new ByteQueue()
  readonly #clock: GrowingClock
  #stream: Stream | undefined
  /** Whether the last page began a stream: those that follow it belong to the same file. */
  #begins = false
  /** What else the file was seen to hold. */
  #other: string | undefined

  constructor(note: Note) {
    this.#clock = new GrowingClock(note)
  }

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    for (let page = this.#nextPage(); page !== undefined; page = this.#nextPage()) yield* this.#page(page)
  }

  /** The next page that is whole. */
  #nextPage(): Page | undefined {
    const queue = this.#queue
    while (queue.length >= HEADER_BYTES) {
      const head = queue.peek(HEADER_BYTES)
      if (head.toString("latin1", 0, MARK.length) !== MARK) {
        const next = queue.peek(queue.length).indexOf(MARK, 1, "latin1")
        queue.skip(next < 0 ? queue.length - MARK.length + 1 : next)
        continue
      }
      const count = head.readUInt8(HEADER_BYTES - 1)
      if (queue.length < HEADER_BYTES + count) return undefined
      const lengths = queue.peek(HEADER_BYTES + count).subarray(HEADER_BYTES)
      const length = lengths.reduce((sum, part) => sum + part, HEADER_BYTES + count)
      return queue.length < length ? undefined : pageAt(queue.take(length), 0)
    }
    return undefined
  }

  /** The stream that a first page begins, where it is the file's first of sound. */
  #begin(page: Page): void {
    if (!this.#begins) {
      this.free()
      this.#clock.restart()
      this.#other = undefined
    }
    this.#begins = true
    const kind = streamKindOf(page.body)
    if (typeof kind === "string") this.#other ??= kind
    if (kind === undefined || typeof kind === "string" || this.#stream !== undefined) return
    const { codec, heads } = kind
    this.#stream = {
      serial: page.serial,
      codec,
      headCount: heads,
      heads: [],
      decoder: undefined,
      parts: [],
      packets: 0
    }
  }

  async *#page(page: Page): GrowingPieces {
    if (page.isFirst) this.#begin(page)
    else this.#begins = false
    const stream = this.#stream
    if (stream === undefined && !page.isFirst)
      throw new Undecodable(
        this.#other === undefined ? NOTHING : `is an Ogg file with ${this.#other}, which is not read here`
      )
    if (stream?.serial !== page.serial) return
    let at = 0
    if (!page.isContinued) stream.parts = []
    const pieces: Array<PacketDecoders.Piece> = []
    for (const length of page.lengths) {
      stream.parts?.push(page.body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      const data = Buffer.concat(stream.parts ?? [])
      stream.parts = []
      if (data.length > 0) {
        yield undefined
        pieces.push(...(await this.#packet(stream, data)))
      }
    }
    if (page.isLast) pieces.push(...(await this.#finish(stream)))
    if (pieces.length > 0) yield* this.#placed(stream, page, pieces)
    if ((stream.parts?.length ?? 0) * 255 > LARGEST_PART) throw new Undecodable("is a damaged Ogg file")
  }

  /**
   * What came of a page, behind silence where its position is later than its packets reach; of the last page no more
   * than its position says.
   */
  *#placed(
    stream: Stream,
    { isLast, position }: Page,
    pieces: ReadonlyArray<PacketDecoders.Piece>
  ): Generator<PacketDecoders.Piece> {
    const { early, rate } = positionsOf(stream)
    const end = (position - early) / rate
    const lasts = secondsOf(pieces)
    const behind = isLast && stream.codec !== "flac" ? (this.#clock.at ?? 0) + lasts - end : 0
    const isTimed = position >= 0 && rate > 0
    const isCut = isTimed && behind > 0 && behind < lasts
    const played = isCut ? shortened(pieces, behind) : pieces
    // The first of a late decoder's is of the page before, and it has the last of this page.
    const isLate = stream.codec !== "opus" && !isLast
    const first = isLate && this.#clock.at !== undefined ? 1 : 0
    for (const piece of played.slice(0, first)) yield this.#counted(piece)
    const rest = played.slice(first)
    const held = isLate ? secondsOf(rest.slice(-1)) : 0
    if (isTimed && !isCut && rest.length > 0) yield* this.#silenceBefore(stream, end - secondsOf(rest) - held, isLast)
    for (const piece of rest) yield this.#counted(piece)
  }

  /** Silence up to what of a page stands at `seconds`; the first page says where the clock stood when the recording began. */
  *#silenceBefore({ codec }: Stream, seconds: number, isLast: boolean): Generator<PacketDecoders.Piece> {
    const begins = this.#clock.at === undefined
    // A single page is from 0 to its end, and how long a packet lasts that a decoder has back is not known.
    if (begins && (isLast || (codec !== "opus" && Math.abs(seconds) < HELD_SECONDS))) yield* this.#clock.silenceUntil(0)
    else yield* this.#clock.silenceUntil(seconds)
  }

  #counted(piece: PacketDecoders.Piece): PacketDecoders.Piece {
    this.#clock.add(piece)
    return piece
  }

  async #packet(stream: Stream, data: Buffer): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    const { codec, headCount, heads } = stream
    // FLAC need not know how many heads it has; none of them begins as a frame.
    if (codec === "flac" ? data[0] !== 0xff : heads.length < headCount) {
      if (heads.length < MOST_HEADS) heads.push(data)
      return []
    }
    const packet = { data, timestamp: stream.packets++ * PACKET_SECONDS, duration: PACKET_SECONDS }
    stream.decoder ??= await PacketDecoders.forCodec(codedOf(stream), packet, false)
    if (stream.decoder === undefined) throw new Undecodable(NOTHING)
    return stream.decoder.decode(packet)
  }

  /** What the decoder held back at the end of the stream. */
  async #finish(stream: Stream): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    const { codec, decoder } = stream
    if (codec === "opus" || decoder === undefined) return []
    stream.decoder = undefined
    const rest = await decoder.finish()
    decoder.free()
    return rest
  }

  async *drain(): GrowingPieces {
    // As of a WebM.
    const stream = this.#stream
    if (stream?.codec === "flac") for (const piece of await this.#finish(stream)) yield this.#counted(piece)
  }

  free(): void {
    this.#stream?.decoder?.free()
    this.#stream = undefined
  }
}
