/**
 * Decoded packets on the clock of their container: what was cut away is left out, and where packets are missing there
 * is silence, as a player has it. A file begins with the first time of any of its tracks (GrowingClock.ts says why).
 */
import type { EncodedPacket } from "mediabunny"
import { MAX_SECONDS } from "./Decoding.ts"
import { PADDING_FRAMES } from "./Mp3Sound.ts"
import type * as PacketDecoders from "./PacketDecoders.ts"
import type { Note, Piece } from "./Pieces.ts"

/** What of a track is played, in seconds of its packets' times. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface TimelineRules {
  readonly stretch: Stretch
  /** Seconds at which the file begins, by the packets' times. */
  readonly begins: number
  /** Whether packets hold no more than the sound. */
  readonly isLossless: boolean
  /** Whether the last packet says by its duration where the sound ends. */
  readonly saysItsEnd: boolean
  /** Whether the decoder gives each packet's sound at once, or none of it: what its first packets give nothing of is lost. */
  readonly isPrompt: boolean
  readonly note: Note
}

/** Samples of the longest frame, which is Vorbis': its decoder may give many at once. */
const LONGEST_FRAME = 8_192
/** Seconds that times may differ from what was heard, by rounding and by what decoders hold back, and no packet is missing. */
const TOLERANCE_SECONDS = 0.1
/** Frames that a decoder may hold back. */
const HELD_FRAMES = 2
/** Seconds of silence that are made at once. */
const SILENCE_SECONDS = 1
/** Seconds by which a sound may begin later than the pictures beside it, as a microphone does, and nothing is missing. */
export const LATE_START_SECONDS = 1

const samplesOf = (piece: PacketDecoders.Piece | undefined): number => piece?.channelData[0]?.length ?? 0

const rounded = (seconds: number): string => seconds.toFixed(1)

/** What is said of packets that are missing. */
export const missingSound = (seconds: number, at: number): string =>
  `${rounded(seconds)} s are missing at ${rounded(at)} s; they were heard as silence`

/** Pieces without their last seconds. */
export const shortened = (
  pieces: ReadonlyArray<PacketDecoders.Piece>,
  seconds: number
): ReadonlyArray<PacketDecoders.Piece> => {
  if (seconds <= 0) return pieces
  let left = seconds
  return pieces
    .toReversed()
    .map((piece) => {
      const length = samplesOf(piece)
      const kept = Math.max(0, length - Math.round(left * piece.sampleRate))
      left -= (length - kept) / piece.sampleRate
      return { ...piece, channelData: piece.channelData.map((samples) => samples.subarray(0, kept)) }
    })
    .toReversed()
}

export class Timeline {
  readonly #rules: TimelineRules
  /** The packet before, and what came of it: only when the next has come it is known not to be the last. */
  #last: EncodedPacket | undefined
  #held: ReadonlyArray<PacketDecoders.Piece> = []
  #discarded = 0
  /** Where the next sample stands: so many samples behind a packet's time. */
  #start: number | undefined
  #samples = 0
  #rate = 0
  #longest = 0
  /** Where the sound ends, once the last packet has said so. */
  #end: number

  constructor(rules: TimelineRules) {
    this.#rules = rules
    this.#end = rules.stretch.to
  }

  /** Seconds at which the next sample stands. */
  get #clock(): number {
    return (this.#start ?? 0) + (this.#rate > 0 ? this.#samples / this.#rate : 0)
  }

  /** Whether all that is played has come. */
  get isOver(): boolean {
    return this.#start !== undefined && this.#clock >= this.#end
  }

  #padding(): number {
    const isKnown = this.#rules.isLossless || Number.isFinite(this.#end)
    return isKnown ? 0 : PADDING_FRAMES * (this.#longest || LONGEST_FRAME)
  }

  /** What of a piece is played. */
  #placed(piece: PacketDecoders.Piece, isPause = false): ReadonlyArray<Piece> {
    if (piece.sampleRate !== this.#rate) {
      this.#start = this.#clock
      this.#samples = 0
      this.#rate = piece.sampleRate
    }
    const at = this.#clock
    const length = samplesOf(piece)
    this.#samples += length
    const first = Math.max(0, Math.round((this.#rules.stretch.from - at) * this.#rate))
    const end = Number.isFinite(this.#end) ? Math.max(0, Math.round((this.#end - at) * this.#rate)) : length
    if (first >= Math.min(end, length)) return []
    const channelData = piece.channelData.map((samples) => samples.subarray(first, end))
    return [{ ...piece, channelData, padding: this.#padding(), isPause }]
  }

  /** Silence up to a packet's time, where it is later than what was heard. */
  *#silenceUntil(time: number, rate: number): Generator<Piece> {
    const held = Math.max(TOLERANCE_SECONDS, this.#rules.isLossless ? 0 : (HELD_FRAMES * this.#longest) / rate)
    const missing = time - this.#clock
    if (this.#start === undefined || missing <= held) return
    const isTold = this.#longest > 0 || missing > LATE_START_SECONDS
    if (isTold && time > this.#rules.stretch.from) this.#rules.note(missingSound(missing, this.#clock))
    let left = Math.round((Math.min(time, this.#end) - this.#clock) * rate)
    while (left > 0) {
      const samples = Math.min(left, SILENCE_SECONDS * rate)
      left -= samples
      yield* this.#placed({ channelData: [new Float32Array(samples)], sampleRate: rate }, true)
    }
    this.#start = time
    this.#samples = 0
  }

  /**
   * Where the sound begins: where its stretch does in the file if the first packet comes later. A packet that comes later
   * than any sound may last is on another clock.
   */
  #startOf({ timestamp }: EncodedPacket): number {
    const first = this.#rules.begins + this.#rules.stretch.from
    return timestamp > first && timestamp - first <= MAX_SECONDS ? first : timestamp
  }

  /** What came of the packet before. Of `decoded` the last `discarded` seconds are not played. */
  *next(packet: EncodedPacket, decoded: ReadonlyArray<PacketDecoders.Piece>, discarded = 0): Generator<Piece> {
    for (const piece of shortened(this.#held, this.#discarded)) yield* this.#placed(piece)
    this.#discarded = discarded
    const [first] = decoded
    if (first !== undefined || !this.#rules.isPrompt) this.#start ??= this.#startOf(packet)
    if (first !== undefined) {
      this.#rate ||= first.sampleRate
      yield* this.#silenceUntil(packet.timestamp, first.sampleRate)
    }
    this.#last = packet
    this.#held = decoded
    for (const piece of decoded) {
      const lasts = Math.ceil(packet.duration * piece.sampleRate) || this.#longest || LONGEST_FRAME
      this.#longest = Math.max(this.#longest, Math.min(samplesOf(piece), lasts, LONGEST_FRAME))
    }
  }

  /** What came of the last packet, and what the decoder held back, as far as the container says that it is sound. */
  *end(rest: ReadonlyArray<PacketDecoders.Piece>): Generator<Piece> {
    const pieces = shortened([...this.#held, ...rest], this.#discarded)
    const [first] = pieces
    if (this.#last === undefined || first === undefined) return
    const { duration, timestamp } = this.#last
    const lasts = Math.round(duration * first.sampleRate)
    const isShortened = this.#rules.stretch.from > 0 && lasts > 0 && lasts < samplesOf(first)
    if (this.#rules.saysItsEnd || isShortened) this.#end = Math.min(this.#end, timestamp + duration)
    for (const piece of pieces) yield* this.#placed(piece)
  }
}
