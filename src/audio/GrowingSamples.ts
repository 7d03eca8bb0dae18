/**
 * WAV, AIFF and CAF as they come: a head that says what the samples are, and samples. Lengths of what is recorded while
 * it is sent are 0 or as great as they can be; one that is true ends the samples, and another file may follow.
 */
import * as AppleFile from "./AppleFile.ts"
import { ByteQueue } from "./ByteQueue.ts"
import { Undecodable } from "./DecodingFailures.ts"
import type { Growing, GrowingPieces } from "./Growing.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { joinBytes } from "./Samples.ts"
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
  /** Whether a length that is odd is followed by one byte more. */
  readonly isPadded: boolean
}

const WAV: Layout = {
  from: 12,
  head: 8,
  lengthAt: (chunk) => chunk.readUInt32LE(4),
  samples: "data",
  before: 0,
  isPadded: true
}
const RIFX: Layout = { ...WAV, lengthAt: (chunk) => chunk.readUInt32BE(4) }
const AIFF: Layout = { ...RIFX, samples: "SSND", before: 8 }
const CAF: Layout = {
  from: 8,
  head: 12,
  lengthAt: (chunk) => Number(chunk.readBigInt64BE(4)),
  samples: "data",
  before: 4,
  isPadded: false
}

const layoutOf = (bytes: Buffer): Layout => {
  const mark = bytes.toString("latin1", 0, 4)
  return mark === "FORM" ? AIFF : mark === "caff" ? CAF : mark === "RIFX" ? RIFX : WAV
}

/** Bytes before the samples at most: a head may bring tags. */
const LONGEST_HEAD = 1024 * 1024
/** From which a length of 32 bits stands for one that is not known. */
const UNKNOWN = 0x7fff_0000
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
const RIFF = Buffer.from("RIFF")
const WAVE_FORMAT = Buffer.from("WAVEfmt ")

/** Whether bytes begin as a WAV does, surely: a client may send each piece as a file of its own. */
const isWavHead = (bytes: Uint8Array): boolean =>
  bytes.length >= 16 && RIFF.equals(bytes.subarray(0, 4)) && WAVE_FORMAT.equals(bytes.subarray(8, 16))

/** The samples of a file whose head has come. */
interface Body {
  readonly head: Buffer
  readonly wav: WavFile
  readonly isApple: boolean
  /** Bytes of samples that are still to come, as the head says; without an end where it does not know. */
  left: number
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
    if (isWavHead(bytes)) this.#restart()
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
    const layout = layoutOf(queue.peek(4))
    this.#chunk ||= layout.from
    while (queue.length >= this.#chunk + layout.head + layout.before) {
      const start = queue.peek(this.#chunk + layout.head + layout.before).subarray(this.#chunk)
      const length = layout.lengthAt(start)
      if (start.toString("latin1", 0, 4) === layout.samples) return this.#begin(layout, length)
      if (length < 0) break
      this.#chunk += layout.head + length + (layout.isPadded ? length & 1 : 0)
      if (this.#chunk > LONGEST_HEAD) break
    }
    if (this.#chunk > LONGEST_HEAD || queue.length > LONGEST_HEAD)
      throw new Undecodable("has no description of its samples, or no samples")
    return undefined
  }

  #begin({ before, head, lengthAt }: Layout, length: number): Body {
    const bytes = this.#queue.take(this.#chunk + head + before)
    const isApple =
      lengthAt !== WAV.lengthAt && lengthAt !== RIFX.lengthAt ? true : bytes.toString("latin1", 0, 4) === "FORM"
    const wav = isApple ? AppleFile.readPlain(bytes) : readWav(bytes)
    if (wav === undefined) throw new Undecodable("is a WAV without a description of its samples")
    const isKnown = length > before && length < UNKNOWN
    return { head: bytes, wav, isApple, left: isKnown ? length - before : Number.POSITIVE_INFINITY }
  }

  async *#samples(body: Body): GrowingPieces {
    const { head, isApple, wav } = body
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
    yield* stretchesOf(
      isApple ? AppleFile.readPlain(joinBytes([head, bytes])) : { ...wav, data: new Uint8Array(bytes) }
    )
  }

  /** Behind the samples that the head told of: another file, what is no sound, or samples all the same. */
  #goesOn(body: Body): boolean {
    const queue = this.#queue
    if (queue.length < 16) return false
    const next = queue.peek(16)
    if (isWavHead(next)) {
      this.#chunk = 0
      this.#body = undefined
      return true
    }
    if (BEHIND.has(next.toString("latin1", 0, 4)) || BEHIND.has(next.toString("latin1", 1, 5))) {
      this.#isOver = true
      queue.skip(queue.length)
      return false
    }
    body.left = Number.POSITIVE_INFINITY
    return true
  }

  async *drain(): GrowingPieces {
    // Of samples nothing is held back.
  }

  free(): void {
    this.#mp3?.free()
    this.#mp3 = undefined
  }
}
