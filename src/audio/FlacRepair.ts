/**
 * FLAC files with damaged frames (RFC 9639, section 9). Their reader (mediabunny 1.61) takes the frame before the damage
 * for the last: so a silent frame is put in the place of each that is damaged or gone, as its number and clock ask.
 */
import { crc16, crc16Of, samplesIn, streamOf } from "./Flac.ts"
import { isFlacFrame, STREAM_INFO } from "./Tags.ts"

const POLYNOMIAL = 0x07
const CRCS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? (crc << 1) ^ POLYNOMIAL : crc << 1
  return crc
})
const crc8 = (bytes: Uint8Array): number => bytes.reduce((crc, byte) => CRCS[crc ^ byte] ?? 0, 0)

/** Where a frame's number stands, and bytes of the longest one. */
const NUMBER_AT = 4
const LONGEST_NUMBER = 7
const IN_A_BYTE = 6
const IN_TWO_BYTES = 7
/** Bytes behind the number that say the rate, by the code for it. */
const RATE_BYTES: Readonly<Record<number, number>> = { 12: 1, 13: 2, 14: 2 }

interface Head {
  readonly at: number
  /** Of the frame, or of its first sample where blocks differ in size. */
  readonly number: number
}

/** A number in as many bytes as its first has leading ones, or in one. */
const numberAt = (bytes: Buffer, at: number): { readonly value: number; readonly width: number } | undefined => {
  const first = bytes[at] ?? 0
  if (first < 0x80) return { value: first, width: 1 }
  const width = Math.clz32(~(first << 24))
  if (width < 2 || width > LONGEST_NUMBER) return undefined
  let value = first & (0xff >> (width + 1))
  for (let place = at + 1; place < at + width; place++) {
    const byte = bytes[place] ?? 0
    if ((byte & 0xc0) !== 0x80) return undefined
    value = value * 64 + (byte & 0x3f)
  }
  return { value, width }
}

/** The head of a frame, whose checksum is right. */
const headAt = (bytes: Buffer, at: number): Head | undefined => {
  if (!isFlacFrame(bytes, at)) return undefined
  const [sizes = 0, layout = 0] = bytes.subarray(at + 2, at + NUMBER_AT)
  const number = numberAt(bytes, at + NUMBER_AT)
  if (number === undefined || sizes >> 4 === 0 || (sizes & 15) === 15) return undefined
  if (layout >> 4 > 10 || (layout & 1) === 1) return undefined
  const sizeBytes = sizes >> 4 === IN_A_BYTE ? 1 : sizes >> 4 === IN_TWO_BYTES ? 2 : 0
  const end = at + NUMBER_AT + number.width + sizeBytes + (RATE_BYTES[sizes & 15] ?? 0)
  return end < bytes.length && crc8(bytes.subarray(at, end)) === bytes[end] ? { at, number: number.value } : undefined
}

/** More than three minutes have in frames of any usual size, and more places than as large a file has by chance. */
const MOST_HEADS = 40_000
const MOST_PLACES = 1_000_000

/** What look like heads of frames of the first one's kind: within a frame there may be one by chance. */
const headsIn = (bytes: Buffer): ReadonlyArray<Head> => {
  const heads: Array<Head> = []
  let places = 0
  for (let at = bytes.indexOf(0xff, STREAM_INFO); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    if (heads.length > MOST_HEADS || ++places > MOST_PLACES) return []
    const head = headAt(bytes, at)
    const [first] = heads
    if (head !== undefined && (first === undefined || bytes[at + 1] === bytes[first.at + 1])) heads.push(head)
  }
  return heads
}

/** Whether a frame's head counts frames, and not samples. */
const isCountedAt = (bytes: Buffer, at: number): boolean => ((bytes[at + 1] ?? 0) & 1) === 0

/** Heads behind one with which its frame may end: those between them would be there by chance. */
const MOST_BY_CHANCE = 3

