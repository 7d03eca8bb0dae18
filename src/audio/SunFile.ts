/** AU, the sound files of Sun and NeXT: what they say of their samples, as a WAV would say it. */
import { MOST_CHANNELS } from "./Decoding.ts"
import { Undecodable } from "./DecodingFailures.ts"
import { isTooLong, type WavFile } from "./WavFile.ts"

export const MARK = ".snd"
export const HEADER_BYTES = 24

/** The tags that WAV has for encodings, and bytes of a sample. */
const ENCODINGS: Readonly<Record<number, readonly [tag: number, width: number]>> = {
  1: [7, 1],
  2: [1, 1],
  3: [1, 2],
  4: [1, 3],
  5: [1, 4],
  6: [3, 4],
  7: [3, 8],
  27: [6, 1]
}

const NAMES: Readonly<Record<number, string>> = {
  23: "G.721 sound",
  24: "G.722 sound",
  25: "G.723 sound",
  26: "G.723 sound"
}

const PCM = 1
/** The length of what was written to a pipe. */
const UNKNOWN = 0xffffffff

const bufferOf = (file: Uint8Array): Buffer => Buffer.from(file.buffer, file.byteOffset, file.byteLength)

export const isSun = (file: Uint8Array): boolean => bufferOf(file).toString("latin1", 0, MARK.length) === MARK

/** What an AU file holds, to its end: of one that was written to a pipe the length is not known. Throws `Undecodable`. */
export const read = (file: Uint8Array): WavFile => {
  const bytes = bufferOf(file)
  if (bytes.length < HEADER_BYTES) throw new Undecodable("is AU that ends within its header")
  const [offset = 0, , code = 0, sampleRate = 0, channels = 0] = [4, 8, 12, 16, 20].map((at) => bytes.readUInt32BE(at))
  const length = bytes.readUInt32BE(8)
  const encoding = ENCODINGS[code]
  if (encoding === undefined)
    throw new Undecodable(
      `is AU with ${NAMES[code] ?? `an encoding that is not known here (number ${code})`}, which is not read here`
    )
  if (channels < 1 || channels > MOST_CHANNELS) throw new Undecodable(`is AU of ${channels} channels`)
  const [tag, width] = encoding
  const start = Math.max(HEADER_BYTES, Math.min(offset, bytes.length))
  const isWithin = length > 0 && start + length <= bytes.length
  const data = file.subarray(start, isWithin ? start + length : bytes.length)
  return {
    tag,
    channels,
    sampleRate,
    blockBytes: channels * width,
    bits: 8 * width,
    extension: new Uint8Array(0),
    isBigEndian: width > 1,
    data: tag === PCM && width === 1 ? data.map((sample) => sample ^ 0x80) : data,
    isCutOff: false,
    isShort: isTooLong(length, start, bytes.length),
    behind: isWithin ? bytes.length - start - length : 0
  }
}

/** The same, without regard to the length that it says. Throws `Undecodable`. */
export const readEndless = (file: Uint8Array): WavFile => {
  const endless = Buffer.from(file)
  if (endless.length >= HEADER_BYTES) endless.writeUInt32BE(UNKNOWN, 8)
  return read(endless)
}
