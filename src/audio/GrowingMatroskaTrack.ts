/** A sound track of a WebM or Matroska file that is decoded as it comes: what the file says of it, and its blocks. */
import type { AudioCodec } from "mediabunny"
import { Undecodable } from "./DecodingFailures.ts"
import type { GrowingPieces } from "./Growing.ts"
import { GrowingClock, withoutFirst } from "./GrowingClock.ts"
import { childrenOf, float, unsigned } from "./MatroskaElements.ts"
import { ENCODED } from "./MatroskaFile.ts"
import * as Id from "./MatroskaIds.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { shortened } from "./Timeline.ts"

const TRACK_TYPE = 0x83
const AUDIO = 0xe1
const SAMPLING_FREQUENCY = 0xb5
const CHANNELS = 0x9f
const BIT_DEPTH = 0x6264
const IS_VIDEO = 1
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
  if (id === "A_PCM/INT/BIG")
    return bits === 16 ? "pcm-s16be" : bits === 24 ? "pcm-s24be" : bits === 32 ? "pcm-s32be" : undefined
  if (id !== "A_PCM/INT/LIT") return undefined
  return bits === 8 ? "pcm-u8" : bits === 16 ? "pcm-s16" : bits === 24 ? "pcm-s24" : bits === 32 ? "pcm-s32" : undefined
}

/** What a file says of a sound track; of one that is not read why. */
interface Described {
  readonly number: number
  /** Seconds of the beginning that are not played. */
  readonly delay: number
  readonly coded: PacketDecoders.Coded | Undecodable
}

/** Whether the blocks of a track are encoded: an encoding may say nothing. */
const isEncoded = (encodings: Buffer | undefined): boolean =>
  childrenOf(encodings ?? Buffer.alloc(0))
    .flatMap(([, encoding]) => childrenOf(encoding))
    .some(([id]) => id === Id.COMPRESSION || id === Id.ENCRYPTION)

const codedOf = (fields: ReadonlyMap<number, Buffer>): PacketDecoders.Coded | Undecodable => {
  const audio = new Map(childrenOf(fields.get(AUDIO) ?? Buffer.alloc(0)))
  const id = fields.get(Id.CODEC_ID)?.toString("latin1").replaceAll("\0", "") ?? ""
  const codec = codecs.get(id) ?? plainCodec(id, unsigned(audio.get(BIT_DEPTH)))
  if (isEncoded(fields.get(Id.ENCODINGS))) return new Undecodable(ENCODED)
  if (codec === undefined) {
    const name = /^[\x21-\x7e]{1,40}$/.test(id) ? ` (${id})` : ""
    return new Undecodable(`is WebM or Matroska with sound in a codec that is not read here${name}`)
  }
  const sampleRate = float(audio.get(SAMPLING_FREQUENCY)) ?? USUAL_RATE
  const channels = unsigned(audio.get(CHANNELS)) || 1
  return { codec, channels, sampleRate, header: fields.get(Id.CODEC_PRIVATE) }
}

const describedBy = (entry: Buffer): ReadonlyArray<Described> => {
  const fields = new Map(childrenOf(entry).toReversed())
  if (unsigned(fields.get(TRACK_TYPE)) !== IS_AUDIO) return []
  const coded = codedOf(fields)
  const isOpus = !(coded instanceof Undecodable) && coded.codec === "opus"
  const delay = unsigned(fields.get(Id.CODEC_DELAY)) / Id.NANOS
  // Opus says it in its own header too, by which its decoder goes.
  return [
    {
      number: unsigned(fields.get(Id.TRACK_NUMBER)),
      delay: isOpus || delay > Id.LONGEST_DELAY_SECONDS ? 0 : delay,
      coded
    }
  ]
}

const entriesIn = (content: Buffer): ReadonlyArray<Buffer> =>
  childrenOf(content).flatMap(([id, entry]) => (id === Id.TRACK_ENTRY ? [entry] : []))

/** The sound tracks of an element of tracks. */
export const tracksIn = (content: Buffer): ReadonlyArray<Described> => entriesIn(content).flatMap(describedBy)

/** The numbers of its tracks of sound and of pictures. */
export const playedIn = (content: Buffer): ReadonlySet<number> =>
  new Set(
    entriesIn(content)
      .map((entry) => new Map(childrenOf(entry).toReversed()))
      .filter((fields) => [IS_VIDEO, IS_AUDIO].includes(unsigned(fields.get(TRACK_TYPE))))
      .map((fields) => unsigned(fields.get(Id.TRACK_NUMBER)))
  )

