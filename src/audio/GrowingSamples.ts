/**
 * WAV, Wave64, AU, AIFF and CAF as they come: a head that says what the samples are, and samples. Lengths of what is
 * recorded while it is sent are 0 or as great as they can be; one that is true ends the samples, and further ones or
 * another file may follow.
 */
import { ByteQueue } from "./ByteQueue.ts"
import { MAX_SECONDS } from "./Decoding.ts"
import { Undecodable } from "./DecodingFailures.ts"
import type { Growing, GrowingPieces } from "./Growing.ts"
import * as PacketDecoders from "./PacketDecoders.ts"
import { isSampleList, layoutOf, nameOf, paddingOf, type SampleLayout, SILENCE } from "./SampleLayouts.ts"
import { joinBytes } from "./Samples.ts"
import * as Wave64 from "./Wave64.ts"
import { UNKNOWN as ELSEWHERE, isKnown, longLengthOf, type WavFile } from "./WavFile.ts"
import { endOf, isGsm, isMpeg, silenceOf, stretchesOf, upTo } from "./WavSound.ts"

/** Bytes before the samples at most: a head may bring tags. */
const LONGEST_HEAD = 1024 * 1024
/** From which a length of 32 bits stands for one that is not known. */
const UNKNOWN = 0x7fff_0000
const NO_DESCRIPTION =
  "is a WAV without a description before its samples; one that stands behind them is read when all of it has come"
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
  readonly layout: SampleLayout
  /** Bytes of samples that are still to come, as the head says; without an end where it does not know. */
  left: number
  /** Bytes behind those that make no whole block, as far as the head is believed. */
  rest: number
  /** Bytes between the samples and the next chunk. */
  padding: number
  /** Bytes of a chunk behind the samples that are still to be passed over, and whether there was one. */
  passing: number
  isBehind: boolean
  /** Samples of silence that come next. */
  silence: number
  /** Samples up to the end of what is heard of these: the last block of a codec may be filled up. */
  heard: number
}

type Span = Pick<Body, "left" | "padding">

const ENDLESS: Span = { left: Number.POSITIVE_INFINITY, padding: 0 }

/** Bytes of samples that a chunk has, without an end where its length is none, and of padding. */
const spanOf = (layout: SampleLayout, length: number): Span =>
  length > layout.before && length < UNKNOWN
    ? { left: length - layout.before, padding: paddingOf(layout, length) }
    : ENDLESS

/** Whether bytes begin with the name of a chunk that is known. */
const isNamed = (layout: SampleLayout, chunk: Buffer): boolean =>
  nameOf(chunk) === layout.samples || isKnown(nameOf(chunk)) || layout.nameBehind(chunk) !== undefined

/** A chunk of samples without any, where a head has none. */
const NO_SAMPLES = Buffer.from("data\0\0\0\0", "latin1")
/** Bytes that show what a chunk or a file is. */
const SHOWING = 16