interface Frame extends Head {
  readonly end: number
}

/** Bytes of a head that are the same in all frames of a stream, as good as always. */
const COMMON_BYTES = [0, 1, 2, 3]

/**
 * Where a frame ends before another place, if the head of the one behind it is damaged: there its checksum is right, which
 * happens by chance too, and something is left of that head.
 */
const endBefore = (bytes: Buffer, at: number, place: number): number | undefined => {
  let crc = 0
  for (let end = at + 1; end < place; end++) {
    crc = crc16Of(crc, bytes[end - 1] ?? 0)
    if (crc === 0 && COMMON_BYTES.some((byte) => bytes[end + byte] === bytes[at + byte])) return end
  }
  return undefined
}

/** The frames whose checksums are right, and the last one, which may be cut off or have tags behind it. */
const framesIn = (bytes: Buffer, heads: ReadonlyArray<Head>): ReadonlyArray<Frame> => {
  const frames: Array<Frame> = []
  const isCounted = isCountedAt(bytes, heads[0]?.at ?? 0)
  for (let index = 0; index < heads.length; ) {
    const { at, number } = heads[index] ?? { at: 0, number: 0 }
    let [crc, from, next] = [0, at, index + 1]
    let isWhole = false
    for (; next < heads.length && next <= index + MOST_BY_CHANCE && !isWhole; next++) {
      const end = heads[next] ?? { at: from, number }
      // One that is counted otherwise than as the next is there by chance, or behind what is missing.
      if (isCounted && end.number !== number + 1) continue
      crc = crc16(bytes.subarray(from, end.at), crc)
      from = end.at
      isWhole = crc === 0
    }
    const isLast = index === heads.length - 1
    const behind = heads[index + 1]
    const isCut = !isWhole && behind !== undefined && behind.number > number + 1
    const end = isLast ? bytes.length : isWhole ? from : isCut ? endBefore(bytes, at, behind.at) : undefined
    if (end !== undefined) frames.push({ at, number, end })
    index = isWhole ? next - 1 : index + 1
  }
  return frames
}

/** What frames of a stream say of themselves, and how it counts them. */
interface Kind {
  readonly sync: number
  readonly channels: number
  readonly bits: number
  readonly blockSamples: number
  /** The codes of a whole frame for its size and rate, and for its bits: the decoder loses a frame where they change. */
  readonly sizes: number
  readonly layout: number
  /** Frames are counted, and not samples. */
  readonly isCounted: boolean
}

/** As UTF-8 writes a character, and further. */
const written = (number: number): ReadonlyArray<number> => {
  if (number < 0x80) return [number]
  const last: Array<number> = []
  let [rest, room] = [number, 0x40]
  while (rest >= room) {
    last.unshift(0x80 | (rest % 64))
    rest = Math.floor(rest / 64)
    room = Math.max(1, room >> 1)
  }
  return [((0xff << (7 - last.length)) & 0xff) | rest, ...last]
}

/** A frame of silence: each channel is one value, which is 0. */
const silent = (kind: Kind, number: number, samples: number): Buffer => {
  const { bits, blockSamples, channels, layout, sizes, sync } = kind
  const size = samples - 1
  const isUsual = samples === blockSamples && sizes >> 4 !== IN_A_BYTE && sizes >> 4 !== IN_TWO_BYTES
  const [code, said] = isUsual ? [sizes >> 4, []] : [IN_TWO_BYTES, [size >> 8, size & 0xff]]
  const rate = (sizes & 15) in RATE_BYTES ? 0 : sizes & 15
  const channelsAndBits = ((channels - 1) << 4) | (layout & 15)
  const head = [0xff, sync, (code << 4) | rate, channelsAndBits, ...written(number), ...said]
  const body = Buffer.alloc(Math.ceil((channels * (8 + bits)) / 8))
  const frame = Buffer.concat([Buffer.from([...head, crc8(Uint8Array.from(head))]), body])
  const crc = crc16(frame)
  return Buffer.concat([frame, Buffer.from([crc >> 8, crc & 0xff])])
}

