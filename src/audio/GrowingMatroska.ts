/**
 * WebM and Matroska (RFC 9559) as they come, block by block: a browser's recorder says neither how long the file nor
 * how long a cluster will be, and a cluster may last half a minute.
 */
import type { AudioCodec } from "mediabunny"
import { ByteQueue } from "./ByteQueue.ts"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { type Growing, type GrowingPieces, LARGEST_PART } from "./Growing.ts"
import { GrowingClock, withoutFirst } from "./GrowingClock.ts"
import { childrenOf, type ElementHead, float, headAt, numberAt, unsigned } from "./GrowingElements.ts"
import { COMPRESSION, ENCODED, ENCRYPTION } from "./MatroskaFile.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { shortened } from "./Timeline.ts"

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
const BLOCK_GROUP = 0xa0
const BLOCK = 0xa1
const SIMPLE_BLOCK = 0xa3
const INFO = 0x1549a966
const TIMESTAMP_SCALE = 0x2ad7b1
const CLUSTER_TIME = 0xe7
const DISCARD_PADDING = 0x75a2
/** Those that are read whole, beside blocks. */
const READ: ReadonlySet<number> = new Set([EBML, TRACKS, INFO, CLUSTER_TIME, DISCARD_PADDING])

const NANOS = 1_000_000_000
/** Nanoseconds of a tick, where a file does not say it. */
const USUAL_SCALE = 1_000_000
/** The most that is not played at either end; what says more is damaged. */
const LONGEST_DELAY_SECONDS = 1

/** Their elements are read as if there was nothing around them. */
const OPENED: ReadonlySet<number> = new Set([SEGMENT, CLUSTER, BLOCK_GROUP])
/** The longest head of an element: an id of four bytes and a length of eight. */
const LONGEST_HEAD = 12
/** Bytes of a block before its frames at most: a track's number of eight bytes, a time and flags. */
const BLOCK_HEAD = 11

// --- tracks

const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const CODEC_ID = 0x86
const CODEC_PRIVATE = 0x63a2
const CONTENT_ENCODINGS = 0x6d80
const CODEC_DELAY = 0x56aa
const AUDIO = 0xe1
const SAMPLING_FREQUENCY = 0xb5
const CHANNELS = 0x9f
const BIT_DEPTH = 0x6264
const IS_AUDIO = 2
/** Where a track does not say its rate. */
const USUAL_RATE = 8_000

const codecs: ReadonlyMap<string, AudioCodec> = new Map<string, AudioCodec>([
  ["A_OPUS", "opus"],
  ["A_VORBIS", "vorbis"],
  ["A_AAC", "aac"],
  ["A_FLAC", "flac"],
  ["A_MPEG/L3", "mp3"]
])

const plainCodec = (id: string, bits: number): AudioCodec | undefined => {
  if (id === "A_PCM/FLOAT/IEEE") return bits === 64 ? "pcm-f64" : "pcm-f32"
  if (id !== "A_PCM/INT/LIT") return undefined
  return bits === 8 ? "pcm-u8" : bits === 16 ? "pcm-s16" : bits === 24 ? "pcm-s24" : bits === 32 ? "pcm-s32" : undefined
}

interface Track {
  readonly number: number
  /** Seconds of the beginning that are not played. */
  readonly delay: number
  readonly coded: PacketDecoders.Coded
}

/** Whether the blocks of a track are encoded: an encoding may say nothing. */
const isEncoded = (encodings: Buffer | undefined): boolean =>
  childrenOf(encodings ?? Buffer.alloc(0))
    .flatMap(([, encoding]) => childrenOf(encoding))
    .some(([id]) => id === COMPRESSION || id === ENCRYPTION)

