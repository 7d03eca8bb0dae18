/**
 * AIFF, AIFC and CAF (Core Audio Format): what they say of plain samples, as a WAV would say it. What is there is
 * heard: a length that was never filled in, or is too large, reaches to the end of the file.
 */
import { isPacked, type PackedSound, packedPieces } from "./CafPackets.ts"
import { MOST_CHANNELS } from "./Decoding.ts"
import { SHORT, Undecodable } from "./DecodingFailures.ts"
import { gsmPieces } from "./Gsm.ts"
import { ima4Pieces } from "./Ima4.ts"
import type { Note, Pieces } from "./Pieces.ts"
import { isTooLong, type WavFile } from "./WavFile.ts"
import { stretchesOf } from "./WavSound.ts"

const PCM = 1
const FLOAT = 3
const A_LAW = 6
const MU_LAW = 7

/** What one sample is. */
interface Coding {
  readonly tag: number
  readonly isBigEndian: boolean
  /** Of eight bits alone: WAV's have no sign. */
  readonly isSigned: boolean
}

/** What a container says. */
interface ContainerFormat {
  readonly name: "AIFF" | "CAF"
  /** Four letters for what the samples are in. */
  readonly codec: string
  readonly coding: Coding | undefined
  readonly channels: number
  readonly sampleRate: number
  /** Bytes of a sample. */
  readonly width: number
  readonly data: Uint8Array
  readonly isShort: boolean
  /** What a CAF has beside, of codecs that pack samples together. */
  readonly packed?: Pick<PackedSound, "packetBytes" | "packetFrames" | "cookie" | "table">
}

const WIDTHS: Readonly<Record<number, ReadonlyArray<number>>> = {
  [PCM]: [1, 2, 3, 4],
  [FLOAT]: [4, 8],
  [A_LAW]: [1],
  [MU_LAW]: [1]
}

const big = (tag: number): Coding => ({ tag, isBigEndian: true, isSigned: true })
const little = (tag: number): Coding => ({ tag, isBigEndian: false, isSigned: true })

/** The codings of AIFC, in small letters: writers differ. */
const codings: ReadonlyMap<string, Coding> = new Map([
  ["none", big(PCM)],
  ["twos", big(PCM)],
  ["in24", big(PCM)],
  ["in32", big(PCM)],
  ["sowt", little(PCM)],
  ["raw ", { tag: PCM, isBigEndian: true, isSigned: false }],
  ["fl32", big(FLOAT)],
  ["fl64", big(FLOAT)],
  ["alaw", big(A_LAW)],
  ["ulaw", big(MU_LAW)]
])

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.byteLength)
const lettersAt = (bytes: Buffer, at: number): string => bytes.toString("latin1", at, at + 4)

export const isAiff = (file: Uint8Array): boolean => {
  const bytes = bufferOf(file)
  return lettersAt(bytes, 0) === "FORM" && ["AIFF", "AIFC"].includes(lettersAt(bytes, 8))
}

export const isCaf = (file: Uint8Array): boolean => {
  const bytes = bufferOf(file)
  return lettersAt(bytes, 0) === "caff" && bytes.length >= 8 && bytes.readUInt16BE(4) === 1
}

interface Chunk {
  readonly start: number
  readonly length: number
}

interface Layout {
  /** Where the first chunk begins. */
  readonly from: number
  /** Bytes of a chunk's head. */
  readonly head: number
  readonly lengthAt: (bytes: Buffer, at: number) => number
  /** The names of the chunks that are read, and of those with the samples. */
  readonly read: ReadonlySet<string>
  readonly samples: string
}

const AIFF: Layout = {
  from: 12,
  head: 8,
  lengthAt: (bytes, at) => bytes.readUInt32BE(at + 4),
  read: new Set(["COMM"]),
  samples: "SSND"
}
const CAF: Layout = {
  from: 8,
  head: 12,
  lengthAt: (bytes, at) => Number(bytes.readBigInt64BE(at + 4)),
  read: new Set(["desc", "kuki", "pakt"]),
  samples: "data"
}

/** Chunks of samples that are heard at most; a file should have one. */
const MOST_CHUNKS = 1_000

