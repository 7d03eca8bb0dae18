/** What stands before the sound of an MP3, ADTS or FLAC file and is none: tags and covers, whose lengths need not be true. */

export const ID3_HEAD = 10
/** Bytes that are searched for the sound behind a tag whose length is not true. */
const SEARCHED = 4 * 1024 * 1024

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.byteLength)

const startsWith = (bytes: Buffer, at: number, mark: string): boolean =>
  bytes.toString("latin1", at, at + mark.length) === mark

/** Four times seven bits. */
export const id3Length = (bytes: Buffer, at: number): number =>
  ID3_HEAD + bytes.subarray(at + 6, at + ID3_HEAD).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)

/** Bits of a second, in thousands, of MPEG-1 and MPEG-2, layer III, by their index; and hertz. */
const BITRATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
} as const
const RATES = [44_100, 48_000, 32_000] as const

/** Bytes of a frame of MP3 (ISO/IEC 11172-3); undefined for what is none, or says no length. */
export const mp3Length = (bytes: Buffer, at: number): number | undefined => {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  const version = (kind >> 3) & 3
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || version === 1) return undefined
  const bits = (version === 3 ? BITRATES.mpeg1 : BITRATES.mpeg2)[rates >> 4] ?? 0
  const full = RATES[(rates >> 2) & 3]
  if (bits === 0 || full === undefined) return undefined
  const hertz = version === 3 ? full : version === 2 ? full / 2 : full / 4
  return Math.floor(((version === 3 ? 144 : 72) * 1_000 * bits) / hertz) + ((rates >> 1) & 1)
}

/** Bytes of a frame of AAC in ADTS (ISO/IEC 14496-3, 1.A.3.2). */
export const adtsLength = (bytes: Buffer, at: number): number | undefined => {
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xf6) !== 0xf0 || (((bytes[at + 2] ?? 0) >> 2) & 15) >= 13)
    return undefined
  const [first = 0, middle = 0, last = 0] = [bytes[at + 3], bytes[at + 4], bytes[at + 5]]
  const length = ((first & 3) << 11) | (middle << 3) | (last >> 5)
  return length > 7 ? length : undefined
}

/** Frames that must follow one another to be taken for sound: a picture has bytes that look like one. */
const IN_A_ROW = 3

export const areFrames = (bytes: Buffer, at: number, lengthAt: typeof mp3Length): boolean => {
  let place = at
  for (let count = 0; count < IN_A_ROW; count++) {
    const length = lengthAt(bytes, place)
    if (length === undefined) return place === bytes.length && count > 0
    place += length
  }
  return true
}

/** Where frames are found again behind what is none; undefined where there are no more, NaN where they may be far away. */
const framesBehind = (bytes: Buffer, from: number): number | undefined => {
  const last = Math.min(bytes.length, from + SEARCHED)
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < last; at = bytes.indexOf(0xff, at + 1))
    if (areFrames(bytes, at, mp3Length)) return at
  return last < bytes.length ? Number.NaN : undefined
}

/** An MP3 up to the end of its last frame: of what stands behind it the decoder makes sound, or loses some for it. */
export const withoutTail = (file: Uint8Array): Uint8Array => {
  const bytes = bufferOf(file)
  let end = 0
  for (let at: number | undefined = 0; at !== undefined && at < bytes.length; ) {
    const length = mp3Length(bytes, at)
    if (length !== undefined) end = at + length
    at = length === undefined ? framesBehind(bytes, at + 1) : end
    if (Number.isNaN(at)) return file
  }
  return end === 0 ? file : file.subarray(0, end)
}

/** Whether a file begins as a frame of AAC does, which may be damaged, or the next. */
export const beginsAsAdts = (file: Uint8Array): boolean => adtsLength(bufferOf(file), 0) !== undefined

const ID3V1_BYTES = 128
/** Of the head of an APE tag, in which the length of the rest stands, its end included. */
const APE_MARK = "APETAGEX"
const APE_HEAD = 32
const APE_LENGTH_AT = 12

/** Bytes of a tag between frames or behind them (ID3, ID3v1, APE); 0 where there is none. */
export const tagLength = (bytes: Buffer, at: number): number => {
  if (startsWith(bytes, at, "ID3") && at + ID3_HEAD <= bytes.length) return id3Length(bytes, at)
  if (startsWith(bytes, at, "TAG")) return ID3V1_BYTES
  const hasApe = startsWith(bytes, at, APE_MARK) && at + APE_HEAD <= bytes.length
  return hasApe ? APE_HEAD + bytes.readUInt32LE(at + APE_LENGTH_AT) : 0
}

export const isFlac = (file: Uint8Array): boolean => startsWith(bufferOf(file), 0, "fLaC")

const isSound = (bytes: Buffer, at: number): boolean =>
  startsWith(bytes, at, "fLaC") || areFrames(bytes, at, mp3Length) || areFrames(bytes, at, adtsLength)

/** Where zeros end. */
const behindZeros = (bytes: Buffer, from: number): number => {
  let behind = from
  while (bytes[behind] === 0 && behind < from + SEARCHED) behind++
  return behind
}

/** Where the sound begins behind tags, one or several, and zeros; 0 where there is neither. */
const soundAt = (bytes: Buffer): number => {
  let at = 0
  let isTagged = false
  // Some writers leave a gap of zeros behind the tag, also where the tag is gone.
  let behind = behindZeros(bytes, at)
  while (startsWith(bytes, behind, "ID3") && behind + ID3_HEAD <= bytes.length) {
    isTagged = true
    at = behind + id3Length(bytes, behind)
    behind = behindZeros(bytes, at)
  }
  if (!isTagged) return behind > 0 && isSound(bytes, behind) ? behind : 0
  if (isSound(bytes, behind)) return behind
  const last = Math.min(bytes.length, SEARCHED)
  for (let place = ID3_HEAD; place < last; place++) if (isSound(bytes, place)) return place
  return Math.min(at, bytes.length)
}

const FLAC_BLOCK = 4
export const STREAM_INFO = 4 + FLAC_BLOCK + 34
const LAST_BLOCK = 0x80

export const isFlacFrame = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xfe) === 0xf8

/** Where the frames begin behind all blocks of metadata; where their lengths lead nowhere, where something looks like one. */
const flacFramesAt = (bytes: Buffer): number => {
  let at = FLAC_BLOCK
  while (at + FLAC_BLOCK <= bytes.length) {
    const isLast = ((bytes[at] ?? 0) & LAST_BLOCK) !== 0
    at += FLAC_BLOCK + bytes.readUIntBE(at + 1, 3)
    if (isLast) break
  }
  if (isFlacFrame(bytes, at)) return at
  const end = Math.min(bytes.length, SEARCHED)
  for (let place = STREAM_INFO; place < end; place++) if (isFlacFrame(bytes, place)) return place
  return bytes.length
}

/** FLAC with the one block of metadata that is needed. */
const untaggedFlac = (bytes: Buffer): Uint8Array => {
  if (bytes.length < STREAM_INFO) return bytes
  const head = Buffer.from(bytes.subarray(0, STREAM_INFO))
  head.writeUInt8((head[FLAC_BLOCK] ?? 0) | LAST_BLOCK, FLAC_BLOCK)
  return Buffer.concat([head, bytes.subarray(flacFramesAt(bytes))])
}

/** The file without the tags that it begins with. */
export const without = (file: Uint8Array): Uint8Array => {
  const bytes = bufferOf(file)
  const sound = bytes.subarray(soundAt(bytes))
  return startsWith(sound, 0, "fLaC") ? untaggedFlac(sound) : sound
}
