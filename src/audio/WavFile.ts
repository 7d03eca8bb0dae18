/**
 * The head of a WAV file (RIFF, RIFX, RF64, BW64), read as files are and not as they should be: a recorder that was cut
 * off leaves its lengths at 0, others write what they hoped for, and tags have lengths of their own. So no length is
 * believed that does not fit what is there.
 */

/** Samples behind others. */
interface Further {
  /** Samples of silence before them. */
  readonly pause: number
  readonly data: Uint8Array
}

/** What a WAV file says of its samples, and where they lie. */
export interface WavFile {
  /** The format tag; of the extensible form that of its subformat. */
  readonly tag: number
  readonly channels: number
  readonly sampleRate: number
  /** Bytes of a block: a sample of each channel, or what a codec packs together. */
  readonly blockBytes: number
  /** What the chunk `fmt ` has behind its first 16 bytes. */
  readonly extension: Uint8Array
  /** The bits of a sample. */
  readonly bits: number
  readonly isBigEndian: boolean
  readonly data: Uint8Array
  /** How many samples of each channel there are, as the chunk `fact` has it. */
  readonly samples?: number | undefined
  /** Whether it says that it has samples, and ends before the first. */
  readonly isCutOff: boolean
  /** Whether it says that it has more samples than there are. */
  readonly isShort?: boolean
  /** Bytes behind all that the file says it has, which no player plays. */
  readonly behind: number
}

/** A file whose samples may stand in several places; `data` is the first of them. */
interface ScatteredWav extends WavFile {
  readonly further: ReadonlyArray<Further>
}

const FORMS: ReadonlySet<string> = new Set(["RIFF", "RIFX", "RF64", "BW64"])
/** Where the first chunk stands, and what is before the content of each. */
const HEAD_BYTES = 12
const CHUNK_HEAD = 8
/** The least of `fmt `: up to the bytes of a block. The bits of a sample may be left out. */
const LEAST_FORMAT = 14
const FULL_FORMAT = 16
/** The most of it: what a codec needs to know may be some hundred bytes. */
const LONGEST_FORMAT = 1_024
/** What a stream whose length was not known when it began says in its place, and what says that it stands elsewhere. */
export const UNKNOWN = 0xffffffff
const EXTENSIBLE = 0xfffe
/** Where the extensible form has the tag of its subformat, in its extension. */
const SUBFORMAT = 8
/** Bytes in which the samples are looked for where chunks do not lead to them. */
const SEARCHED = 1024 * 1024

interface Chunk {
  readonly id: string
  readonly start: number
  readonly length: number
}

interface Reader {
  readonly bytes: Buffer
  readonly isBigEndian: boolean
  /** The length of the samples as RF64 has it. */
  readonly longLength: number | undefined
}

const u32 = ({ bytes, isBigEndian }: Reader, at: number) =>
  isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
const u16 = ({ bytes, isBigEndian }: Reader, at: number) =>
  isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at)

const isId = (id: string): boolean => /^[\x20-\x7e]{4}$/.test(id)

const chunkAt = (reader: Reader, at: number): Chunk | undefined => {
  if (at + CHUNK_HEAD > reader.bytes.length) return undefined
  const id = reader.bytes.toString("latin1", at, at + 4)
  return isId(id) ? { id, start: at + CHUNK_HEAD, length: u32(reader, at + 4) } : undefined
}

/** Names of chunks that every reader knows. */
const KNOWN: ReadonlySet<string> = new Set(["fmt ", "data", "fact", "LIST", "bext", "cue ", "JUNK", "id3 ", "slnt"])

export const isKnown = (id: string): boolean => KNOWN.has(id)

/**
 * The chunk behind one; a byte that makes an odd length even is often left out. Then what stands a byte later may look
 * like a name too: the end of one, and a length.
 */
const chunkBehind = (reader: Reader, { length, start }: Chunk): Chunk | undefined => {
  const padded = chunkAt(reader, start + length + (length & 1))
  const bare = length & 1 ? chunkAt(reader, start + length) : undefined
  const isBare = bare !== undefined && isKnown(bare.id) && !isKnown(padded?.id ?? "")
  return isBare ? bare : (padded ?? bare)
}

/** Whether a chunk is a description, as far as it needs to be there. */
const isFormat = ({ bytes }: Reader, { id, length, start }: Chunk): boolean =>
  id === "fmt " && length >= LEAST_FORMAT && length <= LONGEST_FORMAT && start + FULL_FORMAT <= bytes.length

