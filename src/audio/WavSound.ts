/** The sound of a WAV file, a stretch at a time. */
import { decoder as wavDecoder } from "@audio/decode-wav"
import { MOST_CHANNELS } from "./Decoding.ts"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { gsmPieces } from "./Gsm.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import { filled, type PacketDecoder } from "./PacketDecoders.ts"
import type { Note, Piece, Pieces } from "./Pieces.ts"
import { turned } from "./Samples.ts"
import * as Wav from "./Wav.ts"
import { read, type WavFile } from "./WavFile.ts"

const PCM = 1
const ADPCM = 2
const FLOAT = 3
const A_LAW = 6
const MU_LAW = 7
const IMA_ADPCM = 0x11
const GSM = 0x31
/** MPEG's layers I and II, and III. */
const MP2 = 0x50
const MP3 = 0x55
/** Sound that is known by its frames. */
export const isMpeg = (tag: number): boolean => tag === MP2 || tag === MP3
/** Sound whose frames are packed two by two. */
export const isGsm = ({ channels, tag }: Pick<WavFile, "channels" | "tag">): boolean => tag === GSM && channels === 1

/** Those that the decoder of WAV knows. */
const PLAIN: ReadonlySet<number> = new Set([PCM, FLOAT, A_LAW, MU_LAW])
const IN_BLOCKS: ReadonlySet<number> = new Set([ADPCM, IMA_ADPCM])

/** What the codecs of other tags are called (RFC 2361 and what has been registered since). */
const NAMES: Readonly<Record<number, string>> = {
  16: "OKI ADPCM",
  20: "G.723 ADPCM",
  34: "TrueSpeech",
  32: "Yamaha ADPCM",
  49: "GSM",
  64: "G.721",
  66: "G.723.1",
  69: "G.726",
  100: "G.726",
  352: "Windows Media Audio",
  353: "Windows Media Audio",
  354: "Windows Media Audio",
  160: "AAC",
  255: "AAC",
  101: "G.722",
  655: "G.722",
  8192: "AC-3",
  8193: "DTS",
  5632: "AAC",
  5648: "AAC",
  41225: "Speex",
  26447: "Vorbis",
  61868: "FLAC",
  28783: "Opus"
}

/** Bytes that are decoded at once. */
const STRETCH_BYTES = 32 * 1024
/** The largest block of a codec that packs samples together. */
const LARGEST_BLOCK = 64 * 1024

const codecName = (tag: number): string => {
  const name = NAMES[tag]
  return name === undefined ? `a codec that is not known here (number ${tag})` : `${name} sound`
}

/** What a file says of its samples. */
type Format = Pick<WavFile, "tag" | "channels" | "sampleRate" | "blockBytes" | "bits" | "extension">

/** Samples of fewer bits than their bytes have stand in the upper ones. */
const bitsOf = ({ bits, blockBytes, channels, tag }: Format): number =>
  tag === PCM || tag === FLOAT ? (8 * blockBytes) / channels : bits

/** A header as the decoder wants it, with what the codec needs to know beside. */
const headerOf = (wav: Format): Uint8Array => {
  const { channels, extension, sampleRate, tag } = wav
  const layout = { tag, bits: bitsOf(wav), channels }
  if (PLAIN.has(tag)) return Wav.header({ sampleRate, layout })
  return Wav.packedHeader({ sampleRate, layout, blockBytes: wav.blockBytes, extension })
}

/** Refuses what is not read. `holds` says how the file has it. */
const check = ({ blockBytes, channels, tag }: Format, holds: string): void => {
  if (!PLAIN.has(tag) && !IN_BLOCKS.has(tag))
    throw new Undecodable(`${holds} ${codecName(tag)}, which is not read here`)
  if (channels < 1 || channels > MOST_CHANNELS) throw new Undecodable(`${holds} sound of ${channels} channels`)
  if (blockBytes < channels || blockBytes > LARGEST_BLOCK)
    throw new Undecodable(`${holds} sound whose blocks are said to have ${blockBytes} bytes`)
}

