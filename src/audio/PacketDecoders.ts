/** One packet of a codec to samples: the codecs that are accepted, each by a library of its own. */
import { decoder as aacDecoder } from "@audio/decode-aac"
import { decoder as flacDecoder } from "@audio/decode-flac"
import { decoder as mp3Decoder } from "@audio/decode-mp3"
import { createOpusDecoder } from "@audio/decode-opus/core"
import { decoder as vorbisDecoder } from "@audio/decode-vorbis"
import { decoder as wavDecoder } from "@audio/decode-wav"
import type { AudioCodec, EncodedPacket, InputAudioTrack } from "mediabunny"
import * as AacStart from "./AacStart.ts"
import * as Adts from "./Adts.ts"
import { MOST_CHANNELS } from "./Decoding.ts"
import * as Flac from "./Flac.ts"
import * as Ogg from "./Ogg.ts"
import * as OpusHead from "./OpusHead.ts"
import { turned } from "./Samples.ts"
import * as Wav from "./Wav.ts"

/** Some decoded sound: samples of −1 to 1 for each channel, all equally many. */
export interface Piece {
  readonly channelData: ReadonlyArray<Float32Array>
  /** Hertz. */
  readonly sampleRate: number
}

type Pieces = ReadonlyArray<Piece>

/** What of a packet is decoded; its time and duration are in seconds. */
export type Packet = Pick<EncodedPacket, "data" | "timestamp" | "duration">

export interface PacketDecoder {
  /** Whether each packet brings the sound of the one before. */
  readonly isLate?: boolean
  readonly decode: (packet: Packet) => Pieces | Promise<Pieces>
  /** What was held back. */
  readonly finish: () => Pieces | Promise<Pieces>
  readonly free: () => void
}

const none: Pieces = []

/** Nothing, or one piece. */
export const filled = (piece: Piece): Pieces => ((piece.channelData[0]?.length ?? 0) > 0 ? [piece] : none)

/** A decoder of MP3's bytes, cut anywhere. */
export const mp3 = async () => {
  const decoder = await mp3Decoder()
  return { decode: (bytes: Uint8Array): Pieces => filled(decoder.decode(bytes)), free: () => decoder.free() }
}

const mp3Packets = async (): Promise<PacketDecoder> => {
  const { decode, free } = await mp3()
  return { decode: ({ data }) => decode(data), finish: () => none, free }
}

/** What the container keeps of the codec's own header. */
const headerOf = async (track: InputAudioTrack): Promise<Uint8Array | undefined> => {
  const description = (await track.getDecoderConfig())?.description
  if (description === undefined) return undefined
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
}

/** A decoder of AAC's frames, which gives the sound of each at once, that of the first too. */
const aacFrames = async (asc: Uint8Array) => {
  const decoder = await aacDecoder({ asc })
  const silence = AacStart.silentFrame(asc)
  if (silence !== undefined) decoder.decode([silence])
  return decoder
}

/** Frames for which another decoder is tried: one that no decoder takes is damaged. */
const MOST_TRIES = 4

/**
 * Packets of AAC without a header, which `config` has said (ISO/IEC 14496-3, 1.6.2.1). Frames are taken to have no
 * frequencies that are made of others until one has, which `AacStart.withoutUpsampling` explains.
 */
export const aac = async (config: Uint8Array): Promise<PacketDecoder> => {
  const plainly = AacStart.withoutUpsampling(config)
  let decoder = await aacFrames(plainly)
  let tries = plainly === config ? 0 : MOST_TRIES
  /** A frame that the plain decoder refuses, by one that makes high frequencies of low ones. */
  const extended = async (frame: Uint8Array): Promise<Pieces> => {
    const other = await aacFrames(config)
    const pieces = filled(other.decode([frame]))
    const isExtended = pieces.length > 0
    tries = isExtended ? 0 : tries - 1
    const unused = isExtended ? decoder : other
    unused.free()
    if (isExtended) decoder = other
    return pieces
  }
  return {
    decode: ({ data }) => {
      const pieces = filled(decoder.decode([data]))
      return pieces.length === 0 && tries > 0 ? extended(data) : pieces
    },
    finish: () => none,
    free: () => decoder.free()
  }
}

/** Frames that say all of themselves; what the first says counts. */
const adts = async (first: Packet): Promise<PacketDecoder> => {
  const { decode, ...rest } = await aac(Adts.configOf(first.data))
  return { ...rest, decode: (packet) => decode({ ...packet, data: Adts.codedOf(packet.data) }) }
}

/**
 * Frames follow the stream's header, as in a file. One is known to be whole when the next one begins. Packets are frames,
 * with what a container has put behind them; or, where `isStream`, bytes that are cut anywhere.
 */
export const flac = async (header: Uint8Array, isStream = false): Promise<PacketDecoder> => {
  const decoder = await flacDecoder()
  let begun = false
  return {
    isLate: true,
    decode: ({ data }) => {
      const before = begun ? none : filled(decoder.decode(header))
      begun = true
      return [...before, ...filled(decoder.decode(isStream ? data : Flac.frameIn(data)))]
    },
    finish: () => filled(decoder.flush()),
    free: () => decoder.free()
  }
}

/** Of what is cut off by its container the run-in is not to be cut off again. */
export const opus = async (header: Uint8Array, isCut: boolean): Promise<PacketDecoder | undefined> => {
  const head = OpusHead.parse(header)
  if (head === undefined) return undefined
  const decoder = await createOpusDecoder()
  decoder.configure(isCut ? { ...head, preSkip: 0 } : head)
  return {
    decode: ({ data }) => filled(decoder.decodeFrames([data])),
    finish: () => none,
    free: () => decoder.free()
  }
}

