/**
 * What sound is that comes without a word about it, by its first bytes. Samples have no mark: they are what shows none,
 * so each mark asks for enough that real samples have it by chance less than once in 2^32 sounds.
 */

import { CLUSTER_MARK, middleOf, SURE_MARKS, TRANSPORT_MARK, TRANSPORT_PACKET } from "./FileNames.ts"
import { EBML_HEAD, FILE_MARK, numberAt, saysItsKind } from "./MatroskaElements.ts"
import { adtsLength, mp3Length } from "./Tags.ts"
import { FILE as WAVE64 } from "./Wave64.ts"

/** What can be decoded as it comes. `tagged`: MP3, ADTS or FLAC behind a tag. */
export type Kind =
  | "webm"
  | "ogg"
  | "mp4"
  | "tagged"
  | "mp3"
  | "adts"
  | "flac"
  | "wav"
  | "aiff"
  | "caf"
  | "wave64"
  | "au"

export type Judgement =
  /** More of it must come. */
  | { readonly _tag: "Undecided" }
  /** Nothing that is known here: samples, as they were announced. */
  | { readonly _tag: "Samples" }
  | { readonly _tag: "Encoded"; readonly kind: Kind }
  /** Known, and nothing that can be heard; `name` goes after "this is". */
  | { readonly _tag: "Other"; readonly name: string }
  /** What follows the beginning of a recording, and can be heard behind that alone; `name` goes after "this is". */
  | { readonly _tag: "Middle"; readonly name: string }

const UNDECIDED: Judgement = { _tag: "Undecided" }
const SAMPLES: Judgement = { _tag: "Samples" }
const encoded = (kind: Kind): Judgement => ({ _tag: "Encoded", kind })
const other = (name: string): Judgement => ({ _tag: "Other", name })
const middle = (what: string): Judgement => ({ _tag: "Middle", name: middleOf(what) })

/** One kind's view of the first bytes: `Samples` where they are none of it. */
type FormatProbe = (bytes: Buffer) => Judgement

/** Whether bytes have a mark at a place; undefined where they end before it does. */
const has = (bytes: Buffer, mark: Buffer, at = 0): boolean | undefined => {
  const there = bytes.subarray(at, at + mark.length)
  if (!there.equals(mark.subarray(0, there.length))) return false
  return there.length === mark.length ? true : undefined
}

const latin = (text: string): Buffer => Buffer.from(text, "latin1")

/** Judged by a mark that says enough. */
const marked =
  (mark: Buffer, judgement: Judgement): FormatProbe =>
  (bytes) => {
    const isPresent = has(bytes, mark)
    return isPresent === undefined ? UNDECIDED : isPresent ? judgement : SAMPLES
  }

// --- containers

const matroska: FormatProbe = (bytes) => {
  const isMarked = has(bytes, FILE_MARK)
  if (isMarked !== true) return isMarked === undefined ? UNDECIDED : SAMPLES
  if (saysItsKind(bytes)) return encoded("webm")
  return bytes.length < EBML_HEAD ? UNDECIDED : SAMPLES
}

/** A form of RIFF, IFF or their like: four letters, a length, four letters. */
const form =
  (outer: ReadonlyArray<string>, inner: ReadonlyMap<string, Judgement>): FormatProbe =>
  (bytes) => {
    const name = bytes.toString("latin1", 0, 4)
    if (!outer.some((one) => one.startsWith(name))) return SAMPLES
    if (bytes.length < 12) return UNDECIDED
    return inner.get(bytes.toString("latin1", 8, 12)) ?? SAMPLES
  }

const riff = form(
  ["RIFF", "RIFX", "RF64", "BW64"],
  new Map([
    ["WAVE", encoded("wav")],
    ["AVI ", other("an AVI video")],
    ["QLCM", other("QCELP sound")],
    ["WEBP", other("a picture")]
  ])
)
const aiff = form(
  ["FORM"],
  new Map([
    ["AIFF", encoded("aiff")],
    ["AIFC", encoded("aiff")]
  ])
)

/** Bytes of the largest first box: a list of brands. */
const LARGEST_BRANDS = 1_024
const MP4_BRANDS = latin("ftyp")