/** The least of a description: to the bytes of a block; and what is before that of a codec. */
const LEAST_DESCRIPTION = 16

/** The decoder of packets of which their container says what a WAV would. Throws `Undecodable`. */
export const packetDecoder = (description: Uint8Array): PacketDecoder | undefined => {
  if (description.length < LEAST_DESCRIPTION) return undefined
  const bytes = Buffer.from(description)
  const wav = {
    tag: bytes.readUInt16LE(0),
    channels: bytes.readUInt16LE(2),
    sampleRate: bytes.readUInt32LE(4),
    blockBytes: bytes.readUInt16LE(12),
    bits: bytes.readUInt16LE(14),
    extension: description.subarray(LEAST_DESCRIPTION)
  }
  check(wav, "holds")
  const decoder = wavDecoder()
  decoder.decode(headerOf(wav))
  return { decode: ({ data }) => filled(decoder.decode(data)), finish: () => [], free: () => decoder.free() }
}

/** Where a codec that packs samples together says how many a block has, in the extension of a description. */
const PER_BLOCK = 2

/** Samples up to the end of the sound: the last block is filled up to its length. */
const endOf = ({ blockBytes, data, extension, samples = 0, tag }: WavFile): number => {
  const [low = 0, high = 0] = extension.subarray(PER_BLOCK, PER_BLOCK + 2)
  const perBlock = low + 256 * high
  const all = perBlock * Math.floor(data.length / blockBytes)
  const isFilledUp = IN_BLOCKS.has(tag) && samples > all - perBlock && samples < all
  return isFilledUp ? samples : Number.POSITIVE_INFINITY
}

/** The sound of samples that are described as a WAV's. */
export async function* stretchesOf(wav: WavFile): Pieces {
  check(wav, "is a WAV with")
  const decoder = wavDecoder()
  decoder.decode(headerOf(wav))
  let end = endOf(wav)
  const width = wav.blockBytes / wav.channels
  const ordered = wav.isBigEndian && PLAIN.has(wav.tag) ? turned(wav.data, width) : wav.data
  // No `Buffer`: the decoder counts on copies where it cuts out a part.
  const data = new Uint8Array(ordered.buffer, ordered.byteOffset, ordered.length)
  const stretch = wav.blockBytes * Math.max(1, Math.floor(STRETCH_BYTES / wav.blockBytes))
  try {
    for (let at = 0; at < data.length; at += stretch)
      for (const { channelData, sampleRate } of filled(decoder.decode(data.subarray(at, at + stretch)))) {
        const left = channelData.map((samples) => samples.subarray(0, end))
        end -= left[0]?.length ?? 0
        yield { channelData: left, sampleRate, padding: 0 }
      }
  } finally {
    decoder.free()
  }
}

const soundOf = (wav: WavFile): Pieces => {
  if (isMpeg(wav.tag)) return mp3Pieces(wav.data)
  return isGsm(wav) ? gsmPieces(wav.data, wav.sampleRate, true) : stretchesOf(wav)
}

/** Silence, a part at a time: it may be said to be long. */
export function* silenceOf(samples: number, sampleRate: number): Generator<Piece> {
  for (let left = samples; left > 0; left -= STRETCH_BYTES)
    yield { channelData: [new Float32Array(Math.min(left, STRETCH_BYTES))], sampleRate, padding: 0, isPause: true }
}

/** The sound of a WAV file. Throws `Undecodable`, which names a codec that is not read here. */
export async function* wavPieces(file: Uint8Array, note: Note): Pieces {
  const wav = read(file)
  if (wav === undefined) throw new Undecodable("is a WAV without a description of its samples, or without samples")
  if (wav.isCutOff) throw new Undecodable(NOTHING)
  if (wav.behind > 0) note(`${wav.behind} bytes behind the end of the WAV were passed over`)
  yield* soundOf(wav)
  for (const { data, pause } of wav.further) {
    yield* silenceOf(pause, wav.sampleRate)
    yield* soundOf({ ...wav, data })
  }
}