const trackOf = (entry: Buffer): Track | undefined => {
  const fields = new Map(childrenOf(entry).toReversed())
  if (unsigned(fields.get(TRACK_TYPE)) !== IS_AUDIO) return undefined
  const audio = new Map(childrenOf(fields.get(AUDIO) ?? Buffer.alloc(0)))
  const id = fields.get(CODEC_ID)?.toString("latin1").replaceAll("\0", "") ?? ""
  const codec = codecs.get(id) ?? plainCodec(id, unsigned(audio.get(BIT_DEPTH)))
  if (isEncoded(fields.get(CONTENT_ENCODINGS))) throw new Undecodable(ENCODED)
  if (codec === undefined) {
    const name = /^[\x21-\x7e]{1,40}$/.test(id) ? ` (${id})` : ""
    throw new Undecodable(`is WebM or Matroska with sound in a codec that is not read here${name}`)
  }
  const sampleRate = float(audio.get(SAMPLING_FREQUENCY)) ?? USUAL_RATE
  const channels = unsigned(audio.get(CHANNELS)) || 1
  const header = fields.get(CODEC_PRIVATE)
  const delay = unsigned(fields.get(CODEC_DELAY)) / NANOS
  return {
    number: unsigned(fields.get(TRACK_NUMBER)),
    // Opus says it in its own header too, by which its decoder goes.
    delay: codec === "opus" || delay > LONGEST_DELAY_SECONDS ? 0 : delay,
    coded: { codec, channels, sampleRate, header }
  }
}

// --- blocks

/** How long each frame of a block is where they are laced in one of three ways; the last has what is left. */
const lacedLengths = (
  block: Buffer,
  lacing: number
): { readonly lengths: ReadonlyArray<number>; readonly at: number } => {
  const count = (block[0] ?? 0) + 1
  let at = 1
  const lengths: Array<number> = []
  if (lacing === 2) {
    const length = Math.floor((block.length - at) / count)
    return { lengths: Array.from({ length: count }, () => length), at }
  }
  while (lengths.length < count - 1 && at < block.length) {
    if (lacing === 1) {
      let length = 0
      while (block[at] === 255) length += block[at++] ?? 0
      lengths.push(length + (block[at++] ?? 0))
      continue
    }
    const number = numberAt(block, at, 8, false)
    if (number === undefined) break
    at += number.length
    const before = lengths.at(-1)
    // Behind the first each is a difference, from the middle of what its bytes can say.
    lengths.push(before === undefined ? number.value : before + number.value - (2 ** (7 * number.length - 1) - 1))
  }
  const left = block.length - at - lengths.reduce((sum, length) => sum + length, 0)
  return { lengths: [...lengths, left], at }
}

const framesOf = (block: Buffer, flags: number): ReadonlyArray<Buffer> => {
  const lacing = (flags >> 1) & 3
  if (lacing === 0) return [block]
  const { at, lengths } = lacedLengths(block, lacing)
  let from = at
  return lengths.flatMap((length) => {
    if (length <= 0 || from + length > block.length) return []
    from += length
    return [block.subarray(from - length, from)]
  })
}

/** Seconds that the decoder of Vorbis is told of each packet: it needs them to go on, and nothing of them is heard. */
const PACKET_SECONDS = 0.02

export class GrowingMatroska implements Growing {
  readonly #queue = new ByteQueue()
  /** Bytes of what is passed over that have not come. */
  #skip = 0
  #track: Track | undefined
  #decoder: PacketDecoders.PacketDecoder | undefined
  #packets = 0
  /** Nanoseconds of a tick, and ticks at which the cluster begins. */
  #scale = USUAL_SCALE
  #cluster = 0
  readonly #clock: GrowingClock
  /** Seconds of the beginning that are still not to be played. */
  #delay = 0
  /** What came of a block that may be followed by how much of its end is not played. */
  #held: ReadonlyArray<PacketDecoders.Piece> = []
  /** Seconds of the end of a block that comes behind them in its group. */
  #ahead = 0

  constructor(note: Note) {
    this.#clock = new GrowingClock(note)
  }