interface Chunks {
  /** The first of each name that is read. */
  readonly first: ReadonlyMap<string, Chunk>
  /** Those with the samples. */
  readonly samples: ReadonlyArray<Chunk>
  /** Whether one of these is said to be longer than what is there. */
  readonly isShort: boolean
}

/** Whether a chunk may end at a place: with the file, or before the letters of another, perhaps behind one byte more. */
const isEnd = (bytes: Buffer, at: number): boolean =>
  at + 5 > bytes.length || /^(?:[\x20-\x7e]{4}|.[\x20-\x7e]{4})/s.test(bytes.toString("latin1", at, at + 5))

/**
 * The chunks within the file. An odd length of AIFF is followed by one byte more. `isEndless`: whatever length they
 * say, the samples go on to the end.
 */
const chunksOf = (bytes: Buffer, { from, head, lengthAt, read, samples: name }: Layout, isEndless: boolean): Chunks => {
  const first = new Map<string, Chunk>()
  const samples: Array<Chunk> = []
  let isShort = false
  for (let at = from; at + head <= bytes.length; ) {
    const own = lettersAt(bytes, at)
    const stated = isEndless && own === name ? bytes.length : lengthAt(bytes, at)
    const start = at + head
    const isWithin = stated >= 0 && start + stated <= bytes.length && (own !== name || isEnd(bytes, start + stated))
    const length = isWithin ? stated : bytes.length - start
    if (read.has(own) && !first.has(own)) first.set(own, { start, length })
    if (own === name && samples.length < MOST_CHUNKS) samples.push({ start, length })
    if (own === name) isShort ||= !isEndless && isTooLong(stated, start, bytes.length)
    at = start + length + (head === AIFF.head ? length & 1 : 0)
  }
  return { first, samples, isShort }
}

/**
 * What is behind the first bytes of each chunk of samples, as `skipped` has them; all to the end of the file where the
 * first's length says that it is empty.
 */
const joined = (bytes: Buffer, chunks: ReadonlyArray<Chunk>, skipped: (chunk: Chunk) => number): Uint8Array => {
  const [first] = chunks
  if (first === undefined) return Buffer.alloc(0)
  if (first.length <= skipped(first)) return bytes.subarray(first.start + skipped(first))
  const whole = chunks.filter((chunk) => chunk.length > skipped(chunk))
  const parts = whole.map((chunk) => bytes.subarray(chunk.start + skipped(chunk), chunk.start + chunk.length))
  return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts)
}

const contentOf = (bytes: Buffer, chunk: Chunk | undefined): Buffer =>
  chunk === undefined ? Buffer.alloc(0) : bytes.subarray(chunk.start, chunk.start + chunk.length)

/** An extended number of 80 bits, as far as sample rates need it. */
const extendedAt = (bytes: Buffer, at: number): number =>
  bytes.readUInt32BE(at + 2) * 2 ** ((bytes.readUInt16BE(at) & 0x7fff) - 16_383 - 31)

const aiffOf = (bytes: Buffer, isEndless: boolean): ContainerFormat | undefined => {
  const { first, isShort, samples } = chunksOf(bytes, AIFF, isEndless)
  const common = first.get("COMM")
  // Before the samples is how far they are from there, and of what size their blocks are.
  const sound = samples.filter(({ start }) => start + 8 <= bytes.length)
  if (common === undefined || common.length < 18 || sound.length === 0) return undefined
  const { length, start } = common
  const codec = lettersAt(bytes, 8) === "AIFC" && length >= 22 ? lettersAt(bytes, start + 18) : "NONE"
  const coding = codings.get(codec.toLowerCase())
  return {
    name: "AIFF",
    codec,
    coding,
    channels: bytes.readUInt16BE(start),
    sampleRate: extendedAt(bytes, start + 8),
    width: coding?.tag === A_LAW || coding?.tag === MU_LAW ? 1 : Math.ceil(bytes.readUInt16BE(start + 6) / 8),
    isShort,
    data: joined(bytes, sound, ({ start }) => 8 + bytes.readUInt32BE(start))
  }
}

const IS_FLOAT = 1
const IS_LITTLE_ENDIAN = 2

const cafCoding = (codec: string, flags: number): Coding | undefined => {
  if (codec !== "lpcm") return codec === "alaw" || codec === "ulaw" ? codings.get(codec) : undefined
  const tag = (flags & IS_FLOAT) > 0 ? FLOAT : PCM
  return (flags & IS_LITTLE_ENDIAN) > 0 ? little(tag) : big(tag)
}

