/** The sound of a WAV file, a stretch at a time. */
import { decoder as wavDecoder } from "@audio/decode-wav"
import { MOST_CHANNELS } from "./Decoding.ts"
import { NOTHING, SHORT, Undecodable } from "./DecodingFailures.ts"
import { PACKED_BYTES as GSM_BLOCK_BYTES, PACKED_SAMPLES as GSM_BLOCK_SAMPLES, gsmPieces } from "./Gsm.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import { filled, type PacketDecoder } from "./PacketDecoders.ts"
import type { Note, Piece, Pieces } from "./Pieces.ts"
import { turned } from "./Samples.ts"
import * as Wav from "./Wav.ts"
import { read, type WavFile } from "./WavFile.ts"

type Samples = Pick<Piece, "channelData">

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

/** Samples of fewer bits than their bytes have stand in the upper ones. Of G.711 some say what its eight bits become. */
const bitsOf = ({ bits, blockBytes, channels, tag }: Format): number => {
  if (tag === A_LAW || tag === MU_LAW) return 8
  return tag === PCM || tag === FLOAT ? (8 * blockBytes) / channels : bits
}

/** Where a codec that packs samples together says how many a block has, in the extension of a description. */
const PER_BLOCK = 2
/** As many as the two bytes there can say. */
const MOST_PER_BLOCK = 0xffff
/** Bytes of a block that each channel has before its samples, and samples in them. */
const BLOCK_HEADS: Readonly<Record<number, readonly [bytes: number, samples: number]>> = {
  [ADPCM]: [7, 2],
  [IMA_ADPCM]: [4, 1]
}

/** Samples of each channel in a block: what is said, if a block can hold it, else all that it can hold, two in a byte. */
const perBlockOf = ({ blockBytes, channels, extension, tag }: Format): number => {
  const [bytes = 0, samples = 0] = BLOCK_HEADS[tag] ?? []
  const most = Math.min(MOST_PER_BLOCK, samples + Math.floor((2 * (blockBytes - bytes * channels)) / channels))
  const [low = 0, high = 0] = extension.subarray(PER_BLOCK, PER_BLOCK + 2)
  const stated = low + 256 * high
  return stated > 0 && stated <= most ? stated : most
}

/** The extension with how many samples a block has, behind its own length. */
const extensionOf = (wav: Format): Uint8Array => {
  const perBlock = perBlockOf(wav)
  const rest = wav.extension.subarray(PER_BLOCK + 2)
  const length = 2 + rest.length
  return Uint8Array.from([length & 0xff, length >> 8, perBlock & 0xff, perBlock >> 8, ...rest])
}

/** A header as the decoder wants it, with what the codec needs to know beside. */
const headerOf = (wav: Format): Uint8Array => {
  const { channels, sampleRate, tag } = wav
  const layout = { tag, bits: bitsOf(wav), channels }
  if (PLAIN.has(tag)) return Wav.header({ sampleRate, layout })
  return Wav.packedHeader({ sampleRate, layout, blockBytes: wav.blockBytes, extension: extensionOf(wav) })
}

/** Bits that a sample may have, by how it is coded. */
const BITS: Readonly<Record<number, ReadonlyArray<number>>> = {
  [PCM]: [8, 16, 24, 32],
  [FLOAT]: [32, 64],
  // Some writers leave it out.
  [ADPCM]: [0, 4],
  [IMA_ADPCM]: [0, 4]
}

/** Refuses what is not read. `holds` says how the file has it. */
const check = (wav: Format, holds: string): void => {
  const { blockBytes, channels, tag } = wav
  if (!PLAIN.has(tag) && !IN_BLOCKS.has(tag))
    throw new Undecodable(`${holds} ${codecName(tag)}, which is not read here`)
  if (channels < 1 || channels > MOST_CHANNELS) throw new Undecodable(`${holds} sound of ${channels} channels`)
  if (blockBytes < channels || blockBytes > LARGEST_BLOCK || (IN_BLOCKS.has(tag) && perBlockOf(wav) < 1))
    throw new Undecodable(`${holds} sound whose blocks are said to have ${blockBytes} bytes`)
  const bits = bitsOf(wav)
  if (BITS[tag]?.includes(bits) === false)
    throw new Undecodable(`${holds} samples of ${Math.round(bits)} bits, which are not read here`)
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

/** Samples up to the end of `bytes` of a sound: the last block is filled up to its length. */
export const endOf = (wav: WavFile, bytes: number): number => {
  const { blockBytes, samples = 0, tag } = wav
  const perBlock = isGsm(wav) ? GSM_BLOCK_SAMPLES : perBlockOf(wav)
  const all = perBlock * Math.floor(bytes / (isGsm(wav) ? GSM_BLOCK_BYTES : blockBytes))
  const isFilledUp = (IN_BLOCKS.has(tag) || isGsm(wav)) && samples > all - perBlock && samples < all
  return isFilledUp ? samples : Number.POSITIVE_INFINITY
}

/** Pieces up to so many samples of each channel. */
export async function* upTo<A extends Samples>(samples: number, pieces: AsyncIterable<A | undefined>) {
  let left = samples
  for await (const piece of pieces) {
    if (piece === undefined) {
      yield undefined
      continue
    }
    const channelData = piece.channelData.map((channel) => channel.subarray(0, left))
    left -= channelData[0]?.length ?? 0
    yield { ...piece, channelData }
  }
}

/** The sound of samples that are described as a WAV's. */
export async function* stretchesOf(wav: WavFile): Pieces {
  check(wav, "is a WAV with")
  const decoder = wavDecoder()
  decoder.decode(headerOf(wav))
  const width = wav.blockBytes / wav.channels
  const ordered = wav.isBigEndian && PLAIN.has(wav.tag) ? turned(wav.data, width) : wav.data
  // No `Buffer`: the decoder counts on copies where it cuts out a part.
  const data = new Uint8Array(ordered.buffer, ordered.byteOffset, ordered.length)
  const stretch = wav.blockBytes * Math.max(1, Math.floor(STRETCH_BYTES / wav.blockBytes))
  try {
    for (let at = 0; at < data.length; at += stretch)
      for (const piece of filled(decoder.decode(data.subarray(at, at + stretch)))) yield { ...piece, padding: 0 }
  } finally {
    decoder.free()
  }
}

const soundOf = (wav: WavFile): Pieces => {
  if (isMpeg(wav.tag)) return mp3Pieces(wav.data)
  const all = isGsm(wav) ? gsmPieces(wav.data, wav.sampleRate, true) : stretchesOf(wav)
  return upTo(endOf(wav, wav.data.length), all)
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
  if (wav.isShort === true) note(SHORT)
  if (wav.behind > 0) note(`${wav.behind} bytes behind the end of the WAV were passed over`)
  yield* soundOf(wav)
  for (const { data, pause } of wav.further) {
    yield* silenceOf(pause, wav.sampleRate)
    yield* soundOf({ ...wav, data })
  }
}