/** The description that stands behind the samples: where their length leads to it, or the last that is there. */
const formatBehind = (reader: Reader, data: Chunk): ReadonlyArray<Chunk> => {
  const length = data.length === UNKNOWN ? (reader.longLength ?? UNKNOWN) : data.length
  for (let chunk = chunkBehind(reader, { ...data, length }); chunk !== undefined; chunk = chunkBehind(reader, chunk))
    if (isFormat(reader, chunk)) return [chunk]
  const from = Math.max(data.start, reader.bytes.length - SEARCHED)
  const last = chunkAt(reader, Math.max(from, reader.bytes.lastIndexOf("fmt ", reader.bytes.length, "latin1")))
  return last !== undefined && isFormat(reader, last) ? [last] : []
}

/**
 * The chunks up to the samples, and their description behind them where it is not before; where a chunk's length leads
 * nowhere, the samples' mark is looked for.
 */
const chunksOf = (reader: Reader): ReadonlyArray<Chunk> => {
  const chunks: Array<Chunk> = []
  let chunk = chunkAt(reader, HEAD_BYTES)
  while (chunk !== undefined) {
    chunks.push(chunk)
    if (chunk.id === "data")
      return chunks.some(({ id }) => id === "fmt ") ? chunks : [...chunks, ...formatBehind(reader, chunk)]
    chunk = chunkBehind(reader, chunk)
  }
  const from = chunks.find(({ id }) => id === "fmt ")?.start ?? HEAD_BYTES
  const at = reader.bytes.subarray(0, from + SEARCHED).indexOf("data", from, "latin1")
  const found = at < 0 ? undefined : chunkAt(reader, at)
  return found === undefined ? chunks : [...chunks, found]
}

/** Where chunks that begin at one end, if all but further samples are whole; undefined where they are none. */
const endOfChunks = (reader: Reader, first: Chunk | undefined): number | undefined => {
  let end: number | undefined
  for (let chunk = first; chunk !== undefined && !FORMS.has(chunk.id); chunk = chunkBehind(reader, chunk)) {
    if (chunk.start + chunk.length > reader.bytes.length) return chunk.id === "data" ? reader.bytes.length : undefined
    end = chunk.start + chunk.length
  }
  return end
}

/** Where the samples end, and all that belongs to the file. */
const endsOf = (reader: Reader, chunk: Chunk): { readonly data: number; readonly file: number } => {
  const { length: size } = reader.bytes
  const whole = { data: size, file: size }
  const said = chunk.length === UNKNOWN ? (reader.longLength ?? UNKNOWN) : chunk.length
  const end = chunk.start + said
  if (end >= size) return whole
  const next = chunkBehind(reader, { ...chunk, length: said })
  const others = endOfChunks(reader, next)
  if (others !== undefined) return { data: end, file: others }
  // A length of nothing, with something behind it that is no chunk, was never filled in.
  if (said === 0) return whole
  const isAnother = next !== undefined && FORMS.has(next.id)
  // The file says that it goes on where the samples are said to end.
  const saysMore = HEAD_BYTES - 4 + u32(reader, 4) > end + CHUNK_HEAD
  return isAnother || !saysMore ? { data: end, file: end + (said & 1) } : whole
}

/** Stretches of silence that are heard; of a file with more the samples alone. */
const MOST_PAUSES = 1_000

/** The samples of further chunks behind those that end at `end`, also of lists of samples and silence (`wavl`). */
const furtherOf = (reader: Reader, data: Chunk, end: number): ReadonlyArray<Further> => {
  const { bytes } = reader
  const found: Array<{ readonly pause: number; readonly parts: Array<Uint8Array> }> = []
  let pause = 0
  let chunk = chunkBehind(reader, { ...data, length: end - data.start })
  while (chunk !== undefined && !FORMS.has(chunk.id)) {
    const { id, length, start } = chunk
    if (id === "slnt" && length >= 4 && start + 4 <= bytes.length) pause += u32(reader, start)
    if (id === "data") {
      const part = bytes.subarray(start, start + length)
      const last = found.at(-1)
      if (last !== undefined && (pause === 0 || found.length > MOST_PAUSES)) last.parts.push(part)
      else found.push({ pause, parts: [part] })
      pause = 0
    }
    const isList = id === "LIST" && bytes.toString("latin1", start, start + 4) === "wavl"
    chunk = isList ? chunkAt(reader, start + 4) : chunkBehind(reader, chunk)
  }
  return found.map(({ parts, pause }) => ({ pause, data: Buffer.concat(parts) }))
}

/** What RF64 has in the place of the lengths of 32 bits. */
export const longLengthOf = (bytes: Buffer): number | undefined => {
  const at = bytes.subarray(0, SEARCHED).indexOf("ds64", HEAD_BYTES, "latin1")
  if (at < 0 || at + CHUNK_HEAD + 16 > bytes.length) return undefined
  const length = Number(bytes.readBigUInt64LE(at + CHUNK_HEAD + 8))
  return length > 0 ? length : undefined
}

