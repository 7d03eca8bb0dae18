/**
 * The frames of the MP3 that is made here (MPEG-1 layer III, 44,100 Hz, mono, no
 * CRC), so that each can be decoded from itself alone.
 *
 * LAME lets a frame's main data begin in the frames before it (the bit reservoir,
 * `main_data_begin`), and of a piece cut out of its stream the first frames are
 * lost. Its WebAssembly build has no switch for that. So its frames are packed
 * anew: each gets the smallest bitrate that holds all of its own main data. The
 * main data stays as it is, bit for bit, and with it every decoded sample;
 * speech takes 5 to 9 % more bytes (measured).
 */
import { joinBytes } from "./Samples.ts"

/** kbit/s by the index in the header; 0 is a rate that the header does not say, 15 is none. */
const BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
/** Bytes of a frame for each kbit/s: 1,152 samples at 44,100 Hz, 8 bits a byte. */
const BYTES_PER_KBIT = (1_152 / 44_100) * (1_000 / 8)

const HEADER_BYTES = 4
/** Where main data begins: behind the header and the side information of a mono frame. */
const MAIN_DATA = HEADER_BYTES + 17
/** Bytes that `main_data_begin` reaches back at most: 9 bits. */
const MOST_RESERVOIR = 511

/** Bits from the start of the frame: `part2_3_length` of each granule, the bits that its main data takes. */
const PART_LENGTHS = [18, 18 + 59].map((bit) => 8 * HEADER_BYTES + bit)
const PART_LENGTH_BITS = 12

/** The third byte of a header: the bitrate's index, 44,100 Hz, padding, private 0. */
const PADDING = 0b10

/** A length that a frame can have. */
interface Slot {
  readonly bytes: number
  /** The third byte of its header. */
  readonly code: number
}

/** The shortest first. The longest holds what two granules can have: 2 × 4,095 bits. */
const SLOTS: ReadonlyArray<Slot> = BITRATES.slice(1).flatMap((kbits, at) => {
  const bytes = Math.floor(kbits * BYTES_PER_KBIT)
  const code = (at + 1) << 4
  return [
    { bytes, code },
    { bytes: bytes + 1, code: code | PADDING }
  ]
})

const LENGTHS: ReadonlyMap<number, number> = new Map(SLOTS.map(({ bytes, code }) => [code, bytes]))

/** Sync, MPEG-1, layer III, no CRC; in the third byte what is no length must be 0. */
const lengthAt = (bytes: Uint8Array, at: number): number => {
  const length = LENGTHS.get(bytes[at + 2] ?? 0)
  if (bytes[at] !== 0xff || bytes[at + 1] !== 0xfb || length === undefined)
    throw new Error("this is no frame of LAME's")
  return length
}

const bitsAt = (bytes: Uint8Array, bit: number, count: number): number => {
  let value = 0
  for (let at = bit; at < bit + count; at++) value = (value << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
  return value
}

const mainDataBegin = (frame: Uint8Array): number => bitsAt(frame, 8 * HEADER_BYTES, 9)

/** Bytes of a frame's own main data, which begins with a whole byte. */
const mainDataBytes = (frame: Uint8Array): number =>
  Math.ceil(PART_LENGTHS.reduce((sum, bit) => sum + bitsAt(frame, bit, PART_LENGTH_BITS), 0) / 8)

/** The frame with `mainData` behind its side information, and nothing of it elsewhere. */
const packed = (frame: Uint8Array, mainData: Uint8Array): Uint8Array => {
  const slot = SLOTS.find(({ bytes }) => bytes >= MAIN_DATA + mainData.length)
  if (slot === undefined) throw new Error("a frame has more main data than a frame can have")
  const copy = new Uint8Array(slot.bytes)
  copy.set(frame.subarray(0, MAIN_DATA))
  copy[2] = slot.code
  // `main_data_begin` is the first 9 bits of the side information.
  copy[HEADER_BYTES] = 0
  copy[HEADER_BYTES + 1] = (copy[HEADER_BYTES + 1] ?? 0) & 0x7f
  copy.set(mainData, MAIN_DATA)
  return copy
}

/** A frame whose main data has not all come: where that is in the data that is kept. */
interface PendingFrame {
  /** Header and side information. */
  readonly head: Uint8Array
  readonly begin: number
  readonly end: number
}

const nothing = new Uint8Array(0)

/**
 * Takes LAME's stream in parts of any length, and gives for each the frames whose
 * data is complete with it, each with its own alone. That is before the frame
 * itself ends where what follows begins in it: up to 0.1 s of sound sooner.
 */
export const selfContained = (): ((bytes: Uint8Array) => Uint8Array<ArrayBuffer>) => {
  let head: Uint8Array = nothing
  let data: Uint8Array = nothing
  let awaited: PendingFrame | undefined
  /** Bytes of the frame under way that have not come. */
  let left = 0
  const begin = (): void => {
    data = data.slice(-MOST_RESERVOIR)
    const from = data.length - mainDataBegin(head)
    if (from < 0) throw new Error("a frame begins before the stream does")
    left = lengthAt(head, 0) - MAIN_DATA
    awaited = { head, begin: from, end: from + mainDataBytes(head) }
    head = nothing
  }
  return (bytes) => {
    const frames: Array<Uint8Array> = []
    for (let at = 0; at < bytes.length; ) {
      if (left === 0) {
        const part = bytes.subarray(at, at + MAIN_DATA - head.length)
        head = joinBytes([head, part])
        at += part.length
        if (head.length < MAIN_DATA) break
        begin()
      }
      const part = bytes.subarray(at, at + left)
      data = joinBytes([data, part])
      at += part.length
      left -= part.length
      if (awaited !== undefined && data.length >= awaited.end) {
        frames.push(packed(awaited.head, data.subarray(awaited.begin, awaited.end)))
        awaited = undefined
      }
    }
    return joinBytes(frames)
  }
}

/**
 * How many of these bytes, which begin with a frame, are a piece of at most
 * `most`: whole frames, and about half as many at least where all of them are
 * more. As many again need to be seen. A piece that is decoded by itself lacks half a frame of what overlaps
 * into it, so it begins where least is coded: in a pause, where there is one.
 */
export const pieceLength = (bytes: Uint8Array, most: number): number => {
  if (bytes.length <= most) return bytes.length
  // What is left for the next piece is no small rest.
  const latest = Math.min(most, bytes.length - most / 2)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  let last = 0
  for (let at = lengthAt(bytes, 0); at <= latest; ) {
    const length = lengthAt(bytes, at)
    const around = at - last + length
    if (at > most / 2 && around <= least) {
      best = at
      least = around
    }
    last = at
    at += length
  }
  return best > 0 ? best : last
}
