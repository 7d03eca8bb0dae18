/** A stream of sound in an Ogg file that comes page by page: its packets, on the clock of its pages' positions. */
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { GrowingClock, secondsOf } from "./GrowingClock.ts"
import * as Ogg from "./Ogg.ts"
import type { StreamKind } from "./OggFile.ts"
import type { Page } from "./OggPages.ts"
import * as OpusHead from "./OpusHead.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { joinBytes } from "./Samples.ts"
import { shortened } from "./Timeline.ts"

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

const codedOf = (codec: StreamKind["codec"], heads: ReadonlyArray<Buffer>): PacketDecoders.Coded => {
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
const positionsOf = (codec: StreamKind["codec"], heads: ReadonlyArray<Buffer>): Positions => {
  const [first = Buffer.alloc(0)] = heads
  if (codec === "opus") return { rate: Ogg.RATE, early: OpusHead.parse(first)?.preSkip ?? 0 }
  if (codec === "vorbis") return { rate: first.readUInt32LE(12), early: 0 }
  // Twenty bits, behind the sizes of blocks and frames.
  return { rate: first.readUIntBE(FLAC_AT + 18, 3) >> 4, early: 0 }
}

export class GrowingOggStream {
  readonly serial: number
  readonly #codec: StreamKind["codec"]
  /** How many packets are before the sound. */
  readonly #headCount: number
  readonly #heads: Array<Buffer> = []
  readonly #clock: GrowingClock
  #decoder: PacketDecoders.PacketDecoder | undefined
  /** Of the packet that goes on on the next page. */
  #parts: Array<Buffer> | undefined = []
  #packets = 0
  #hasEnd = false

  /** `given`: seconds that were played before. */
  constructor(serial: number, { codec, heads }: StreamKind, note: Note, given: number) {
    this.serial = serial
    this.#codec = codec
    this.#headCount = heads
    this.#clock = new GrowingClock(note, given)
  }

  /** Seconds that have been played, of this file and those before. */
  get given(): number {
    return this.#clock.given
  }

  /** Whether a page has said that it is the last. */
  get hasEnd(): boolean {
    return this.#hasEnd
  }

  /** What is played of a page. */
  async *take(page: Page): GrowingPieces {
    let at = 0
    if (!page.isContinued) this.#parts = []
    const pieces: Array<PacketDecoders.Piece> = []
    for (const length of page.lengths) {
      // It was cut off here.
      if (at + length > page.body.length) break
      this.#parts?.push(page.body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      const data = Buffer.concat(this.#parts ?? [])
      this.#parts = []
      if (data.length > 0) {
        yield undefined
        pieces.push(...(await this.#packet(data)))
      }
    }
    this.#hasEnd ||= page.isLast
    if (page.isLast) pieces.push(...(await this.#finish()))
    if (pieces.length > 0) yield* this.#placed(page, pieces)
    if ((this.#parts?.length ?? 0) * 255 > LARGEST_PART) throw new Undecodable("is a damaged Ogg file")
  }

  /**
   * What came of a page, behind silence where its position is later than its packets reach; of the last page no more
   * than its position says.
   */
  *#placed({ isLast, position }: Page, pieces: ReadonlyArray<PacketDecoders.Piece>): Generator<PacketDecoders.Piece> {
    const { early, rate } = positionsOf(this.#codec, this.#heads)
    const end = (position - early) / rate
    const lasts = secondsOf(pieces)
    const behind = isLast && this.#codec !== "flac" ? (this.#clock.at ?? 0) + lasts - end : 0
    const isTimed = position >= 0 && rate > 0
    const isCut = isTimed && behind > 0 && behind < lasts
    const played = isCut ? shortened(pieces, behind) : pieces
    // The first of a late decoder's is of the page before, and it has the last of this page.
    const isLate = this.#codec !== "opus" && !isLast
    const count = isLate && this.#clock.at !== undefined ? 1 : 0
    for (const piece of played.slice(0, count)) yield this.#counted(piece)
    const rest = played.slice(count)
    const held = isLate ? secondsOf(rest.slice(-1)) : 0
    const [first] = rest
    if (isTimed && !isCut && first !== undefined)
      yield* this.#silenceBefore(first, end - secondsOf(rest) - held, isLast)
    for (const piece of rest) yield this.#counted(piece)
  }

  /**
   * Silence up to what of a page stands at `seconds`; the first page says where the clock stood when the recording
   * began, so that nothing is missing before it.
   */
  *#silenceBefore(first: PacketDecoders.Piece, seconds: number, isLast: boolean): Generator<PacketDecoders.Piece> {
    if (this.#clock.at !== undefined) return yield* this.#clock.silenceUntil(seconds, first)
    // A single page is from 0 to its end, and how long a packet lasts that a decoder has back is not known.
    const isAtStart = isLast || (this.#codec !== "opus" && Math.abs(seconds) < HELD_SECONDS)
    this.#clock.beginAt(isAtStart ? 0 : seconds)
  }

  #counted(piece: PacketDecoders.Piece): PacketDecoders.Piece {
    this.#clock.add(piece)
    return piece
  }

  async #packet(data: Buffer): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    // FLAC need not know how many heads it has; none of them begins as a frame.
    if (this.#codec === "flac" ? data[0] !== 0xff : this.#heads.length < this.#headCount) {
      if (this.#heads.length < MOST_HEADS) this.#heads.push(data)
      return []
    }
    const packet = { data, timestamp: this.#packets++ * PACKET_SECONDS, duration: PACKET_SECONDS }
    this.#decoder ??= await PacketDecoders.forCodec(codedOf(this.#codec, this.#heads), packet, false)
    if (this.#decoder === undefined) throw new Undecodable(NOTHING)
    return this.#decoder.decode(packet)
  }

  /** What the decoder held back at the end of the stream. */
  async #finish(): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    if (this.#codec === "opus" || this.#decoder === undefined) return []
    const decoder = this.#decoder
    this.#decoder = undefined
    const rest = await decoder.finish()
    decoder.free()
    return rest
  }

  /** What waits, as if there was an end: of FLAC, as of a WebM, and of others where it `isOver`. */
  async *drain(isOver: boolean): GrowingPieces {
    if (isOver || this.#codec === "flac") for (const piece of await this.#finish()) yield this.#counted(piece)
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
  }
}