  async *push(bytes: Uint8Array): GrowingPieces {
    this.#queue.push(bytes)
    for (;;) {
      if (this.#skip > 0) this.#skip -= this.#queue.skip(this.#skip)
      if (this.#skip > 0) return
      const head = headAt(this.#queue.peek(Math.min(LONGEST_HEAD, this.#queue.length)))
      if (head === undefined) return
      if (OPENED.has(head.id)) {
        this.#queue.skip(head.bytes)
        this.#ahead = 0
        yield* this.#release()
      } else if (this.#isPassedOver(head)) this.#skip = head.bytes + (head.size ?? 0)
      else if (head.size === undefined || head.size > LARGEST_PART) throw new Undecodable("is a damaged WebM")
      else if (this.#queue.length < head.bytes + head.size) return
      else yield* this.#element(head.id, this.#queue.take(head.bytes + head.size).subarray(head.bytes))
    }
  }

  /** Whether nothing is in it for us. Of a block of which too little has come to know, nothing is passed over. */
  #isPassedOver({ bytes, id, size }: ElementHead): boolean {
    if (size === undefined) throw new Undecodable("is a damaged WebM")
    if (READ.has(id)) return false
    if (id !== BLOCK && id !== SIMPLE_BLOCK) return true
    if (this.#track === undefined) throw new Undecodable("is a WebM that does not say what is in it")
    const start = this.#queue.peek(Math.min(this.#queue.length, bytes + BLOCK_HEAD))
    const number = numberAt(start, bytes, 8, false)
    return number !== undefined && number.value !== this.#track.number
  }

  async *#element(id: number, content: Buffer): GrowingPieces {
    if (id === DISCARD_PADDING) this.#discard(unsigned(content) / NANOS)
    if (id === INFO) this.#scale = unsigned(new Map(childrenOf(content)).get(TIMESTAMP_SCALE)) || USUAL_SCALE
    if (id === CLUSTER_TIME) this.#cluster = unsigned(content)
    if (id === EBML || id === TRACKS) {
      yield* this.#release()
      this.#restart()
    }
    if (id === TRACKS) {
      const entries = childrenOf(content).filter(([id]) => id === TRACK_ENTRY)
      for (const [, entry] of entries) this.#track ??= trackOf(entry)
      if (this.#track === undefined) throw new Undecodable(NOTHING)
      this.#delay = this.#track.delay
    }
    if (id !== BLOCK && id !== SIMPLE_BLOCK) return
    yield* this.#release()
    const number = numberAt(content, 0, 8, false)
    if (number === undefined || this.#track === undefined) return
    // Behind the number are two bytes of time and one of flags.
    const from = number.length + 3
    if (content.length < from) return
    const time = ((this.#cluster + content.readInt16BE(number.length)) * this.#scale) / NANOS
    const pieces: Array<PacketDecoders.Piece> = []
    for (const data of framesOf(content.subarray(from), content[from - 1] ?? 0)) {
      yield undefined
      pieces.push(...(await this.#decoded(this.#track, data)))
    }
    if (pieces.length > 0) yield* this.#clock.silenceUntil(time)
    for (const piece of pieces) this.#clock.add(piece)
    this.#held = pieces.map((piece) => this.#begun(piece))
    this.#discard(this.#ahead)
    this.#ahead = 0
    if (id === SIMPLE_BLOCK) yield* this.#release()
  }

  /** A piece without what the codec is late by. */
  #begun(piece: PacketDecoders.Piece): PacketDecoders.Piece {
    const [played, left] = withoutFirst(piece, this.#delay)
    this.#delay = left
    return played
  }

  /** Of what came of the block of this group, the end is not played. */
  #discard(seconds: number): void {
    if (this.#held.length === 0) this.#ahead = seconds
    else if (seconds <= LONGEST_DELAY_SECONDS) this.#held = shortened(this.#held, seconds)
  }

  *#release(): Generator<PacketDecoders.Piece> {
    const held = this.#held
    this.#held = []
    yield* held
  }

  async #decoded({ coded }: Track, data: Buffer): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    // In memory of its own: decoders of plain samples want them at even places.
    const packet = { data: new Uint8Array(data), timestamp: this.#packets++ * PACKET_SECONDS, duration: PACKET_SECONDS }
    this.#decoder ??= await PacketDecoders.forCodec(coded, packet, false)
    if (this.#decoder === undefined) throw new Undecodable("is a WebM whose sound cannot be decoded here")
    return this.#decoder.decode(packet)
  }

  #restart(): void {
    this.free()
    this.#clock.restart()
    this.#track = undefined
  }

  async *drain(): GrowingPieces {
    yield* this.#release()
    // A block is whole or it is not; but the decoder of FLAC looks for the next.
    if (this.#track?.coded.codec !== "flac" || this.#decoder === undefined) return
    for (const piece of await this.#decoder.finish()) {
      this.#clock.add(piece)
      yield this.#begun(piece)
    }
    this.free()
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
    this.#packets = 0
  }
}
