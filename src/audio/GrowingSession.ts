/** One sound being decoded in a worker as it comes, slice by slice, within its limits. */
import type { DecodingAnswer } from "./Decoding.ts"
import { SAMPLE_RATE } from "./Decoding.ts"
import { Undecodable } from "./DecodingFailures.ts"
import type { Kind } from "./FirstBytes.ts"
import type { Growing, GrowingPieces } from "./Growing.ts"
import { GrowingFrames } from "./GrowingFrames.ts"
import { GrowingIso } from "./GrowingIso.ts"
import { GrowingMatroska } from "./GrowingMatroska.ts"
import { GrowingOgg } from "./GrowingOgg.ts"
import { GrowingSamples } from "./GrowingSamples.ts"
import { Mixer } from "./Mono.ts"
import type { Piece } from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import * as Resampler from "./Resampler.ts"
import { joinInt16, toInt16 } from "./Samples.ts"

/** Samples that a slice holds, or somewhat more: 2 s. */
const SLICE = 2 * SAMPLE_RATE
/** Milliseconds after which a slice is given as it is, so that other sounds have their turn. */
const SLICE_MILLIS = 100
/** Bytes without any sound after which none is expected. */
const MOST_WITHOUT_SOUND = 8 * 1024 * 1024

/** Rates that sound for people has, in hertz, and some around them. */
const SLOWEST_RATE = 4_000
const FASTEST_RATE = 384_000

/** Sentences about what was met; a sound could go on and on. */
const MOST_NOTES = 8

const growingOf = (kind: Kind, note: Note): Growing => {
  switch (kind) {
    case "webm":
      return new GrowingMatroska(note)
    case "ogg":
      return new GrowingOgg(note)
    case "mp4":
      return new GrowingIso(note)
    case "wav":
    case "aiff":
    case "caf":
    case "wave64":
    case "au":
      return new GrowingSamples()
    case "tagged":
    case "mp3":
    case "adts":
    case "flac":
      return new GrowingFrames(note)
  }
}

export class GrowingSession {
  readonly #growing: Growing
  readonly #resampler: Resampler.Following
  readonly #mixer = new Mixer()
  /** What is being given: of some bytes, or of the end. */
  #source: GrowingPieces | undefined
  #isEnd = false
  #silentBytes = 0
  /** What has been met since the last slice, and all that ever was: each sentence is said once. */
  #notes: Array<string> = []
  readonly #noted = new Set<string>()

  constructor(space: Resampler.Workspace, kind: Kind) {
    const note = (sentence: string) => {
      if (this.#noted.has(sentence) || this.#noted.size >= MOST_NOTES) return
      this.#noted.add(sentence)
      this.#notes.push(sentence)
    }
    this.#growing = growingOf(kind, note)
    this.#resampler = Resampler.following(space, SAMPLE_RATE, Resampler.LIVE_QUALITY)
  }

  /** Takes bytes that come behind those before, of which no more is given. */
  async push(bytes: Uint8Array): Promise<void> {
    await this.#source?.return(undefined)
    this.#source = this.#growing.push(bytes)
    this.#isEnd = false
    this.#silentBytes += bytes.length
  }

  /** The sound ends here; another stretch of it may follow, but where it `isOver`. */
  async drain(isOver: boolean): Promise<void> {
    await this.#source?.return(undefined)
    this.#source = this.#growing.drain(isOver)
    this.#isEnd = true
  }

  #resampled({ channelData, sampleRate }: Piece): Int16Array {
    if (!Number.isInteger(sampleRate) || sampleRate < SLOWEST_RATE || sampleRate > FASTEST_RATE)
      throw new Undecodable(`has a sample rate of ${sampleRate} Hz`)
    this.#silentBytes = 0
    return toInt16(this.#resampler.push(this.#mixer.mix(channelData, sampleRate), sampleRate))
  }

  async #work(): Promise<DecodingAnswer> {
    const parts: Array<Int16Array> = []
    const begun = performance.now()
    let produced = 0
    while (produced < SLICE && performance.now() - begun < SLICE_MILLIS) {
      const next = await this.#source?.next()
      if (next === undefined || next.done === true) {
        if (this.#isEnd) parts.push(toInt16(this.#resampler.finish()))
        if (this.#silentBytes > MOST_WITHOUT_SOUND) throw new Undecodable("brings no sound")
        const warnings = this.#notes
        this.#notes = []
        return { tag: "slice", samples: joinInt16(parts), ended: true, warnings }
      }
      if (next.value === undefined || (next.value.channelData[0]?.length ?? 0) === 0) continue
      const samples = this.#resampled(next.value)
      produced += samples.length
      parts.push(samples)
    }
    return { tag: "slice", samples: joinInt16(parts), ended: false }
  }

  /** The next slice; the last of what was taken says so. */
  next(): Promise<DecodingAnswer> {
    return this.#work().catch((error) => ({
      tag: "undecodable",
      reason: error instanceof Undecodable ? error.message : "is damaged and cannot be decoded"
    }))
  }

  async release(): Promise<void> {
    await this.#source?.return(undefined)
    this.#growing.free()
    this.#resampler.release()
  }
}
