/** How the containers of plain samples lie, for those that read them as they come: WAV, Wave64, AU, AIFF and CAF. */
import * as AppleFile from "./AppleFile.ts"
import * as SunFile from "./SunFile.ts"
import * as Wave64 from "./Wave64.ts"
import { read as readWav, type WavFile } from "./WavFile.ts"

/** How the chunks of a container lie, and which has the samples. */
export interface SampleLayout {
  /** Bytes before the first chunk, and before the content of each. */
  readonly from: number
  readonly head: number
  readonly lengthAt: (chunk: Buffer) => number
  readonly samples: string
  /** Bytes of the samples' chunk before the first of them. */
  readonly before: number
  /** Chunks begin at multiples of so many bytes. */
  readonly alignment: number
  /** Describes the samples of a file, of which the head may be all. */
  readonly read: (file: Uint8Array) => WavFile | undefined
  /** Whether samples are only read behind their head. */
  readonly isReadWhole: boolean
  /** Whether chunks that follow samples may be further ones. */
  readonly hasFurther: boolean
  /** Whether samples may stand in lists, with silence between them. */
  readonly hasLists: boolean
  /** The name of a chunk that may follow samples, by what it begins with. */
  readonly nameBehind: (chunk: Buffer) => string | undefined
}

/** What follows the samples of a file that is whole. */
const BEHIND: ReadonlySet<string> = new Set(
  [
    "LIST",
    "id3 ",
    "ID3 ",
    "bext",
    "fact",
    "cue ",
    "PEAK",
    "smpl",
    "iXML",
    "_PMX",
    "afsp",
    "JUNK",
    "PAD ",
    "FLLR"
  ].concat(["COMM", "MARK", "NAME", "AUTH", "ANNO", "(c) ", "APPL", "info", "free", "strg"])
)

/** Of a list of samples and silence in WAV. */
const SAMPLE_LIST = "wavl"
/** Of silence in it. */
export const SILENCE = "slnt"

export const nameOf = (chunk: Buffer): string => chunk.toString("latin1", 0, 4)

/** What follows samples, `own` chunks of the container among it. */
const nameBehind =
  (...own: ReadonlyArray<string>) =>
  (chunk: Buffer): string | undefined => {
    const name = nameOf(chunk)
    return BEHIND.has(name) || own.includes(name) ? name : undefined
  }

/** Whether a chunk begins a list of samples and silence. */
export const isSampleList = ({ hasLists }: SampleLayout, chunk: Buffer): boolean =>
  hasLists && nameOf(chunk) === "LIST" && chunk.toString("latin1", 8, 12) === SAMPLE_LIST

const WAV: SampleLayout = {
  from: 12,
  head: 8,
  lengthAt: (chunk) => chunk.readUInt32LE(4),
  samples: "data",
  before: 0,
  alignment: 2,
  read: readWav,
  isReadWhole: false,
  hasFurther: true,
  hasLists: true,
  nameBehind: nameBehind("data", SILENCE)
}
const RIFX: SampleLayout = { ...WAV, lengthAt: (chunk) => chunk.readUInt32BE(4) }
const WAVE64: SampleLayout = {
  ...WAV,
  from: Wave64.HEAD_BYTES + Wave64.NAME_BYTES,
  head: Wave64.HEAD_BYTES,
  lengthAt: (chunk) => Number(chunk.readBigUInt64LE(Wave64.NAME_BYTES)) - Wave64.HEAD_BYTES,
  alignment: Wave64.ALIGNMENT,
  read: (file) => readWav(Wave64.asWav(file)),
  hasLists: false,
  nameBehind: (chunk) => (Wave64.isChunk(chunk) ? nameOf(chunk) : undefined)
}
const AIFF: SampleLayout = {
  ...RIFX,
  samples: "SSND",
  before: 8,
  read: AppleFile.readEndless,
  isReadWhole: true,
  hasLists: false,
  nameBehind: nameBehind("SSND")
}
const CAF: SampleLayout = {
  ...AIFF,
  from: 8,
  head: 12,
  lengthAt: (chunk) => Number(chunk.readBigInt64BE(4)),
  samples: "data",
  before: 4,
  alignment: 1,
  hasFurther: false,
  nameBehind: nameBehind()
}
/** One chunk; how long its head is, the head says. */
const sunOf = (bytes: Buffer): SampleLayout => {
  const before = Math.max(0, bytes.readUInt32BE(4) - SunFile.HEADER_BYTES)
  return {
    ...CAF,
    from: 0,
    head: SunFile.HEADER_BYTES,
    lengthAt: (chunk) => chunk.readUInt32BE(8) + before,
    samples: SunFile.MARK,
    before,
    read: SunFile.readEndless
  }
}

/** By the first 8 bytes of a file. */
export const layoutOf = (bytes: Buffer): SampleLayout => {
  const mark = nameOf(bytes)
  if (mark === SunFile.MARK) return sunOf(bytes)
  if (mark === "riff") return WAVE64
  return mark === "FORM" ? AIFF : mark === "caff" ? CAF : mark === "RIFX" ? RIFX : WAV
}

/** Bytes behind a chunk's content up to the next chunk. */
export const paddingOf = ({ alignment, head }: SampleLayout, length: number): number =>
  (alignment - ((head + length) % alignment)) % alignment
