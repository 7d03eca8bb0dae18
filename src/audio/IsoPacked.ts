/**
 * Sound of telephone exchanges and of old cameras in QuickTime and MP4 files: G.711, GSM and ADPCM, whose samples are packed
 * together in blocks of one length. The reader of the container does not know them, so the blocks are gathered here, by
 * the tables of Apple's QuickTime File Format (sample-to-chunk, sample sizes, chunk offsets).
 */
import { gsmPieces } from "./Gsm.ts"
import { ima4Pieces } from "./Ima4.ts"
import { type Box, boxesIn, childOf, numberIn } from "./IsoFile.ts"
import { offsetsOf, samplesOfChunks, sizesOf } from "./IsoTables.ts"
import { mp3Pieces } from "./Mp3Sound.ts"
import type { Pieces } from "./Pieces.ts"
import type { Stretch } from "./Timeline.ts"
import { stretchesOf } from "./WavSound.ts"

/** A track of such sound. */
export interface PackedTrack {
  readonly name: string
  /** All of it. */
  readonly pieces: () => Pieces
}

/** What a description says (QuickTime File Format, sound sample description). */
interface Described {
  readonly codec: string
  readonly channels: number
  readonly sampleRate: number
  /** Of a block: of version 1 alone, 0 where it is not said. */
  readonly samples: number
  readonly bytes: number
  /** What a WAV would say of the codec, behind a block's bytes and a sample's bits. */
  readonly extension: Uint8Array
}

interface Codec {
  readonly name: string
  /** What is known of a block whatever the description says. */
  readonly samples?: number
  readonly bytes?: (channels: number) => number
  readonly pieces: (data: Uint8Array, described: Described) => Pieces
}

/** As a WAV would have it. */
const wavOf = (tag: number, bits: number, { bytes, channels, extension, sampleRate }: Described) => ({
  tag,
  channels,
  sampleRate,
  blockBytes: bytes,
  bits,
  extension,
  isBigEndian: false,
  isCutOff: false,
  behind: 0
})

const adpcm =
  (tag: number): Codec["pieces"] =>
  (data, described) =>
    stretchesOf({ ...wavOf(tag, 4, described), data })

/** A byte a sample; a block may be of any length, as GStreamer writes them. */
const logarithmic = (name: string, tag: number): Codec => ({
  name,
  samples: 1,
  bytes: (channels) => channels,
  pieces: (data, described) => stretchesOf({ ...wavOf(tag, 8, described), data })
})

const gsm = (isPacked: boolean): Codec => ({
  name: "GSM",
  samples: isPacked ? 320 : 160,
  bytes: () => (isPacked ? 65 : 33),
  pieces: (data, { sampleRate }) => gsmPieces(data, sampleRate, isPacked)
})

/** Known by its frames. */
const mpeg: Codec = { name: "MP3", samples: 1_152, bytes: () => 1, pieces: (data) => mp3Pieces(data) }

const codecs: ReadonlyMap<string, Codec> = new Map([
  ["ulaw", logarithmic("μ-law", 7)],
  ["alaw", logarithmic("A-law", 6)],
  ["agsm", gsm(false)],
  ["GSM ", gsm(false)],
  ["ms\0\x31", gsm(true)],
  [
    "ima4",
    {
      name: "ADPCM",
      samples: 64,
      bytes: (channels: number) => 34 * channels,
      pieces: (data: Uint8Array, { channels, sampleRate }: Described) => ima4Pieces(data, sampleRate, channels)
    }
  ],
  [".mp3", mpeg],
  [".mp2", mpeg],
  ["ms\0\x50", mpeg],
  ["ms\0\x55", mpeg],
  ["ms\0\x02", { name: "ADPCM", pieces: adpcm(0x02) }],
  ["ms\0\x11", { name: "ADPCM", pieces: adpcm(0x11) }]
])

/** Bytes of a description to the end of what version 0 and version 1 say, from its own head. */
const VERSION_0_BYTES = 36
const VERSION_1_BYTES = 52
/** Where what a WAV says of a codec goes on behind the bits of a sample. */
const EXTENSION_AT = 16

/** A box that names the codec once more, before its own. */
const ORIGINAL_BYTES = 12

const extensionOf = (bytes: Buffer, codec: string, entry: Box): Uint8Array => {
  const wave = boxesIn(bytes, Math.min(entry.end, entry.at + VERSION_1_BYTES), entry.end).find(
    ({ type }) => type === "wave"
  )
  if (wave === undefined) return new Uint8Array(0)
  const head = Buffer.from(codec, "latin1")
  const at = bytes.subarray(wave.start, wave.end).indexOf(head, ORIGINAL_BYTES)
  if (at < 0) return new Uint8Array(0)
  return bytes.subarray(Math.min(wave.end, wave.start + at + head.length + EXTENSION_AT), wave.end)
}

