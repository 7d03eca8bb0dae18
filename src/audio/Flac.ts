/** What a FLAC file begins with (RFC 9639, sections 6 and 8.2): 44,100 Hz, mono, 16 bits; and where a frame ends. */

/** Samples in a frame, the last one perhaps excepted: what libFLAC takes at its level 5. */
const BLOCK_SAMPLES = 4_096
const RATE = 44_100
const BITS = 16

const MARK = "fLaC"
const MARK_BYTES = 4
const STREAM_INFO_BYTES = 34
/** The head of the description of a stream, which may be the last block of metadata or not. */
const DESCRIPTIONS: ReadonlySet<number> = new Set([STREAM_INFO_BYTES, 0x8000_0000 + STREAM_INFO_BYTES])

/** What a stream is. */
interface Stream {
  readonly blockSamples: number
  /** Hertz. */
  readonly rate: number
  readonly channels: number
  /** Of a sample. */
  readonly bits: number
}

const MADE: Stream = { blockSamples: BLOCK_SAMPLES, rate: RATE, channels: 1, bits: BITS }

/**
 * The mark and the one block of metadata, for a sound of `samples`; 0 says, as
 * its sizes of frames and its checksum of the samples do, that it is not known.
 */
export const head = (samples = 0, { bits, blockSamples, channels, rate }: Stream = MADE): Uint8Array => {
  const bytes = Buffer.alloc(MARK_BYTES + 4 + STREAM_INFO_BYTES)
  bytes.write(MARK, "latin1")
  // The last block of metadata, and the first kind of them.
  bytes.writeUInt32BE(0x8000_0000 + STREAM_INFO_BYTES, MARK_BYTES)
  const info = MARK_BYTES + 4
  bytes.writeUInt16BE(blockSamples, info)
  bytes.writeUInt16BE(blockSamples, info + 2)
  // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
  const fields = (BigInt(rate) << 44n) | (BigInt(channels - 1) << 41n) | (BigInt(bits - 1) << 36n) | BigInt(samples)
  bytes.writeBigUInt64BE(fields, info + 10)
  return bytes
}

/** Bits of a sample, by the number that a frame's head has for them; 0 where it leaves that to the stream's. */
const FRAME_BITS = [0, 8, 12, 0, 16, 20, 24, 32]

/** Samples of a block, by the number that a frame's head has for them; undefined where they are said elsewhere. */
const blockSamplesOf = (code: number): number | undefined => {
  if (code === 1) return 192
  if (code >= 2 && code <= 5) return 576 << (code - 2)
  return code >= 8 ? 256 << (code - 8) : undefined
}

/** Where the number of a frame stands, in one to seven bytes: as many as its first has leading ones, or one. */
const NUMBER_AT = 4
/** What says that the samples of a block, less one, follow the number in one byte, and in two. */
const IN_A_BYTE = 6
const IN_TWO_BYTES = 7

/** Samples of each channel in a frame, as its head has it; `usual` where that says nothing of it. */
export const samplesIn = (frame: Uint8Array, usual: number): number => {
  const code = (frame[2] ?? 0) >> 4
  const first = frame[NUMBER_AT] ?? 0
  const at = NUMBER_AT + (first < 0x80 ? 1 : Math.max(1, Math.clz32(~(first << 24))))
  const [high = 0, low = 0] = frame.subarray(at, at + 2)
  if (code === IN_A_BYTE) return high + 1
  return code === IN_TWO_BYTES ? 256 * high + low + 1 : (blockSamplesOf(code) ?? usual)
}

/** What a head, which is a mark and the one block of metadata, says of its stream; and its samples, 0 where it does not know. */
export const streamOf = (head: Uint8Array): Pick<Stream, "blockSamples" | "rate"> & { readonly samples: number } => {
  const [high = 0, low = 0] = head.subarray(MARK_BYTES + 6, MARK_BYTES + 8)
  const [first = 0, second = 0, third = 0, fourth = 0, ...last] = head.subarray(MARK_BYTES + 14, MARK_BYTES + 22)
  return {
    blockSamples: 256 * high + low,
    rate: (first << 12) | (second << 4) | (third >> 4),
    // Four bits, and 32.
    samples: last.reduce((sum, byte) => sum * 256 + byte, fourth & 0x0f)
  }
}

const MOST_BLOCK_SAMPLES = 65_535
const FASTEST_RATE = 2 ** 20 - 1

/**
 * The head of a stream whose container has kept none, by its first frame and what the container says; undefined where
 * these do not say enough.
 */
export const headOf = (frame: Uint8Array, said: Pick<Stream, "rate" | "channels" | "blockSamples">) => {
  const [first = 0, second = 0, sizes = 0, layout = 0] = frame
  if (first !== 0xff || (second & 0xfe) !== 0xf8) return undefined
  const bits = FRAME_BITS[(layout >> 1) & 7] || BITS
  const blockSamples = blockSamplesOf(sizes >> 4) ?? said.blockSamples
  const isPossible = blockSamples >= 16 && blockSamples <= MOST_BLOCK_SAMPLES && said.rate <= FASTEST_RATE
  return isPossible ? head(0, { ...said, bits, blockSamples }) : undefined
}

/** CRC-16 with the polynomial 0x8005, a byte at a time. */
const CRCS = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1
  return crc
})

/** The checksum of bytes and one more. */
export const crc16Of = (before: number, byte: number): number =>
  ((before << 8) & 0xff00) ^ (CRCS[(before >> 8) ^ byte] ?? 0)

/** The checksum that a frame ends with; of a frame with it, it is 0. `before` is that of the bytes before. */
export const crc16 = (bytes: Uint8Array, before = 0): number => {
  let crc = before
  for (let at = 0; at < bytes.length; at++) crc = crc16Of(crc, bytes[at] ?? 0)
  return crc
}

/** The frame that bytes begin with, without what stands behind it: a frame ends with a checksum of all of it. */
export const frameIn = (bytes: Uint8Array): Uint8Array => {
  let crc = 0
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    crc = crc16Of(crc, bytes[at] ?? 0)
    if (crc === 0) end = at + 1
  }
  return end > 2 ? bytes.subarray(0, end) : bytes
}

/** Where another file begins behind the first byte; the end where none does. */
const nextFile = (bytes: Buffer): number => {
  const last = bytes.length - MARK_BYTES - 4
  for (let at = bytes.indexOf(MARK, 1, "latin1"); at >= 0 && at <= last; at = bytes.indexOf(MARK, at + 1, "latin1"))
    if (DESCRIPTIONS.has(bytes.readUInt32BE(at + MARK_BYTES))) return at
  return bytes.length
}

const bufferOf = ({ buffer, byteLength, byteOffset }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Whether several FLAC files lie one behind the other. */
export const isJoined = (file: Uint8Array): boolean => {
  const bytes = bufferOf(file)
  return bytes.toString("latin1", 0, MARK_BYTES) === MARK && nextFile(bytes) < bytes.length
}

/** FLAC files that lie one behind the other; each byte is looked at once. */
export function* filesIn(joined: Uint8Array): Generator<Uint8Array> {
  for (let rest = bufferOf(joined); rest.length > 0; ) {
    const length = nextFile(rest)
    yield rest.subarray(0, length)
    rest = rest.subarray(length)
  }
}
