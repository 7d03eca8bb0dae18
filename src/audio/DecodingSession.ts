/** One file being decoded in a worker, slice by slice, within its limits. */
import { type DecodingAnswer, MAX_SECONDS, SAMPLE_RATE } from "./Decoding.ts"
import { NoSuchTrack, Undecodable, Unsupported } from "./DecodingFailures.ts"
import { pieces } from "./Demuxing.ts"
import { Loudness } from "./LoudnessMeter.ts"
import { Mixer } from "./Mono.ts"
import type { Piece, Pieces } from "./Pieces.ts"
import * as Resampler from "./Resampler.ts"
import { joinInt16, toInt16 } from "./Samples.ts"

/** Samples that a slice holds, or somewhat more: 2 s. */
const SLICE = 2 * SAMPLE_RATE
/** Milliseconds after which a slice is given as it is, so that other files have their turn. */
const SLICE_MILLIS = 200
/** Milliseconds of work that one file may cost; 180 s of sound take 1 to 3 s (measured). */
const MOST_MILLIS = 60_000

/** Sentences about what was met; a file could go on and on. */
const MOST_NOTES = 8

/** The longest sound, in samples. What may be an encoder's padding beyond is cut off. */
const LONGEST = MAX_SECONDS * SAMPLE_RATE

/** Rates that files for people have, in hertz, and some around them. */
const SLOWEST_RATE = 4_000
const FASTEST_RATE = 384_000

export class DecodingSession {
  readonly #pieces: Pieces
  readonly #resampler: Resampler.Following
  readonly #mixer = new Mixer()
  readonly #loudness = new Loudness()
  readonly #notes = new Set<string>()
  /** Samples given and about to be. */
  #made = 0
  /** Whether anything was decoded: pauses are none of it. */
  #hasSound = false
  /** Samples of the file at its present rate, and seconds before those. */
  #come = { sampleRate: 0, samples: 0, before: 0 }
  #millis = 0
  #over: DecodingAnswer | undefined

  constructor(space: Resampler.Workspace, file: Uint8Array, track?: number) {
    const note = (sentence: string) => {
      if (this.#notes.size < MOST_NOTES) this.#notes.add(sentence)
    }
    this.#pieces = pieces(file, { note, track })
    this.#resampler = Resampler.following(space, SAMPLE_RATE)
  }

  /** Whether the sound goes on past the limit, to the sample. */
  #isTooLong({ channelData, padding, sampleRate }: Piece): boolean {
    const { before, sampleRate: rate, samples } = this.#come
    if (rate !== sampleRate) this.#come = { sampleRate, samples: 0, before: before + (rate > 0 ? samples / rate : 0) }
    this.#come.samples += channelData[0]?.length ?? 0
    return this.#come.before + (this.#come.samples - padding) / sampleRate > MAX_SECONDS
  }

  /** At the rate that recognisers take. */
  #resample({ channelData, sampleRate }: Piece): Int16Array {
    if (!Number.isInteger(sampleRate) || sampleRate < SLOWEST_RATE || sampleRate > FASTEST_RATE)
      throw new Undecodable(`has a sample rate of ${sampleRate} Hz`)
    const mono = this.#mixer.mix(channelData, sampleRate)
    this.#loudness.add(mono)
    return toInt16(this.#resampler.push(mono, sampleRate))
  }

  /** What of `part` the limit allows. */
  #within(part: Int16Array): Int16Array {
    const room = Math.max(0, LONGEST - this.#made)
    this.#made += part.length
    return part.subarray(0, room)
  }

  /** What the resampler held back. */
  #rest(): Int16Array {
    return this.#within(toInt16(this.#resampler.finish()))
  }

  /** What is to be said of a file that gave no more than an error. */
  #failure(error: unknown): DecodingAnswer {
    if (error instanceof Unsupported) return { tag: "unsupported", name: error.format }
    if (error instanceof NoSuchTrack) return { tag: "noSuchTrack", reason: error.message }
    if (this.#hasSound) {
      this.#notes.add("the file is damaged; what comes before the damage was heard")
      return this.#last([])
    }
    return {
      tag: "undecodable",
      reason: error instanceof Undecodable ? error.message : "is damaged or incomplete and cannot be decoded"
    }
  }

  /** The last slice, with the rest of the sound. */
  #last(parts: ReadonlyArray<Int16Array>): DecodingAnswer {
    const samples = joinInt16([...parts, this.#rest()])
    return { tag: "slice", samples, ended: true, warnings: [...this.#notes, ...this.#loudness.notes()] }
  }

  async #work(): Promise<DecodingAnswer> {
    const parts: Array<Int16Array> = []
    const begun = performance.now()
    const wanted = this.#made + SLICE
    while (this.#made < wanted && performance.now() - begun < SLICE_MILLIS) {
      if (this.#millis > MOST_MILLIS) throw new Undecodable("takes too long to decode")
      const next = await this.#pieces.next()
      if (next.done === true) return this.#last(parts)
      if (next.value === undefined) continue
      this.#hasSound ||= next.value.isPause !== true
      parts.push(this.#within(this.#resample(next.value)))
      if (this.#isTooLong(next.value)) {
        this.#over = { tag: "tooLong" }
        break
      }
    }
    this.#millis += performance.now() - begun
    return { tag: "slice", samples: joinInt16(parts), ended: false }
  }

  /** The next slice, or how it ended; not to be called again after the end. */
  async next(): Promise<DecodingAnswer> {
    if (this.#over !== undefined) return this.#over
    return this.#work().catch((error) => this.#failure(error))
  }

  async release(): Promise<void> {
    this.#resampler.release()
    await this.#pieces.return(undefined)
  }
}