/** The first entry of a sample description, whose type need not be letters. */
const describedIn = (bytes: Buffer, stsd: Box): Described | undefined => {
  const at = stsd.start + 8
  if (at + VERSION_0_BYTES > stsd.end) return undefined
  const codec = bytes.toString("latin1", at + 4, at + 8)
  const end = Math.min(stsd.end, at + bytes.readUInt32BE(at))
  const isVersion1 = bytes.readUInt16BE(at + 16) === 1 && at + VERSION_1_BYTES <= end
  return {
    codec,
    channels: bytes.readUInt16BE(at + 24),
    sampleRate: bytes.readUInt32BE(at + 32) >>> 16,
    samples: isVersion1 ? bytes.readUInt32BE(at + VERSION_0_BYTES) : 0,
    bytes: isVersion1 ? bytes.readUInt32BE(at + VERSION_0_BYTES + 8) : 0,
    extension: extensionOf(bytes, codec, { type: codec, at, start: at + 8, end })
  }
}

/**
 * The bytes of the blocks. A sample is a block, of its own length; or, as in old files, one that is said to have a byte
 * or two, of which a block packs many.
 */
const blocksIn = (bytes: Buffer, stbl: Box, block: { readonly samples: number; readonly bytes: number }): Buffer => {
  const { of: sizeOf, one } = sizesOf(bytes, stbl)
  const isPlain = one > 0 && one < block.bytes
  const parts: Array<Buffer> = []
  const counts = samplesOfChunks(bytes, stbl)
  let sample = 0
  let total = 0
  for (const offset of offsetsOf(bytes, stbl)) {
    const count = counts.next().value ?? 0
    let length = isPlain ? Math.ceil(count / block.samples) * block.bytes : count * one
    // What is behind the end of the file is no sound, so that no table is too long.
    for (let at = 0; one === 0 && at < count && length < bytes.length; at++) length += sizeOf(sample + at)
    sample += count
    const part = bytes.subarray(offset, Math.min(bytes.length, offset + length))
    total += part.length
    // Chunks that lie on one another are no more than the file is.
    if (total > bytes.length) break
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const trackIn = (bytes: Buffer, trak: Box): ReadonlyArray<[id: number, PackedTrack]> => {
  const id = numberIn(bytes, childOf(bytes, trak, "tkhd"), 12, 20)
  const stbl = childOf(bytes, childOf(bytes, childOf(bytes, trak, "mdia"), "minf"), "stbl")
  const stsd = childOf(bytes, stbl, "stsd")
  const described = stsd === undefined ? undefined : describedIn(bytes, stsd)
  const codec = codecs.get(described?.codec ?? "")
  if (id === undefined || stbl === undefined || described === undefined || codec === undefined) return []
  const block = {
    ...described,
    samples: codec.samples ?? described.samples,
    bytes: codec.bytes?.(described.channels) ?? described.bytes
  }
  if (block.samples < 1 || block.bytes < 1 || block.channels < 1 || block.channels > 2) return []
  return [[id, { name: codec.name, pieces: () => codec.pieces(blocksIn(bytes, stbl, block), block) }]]
}

/** By the track's id. */
export const read = (file: Uint8Array): ReadonlyMap<number, PackedTrack> => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const moov = boxesIn(bytes, 0, bytes.length).find(({ type }) => type === "moov")
  const inMovie = moov === undefined ? [] : boxesIn(bytes, moov.start, moov.end)
  return new Map(inMovie.filter(({ type }) => type === "trak").flatMap((trak) => trackIn(bytes, trak)))
}

/** What of some sound is played. */
export async function* cut(pieces: Pieces, { from, to }: Stretch): Pieces {
  let at = 0
  for await (const piece of pieces) {
    if (piece === undefined) {
      yield undefined
      continue
    }
    const length = piece.channelData[0]?.length ?? 0
    const first = Math.max(0, Math.round(from * piece.sampleRate) - at)
    const end = Number.isFinite(to) ? Math.max(0, Math.round(to * piece.sampleRate) - at) : length
    at += length
    const channelData = piece.channelData.map((samples) => samples.subarray(first, end))
    if ((channelData[0]?.length ?? 0) > 0) yield { ...piece, channelData }
    if (end < length) return
  }
}
