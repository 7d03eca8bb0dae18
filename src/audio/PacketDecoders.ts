/** One packet of a codec to samples: the codecs that are accepted, each by a library of its own. */
import { decoder as aacDecoder } from "@audio/decode-aac"
import { decoder as flacDecoder } from "@audio/decode-flac"
import { decoder as mp3Decoder } from "@audio/decode-mp3"
import { createOpusDecoder } from "@audio/decode-opus/core"
import { decoder as vorbisDecoder } from "@audio/decode-vorbis"
import { decoder as wavDecoder } from "@audio/decode-wav"
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  type InputAudioTrack,
  OggOutputFormat,
  Output,
  StreamTarget
} from "mediabunny"
import * as Adts from "./Adts.ts"
import * as OpusHead from "./OpusHead.ts"
import * as Wav from "./Wav.ts"

/** Some decoded sound: samples of −1 to 1 for each channel, all equally many. */
export interface Piece {
  readonly channelData: ReadonlyArray<Float32Array>
  /** Hertz. */
  readonly sampleRate: number
}

type Pieces = ReadonlyArray<Piece>

export interface PacketDecoder {
  readonly decode: (packet: EncodedPacket) => Pieces | Promise<Pieces>
  /** What was held back. */
  readonly finish: () => Pieces | Promise<Pieces>
  readonly free: () => void
}

const none: Pieces = []

/** Nothing, or one piece. */
const filled = (piece: Piece): Pieces => ((piece.channelData[0]?.length ?? 0) > 0 ? [piece] : none)

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

const aac = async (asc: Uint8Array): Promise<PacketDecoder> => {
  const decoder = await aacDecoder({ asc })
  return { decode: ({ data }) => filled(decoder.decode([data])), finish: () => none, free: () => decoder.free() }
}

/** Frames that say all of themselves; what the first says counts. */
const adts = async (first: EncodedPacket): Promise<PacketDecoder> => {
  const decoder = await aacDecoder({ asc: Adts.configOf(first.data) })
  return {
    decode: ({ data }) => filled(decoder.decode([Adts.codedOf(data)])),
    finish: () => none,
    free: () => decoder.free()
  }
}

/** Frames follow the stream's header, as in a file. */
const flac = async (header: Uint8Array): Promise<PacketDecoder> => {
  const decoder = await flacDecoder()
  let begun = false
  return {
    decode: ({ data }) => {
      const before = begun ? none : filled(decoder.decode(header))
      begun = true
      return [...before, ...filled(decoder.decode(data))]
    },
    finish: () => filled(decoder.flush()),
    free: () => decoder.free()
  }
}

/** A container that times its first packet before 0 has cut the run-in off already. */
const opus = async (header: Uint8Array, first: EncodedPacket): Promise<PacketDecoder | undefined> => {
  const head = OpusHead.parse(header)
  if (head === undefined) return undefined
  const decoder = await createOpusDecoder()
  decoder.configure(first.timestamp < 0 ? { ...head, preSkip: 0 } : head)
  return {
    decode: ({ data }) => filled(decoder.decodeFrames([data])),
    finish: () => none,
    free: () => decoder.free()
  }
}

/** The decoder takes Ogg pages alone: packets are put into some. */
const vorbis = async (track: InputAudioTrack): Promise<PacketDecoder | undefined> => {
  const decoderConfig = await track.getDecoderConfig()
  if (decoderConfig === null) return undefined
  const decoder = await vorbisDecoder()
  const pages: Array<Uint8Array> = []
  const source = new EncodedAudioPacketSource("vorbis")
  const target = new WritableStream<{ readonly data: Uint8Array }>({
    write: ({ data }) => {
      pages.push(data.slice())
    }
  })
  const output = new Output({ format: new OggOutputFormat(), target: new StreamTarget(target) })
  output.addAudioTrack(source)
  await output.start()
  const decoded = (): Pieces => pages.splice(0).flatMap((page) => filled(decoder.decode(page)))
  return {
    decode: async (packet) => {
      await source.add(packet, { decoderConfig })
      return decoded()
    },
    finish: async () => {
      await output.finalize()
      return [...decoded(), ...filled(decoder.flush())]
    },
    free: () => decoder.free()
  }
}

/** Format tag and bits of plain samples, as a WAV header has them. */
const plain: Partial<Record<AudioCodec, readonly [tag: number, bits: number]>> = {
  "pcm-u8": [1, 8],
  "pcm-s16": [1, 16],
  "pcm-s24": [1, 24],
  "pcm-s32": [1, 32],
  "pcm-f32": [3, 32],
  "pcm-f64": [3, 64],
  alaw: [6, 8],
  ulaw: [7, 8]
}

/** Plain samples, behind a header that says what the container said of them. */
const pcm = (codec: AudioCodec, channels: number, sampleRate: number): PacketDecoder | undefined => {
  const known = plain[codec]
  if (known === undefined) return undefined
  const decoder = wavDecoder()
  const [tag, bits] = known
  decoder.decode(Wav.header({ sampleRate, layout: { tag, bits, channels } }))
  return { decode: ({ data }) => filled(decoder.decode(data)), finish: () => none, free: () => decoder.free() }
}

/** More than any sound file for people has. */
const MOST_CHANNELS = 8

/** The decoder of `track`, whose first packet is `first`; undefined where there is none. */
export const forTrack = async (track: InputAudioTrack, first: EncodedPacket): Promise<PacketDecoder | undefined> => {
  const codec = await track.getCodec()
  const channels = await track.getNumberOfChannels()
  if (codec === null || channels < 1 || channels > MOST_CHANNELS) return undefined
  if (codec === "mp3") return mp3Packets()
  if (codec === "vorbis") return vorbis(track)
  const header = await headerOf(track)
  if (codec === "aac") return header === undefined ? adts(first) : aac(header)
  if (header === undefined) return pcm(codec, channels, await track.getSampleRate())
  if (codec === "flac") return flac(header)
  return codec === "opus" ? opus(header, first) : undefined
}