/** The three headers of Vorbis as Matroska keeps them: one fewer than their number, two lengths in bytes of 255, and all three. */
const vorbisHeads = (description: Uint8Array): ReadonlyArray<Uint8Array> => {
  const lengths: Array<number> = []
  let at = 1
  while (lengths.length < 2 && at < description.length) {
    let length = 0
    while (description[at] === 255) length += description[at++] ?? 0
    lengths.push(length + (description[at++] ?? 0))
  }
  const [first = 0, second = 0] = lengths
  return [
    description.subarray(at, at + first),
    description.subarray(at + first, at + first + second),
    description.subarray(at + first + second)
  ]
}

/** The decoder takes Ogg pages alone: each packet is put into one. */
const vorbis = async (description: Uint8Array, sampleRate: number): Promise<PacketDecoder> => {
  const decoder = await vorbisDecoder()
  const [identification = new Uint8Array(0), ...others] = vorbisHeads(description)
  let number = 0
  const decode = (packets: ReadonlyArray<Uint8Array>, position: number): Pieces =>
    Ogg.pagesOf(packets, number, position, false).flatMap((page) => {
      number++
      return filled(decoder.decode(page))
    })
  decode([identification], 0)
  decode(others, 0)
  return {
    isLate: true,
    decode: ({ data, duration, timestamp }) => decode([data], Math.round((timestamp + duration) * sampleRate)),
    finish: () => filled(decoder.flush()),
    free: () => decoder.free()
  }
}

/** What plain samples are as a WAV header has it, and how their bytes become those of a WAV. */
interface Plain {
  readonly tag: number
  readonly bits: number
  readonly asInWav?: (data: Uint8Array) => Uint8Array
}

const bigEndian = (tag: number, bits: number): Plain => ({ tag, bits, asInWav: (data) => turned(data, bits / 8) })

const plain: Partial<Record<AudioCodec, Plain>> = {
  "pcm-u8": { tag: 1, bits: 8 },
  "pcm-s8": { tag: 1, bits: 8, asInWav: (data) => data.map((sample) => sample ^ 0x80) },
  "pcm-s16": { tag: 1, bits: 16 },
  "pcm-s16be": bigEndian(1, 16),
  "pcm-s24": { tag: 1, bits: 24 },
  "pcm-s24be": bigEndian(1, 24),
  "pcm-s32": { tag: 1, bits: 32 },
  "pcm-s32be": bigEndian(1, 32),
  "pcm-f32": { tag: 3, bits: 32 },
  "pcm-f32be": bigEndian(3, 32),
  "pcm-f64": { tag: 3, bits: 64 },
  "pcm-f64be": bigEndian(3, 64),
  alaw: { tag: 6, bits: 8 },
  ulaw: { tag: 7, bits: 8 }
}

/** Plain samples, behind a header that says what the container said of them. */
const pcm = (codec: AudioCodec, channels: number, sampleRate: number): PacketDecoder | undefined => {
  const known = plain[codec]
  if (known === undefined) return undefined
  const decoder = wavDecoder()
  const { asInWav = (data: Uint8Array) => data, bits, tag } = known
  decoder.decode(Wav.header({ sampleRate, layout: { tag, bits, channels } }))
  return {
    decode: ({ data }) => filled(decoder.decode(asInWav(data))),
    finish: () => none,
    free: () => decoder.free()
  }
}

/** What a container says of a track. */
export interface Coded {
  readonly codec: AudioCodec
  readonly channels: number
  readonly sampleRate: number
  /** What it keeps of the codec's own header. */
  readonly header: Uint8Array | undefined
}

/** The decoder of packets of which `first` is the first; undefined where there is none. `isCut` as of `forTrack`. */
export const forCodec = async (
  { channels, codec, header, sampleRate }: Coded,
  first: Packet,
  isCut: boolean
): Promise<PacketDecoder | undefined> => {
  if (channels < 1 || channels > MOST_CHANNELS) return undefined
  if (codec === "mp3") return mp3Packets()
  if (codec === "vorbis") return header === undefined ? undefined : vorbis(header, sampleRate)
  if (codec === "aac") return header === undefined ? adts(first) : aac(header)
  if (plain[codec] !== undefined) return pcm(codec, channels, sampleRate)
  if (header === undefined) return undefined
  if (codec === "flac") return flac(header)
  return codec === "opus" ? opus(header, isCut || first.timestamp < 0) : undefined
}

/**
 * The decoder of `track`, of which `first` is the first packet that is decoded; undefined where there is none. `isCut`
 * where the container says where its sound begins.
 */
export const forTrack = async (
  track: InputAudioTrack,
  first: Packet,
  isCut: boolean
): Promise<PacketDecoder | undefined> => {
  const codec = await track.getCodec()
  if (codec === null) return undefined
  const channels = await track.getNumberOfChannels()
  return forCodec(
    { codec, channels, sampleRate: await track.getSampleRate(), header: await headerOf(track) },
    first,
    isCut
  )
}

/** What is said of a track that has no decoder. */
export const refusalOf = async (track: InputAudioTrack): Promise<string> => {
  const id = (await track.getCodec()) ?? (await track.getInternalCodecId())
  const name = typeof id === "string" && /^[\x21-\x7e]+$/.test(id) ? ` (${id})` : ""
  return `holds sound in a codec that is not supported${name}`
}