/** Where a block stands. */
export interface BlockTime {
  /** Seconds of its own, and at which its file begins. */
  readonly at: number
  readonly begins: number
}

/** Seconds that the decoder of Vorbis is told of each packet: it needs them to go on, and nothing of them is heard. */
const PACKET_SECONDS = 0.02

export class GrowingMatroskaTrack {
  readonly number: number
  readonly #coded: Described["coded"]
  readonly #clock: GrowingClock
  #decoder: PacketDecoders.PacketDecoder | undefined
  #packets = 0
  /** Seconds of the beginning that are still not to be played. */
  #delay: number
  /** Seconds at which the block before stands. */
  #before: number | undefined
  /** What came of a block that may be followed by how much of its end is not played. */
  #held: ReadonlyArray<PacketDecoders.Piece> = []

  /** `given`: seconds that were played before. */
  constructor({ coded, delay, number }: Described, note: Note, given: number) {
    this.number = number
    this.#coded = coded
    this.#delay = delay
    this.#clock = new GrowingClock(note, given)
  }

  /**
   * Decodes the frames of a block; what comes of it waits. Gives the silence before it; none where it is not known where
   * the block stands.
   */
  async *take(frames: ReadonlyArray<Buffer>, time: BlockTime | undefined): GrowingPieces {
    const pieces: Array<PacketDecoders.Piece> = []
    for (const data of frames) {
      yield undefined
      pieces.push(...(await this.#decoded(data)))
    }
    if (time !== undefined) yield* this.#silenceBefore(time, pieces[0])
    for (const piece of pieces) this.#clock.add(piece)
    this.#held = pieces.map((piece) => this.#begun(piece))
  }

  *#silenceBefore({ at, begins }: BlockTime, first: PacketDecoders.Piece | undefined): Generator<PacketDecoders.Piece> {
    // What a late decoder gives first is of the block before.
    const isBefore = this.#clock.at === undefined && this.#decoder?.isLate === true
    const time = isBefore ? (this.#before ?? at) : at
    this.#before = at
    if (first === undefined) return
    this.#clock.beginAt(Math.min(begins, time))
    yield* this.#clock.silenceUntil(time, first)
  }

  /** A piece without what the codec is late by. */
  #begun(piece: PacketDecoders.Piece): PacketDecoders.Piece {
    const [played, left] = withoutFirst(piece, this.#delay)
    this.#delay = left
    return played
  }

  /** Seconds that have been played, of this file and those before. */
  get given(): number {
    return this.#clock.given
  }

  /** Whether what came of a block waits. */
  get isHolding(): boolean {
    return this.#held.length > 0
  }

  /** Of what waits, the end is not played. */
  discard(seconds: number): void {
    if (seconds <= Id.LONGEST_DELAY_SECONDS) this.#held = shortened(this.#held, seconds)
  }

  /** What waits, without any more that is not played. */
  release(): ReadonlyArray<PacketDecoders.Piece> {
    const held = this.#held
    this.#held = []
    return held
  }

  async #decoded(data: Buffer): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    if (this.#coded instanceof Undecodable) throw this.#coded
    // In memory of its own: decoders of plain samples want them at even places.
    const packet = { data: new Uint8Array(data), timestamp: this.#packets++ * PACKET_SECONDS, duration: PACKET_SECONDS }
    this.#decoder ??= await PacketDecoders.forCodec(this.#coded, packet, false)
    if (this.#decoder === undefined) throw new Undecodable("is a WebM whose sound cannot be decoded here")
    return this.#decoder.decode(packet)
  }

  /** Why nothing is read of the track. */
  get refusal(): Undecodable | undefined {
    return this.#coded instanceof Undecodable ? this.#coded : undefined
  }

  /** A block is whole or it is not; but the decoder of FLAC looks for the next, and others have some back until it `isOver`. */
  async drain(isOver: boolean): Promise<ReadonlyArray<PacketDecoders.Piece>> {
    const isFlac = !(this.#coded instanceof Undecodable) && this.#coded.codec === "flac"
    if (!(isFlac || isOver) || this.#decoder === undefined) return []
    const pieces = await this.#decoder.finish()
    for (const piece of pieces) this.#clock.add(piece)
    this.free()
    return pieces.map((piece) => this.#begun(piece))
  }

  free(): void {
    this.#decoder?.free()
    this.#decoder = undefined
    this.#packets = 0
  }
}
