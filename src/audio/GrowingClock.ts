/**
 * The time of a sound that is decoded as it comes, by its container: packets that are missing are heard as silence, so
 * that what is behind them is where its container has it.
 */
import type * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { missingSound } from "./Timeline.ts"

/** Seconds that times may differ from what was heard, and no packet is missing. */
const TOLERANCE_SECONDS = 0.1
/** Packets that a decoder may hold back. */
const HELD_PACKETS = 2
/** Seconds of the longest hole that is believed: behind a longer one, or where a sound begins later, the clock is another. */
const MOST_SILENCE_SECONDS = 60
/** Samples of silence that are made at once: no rate, which may be anything, makes them many. */
const SILENCE_SAMPLES = 48_000

const samplesOf = ({ channelData }: PacketDecoders.Piece): number => channelData[0]?.length ?? 0

const silenceOf = (samples: number, { channelData, sampleRate }: PacketDecoders.Piece): PacketDecoders.Piece => ({
  channelData: channelData.map(() => new Float32Array(samples)),
  sampleRate
})

/** Seconds that pieces last, one behind the other. */
export const secondsOf = (pieces: ReadonlyArray<PacketDecoders.Piece>): number =>
  pieces.reduce((sum, piece) => sum + samplesOf(piece) / piece.sampleRate, 0)

export class GrowingClock {
  readonly #note: Note
  /** Seconds at which the next sample stands, by the container; none before the first. */
  #at: number | undefined
  /** Seconds of sound and silence that have been played, of all files. */
  #given: number
  /** Whether files were played before: some clients send the head before each part of a sound, whose clock runs on. */
  readonly #isContinued: boolean
  #longest = 0

  /** `given`: seconds that were played before. */
  constructor(note: Note, given = 0) {
    this.#note = note
    this.#given = given
    this.#isContinued = given > 0
  }

  /** Seconds of sound and silence that have been played, of all files. */
  get given(): number {
    return this.#given
  }

  /** Seconds at which the next sample stands, by the container; none before the first. */
  get at(): number | undefined {
    return this.#at
  }

  /** So much of what comes is not played. */
  leaveOut(seconds: number): void {
    this.#given -= seconds
  }

  /** The sound begins at `seconds` by its container, if it has not begun: nothing was recorded of what ran before. */
  beginAt(seconds: number): void {
    this.#at ??= seconds
  }

  /**
   * Silence up to a packet at `seconds` by its container, of which `piece` is the first that came; also before the
   * first packet of the first file.
   */
  *silenceUntil(seconds: number, piece: PacketDecoders.Piece): Generator<PacketDecoders.Piece> {
    this.#at ??= this.#isContinued || seconds > MOST_SILENCE_SECONDS ? seconds : 0
    const missing = seconds - this.#at
    if (Math.abs(missing) <= Math.max(TOLERANCE_SECONDS, HELD_PACKETS * this.#longest)) return
    this.#at = seconds
    if (missing < 0 || missing > MOST_SILENCE_SECONDS) return
    this.#note(missingSound(missing, this.#given))
    this.#given += missing
    for (let left = Math.round(missing * piece.sampleRate); left > 0; left -= SILENCE_SAMPLES)
      yield silenceOf(Math.min(left, SILENCE_SAMPLES), piece)
  }

  /** What comes next of a packet. */
  add(piece: PacketDecoders.Piece): void {
    const seconds = samplesOf(piece) / piece.sampleRate
    this.#longest = Math.max(this.#longest, Math.min(seconds, 1))
    this.#at = (this.#at ?? 0) + seconds
    this.#given += seconds
  }
}

/** A piece without its first samples, and those that are still to go of what comes next. */
export const withoutFirst = (
  piece: PacketDecoders.Piece,
  seconds: number
): readonly [PacketDecoders.Piece, left: number] => {
  const count = Math.min(Math.round(seconds * piece.sampleRate), samplesOf(piece))
  if (count === 0) return [piece, 0]
  const channelData = piece.channelData.map((samples) => samples.subarray(count))
  return [{ ...piece, channelData }, Math.max(0, seconds - count / piece.sampleRate)]
}
