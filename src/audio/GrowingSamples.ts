/**
 * WAV, Wave64, AU, AIFF and CAF as they come: a head that says what the samples are, and samples. Lengths of what is
 * recorded while it is sent are 0 or as great as they can be; one that is true ends the samples, and further ones or
 * another file may follow.
 */
import * as AppleFile from "./AppleFile.ts"
import { ByteQueue } from "./ByteQueue.ts"
import { Undecodable } from "./DecodingFailures.ts"
import type { Growing, GrowingPieces } from "./Growing.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { joinBytes } from "./Samples.ts"
import * as SunFile from "./SunFile.ts"
import * as Wave64 from "./Wave64.ts"
import { read as readWav, type WavFile } from "./WavFile.ts"
import { isMpeg, stretchesOf } from "./WavSound.ts"

/** How the chunks of a container lie, and which has the samples. */
interface Layout {
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
const nameOf = (chunk: Buffer): string => chunk.toString("latin1", 0, 4)
const nameBehind = (chunk: Buffer): string | undefined => {
  const name = nameOf(chunk)
  return BEHIND.has(name) ? name : undefined
}

const WAV: Layout = {
  from: 12,
  head: 8,
  lengthAt: (chunk) => chunk.readUInt32LE(4),
  samples: "data",
  before: 0,
  alignment: 2,
  read: readWav,
  isReadWhole: false,
  nameBehind: (chunk) => (nameOf(chunk) === "data" ? "data" : nameBehind(chunk))
}
const RIFX: Layout = { ...WAV, lengthAt: (chunk) => chunk.readUInt32BE(4) }
const WAVE64: Layout = {
  ...WAV,
  from: Wave64.HEAD_BYTES + Wave64.NAME_BYTES,
  head: Wave64.HEAD_BYTES,
  lengthAt: (chunk) => Number(chunk.readBigUInt64LE(Wave64.NAME_BYTES)) - Wave64.HEAD_BYTES,
  alignment: Wave64.ALIGNMENT,
  read: (file) => readWav(Wave64.asWav(file)),
  nameBehind: (chunk) => (Wave64.isChunk(chunk) ? nameOf(chunk) : undefined)
}
const AIFF: Layout = {
  ...RIFX,
  samples: "SSND",
  before: 8,
  read: AppleFile.readPlain,
  isReadWhole: true,
  nameBehind
}
const CAF: Layout = {
  ...AIFF,
  from: 8,
  head: 12,
  lengthAt: (chunk) => Number(chunk.readBigInt64BE(4)),
  samples: "data",
  before: 4,
  alignment: 1
}
/** One chunk; how long its head is, the head says. */
const sunOf = (bytes: Buffer): Layout => {
  const before = Math.max(0, bytes.readUInt32BE(4) - SunFile.HEADER_BYTES)
  return {
    ...AIFF,
    from: 0,
    head: SunFile.HEADER_BYTES,
    lengthAt: (chunk) => chunk.readUInt32BE(8) + before,
    samples: SunFile.MARK,
    before,
    alignment: 1,
    read: SunFile.readEndless
  }
}

const layoutOf = (bytes: Buffer): Layout => {
  const mark = nameOf(bytes)
  if (mark === SunFile.MARK) return sunOf(bytes)
  if (mark === "riff") return WAVE64
  return mark === "FORM" ? AIFF : mark === "caff" ? CAF : mark === "RIFX" ? RIFX : WAV
}

/** Bytes behind a chunk's content up to the next chunk. */
const paddingOf = ({ alignment, head }: Layout, length: number): number =>
  (alignment - ((head + length) % alignment)) % alignment

/** Bytes before the samples at most: a head may bring tags. */
const LONGEST_HEAD = 1024 * 1024
/** From which a length of 32 bits stands for one that is not known. */
const UNKNOWN = 0x7fff_0000
const RIFF = Buffer.from("RIFF")
const WAVE_FORMAT = Buffer.from("WAVEfmt ")

/** Whether bytes begin as a WAV or a Wave64 does, surely: a client may send each piece as a file of its own. */
const isFileHead = (bytes: Uint8Array): boolean =>
  bytes.length >= 16 &&
  ((RIFF.equals(bytes.subarray(0, 4)) && WAVE_FORMAT.equals(bytes.subarray(8, 16))) || Wave64.isWave64(bytes))

/** The samples of a file whose head has come. */
interface Body {
  readonly head: Buffer
  readonly wav: WavFile
  readonly layout: Layout
  /** Bytes between the samples and the next chunk. */
  padding: number
  /** Bytes of a chunk behind the samples that are still to be passed over, and whether there was one. */
  passing: number
  isBehind: boolean
  /** Bytes of samples that are still to come, as the head says; without an end where it does not know. */
  left: number
}

/** Bytes of samples that a chunk has, without an end where its length is none, and of padding. */
const spanOf = (layout: Layout, length: number) => {
  const isKnown = length > layout.before && length < UNKNOWN
  return isKnown
    ? { left: length - layout.before, padding: paddingOf(layout, length) }
    : { left: Number.POSITIVE_INFINITY, padding: 0 }
}

export class GrowingSamples implements Growing {
  readonly #queue = new ByteQueue()
  /** Where the next chunk of the head is looked for. */
  #chunk = 0
  #body: Body | undefined
  /** Nothing that follows is samples, until another file begins. */
  #isOver = false
  #mp3: Awaited<ReturnType<typeof PacketDecoders.mp3>> | undefined

