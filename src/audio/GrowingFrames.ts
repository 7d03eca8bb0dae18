/** MP3, AAC (ADTS) and FLAC as they come: frames behind one another, after tags and covers that are passed over. */
import { ByteQueue } from "./ByteQueue.ts"
import { CUT_OFF, Undecodable } from "./DecodingFailures.ts"
import { streamOf } from "./Flac.ts"
import type { Growing, GrowingPieces } from "./Growing.ts"
import * as Mp3 from "./Mp3.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { adtsLength, ID3_HEAD, id3Length, isFlacFrame, STREAM_INFO } from "./Tags.ts"

/** Bytes that are decoded at once; of MP3 and FLAC more than a frame may be in them. */
const PIECE_BYTES = 4_096
const TAG = "ID3"
const FLAC = "fLaC"
const FLAC_HEAD = Buffer.from([0x66, 0x4c, 0x61, 0x43, 0, 0, 0, 34])
const ADTS_HEAD = 7
const BLOCK_HEAD = 4
const LAST_BLOCK = 0x80

type Codec = "mp3" | "adts" | "flac"

const packetOf = (data: Uint8Array): PacketDecoders.Packet => ({ data, timestamp: 0, duration: 0 })

const codecAt = (bytes: Buffer): Codec => {
  if (bytes.toString("latin1", 0, FLAC.length) === FLAC) return "flac"
  return bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0 ? "adts" : "mp3"
}

const isFlacFile = (bytes: Buffer): boolean => FLAC_HEAD.equals(bytes.subarray(0, FLAC_HEAD.length))

/** Bytes in which the first frame of an MP3 says how long the file is. */
const MP3_HEAD = 512

/** Bytes of the longest head of a frame of FLAC. */
const FLAC_FRAME_HEAD = 16

/**
 * How many of these bytes come before another file, or before a frame's head that is not surely whole: the decoder does
 * not know a part of one.
 */
const untilHead = (bytes: Buffer): number => {
  const another = bytes.indexOf(FLAC_HEAD)
  if (another >= 0) return another
  for (let at = Math.max(0, bytes.length - FLAC_FRAME_HEAD); at < bytes.length; at++)
    if (
      (bytes[at] === 0xff && (at + 1 === bytes.length || isFlacFrame(bytes, at))) ||
      FLAC_HEAD.indexOf(bytes.subarray(at)) === 0
    )
      return at
  return bytes.length
}

export class GrowingFrames implements Growing {
  readonly #queue = new ByteQueue()
  #skip = 0
  #codec: Codec | undefined
  #decoder: PacketDecoders.PacketDecoder | undefined
  /** What has come of the frames: their first bytes, all their bytes, and samples that were made of them. */
  #first: Buffer = Buffer.alloc(0)
  #bytes = 0
  #samples = 0
  /** Of FLAC: what its frames are, and whether its metadata goes on. */
  #header: Buffer | undefined
  #inMetadata = false

