/**
 * What surrounds the frames that LAME makes: MPEG-1 layer III, 44,100 Hz, mono.
 *
 * A file begins with an info frame ("Xing" tag), which says how many frames and
 * bytes follow and how many samples at both ends are no sound. Without it a
 * player guesses a file of variable bitrate's length, and plays 25 ms of the
 * encoder's run-in and up to 51 ms of its run-out.
 */

/** Samples in a frame. */
export const FRAME_SAMPLES = 1152

/** Samples before the sound that LAME 3.100 puts in (`ENCDELAY`), the 529 of every decoder not counted. */
const ENCODER_DELAY = 576

/** Frames that LAME makes of a run of `samples`: at least half a frame follows the sound. */
export const framesOf = (samples: number): number =>
  Math.ceil((samples + ENCODER_DELAY + FRAME_SAMPLES / 2) / FRAME_SAMPLES)

/** MPEG-1, layer III, no CRC; then the bitrate's index, 44,100 Hz, no padding, private 0; mono, original. */
const frameHeader = (bitrateIndex: number): ReadonlyArray<number> => [0xff, 0xfb, bitrateIndex << 4, 0xc4]

/** 32 kbit/s: the smallest frame. */
const SMALLEST = { index: 1, bytes: 104 } as const
/** 64 kbit/s: the smallest frame that holds the tag. */
const TAGGED = { index: 5, bytes: 208 } as const

/** A frame in which nothing is coded: 1,152 samples of silence. */
export const silentFrame = (): Uint8Array<ArrayBuffer> => {
  const frame = new Uint8Array(SMALLEST.bytes)
  frame.set(frameHeader(SMALLEST.index))
  return frame
}

/** What the info frame says of the file; all of it unknown until the last piece. */
export interface Totals {
  /** Frames, the info frame not counted. */
  readonly frames: number
  /** Bytes of the whole file, the info frame counted. */
  readonly bytes: number
  /** Samples of sound. */
  readonly samples: number
}

/** CRC-16 with the reflected polynomial 0xa001, as the tag has it. */
const crc16 = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

/** Offsets in the frame: the tag follows the header and the 17 bytes of a mono frame's side information. */
const TAG = 4 + 17
const FLAGS = TAG + 4
const FRAMES = TAG + 8
const BYTES = TAG + 12
const SEEK_POINTS = TAG + 16
const QUALITY = TAG + 116
const ENCODER = TAG + 120
const METHOD = ENCODER + 9
const DELAYS = ENCODER + 21
const MUSIC_LENGTH = ENCODER + 28
const TAG_CRC = ENCODER + 34

/** Frames, bytes, seek points and quality are given: LAME's own tag follows only all of them. */
const KNOWN = 0b1111
/** Endless; a size of 0 would make some decoders play the info frame itself. */
const UNKNOWN_BYTES = 0xffffffff
/** Tag revision 0, variable bitrate by LAME's newer method. */
const VARIABLE = 4

/**
 * The info frame of a file, or, without `totals`, one that only keeps its place
 * and length: for a stream, until the file's own replaces it.
 */
export const infoFrame = (totals?: Totals): Uint8Array<ArrayBuffer> => {
  const frame = new Uint8Array(TAGGED.bytes)
  const view = new DataView(frame.buffer)
  const text = (at: number, letters: string) => frame.set(new TextEncoder().encode(letters), at)
  frame.set(frameHeader(TAGGED.index))
  text(TAG, "Xing")
  view.setUint32(FLAGS, KNOWN)
  view.setUint32(FRAMES, totals?.frames ?? 0)
  view.setUint32(BYTES, totals?.bytes ?? UNKNOWN_BYTES)
  // A hundredth of the time is near enough a hundredth of the bytes: pauses are spread over all speech.
  for (let i = 0; i < 100; i++) frame[SEEK_POINTS + i] = Math.floor((i * 256) / 100)
  view.setUint32(QUALITY, 0)
  text(ENCODER, "LAME3.100")
  frame[METHOD] = VARIABLE
  const padding = totals === undefined ? 0 : totals.frames * FRAME_SAMPLES - totals.samples - ENCODER_DELAY
  view.setUint32(DELAYS, ((ENCODER_DELAY << 12) | padding) << 8)
  view.setUint32(MUSIC_LENGTH, totals?.bytes ?? 0)
  view.setUint16(TAG_CRC, crc16(frame.subarray(0, TAG_CRC)))
  return frame
}

/** Where in a file the tag of its first frame is looked for, behind what a player shows: pictures are not looked through. */
const HEAD = 4_096

/** The first frames of a file, where the tag of the first one begins, and what comes before that frame. */
const tagIn = (file: Uint8Array) => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const id3 = bytes.toString("latin1", 0, 3) === "ID3" && bytes.length > 10
  // Four times seven bits.
  const start = id3 ? 10 + [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes[at] ?? 0), 0) : 0
  const head = bytes.subarray(start, start + HEAD)
  return { start, head, tag: Math.max(head.indexOf("Xing", 0, "latin1"), head.indexOf("Info", 0, "latin1")) }
}

/** What of a tag's flags says that it has the number of frames, and that of bytes. */
const HAS_FRAMES = 1
const HAS_BYTES = 2
/** Bytes by which a file may be shorter than its tag says: some writers do not count the tag's own frame. */
const TOLERANCE = 2_048

/** Whether an MP3 of `length` bytes, of which `file` is the beginning, ends before its tag says that it does. */
export const isCutOff = (file: Uint8Array, length = file.length): boolean => {
  const { head, start, tag } = tagIn(file)
  if (tag < 0 || tag + 16 > head.length) return false
  const flags = head.readUInt32BE(tag + 4)
  const stated = (flags & HAS_BYTES) === 0 ? 0 : head.readUInt32BE(tag + ((flags & HAS_FRAMES) > 0 ? 12 : 8))
  return stated < UNKNOWN_BYTES && length - start + TOLERANCE < stated
}

/**
 * Whether an MP3 says which of its samples are an encoder's (LAME's tag, which others write too): its decoder leaves
 * them out. Of a stream the tag was written before that was known, and says that there are none at the end.
 */
export const saysItsLength = (file: Uint8Array): boolean => {
  const { head, tag } = tagIn(file)
  const delays = tag + DELAYS - TAG
  return tag >= 0 && delays + 3 <= head.length && (head.readUInt16BE(delays + 1) & 0xfff) > 0
}
