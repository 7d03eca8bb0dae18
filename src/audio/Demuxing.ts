/**
 * A sound file taken apart into packets, which are decoded one by one: so what
 * a few hostile bytes can become is bounded by the largest packet of a codec,
 * never by the file. Containers are read by Mediabunny, lazily; it knows a file
 * by its bytes.
 */
import {
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
import * as PacketDecoders from "./PacketDecoders.ts"

/** Some sound, or word that there was none in what was looked at. */
export type Pieces = AsyncGenerator<PacketDecoders.Piece | undefined>

/** The bytes are no format that is accepted. */
export class Unsupported extends Error {}

/** It is one, and nothing can be made of it. The message goes after "the file". */
export class Undecodable extends Error {}

const NOTHING = "holds no sound that can be decoded"

/** MP3 last: it has the weakest mark. */
const accepted: Array<InputFormat> = [WAVE, FLAC, OGG, MP4, WEBM, MP3]

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

/** All of an MP3: its decoder finds the frames by itself, past tags and damage. */
async function* mp3Pieces(file: Uint8Array): Pieces {
  const decoder = await PacketDecoders.mp3()
  let hasSound = false
  try {
    for (let at = 0; at < file.length; at += MP3_PIECE) {
      const decoded = decoder.decode(file.subarray(at, at + MP3_PIECE))
      hasSound ||= decoded.length > 0
      yield* decoded
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

async function* packetPieces({ format, track }: Opened, file: Uint8Array): Pieces {
  let decoder: PacketDecoders.PacketDecoder | undefined
  let hasSound = false
  try {
    for await (const packet of packetsOf(track)) {
      decoder ??= await PacketDecoders.forTrack(track, packet)
      if (decoder === undefined) throw new Undecodable("holds sound in a codec that is not supported")
      const decoded = await decoder.decode(packet)
      for (const piece of decoded) {
        hasSound = true
        yield fromZero(piece, packet.timestamp)
      }
      // A damaged index may promise millions of packets that hold nothing: so the time is checked after each.
      if (decoded.length === 0) yield undefined
    }
    for (const piece of (await decoder?.finish()) ?? []) {
      hasSound = true
      yield piece
    }
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