  constructor(readonly note: Note) {}

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    for (;;) {
      if (this.#skip > 0) this.#skip -= this.#queue.skip(this.#skip)
      if (this.#skip > 0 || this.#queue.length < ID3_HEAD) return
      const head = this.#queue.peek(ID3_HEAD)
      if (this.#codec === undefined && this.#passTag(head)) continue
      this.#codec ??= codecAt(head)
      const isReady = this.#codec !== "flac" || this.#passMetadata()
      if (!isReady) {
        if (this.#skip > 0) continue
        return
      }
      if (this.#codec === "adts") yield* this.#adtsFrames()
      else yield* this.#inPieces()
      if (this.#codec !== undefined) return
    }
  }

  /** Another FLAC file follows. */
  async *#restart(): GrowingPieces {
    if (this.#decoder !== undefined) yield* this.#counted(await this.#decoder.finish())
    if (this.#isCutOff) this.note(CUT_OFF)
    this.free()
    this.#codec = undefined
    this.#header = undefined
    this.#samples = 0
  }

  /** Whether less has come than the file says that it has. */
  get #isCutOff(): boolean {
    if (this.#codec === "mp3") return Mp3.isCutOff(this.#first, this.#bytes)
    return this.#header !== undefined && this.#samples < streamOf(this.#header).samples
  }

  *#counted(pieces: ReadonlyArray<PacketDecoders.Piece>): Generator<PacketDecoders.Piece> {
    for (const { channelData } of pieces) this.#samples += channelData[0]?.length ?? 0
    yield* pieces
  }

  /** Passes over a tag, and zeros that some writers leave behind it. */
  #passTag(head: Buffer): boolean {
    if (head.toString("latin1", 0, TAG.length) === TAG) this.#skip = id3Length(head, 0)
    else if (head[0] === 0) this.#skip = 1
    return this.#skip > 0
  }

  /** Whether FLAC's metadata is over, of which what its frames are is kept. */
  #passMetadata(): boolean {
    const queue = this.#queue
    if (this.#header === undefined) {
      if (queue.length < STREAM_INFO) return false
      this.#header = Buffer.from(queue.take(STREAM_INFO))
      const last = this.#header[BLOCK_HEAD] ?? 0
      this.#inMetadata = (last & LAST_BLOCK) === 0
      this.#header.writeUInt8(last | LAST_BLOCK, BLOCK_HEAD)
    }
    if (!this.#inMetadata) return true
    if (queue.length < BLOCK_HEAD) return false
    const head = queue.peek(BLOCK_HEAD)
    // A length that is not true led into the frames.
    if (isFlacFrame(head, 0)) this.#inMetadata = false
    else {
      this.#inMetadata = ((head[0] ?? 0) & LAST_BLOCK) === 0
      this.#skip = BLOCK_HEAD + head.readUIntBE(1, 3)
    }
    return !this.#inMetadata && this.#skip === 0
  }

  async *#inPieces(): GrowingPieces {
    const queue = this.#queue
    while (queue.length > 0) {
      const piece = queue.peek(Math.min(PIECE_BYTES, queue.length))
      const count = this.#codec === "flac" ? untilHead(piece) : piece.length
      if (count === 0 && isFlacFile(piece)) return yield* this.#restart()
      if (count === 0) return
      const packet = packetOf(new Uint8Array(queue.take(count)))
      this.#bytes += count
      if (this.#first.length < MP3_HEAD) this.#first = Buffer.concat([this.#first, packet.data])
      const decoder = await this.#decoderFor(packet)
      yield undefined
      yield* this.#counted(await decoder.decode(packet))
    }
  }

  async *#adtsFrames(): GrowingPieces {
    const queue = this.#queue
    while (queue.length >= ADTS_HEAD) {
      const length = adtsLength(queue.peek(ADTS_HEAD), 0)
      if (length === undefined) {
        // Lost: the next byte that begins a frame.
        const next = queue.peek(queue.length).indexOf(0xff, 1)
        queue.skip(next < 0 ? queue.length : next)
        continue
      }
      if (queue.length < length) return
      const packet = packetOf(queue.take(length))
      const decoder = await this.#decoderFor(packet)
      yield undefined
      yield* await decoder.decode(packet)
    }
  }

  async #decoderFor(first: PacketDecoders.Packet): Promise<PacketDecoders.PacketDecoder> {
    const codec = this.#codec === "adts" ? "aac" : "mp3"
    this.#decoder ??=
      this.#header === undefined
        ? await PacketDecoders.forCodec({ codec, channels: 1, sampleRate: 48_000, header: undefined }, first, false)
        : await PacketDecoders.flac(this.#header, true)
    if (this.#decoder === undefined) throw new Undecodable("cannot be decoded")
    return this.#decoder
  }

  /** The last frame of FLAC ends where the next begins, or with the sound. */
  async *drain(isOver: boolean): GrowingPieces {
    if (this.#codec === undefined && this.#skip > 0)
      throw new Undecodable("begins with a tag that is said to be longer than all that came")
    if (this.#codec === "flac" && this.#decoder !== undefined) {
      const rest = packetOf(new Uint8Array(this.#queue.takeAll()))
      if (rest.data.length > 0) yield* this.#counted(await this.#decoder.decode(rest))
      yield* this.#counted(await this.#decoder.finish())
      this.free()
    }
    if (isOver && this.#isCutOff) this.note(CUT_OFF)
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
  }
}