const mp4: FormatProbe = (bytes) => {
  const [first = 0, second = 0] = bytes
  if (first !== 0 || second !== 0) return SAMPLES
  if (has(bytes, MP4_BRANDS, 4) === false) return SAMPLES
  if (bytes.length < 12) return UNDECIDED
  const length = bytes.readUInt32BE(0)
  const isBrand = /^[\x20-\x7e]{4}$/.test(bytes.toString("latin1", 8, 12))
  return length >= 16 && length <= LARGEST_BRANDS && length % 4 === 0 && isBrand ? encoded("mp4") : SAMPLES
}

const TAG = latin("ID3")
const TAG_HEAD = 10

const tagged: FormatProbe = (bytes) => {
  const isMarked = has(bytes, TAG)
  if (isMarked !== true) return isMarked === undefined ? UNDECIDED : SAMPLES
  if (bytes.length < TAG_HEAD) return UNDECIDED
  const [version = 0, revision = 0, flags = 0, ...length] = bytes.subarray(3, TAG_HEAD)
  const isTag = version >= 2 && version <= 4 && revision < 0xff && (flags & 0x0f) === 0
  return isTag && length.every((byte) => byte < 0x80) ? encoded("tagged") : SAMPLES
}

// --- frames behind one another

/** Frames that must follow one another, each saying the same of itself: their heads alone are too short a mark. */
const IN_A_ROW = 3

/** Bytes of a frame's head that say how long it is. */
const FRAME_HEAD = 7
/** Of both kinds; those of AAC have up to 768 bytes a channel. */
const LARGEST_FRAME = 2_048

const frames =
  (lengthAt: typeof mp3Length, isSame: (one: Buffer, other: Buffer) => boolean, judgement: Judgement): FormatProbe =>
  (bytes) => {
    const [first = 0xff, second = 0xff] = bytes
    if (first !== 0xff || second < 0xe0) return SAMPLES
    let at = 0
    for (let count = 0; count < IN_A_ROW; count++) {
      if (bytes.length < at + FRAME_HEAD) return UNDECIDED
      const length = lengthAt(bytes, at)
      if (length === undefined || length > LARGEST_FRAME) return SAMPLES
      if (!isSame(bytes.subarray(0, FRAME_HEAD), bytes.subarray(at, at + FRAME_HEAD))) return SAMPLES
      at += length
    }
    return judgement
  }

/** Version, layer and checksum; the rate. */
const mp3 = frames(
  mp3Length,
  (one, two) => one[1] === two[1] && ((one[2] ?? 0) & 0x0c) === ((two[2] ?? 0) & 0x0c),
  encoded("mp3")
)
/** Profile, rate and channels too. */
const adts = frames(
  adtsLength,
  (one, two) => one[1] === two[1] && one[2] === two[2] && ((one[3] ?? 0) & 0xf0) === ((two[3] ?? 0) & 0xf0),
  encoded("adts")
)

/** Packets of a transport stream that must begin alike. */
const PACKETS = 4

const transport: FormatProbe = (bytes) => {
  for (let packet = 0; packet < PACKETS; packet++) {
    const mark = bytes[packet * TRANSPORT_PACKET]
    if (mark === undefined) return UNDECIDED
    if (mark !== TRANSPORT_MARK) return SAMPLES
  }
  return other("an MPEG transport stream")
}

// --- what follows a head, as of a recorder whose client has connected again

const SIMPLE_BLOCK = 0xa3
/** Bytes of the largest block, and the highest number of a track, that are taken for such. */
const LARGEST_BLOCK = 0xffff
const HIGHEST_TRACK = 8
/** Of a block's flags those that are none. */
const NO_FLAGS = 0x70

