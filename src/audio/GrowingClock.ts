/**
 * The time of a sound that is decoded as it comes, by its container: packets that are missing are heard as silence, so
 * that what is behind them is where its container has it.
 *
 * A file begins with the first time of any of its tracks, of sound or pictures: browsers, ffmpeg and mpv begin to play
 * there, whatever that time is. So what was recorded of something that had run for a while, as by a client that connects
 * again, has no silence before it; a sound that begins later than the pictures beside it has. A pause that an edit list
 * says is kept.
 */
import type * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { LATE_START_SECONDS, missingSound } from "./Timeline.ts"

/** Seconds that times may differ from what was heard, and no packet is missing. */
const TOLERANCE_SECONDS = 0.1
/** Packets that a decoder may hold back. */
const HELD_PACKETS = 2
/** Seconds of the longest hole that is believed: behind a longer one the clock is another. */
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
  #longest = 0

  /** `given`: seconds that were played before. */
  constructor(note: Note, given = 0) {
    this.#note = note
    this.#given = given
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

  /** The sound begins at `seconds` by its container, if it has not begun. */
  beginAt(seconds: number): void {
    this.#at ??= seconds
  }

  /** Silence up to a packet at `seconds` by its container, of which `piece` is the first that came. */
  *silenceUntil(seconds: number, piece: PacketDecoders.Piece): Generator<PacketDecoders.Piece> {
    this.#at ??= seconds
    const missing = seconds - this.#at
    // Also what is no number, which a damaged file may make of a time.
    if (!(Math.abs(missing) > Math.max(TOLERANCE_SECONDS, HELD_PACKETS * this.#longest))) return
    this.#at = seconds
    if (missing < 0 || missing > MOST_SILENCE_SECONDS) return
    if (this.#longest > 0 || missing > LATE_START_SECONDS) this.#note(missingSound(missing, this.#given))
    this.#given += missing
    for (let left = Math.round(missing * piece.sampleRate); left > 0; left -= SILENCE_SAMPLES)
      yield silenceOf(Math.min(left, SILENCE_SAMPLES), piece)
  }

  /** What comes next of a packet. As long as no time was known, the clock stands still. */
  add(piece: PacketDecoders.Piece): void {
    const seconds = samplesOf(piece) / piece.sampleRate
    this.#longest = Math.max(this.#longest, Math.min(seconds, 1))
    if (this.#at !== undefined) this.#at += seconds
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