  async *push(bytes: Uint8Array): GrowingPieces {
    if (isFileHead(bytes)) this.#restart()
    if (this.#isOver) return
    this.#queue.push(bytes)
    for (;;) {
      const body = this.#body ?? this.#readHead()
      if (body === undefined) return
      this.#body = body
      yield* this.#samples(body)
      if (body.left > 0 || !this.#goesOn(body)) return
    }
  }

  #restart(): void {
    this.#queue.skip(this.#queue.length)
    this.#chunk = 0
    this.#body = undefined
    this.#isOver = false
  }

  /** What the head says, once all of it is there. */
  #readHead(): Body | undefined {
    const queue = this.#queue
    if (queue.length < WAV.from) return undefined
    const layout = layoutOf(queue.peek(8))
    this.#chunk ||= layout.from
    while (queue.length >= this.#chunk + layout.head + layout.before) {
      const start = queue.peek(this.#chunk + layout.head + layout.before).subarray(this.#chunk)
      const length = layout.lengthAt(start)
      if (start.toString("latin1", 0, 4) === layout.samples) return this.#begin(layout, length)
      if (length < 0) break
      this.#chunk += layout.head + length + paddingOf(layout, length)
      if (this.#chunk > LONGEST_HEAD) break
    }
    if (this.#chunk > LONGEST_HEAD || queue.length > LONGEST_HEAD)
      throw new Undecodable("has no description of its samples, or no samples")
    return undefined
  }

  #begin(layout: Layout, length: number): Body {
    const bytes = this.#queue.take(this.#chunk + layout.head + layout.before)
    const wav = layout.read(bytes)
    if (wav === undefined) throw new Undecodable("is a WAV without a description of its samples")
    return { head: bytes, wav, layout, ...spanOf(layout, length), passing: 0, isBehind: false }
  }

  async *#samples(body: Body): GrowingPieces {
    const { head, layout, wav } = body
    const whole = Math.min(this.#queue.length, body.left)
    const block = Math.max(1, wav.blockBytes)
    const count = isMpeg(wav.tag) ? whole : whole - (whole % block)
    // What is left of a block at the end of all samples is none.
    const rest = whole === body.left ? whole - count : 0
    const bytes = this.#queue.take(count)
    this.#queue.skip(rest)
    body.left -= count + rest
    if (count === 0) return
    if (isMpeg(wav.tag)) {
      this.#mp3 ??= await PacketDecoders.mp3()
      yield* this.#mp3.decode(bytes)
      return
    }
    const read = layout.isReadWhole ? layout.read(joinBytes([head, bytes])) : { ...wav, data: new Uint8Array(bytes) }
    if (read !== undefined) yield* stretchesOf(read)
  }

  /** Behind the samples that the head said: further ones, another file, what is no sound, or samples all the same. */
  #goesOn(body: Body): boolean {
    const queue = this.#queue
    const { layout, padding } = body
    const passed = Math.min(queue.length, body.passing)
    queue.skip(passed)
    body.passing -= passed
    if (body.passing > 0 || queue.length < Math.max(16, layout.head + padding)) return false
    const next = queue.peek(Math.max(16, layout.head + padding))
    if (isFileHead(next)) {
      this.#chunk = 0
      this.#body = undefined
      return true
    }
    const at = [0, padding].find((at) => layout.nameBehind(next.subarray(at)) !== undefined)
    if (at === undefined && !body.isBehind) {
      body.left = Number.POSITIVE_INFINITY
      return true
    }
    if (at === undefined || layout.isReadWhole) {
      this.#isOver = true
      queue.skip(queue.length)
      return false
    }
    this.#pass(body, next.subarray(at), at)
    return true
  }

  /** A chunk behind samples, which has further ones or is passed over. */
  #pass(body: Body, chunk: Buffer, at: number): void {
    const { layout } = body
    const length = layout.lengthAt(chunk)
    this.#queue.skip(at + layout.head)
    body.isBehind = true
    if (layout.nameBehind(chunk) === layout.samples) Object.assign(body, spanOf(layout, length))
    else {
      body.padding = 0
      body.passing = Math.max(0, length) + paddingOf(layout, Math.max(0, length))
    }
  }

  async *drain(): GrowingPieces {
    // Of samples nothing is held back.
  }

  free(): void {
    this.#mp3?.free()
    this.#mp3 = undefined
  }
}
