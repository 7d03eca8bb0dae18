/** The sound of a WAV file, a stretch at a time. */
import { decoder as wavDecoder } from "@audio/decode-wav"
import { MOST_CHANNELS } from "./Decoding.ts"
import { NOTHING, Undecodable } from "./DecodingFailures.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import { filled } from "./PacketDecoders.ts"
import type { Note, Pieces } from "./Pieces.ts"
import { turned } from "./Samples.ts"
import * as Wav from "./Wav.ts"
import { read, type WavFile } from "./WavFile.ts"

const PCM = 1
const ADPCM = 2
const FLOAT = 3
const A_LAW = 6
const MU_LAW = 7
const IMA_ADPCM = 0x11
export const MP3 = 0x55

/** Those that the decoder of WAV knows. */
const PLAIN: ReadonlySet<number> = new Set([PCM, FLOAT, A_LAW, MU_LAW])
const IN_BLOCKS: ReadonlySet<number> = new Set([ADPCM, IMA_ADPCM])

/** What the codecs of other tags are called (RFC 2361 and what has been registered since). */
const NAMES: Readonly<Record<number, string>> = {
  16: "OKI ADPCM",
  20: "G.723 ADPCM",
  34: "TrueSpeech",
  49: "GSM",
  64: "G.721",
  66: "G.723.1",
  69: "G.726",
  80: "MPEG audio",
  100: "G.726",
  352: "Windows Media Audio",
  353: "Windows Media Audio",
  354: "Windows Media Audio",
  160: "AAC",
  255: "AAC",
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

const nameOf = (tag: number): string => {
  const name = NAMES[tag]
  return name === undefined ? `a codec that is not known here (number ${tag})` : `${name} sound`
}

/** Samples of fewer bits than their bytes have stand in the upper ones. */
const bitsOf = ({ bits, blockBytes, channels, tag }: WavFile): number =>
  tag === PCM || tag === FLOAT ? (8 * blockBytes) / channels : bits

/** A header as the decoder wants it, with what the codec needs to know beside. */
const headerOf = (wav: WavFile): Uint8Array => {
  const { channels, extension, sampleRate, tag } = wav
  const layout = { tag, bits: bitsOf(wav), channels }
  if (PLAIN.has(tag)) return Wav.header({ sampleRate, layout })
  return Wav.packedHeader({ sampleRate, layout, blockBytes: wav.blockBytes, extension })
}

const check = ({ blockBytes, channels, tag }: WavFile): void => {
  if (!PLAIN.has(tag) && !IN_BLOCKS.has(tag))
    throw new Undecodable(`is a WAV with ${nameOf(tag)}, which is not read here`)
  if (channels < 1 || channels > MOST_CHANNELS) throw new Undecodable(`is a WAV of ${channels} channels`)
  if (blockBytes < channels || blockBytes > LARGEST_BLOCK)
    throw new Undecodable(`is a WAV whose blocks are said to have ${blockBytes} bytes`)
}

/** The sound of samples that are described as a WAV's. */
export async function* stretchesOf(wav: WavFile): Pieces {
  check(wav)
  const decoder = wavDecoder()
  decoder.decode(headerOf(wav))
  const width = wav.blockBytes / wav.channels
  const data = wav.isBigEndian && PLAIN.has(wav.tag) ? turned(wav.data, width) : wav.data
  const stretch = wav.blockBytes * Math.max(1, Math.floor(STRETCH_BYTES / wav.blockBytes))
  try {
    for (let at = 0; at < data.length; at += stretch)
      for (const piece of filled(decoder.decode(data.subarray(at, at + stretch)))) yield { ...piece, padding: 0 }
  } finally {
    decoder.free()
  }
}

/** The sound of a WAV file. Throws `Undecodable`, which names a codec that is not read here. */
export async function* wavPieces(file: Uint8Array, note: Note): Pieces {
  const wav = read(file)
  if (wav === undefined) throw new Undecodable("is a WAV without a description of its samples, or without samples")
  if (wav.isCutOff) throw new Undecodable(NOTHING)
  if (wav.behind > 0) note(`${wav.behind} bytes behind the end of the WAV were passed over`)
  yield* wav.tag === MP3 ? mp3Pieces(wav.data) : stretchesOf(wav)
}