/** Bytes of the block of Matroska that stands at a place, with its head; 0 where too little has come to know. */
const blockBytes = (bytes: Buffer, at: number): number | undefined => {
  if (bytes[at] !== SIMPLE_BLOCK) return at < bytes.length ? undefined : 0
  if (bytes[at + 1] === 0) return undefined
  const size = numberAt(bytes, at + 1, 8, false)
  if (size === undefined) return 0
  if (size.value > LARGEST_BLOCK) return undefined
  const start = at + 1 + size.length
  const [track, , , flags] = bytes.subarray(start, start + 4)
  if (track === undefined || flags === undefined) return 0
  const isTrack = track > 0x80 && track <= 0x80 + HIGHEST_TRACK
  return isTrack && (flags & NO_FLAGS) === 0 ? 1 + size.length + size.value : undefined
}

const blocks: FormatProbe = (bytes) => {
  let at = 0
  for (let count = 0; count < IN_A_ROW; count++) {
    const length = blockBytes(bytes, at)
    if (length === undefined) return SAMPLES
    if (length === 0) return UNDECIDED
    at += length
  }
  return middle("WebM")
}

const OGG = latin("OggS\0")
const FIRST_PAGE = 2

const page: FormatProbe = (bytes) => {
  const isMarked = has(bytes, OGG)
  const kind = bytes[OGG.length]
  if (isMarked === false) return SAMPLES
  if (kind === undefined) return UNDECIDED
  return kind < 8 && (kind & FIRST_PAGE) === 0 ? middle("Ogg") : SAMPLES
}

const PARTS = ["moof", "styp"].map(latin)

const fragment: FormatProbe = (bytes) => {
  const [first = 0, second = 0] = bytes
  if (first !== 0 || second !== 0) return SAMPLES
  const marks = PARTS.map((mark) => has(bytes, mark, 4))
  if (marks.includes(true)) return middle("MP4")
  return marks.includes(undefined) ? UNDECIDED : SAMPLES
}

// --- text

/** Characters that are looked at; and how many different ones there are at least, as a test's signal may repeat one. */
const TEXT_LENGTH = 64
const LEAST_DIFFERENT = 8

const text: FormatProbe = (bytes) => {
  const start = bytes.subarray(0, TEXT_LENGTH)
  if (!start.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09))
    return SAMPLES
  if (start.length < TEXT_LENGTH) return UNDECIDED
  if (new Set(start).size < LEAST_DIFFERENT) return SAMPLES
  const characters = start.toString("latin1")
  if (/^data:\S*;base64,/i.test(characters)) return other("a data URL")
  if (/^[A-Za-z0-9+/_=-]+$/.test(characters)) return other("base64 text")
  return /^\s*[{[]/.test(characters) ? other("JSON") : other("text")
}

// --- all

const looks: ReadonlyArray<FormatProbe> = [
  matroska,
  marked(latin("OggS\0\x02"), encoded("ogg")),
  riff,
  mp4,
  marked(Buffer.from([0x66, 0x4c, 0x61, 0x43, 0, 0, 0, 34]), encoded("flac")),
  tagged,
  mp3,
  adts,
  aiff,
  marked(latin("caff\0\x01\0\0"), encoded("caf")),
  marked(latin("#!AMR"), other("AMR sound")),
  marked(latin(".snd\0\0\0"), encoded("au")),
  marked(WAVE64, encoded("wave64")),
  marked(Buffer.from([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]), other("Windows Media sound")),
  marked(latin("%PDF-"), other("a PDF")),
  marked(latin("PK\x03\x04\x14\0"), other("a ZIP file")),
  marked(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), other("a picture")),
  transport,
  marked(CLUSTER_MARK, middle("WebM")),
  blocks,
  page,
  fragment,
  ...SURE_MARKS.map(({ mark, name }) => marked(latin(mark), other(name)))
]
const looksOrText = [...looks, text]

/**
 * What a sound is that begins with these bytes. Some 4 KB decide, and of nearly every sound the first two. `isG711`: its
 * samples would be bytes, and those of half a wave of hum are all letters.
 */
export const judge = (bytes: Uint8Array, isG711 = false): Judgement => {
  if (bytes.length === 0) return UNDECIDED
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let isOpen = false
  for (const look of isG711 ? looks : looksOrText) {
    const judgement = look(whole)
    if (judgement._tag !== "Samples" && judgement._tag !== "Undecided") return judgement
    isOpen ||= judgement._tag === "Undecided"
  }
  return isOpen ? UNDECIDED : SAMPLES
}