const cafOf = (bytes: Buffer, isEndless: boolean): ContainerFormat | undefined => {
  const { first, isShort, samples } = chunksOf(bytes, CAF, isEndless)
  const description = first.get("desc")
  if (description === undefined || description.length < 32 || samples.length === 0) return undefined
  const { start } = description
  const codec = lettersAt(bytes, start + 8)
  const channels = bytes.readUInt32BE(start + 24)
  return {
    name: "CAF",
    codec,
    coding: cafCoding(codec, bytes.readUInt32BE(start + 12)),
    channels,
    sampleRate: bytes.readDoubleBE(start),
    width: bytes.readUInt32BE(start + 16) / Math.max(1, channels),
    isShort,
    data: joined(bytes, samples.slice(0, 1), () => 4),
    packed: {
      packetBytes: bytes.readUInt32BE(start + 16),
      packetFrames: bytes.readUInt32BE(start + 20),
      cookie: contentOf(bytes, first.get("kuki")),
      table: contentOf(bytes, first.get("pakt"))
    }
  }
}

/** The same as a WAV. Throws `Undecodable`, which names what is not read here. */
const asWav = ({ channels, codec, coding, data, name, sampleRate, width }: ContainerFormat): WavFile => {
  const letters = /^[\x20-\x7e]+$/.test(codec) ? codec.trim() : "unknown"
  if (coding === undefined) throw new Undecodable(`is ${name} with sound in ${letters}, which is not read here`)
  if (WIDTHS[coding.tag]?.includes(width) !== true)
    throw new Undecodable(`is ${name} whose samples are said to have ${width} bytes`)
  const isTurned = coding.tag === PCM && width === 1 && coding.isSigned
  return {
    tag: coding.tag,
    channels,
    sampleRate: Math.round(sampleRate),
    blockBytes: channels * width,
    bits: 8 * width,
    extension: new Uint8Array(0),
    isBigEndian: coding.isBigEndian && width > 1,
    data: isTurned ? data.map((sample) => sample ^ 0x80) : data,
    isCutOff: false,
    behind: 0
  }
}

const checkChannels = ({ channels, name }: ContainerFormat): void => {
  if (channels < 1 || channels > MOST_CHANNELS) throw new Undecodable(`is ${name} of ${channels} channels`)
}

const GSM: ReadonlySet<string> = new Set(["GSM ", "gsm ", "agsm"])

const describe = (file: Uint8Array, isEndless = false): ContainerFormat => {
  const bytes = bufferOf(file)
  const described = isCaf(file) ? cafOf(bytes, isEndless) : aiffOf(bytes, isEndless)
  if (described === undefined) throw new Undecodable("has no description of its samples, or no samples")
  checkChannels(described)
  return described
}

/** What is read of a whole file alone. */
const isPackedCodec = ({ channels, codec, packed }: ContainerFormat): boolean =>
  (packed !== undefined && isPacked(codec)) || codec === "ima4" || (GSM.has(codec) && channels === 1)

/**
 * The plain samples of an AIFF, AIFC or CAF file of which no end has come. Throws `Undecodable`, which names the codec
 * where they are packed.
 */
export const readEndless = (file: Uint8Array): WavFile => {
  const described = describe(file, true)
  if (!isPackedCodec(described)) return asWav(described)
  throw new Undecodable(
    `is ${described.name} with sound in ${described.codec.trim()}, which is read when all of it has come`
  )
}

/** The sound of an AIFF, AIFC or CAF file. Throws `Undecodable`. */
export const pieces = (file: Uint8Array, note: Note): Pieces => {
  const described = describe(file)
  const { channels, codec, data } = described
  const sampleRate = Math.round(described.sampleRate)
  if (described.isShort) note(SHORT)
  if (described.packed !== undefined && isPacked(codec))
    return packedPieces({ ...described.packed, codec, channels, sampleRate, data }, note)
  if (codec === "ima4") return ima4Pieces(data, sampleRate, channels)
  return GSM.has(codec) && channels === 1 ? gsmPieces(data, sampleRate) : stretchesOf(asWav(described))
}