/** Frames that are put in the place of others at most: three minutes of them. */
const MOST_SILENT = 10_000

interface Repaired {
  readonly file: Uint8Array
  /** Seconds that are silence now, and where each such stretch begins. */
  readonly gaps: ReadonlyArray<{ readonly seconds: number; readonly at: number }>
}

const kindOf = (bytes: Buffer, first: Head): Kind => {
  const { blockSamples } = streamOf(bytes)
  const [channels = 0, bits = 0] = bytes.subarray(20, 22)
  return {
    sync: bytes[first.at + 1] ?? 0,
    channels: ((channels >> 1) & 7) + 1,
    bits: (((channels & 1) << 4) | (bits >> 4)) + 1,
    blockSamples: Math.max(16, blockSamples),
    sizes: bytes[first.at + 2] ?? 0,
    layout: bytes[first.at + 3] ?? 0,
    isCounted: isCountedAt(bytes, first.at)
  }
}

/** Where the description of a stream says how long its frames are, the shortest and the longest: silent ones are shorter. */
const FRAME_SIZES_AT = 12
const FRAME_SIZES = 6

const headOf = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.subarray(0, STREAM_INFO)).fill(0, FRAME_SIZES_AT, FRAME_SIZES_AT + FRAME_SIZES)

/** Frames that are damage at most before the first that is not: a stream that lacks more was recorded from its middle on. */
const MOST_AT_START = 100

/** Whether the first frames were damaged and not cut away: something is there of them, or the last ends where it is said to. */
const hasLostStart = (bytes: Buffer, frames: ReadonlyArray<Frame>, { blockSamples, isCounted }: Kind): boolean => {
  const [first, last] = [frames[0], frames.at(-1)]
  if (first === undefined || last === undefined) return false
  if (first.number > MOST_AT_START * (isCounted ? 1 : blockSamples)) return false
  const end = last.number * (isCounted ? blockSamples : 1) + samplesIn(bytes.subarray(last.at), blockSamples)
  return first.at > STREAM_INFO || end === streamOf(bytes).samples
}

/** A FLAC file, with the one block of metadata that is needed, as its reader reads all of it that is there. */
export const repaired = (file: Uint8Array): Repaired => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const heads = bytes.length > STREAM_INFO ? headsIn(bytes) : []
  const frames = framesIn(bytes, heads)
  const [first] = frames
  if (first === undefined) return { file, gaps: [] }
  const kind = kindOf(bytes, first)
  const { rate } = streamOf(bytes)
  const parts: Array<Uint8Array> = [headOf(bytes)]
  const gaps: Array<Repaired["gaps"][number]> = []
  const startsLate = hasLostStart(bytes, frames, kind)
  let awaited = 0
  let put = 0
  for (const [index, frame] of frames.entries()) {
    const unit = kind.isCounted ? kind.blockSamples : 1
    const missing = (frame.number - awaited) * unit
    const isGap =
      (index > 0 || startsLate) && missing > 0 && rate > 0 && missing / kind.blockSamples <= MOST_SILENT - put
    if (isGap) gaps.push({ seconds: missing / rate, at: (awaited * unit) / rate })
    for (let left = isGap ? missing : 0; left > 0; left -= kind.blockSamples) {
      parts.push(silent(kind, frame.number - Math.ceil(left / unit), Math.min(left, kind.blockSamples)))
      put++
    }
    parts.push(bytes.subarray(frame.at, frame.end))
    awaited = frame.number + (kind.isCounted ? 1 : samplesIn(bytes.subarray(frame.at), kind.blockSamples))
  }
  return gaps.length === 0 ? { file, gaps } : { file: new Uint8Array(Buffer.concat(parts)), gaps }
}
