/**
 * A sound file taken apart into packets, which are decoded one by one: so what
 * a few hostile bytes can become is bounded by the largest packet of a codec,
 * never by the file. Containers are read by Mediabunny, lazily; it knows a file
 * by its bytes.
 */
import {
  ADTS,
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputFormat,
  MP3,
  MP4,
  OGG,
  UnsupportedInputFormatError,
  WAVE,
  WEBM
} from "mediabunny"
import * as Mp3 from "./Mp3.ts"
import * as PacketDecoders from "./PacketDecoders.ts"

/** Some sound of the file. */
export interface Piece extends PacketDecoders.Piece {
  /**
   * Samples, of all up to the end of this piece, that may be an encoder's and not its client's sound. None of what
   * loses nothing, and of what says itself where its sound ends: LAME's tag of an MP3, the granules of Ogg, the
   * edit list of an MP4 with its last packet's duration. WebM, as its reader gives it, and an MP3 without a tag do not say.
   */
  readonly padding: number
}

/** Some sound, or word that there was none in what was looked at. */
export type Pieces = AsyncGenerator<Piece | undefined>

/**
 * Frames that an encoder adds at most: AAC's run-in is two and MP3's one and the decoder's, the sound fills the last
 * one by chance, and some encoders send one more (measured: up to 2.4, of MP3 at 8,000 Hz).
 */
const PADDING_FRAMES = 4
/** Samples of the longest frame, which is Vorbis': its decoder may give many at once. */
const LONGEST_FRAME = 8_192

/** The bytes are no format that is accepted. */
export class Unsupported extends Error {}

/** It is one, and nothing can be made of it. The message goes after "the file". */
export class Undecodable extends Error {}

const NOTHING = "holds no sound that can be decoded"

/** MP3 last: it has the weakest mark. */
const accepted: Array<InputFormat> = [WAVE, FLAC, OGG, MP4, WEBM, ADTS, MP3]

/** Bytes of MP3 that are decoded at once: 30 s at the lowest bitrate that there is, 0.3 s at a usual one. */
const MP3_PIECE = 4096

interface Opened {
  readonly format: InputFormat
  readonly track: InputAudioTrack
}

const openTrack = async (input: Input): Promise<Opened> => {
  const format = await input.getFormat().catch((error) => {
    throw error instanceof UnsupportedInputFormatError ? new Unsupported() : error
  })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Undecodable(NOTHING)
  return { format, track }
}

/** Samples of a frame of MP3, by its rate: those of MPEG-2 are half as long. */
const mp3Frame = (sampleRate: number): number => (sampleRate < 32_000 ? 576 : 1152)

/** All of an MP3: its decoder finds the frames by itself, past tags and damage, and leaves out what LAME's tag says is padding. */
async function* mp3Pieces(file: Uint8Array): Pieces {
  const decoder = await PacketDecoders.mp3()
  const frames = Mp3.saysItsLength(file) ? 0 : PADDING_FRAMES
  let hasSound = false
  try {
    for (let at = 0; at < file.length; at += MP3_PIECE) {
      const decoded = decoder.decode(file.subarray(at, at + MP3_PIECE))
      hasSound ||= decoded.length > 0
      for (const piece of decoded) yield { ...piece, padding: frames * mp3Frame(piece.sampleRate) }
      if (decoded.length === 0) yield undefined
    }
  } finally {
    decoder.free()
  }
  if (!hasSound) throw new Undecodable(NOTHING)
}

/** Packets before time 0 are an encoder's run-in; the part of a piece that lies there is cut off. */
const fromZero = (piece: PacketDecoders.Piece, timestamp: number): PacketDecoders.Piece => {
  if (timestamp >= 0) return piece
  const early = Math.round(-timestamp * piece.sampleRate)
  return { ...piece, channelData: piece.channelData.map((samples) => samples.subarray(early)) }
}

/** Reads on while packets come; a file that breaks off is one that ends. */
async function* packetsOf(track: InputAudioTrack): AsyncGenerator<EncodedPacket> {
  let any = false
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      any = true
      yield packet
    }
  } catch (error) {
    if (!any) throw error
  }
}

/** Where in the first bytes of a WAV file its samples' length is looked for. */
const WAV_HEAD = 4096
/** What a stream whose length was not known when it began says in its place. */
const UNKNOWN_LENGTH = 0xffffffff

/** Whether a WAV file says that it has samples. */
const promisesSamples = (file: Uint8Array): boolean => {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, WAV_HEAD))
  const at = head.indexOf("data", 12, "latin1")
  if (at < 0 || at + 8 > head.length) return true
  const length = head.readUInt32LE(at + 4)
  return length !== 0 && length !== UNKNOWN_LENGTH
}

