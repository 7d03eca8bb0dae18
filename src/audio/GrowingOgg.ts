/** Ogg (RFC 3533) as it comes, page by page. Files may follow one another; of each the first stream of sound is heard. */
import { ByteQueue } from "./ByteQueue.ts"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type Growing, type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { HEADER_BYTES, MARK, type Page, pageAt, streamKindOf } from "./OggFile.ts"
import * as OpusHead from "./OpusHead.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { joinBytes } from "./Samples.ts"

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

export class GrowingOgg implements Growing {
  readonly #queue = new ByteQueue()
  #stream: Stream | undefined
  /** Whether the last page began a stream: those that follow it belong to the same file. */
  #begins = false
  /** What else the file was seen to hold. */
  #other: string | undefined

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
        const found = queue.peek(queue.length).indexOf(MARK, 1, "latin1")
        queue.skip(found < 0 ? queue.length - MARK.length + 1 : found)
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
    for (const length of page.lengths) {
      stream.parts?.push(page.body.subarray(at, at + length))
      at += length
      if (length === 255) continue
      const data = Buffer.concat(stream.parts ?? [])
      stream.parts = []
      if (data.length > 0) yield* this.#packet(stream, data)
    }
    if ((stream.parts?.length ?? 0) * 255 > LARGEST_PART) throw new Undecodable("is a damaged Ogg file")
  }

  async *#packet(stream: Stream, data: Buffer): GrowingPieces {
    const { codec, headCount, heads } = stream
    // FLAC need not know how many heads it has; none of them begins as a frame.
    if (codec === "flac" ? data[0] !== 0xff : heads.length < headCount) {
      if (heads.length < MOST_HEADS) heads.push(data)
      return
    }
    const packet = { data, timestamp: stream.packets++ * PACKET_SECONDS, duration: PACKET_SECONDS }
    stream.decoder ??= await PacketDecoders.forCodec(codedOf(stream), packet, false)
    if (stream.decoder === undefined) throw new Undecodable(NOTHING)
    yield undefined
    yield* await stream.decoder.decode(packet)
  }

  async *drain(): GrowingPieces {
    // As of a WebM.
    const stream = this.#stream
    if (stream?.codec !== "flac" || stream.decoder === undefined) return
    yield* await stream.decoder.finish()
    stream.decoder.free()
    stream.decoder = undefined
  }

  free(): void {
    this.#stream?.decoder?.free()
    this.#stream = undefined
  }
}
