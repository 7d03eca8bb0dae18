/**
 * Samples from the body of an `audio/speech` answer: headerless PCM, as was
 * asked for, or a WAV file, which some servers send whatever one asks.
 */
import { Either, Option } from "effect"
import type { Sound } from "../../audio/AudioEncoder.ts"
import type { WholeResponse } from "./EngineResponse.ts"

/** The sample rate of `response_format: "pcm"`: 24 kHz, 16-bit little-endian mono (OpenAI's API reference, "Create speech"). */
const pcmRate = 24_000
/** Rates outside this are taken for garbage. */
const lowestRate = 8000
const highestRate = 192_000
/** Streaming servers write this, or nearly this, or 0 for a length that they do not know yet. */
const unknownLength = 0x7fff_f000

const formatPcm = 1
const formatFloat = 3
const formatExtensible = 0xfffe

/** The part of a `fmt ` chunk that matters. */
interface Format {
  readonly encoding: number
  readonly channels: number
  readonly sampleRate: number
  readonly bits: number
}

const tagAt = (view: DataView, at: number): string =>
  at + 4 <= view.byteLength
    ? String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
    : ""

const formatAt = (view: DataView, at: number, length: number): Option.Option<Format> => {
  if (length < 16 || at + length > view.byteLength) return Option.none()
  const declared = view.getUint16(at, true)
  // The first two bytes of the sub-format's GUID are the plain code.
  const encoding = declared === formatExtensible && length >= 26 ? view.getUint16(at + 24, true) : declared
  return Option.some({
    encoding,
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true)
  })
}

/** Reads one sample as a number from −1 to 1. */
type Reader = (view: DataView, at: number) => number

/** Readers by encoding and width; a WAV file's 8-bit samples are unsigned. */
const readers: Readonly<Record<string, Reader>> = {
  [`${formatPcm}/8`]: (view, at) => (view.getUint8(at) - 128) / 0x80,
  [`${formatPcm}/16`]: (view, at) => view.getInt16(at, true) / 0x8000,
  [`${formatPcm}/24`]: (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 0x1_0000) / 0x80_0000,
  [`${formatPcm}/32`]: (view, at) => view.getInt32(at, true) / 0x8000_0000,
  [`${formatFloat}/32`]: (view, at) => view.getFloat32(at, true),
  [`${formatFloat}/64`]: (view, at) => view.getFloat64(at, true)
}

const toSample = (value: number): number =>
  Number.isFinite(value) ? Math.max(-0x8000, Math.min(0x7fff, Math.round(value * 0x8000))) : 0

/** Frames of `format` in `[start, start + length)`, channels averaged; a frame cut short at the end is left out. */
const mix = (view: DataView, start: number, length: number, format: Format, read: Reader): Int16Array => {
  const width = format.bits / 8
  const frames = Math.floor(length / (width * format.channels))
  const samples = new Int16Array(frames)
  for (let frame = 0, at = start; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < format.channels; channel++, at += width) sum += read(view, at)
    samples[frame] = toSample(sum / format.channels)
  }
  return samples
}

const dataAt = (view: DataView, at: number, length: number, format: Format): Either.Either<Sound, string> => {
  const read = readers[`${format.encoding}/${format.bits}`]
  if (read === undefined || format.channels < 1) return Either.left("sound in an encoding that is not read here")
  if (format.sampleRate < lowestRate || format.sampleRate > highestRate) return Either.left("sound of no usable rate")
  const rest = view.byteLength - at
  const open = length === 0 || length >= unknownLength
  if (!open && length > rest) return Either.left("a WAV file that is cut short")
  const samples = mix(view, at, open ? rest : length, format, read)
  return Either.right({ samples, sampleRate: format.sampleRate })
}

/** Walks the chunks of a WAV file to its samples. */
const wav = (view: DataView): Either.Either<Sound, string> => {
  let format = Option.none<Format>()
  // Each chunk: four letters, a length, that many bytes, and one more if the length is odd.
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = tagAt(view, at)
    const length = view.getUint32(at + 4, true)
    if (name === "fmt ") format = formatAt(view, at + 8, length)
    if (name === "data") {
      return Option.match(format, {
        onNone: () => Either.left("a WAV file without a format"),
        onSome: (known) => dataAt(view, at + 8, length, known)
      })
    }
    at += 8 + length + (length % 2)
  }
  return Either.left("a WAV file without samples")
}

const pcm = (view: DataView, sampleRate: number): Either.Either<Sound, string> => {
  const format = { encoding: formatPcm, channels: 1, sampleRate, bits: 16 }
  return dataAt(view, 0, view.byteLength, format)
}

/** An error object that came with status 200 and the wrong content type. */
const isJson = (bytes: Uint8Array): boolean => {
  if (bytes[0] !== 0x7b || bytes.at(-1) === 0) return false
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}

/** First letters of MP3 with a tag, Ogg, FLAC, and MP4, which is what servers send that do not know `pcm`. */
const compressedTags = ["ID3", "OggS", "fLaC"]

const isCompressed = (contentType: string, view: DataView): boolean =>
  /^audio\/(mpeg|mp3|ogg|opus|webm|aac|mp4|flac|x-flac)$/.test(contentType) ||
  compressedTags.some((tag) => tagAt(view, 0).startsWith(tag)) ||
  tagAt(view, 4) === "ftyp"

/** The rate that a content type such as `audio/L16; rate=16000` states. */
const statedRate = (parameters: string): number => {
  const stated = /(?:^|[;\s])rate=(\d+)/.exec(parameters)
  return stated === null ? pcmRate : Number(stated[1])
}

/** The sound of an answer, or what it is instead: words that complete "the engine sent …". */
export const decode = ({ bytes, contentType, parameters }: WholeResponse): Either.Either<Sound, string> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length === 0) return Either.left("no sound")
  if (tagAt(view, 0) === "RIFF" && tagAt(view, 8) === "WAVE") return Either.filterOrLeft(wav(view), hasSamples, noSound)
  const text = contentType.startsWith("text/") || contentType.endsWith("json") || isJson(bytes)
  if (text) return Either.left("text instead of sound")
  if (isCompressed(contentType, view)) return Either.left("compressed sound, though PCM was asked for")
  return Either.filterOrLeft(pcm(view, statedRate(parameters)), hasSamples, noSound)
}

const hasSamples = ({ samples }: Sound): boolean => samples.length > 0
const noSound = (): string => "no sound"