const samplesOf = (piece: PacketDecoders.Piece | undefined): number => piece?.channelData[0]?.length ?? 0

/** Gives decoded packets on, each when the next has come: only then is it not the last, which may be said to end before its frame does. */
class PacketSound {
  readonly #isLossless: boolean
  readonly #format: InputFormat
  #last: EncodedPacket | undefined
  #held: ReadonlyArray<PacketDecoders.Piece> = []
  #given = 0
  #longest = 0
  /** Whether the container has cut the run-in off, by timing it before 0. */
  #isCut = false

  constructor(format: InputFormat, codec: string | null) {
    this.#format = format
    this.#isLossless = codec === "flac" || codec?.startsWith("pcm-") === true || codec === "alaw" || codec === "ulaw"
  }

  #padded(pieces: ReadonlyArray<PacketDecoders.Piece>, isEnd: boolean): ReadonlyArray<Piece> {
    const padding = this.#isLossless || isEnd ? 0 : PADDING_FRAMES * (this.#longest || LONGEST_FRAME)
    return pieces.map((piece) => {
      this.#given += samplesOf(piece)
      return { ...piece, padding }
    })
  }

  /** What came of the packet before. */
  next(packet: EncodedPacket, decoded: ReadonlyArray<PacketDecoders.Piece>): ReadonlyArray<Piece> {
    const before = this.#padded(this.#held, false)
    this.#isCut ||= packet.timestamp < 0
    this.#last = packet
    this.#held = decoded.map((piece) => fromZero(piece, packet.timestamp))
    for (const piece of decoded) {
      const lasts = Math.ceil(packet.duration * piece.sampleRate) || this.#longest || LONGEST_FRAME
      this.#longest = Math.max(this.#longest, Math.min(samplesOf(piece), lasts, LONGEST_FRAME))
    }
    return before
  }

  /** What came of the last packet, and what the decoder held back, as far as the container says that it is sound. */
  end(rest: ReadonlyArray<PacketDecoders.Piece>): ReadonlyArray<Piece> {
    const pieces = [...this.#held, ...rest]
    const [first] = pieces
    if (this.#last === undefined || first === undefined) return []
    const { duration, timestamp } = this.#last
    const lasts = Math.round(duration * first.sampleRate)
    const isEnd = this.#format === OGG || (this.#isCut && lasts > 0 && lasts < samplesOf(first))
    if (!isEnd) return this.#padded(pieces, false)
    let room = Math.max(0, Math.round((timestamp + duration) * first.sampleRate) - this.#given)
    const cut = pieces.map((piece) => {
      const channelData = piece.channelData.map((samples) => samples.subarray(0, room))
      room -= Math.min(room, samplesOf(piece))
      return { ...piece, channelData }
    })
    return this.#padded(cut, true)
  }
}

async function* packetPieces({ format, track }: Opened, file: Uint8Array): Pieces {
  const sound = new PacketSound(format, await track.getCodec())
  let decoder: PacketDecoders.PacketDecoder | undefined
  let hasSound = false
  try {
    for await (const packet of packetsOf(track)) {
      decoder ??= await PacketDecoders.forTrack(track, packet)
      if (decoder === undefined) throw new Undecodable("holds sound in a codec that is not supported")
      const decoded = await decoder.decode(packet)
      hasSound ||= decoded.length > 0
      yield* sound.next(packet, decoded)
      // A damaged index may promise millions of packets that hold nothing: so the time is checked after each.
      yield undefined
    }
    const rest = (await decoder?.finish()) ?? []
    hasSound ||= rest.length > 0
    yield* sound.end(rest)
  } finally {
    decoder?.free()
  }
  const isEmpty = decoder === undefined && !(format === WAVE && promisesSamples(file))
  if (!hasSound && !isEmpty) throw new Undecodable(NOTHING)
}

/**
 * The decoded sound of `file`, packet by packet, in its own rate and channels;
 * nothing for a packet that holds none.
 * Throws `Unsupported`, `Undecodable`, or whatever a library makes of a broken file.
 */
export async function* pieces(file: Uint8Array): Pieces {
  if (file.length === 0) throw new Undecodable("is empty")
  const input = new Input({ source: new BufferSource(file), formats: accepted })
  try {
    const opened = await openTrack(input)
    yield* opened.format === MP3 ? mp3Pieces(file) : packetPieces(opened, file)
  } finally {
    input.dispose()
  }
}