/** Lengths from which on they stand for one that was not known when the file was begun, as writers to pipes have them. */
const LONGEST_TRUE = 0x7f00_0000

/** Whether a length of samples that begin at `start` was meant, and is more than what is there, but for a last byte. */
export const isTooLong = (length: number, start: number, size: number): boolean =>
  length > 0 && length < LONGEST_TRUE && start + length > size + 1

/** Bytes that other chunks than the samples take, at most, where the two lengths of a file are of one writer. */
const MOST_BESIDE = 64 * 1024

/** Whether both lengths say that there is more, and agree: of the others one is wrong. */
const isShort = (reader: Reader, { length, start }: Chunk): boolean => {
  const beside = HEAD_BYTES - 4 + u32(reader, 4) - (start + length)
  return isTooLong(length, start, reader.bytes.length) && beside >= 0 && beside <= MOST_BESIDE
}

/** One byte may be there to make the length even. */
const behindOf = ({ length }: Uint8Array, end: number): number => (length - end > 1 ? length - end : 0)

const readerOf = (file: Uint8Array): Reader | undefined => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const form = bytes.toString("latin1", 0, 4)
  if (!FORMS.has(form) || bytes.toString("latin1", 8, HEAD_BYTES) !== "WAVE") return undefined
  const isLong = form === "RF64" || form === "BW64"
  return { bytes, isBigEndian: form === "RIFX", longLength: isLong ? longLengthOf(bytes) : undefined }
}

/** Whether the bytes begin as a WAV file does. */
export const isWav = (file: Uint8Array): boolean => readerOf(file) !== undefined

const PCM = 1
const FLOAT = 3
/** A byte a sample, whatever bits it is made of or becomes. */
const G711: ReadonlySet<number> = new Set([6, 7])

/**
 * Bytes of a block. Of plain samples some writers state what cannot hold them, or what their own bytes a second
 * contradict: then they are what the bits of a sample take.
 */
const blockBytesOf = (reader: Reader, { start }: Chunk, tag: number, bits: number): number => {
  const [channels, rate, perSecond] = [u16(reader, start + 2), u32(reader, start + 4), u32(reader, start + 8)]
  const stated = u16(reader, start + 12)
  if (G711.has(tag)) return channels
  const needed = channels * Math.ceil(bits / 8)
  if ((tag !== PCM && tag !== FLOAT) || needed === 0 || stated === needed) return stated
  const isPossible = stated > needed && stated % channels === 0
  return isPossible && perSecond !== rate * needed ? stated : needed
}

/** What `file` holds; undefined where it does not say of its samples what they are, or has none. */
export const read = (file: Uint8Array): ScatteredWav | undefined => {
  const reader = readerOf(file)
  if (reader === undefined) return undefined
  const chunks = chunksOf(reader)
  const format = chunks.find(({ id }) => id === "fmt ")
  const data = chunks.find(({ id }) => id === "data")
  if (format === undefined || data === undefined || format.length < LEAST_FORMAT) return undefined
  const fact = chunks.find(({ id }) => id === "fact")
  const { start } = format
  const stated = u16(reader, start)
  const extension = file.subarray(start + FULL_FORMAT, Math.max(start + FULL_FORMAT, start + format.length))
  const isExtended = extension.length > SUBFORMAT + 1
  const ends = endsOf(reader, data)
  // Where the description is behind them, the samples end there.
  const end = start > data.start ? Math.min(ends.data, start - CHUNK_HEAD) : ends.data
  const saysNothing = data.length === 0 || data.length === UNKNOWN
  // The extensible form without the rest of it can only mean plain samples.
  const subformat = isExtended ? u16(reader, start + FULL_FORMAT + SUBFORMAT) : PCM
  const tag = stated === EXTENSIBLE ? subformat : stated
  const bits = format.length >= FULL_FORMAT ? u16(reader, start + 14) : 8
  return {
    tag,
    channels: u16(reader, start + 2),
    sampleRate: u32(reader, start + 4),
    blockBytes: blockBytesOf(reader, format, tag, bits),
    bits,
    extension,
    isBigEndian: reader.isBigEndian,
    data: file.subarray(data.start, end),
    further: furtherOf(reader, data, end),
    samples: fact !== undefined && fact.length >= 4 ? u32(reader, fact.start) : undefined,
    isCutOff: !saysNothing && data.start >= file.length,
    isShort: isShort(reader, data),
    behind: behindOf(file, ends.file)
  }
}