export class GrowingSamples implements Growing {
  readonly #queue = new ByteQueue()
  /** Where the next chunk of the head is looked for, and bytes between, which may be left out where it is one. */
  #chunk = 0
  #padding = 0
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
      if (body.left > 0) return
      yield* silenceOf(Math.min(body.silence, MAX_SECONDS * body.wav.sampleRate), body.wav.sampleRate)
      body.silence = 0
      if (!this.#goesOn(body)) return
    }
  }

  #restart(): void {
    this.#queue.skip(this.#queue.length)
    this.#chunk = 0
    this.#padding = 0
    this.#body = undefined
    this.#isOver = false
  }

  /** What the head says, once all of it is there. */
  #readHead(): Body | undefined {
    const queue = this.#queue
    if (queue.length < SHOWING) return undefined
    const layout = layoutOf(queue.peek(8))
    this.#chunk ||= layout.from
    const shown = Math.max(layout.head + layout.before, 12)
    while (queue.length >= this.#chunk + this.#padding + shown) {
      const start = this.#nextChunk(layout, shown)
      const length = layout.lengthAt(start)
      if (nameOf(start) === layout.samples) return this.#begin(layout, this.#longLength(length))
      if (isSampleList(layout, start)) return this.#beginList(layout)
      if (length < 0) break
      this.#chunk += layout.head + length
      this.#padding = paddingOf(layout, length)
      if (this.#chunk > LONGEST_HEAD) break
    }
    if (this.#chunk > LONGEST_HEAD || queue.length > LONGEST_HEAD)
      throw new Undecodable("has no description of its samples, or no samples")
    return undefined
  }

  #nextChunk(layout: SampleLayout, shown: number): Buffer {
    const padding = this.#padding
    const around = this.#queue.peek(this.#chunk + padding + shown).subarray(this.#chunk)
    const isBare = padding === 1 && isNamed(layout, around) && !isNamed(layout, around.subarray(1))
    this.#chunk += isBare ? 0 : padding
    this.#padding = 0
    return isBare ? around : around.subarray(padding)
  }

  /** A length that stands elsewhere in the head, where it does. */
  #longLength(length: number): number {
    return length === ELSEWHERE ? (longLengthOf(this.#queue.peek(this.#chunk)) ?? length) : length
  }

  #begin(layout: SampleLayout, length: number): Body {
    const head = this.#queue.take(this.#chunk + layout.head + layout.before)
    const body = { ...this.#described(layout, head), ...spanOf(layout, length) }
    return { ...body, heard: endOf(body.wav, body.left) }
  }

  /** What stands in a list is read as what may follow samples. */
  #beginList(layout: SampleLayout): Body {
    const head = Buffer.concat([this.#queue.take(this.#chunk), NO_SAMPLES])
    return { ...this.#described(layout, head), isBehind: true }
  }

  #described(layout: SampleLayout, head: Buffer): Body {
    const wav = layout.read(head)
    if (wav === undefined) throw new Undecodable(NO_DESCRIPTION)
    if (isGsm(wav)) throw new Undecodable("is a WAV with GSM sound, which is read when all of it has come")
    const nothing = { left: 0, rest: 0, padding: 0, passing: 0, isBehind: false, silence: 0 }
    return { head, wav, layout, ...nothing, heard: Number.POSITIVE_INFINITY }
  }

  async *#samples(body: Body): GrowingPieces {
    const { head, layout, wav } = body
    const block = isMpeg(wav.tag) ? 1 : Math.max(1, wav.blockBytes)
    const whole = Math.min(this.#queue.length, body.left)
    const count = whole - (whole % block)
    const bytes = this.#queue.take(count)
    body.left -= count
    if (body.left < block) {
      body.rest += body.left
      body.left = 0
    }
    if (count === 0) return
    if (isMpeg(wav.tag)) {
      this.#mp3 ??= await PacketDecoders.mp3()
      yield* this.#mp3.decode(bytes)
      return
    }
    const read = layout.isReadWhole ? layout.read(joinBytes([head, bytes])) : { ...wav, data: new Uint8Array(bytes) }
    if (read === undefined) return
    for await (const piece of upTo(body.heard, stretchesOf(read))) {
      body.heard -= piece?.channelData[0]?.length ?? 0
      yield piece
    }
  }

  /** Behind the samples that the head said: further ones, another file, what is no sound, or samples all the same. */
  #goesOn(body: Body): boolean {
    const queue = this.#queue
    const { layout, padding, rest } = body
    body.passing -= queue.skip(body.passing)
    const shown = rest + padding + Math.max(SHOWING, layout.head + layout.before)
    if (body.passing > 0 || queue.length < shown) return false
    const next = queue.peek(shown)
    const places = [rest, rest + padding]
    const file = places.find((at) => isFileHead(next.subarray(at)))
    if (file !== undefined) {
      queue.skip(file)
      this.#chunk = 0
      this.#padding = 0
      this.#body = undefined
      return true
    }
    const at = places.find((at) => layout.nameBehind(next.subarray(at)) !== undefined)
    if (at === undefined && !body.isBehind) {
      // The length is not believed: what makes no block yet is the beginning of one.
      Object.assign(body, { ...ENDLESS, rest: 0 })
      return true
    }
    if (at === undefined || !layout.hasFurther) {
      this.#isOver = true
      queue.skip(queue.length)
      return false
    }
    this.#pass(body, next.subarray(at), at)
    return true
  }

  /** A chunk behind samples, which has further ones, or silence, or is passed over. */
  #pass(body: Body, chunk: Buffer, at: number): void {
    const { layout } = body
    const length = Math.max(0, layout.lengthAt(chunk))
    const name = layout.nameBehind(chunk)
    Object.assign(body, { isBehind: true, rest: 0, padding: 0 })
    if (name === layout.samples) {
      this.#queue.skip(at + layout.head + layout.before)
      body.heard = Number.POSITIVE_INFINITY
      if (length > layout.before) Object.assign(body, spanOf(layout, length))
      return
    }
    if (isSampleList(layout, chunk)) {
      this.#queue.skip(at + 12)
      return
    }
    this.#queue.skip(at + layout.head)
    if (name === SILENCE && length >= 4) body.silence = layout.lengthAt(chunk.subarray(4))
    body.passing = length + paddingOf(layout, length)
  }

  async *drain(): GrowingPieces {
    // Of samples nothing is held back.
  }

  free(): void {
    this.#mp3?.free()
    this.#mp3 = undefined
  }
}
