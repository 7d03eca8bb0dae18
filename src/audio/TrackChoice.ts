/**
 * Which of several tracks of a sound that is decoded as it comes is heard: the first that is not silent, as of a file. As
 * long as none has anything to hear, what they have in common is given, which is silence; so nobody waits for the choice.
 * Where a later track is heard first, those before it have a while to be heard too.
 */
import { secondsOf } from "./GrowingClock.ts"
import { HeldSound } from "./HeldSound.ts"
import type * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { isHeard, sayTrack } from "./Tracks.ts"

/** Tracks of which one is chosen; further ones are passed over. */
export const MOST_TRACKS = 8
/** Seconds that a track may be heard later than another one behind it, and that one may be behind the others of which nobody knows whether it comes. */
const LOOK_AHEAD_SECONDS = 2
/** The same of one of which the file says that it comes: what a file says of itself may not be so. */
const SURE_AHEAD_SECONDS = 10
/** The most that is looked ahead where tracks come in long parts, one behind the other. */
const MOST_AHEAD_SECONDS = 60
/** Samples, of all channels, that wait for the choice. */
const MOST_HELD = 4_000_000
/** Seconds of common silence that are given at once. */
const STEP_SECONDS = 0.1
/** Seconds by which times differ that are the same. */
const ROUNDING_SECONDS = 1e-6
/** Sentences about a track that wait for the choice. */
const MOST_NOTES = 8

interface Candidate {
  /** What came of it and is not given. */
  readonly held: HeldSound
  isHeard: boolean
  hasFailed: boolean
  readonly notes: Array<string>
}

export class TrackChoice {
  readonly #note: Note
  readonly #tracks: ReadonlyArray<Candidate>
  readonly #comes: (at: number) => boolean
  #lookAhead = LOOK_AHEAD_SECONDS
  #chosen: number | undefined
  /** Seconds that were given. */
  #given = 0
  /** Seconds at which the first sound of any track was heard. */
  #heardAt: number | undefined

  /** `comes`: whether more of a track is sure to come, by what the file says of itself: it is waited for longer. */
  constructor(count: number, note: Note, comes: (at: number) => boolean = () => false) {
    this.#note = note
    this.#comes = comes
    this.#tracks = Array.from({ length: Math.min(count, MOST_TRACKS) }, () => ({
      held: new HeldSound(),
      isHeard: false,
      hasFailed: false,
      notes: []
    }))
    if (count === 1) this.#chosen = 0
  }

  /** Whether what comes of a track may be heard. */
  isWanted(at: number): boolean {
    return this.#chosen === undefined ? this.#tracks[at]?.hasFailed === false : this.#chosen === at
  }

  /** Tracks come one behind the other, in parts that last so many seconds. */
  lookFurther(seconds: number): void {
    const ahead = LOOK_AHEAD_SECONDS + Math.min(seconds, MOST_AHEAD_SECONDS)
    if (ahead > this.#lookAhead) this.#lookAhead = ahead
  }

  /** What is said of a track, if it is the one that is heard. */
  noteOf(at: number): Note {
    return (sentence) => {
      const { notes = [] } = this.#tracks[at] ?? {}
      if (this.#chosen === at) this.#note(sentence)
      else if (this.#chosen === undefined && notes.length < MOST_NOTES) notes.push(sentence)
    }
  }

  /** Nothing can be made of a track; throws `error` where that leaves none. */
  fail(at: number, error: unknown): void {
    const track = this.#tracks[at]
    if (track !== undefined) track.hasFailed = true
    if (this.#chosen !== undefined || this.#alive.length === 0) throw error
    track?.held.clear()
    if (this.#heard < 0) this.#heardAt = undefined
  }

  /** What is to be given with more of a track. */
  *add(at: number, pieces: Iterable<PacketDecoders.Piece>): Generator<PacketDecoders.Piece> {
    if (this.#chosen === at) return yield* pieces
    const track = this.#tracks[at]
    if (this.#chosen !== undefined || track === undefined) return
    for (const piece of pieces) {
      const isSilent = !isHeard(piece)
      if (!isSilent && !track.isHeard) {
        track.isHeard = true
        this.#heardAt ??= track.held.end
      }
      track.held.add(piece, isSilent)
    }
    yield* this.#go()
  }

  /** What waits, where nothing more comes for now; `isOver`: nor later. */
  *end(isOver: boolean): Generator<PacketDecoders.Piece> {
    if (this.#chosen !== undefined || this.#tracks.length === 0) return
    const heard = this.#heard
    if (heard >= 0) yield* this.#choose(heard)
    else if (isOver) yield* this.#choose(this.#tracks.findIndex(({ hasFailed }) => !hasFailed))
    else yield* this.#giveSilence(this.#furthest)
  }

  get #alive(): ReadonlyArray<Candidate> {
    return this.#tracks.filter(({ hasFailed }) => !hasFailed)
  }

  get #heard(): number {
    return this.#tracks.findIndex(({ hasFailed, isHeard }) => isHeard && !hasFailed)
  }

  get #furthest(): number {
    return Math.max(...this.#alive.map(({ held }) => held.end))
  }

  get #isFull(): boolean {
    return this.#tracks.reduce((sum, { held }) => sum + held.size, 0) > MOST_HELD
  }

  /** Seconds that others may be ahead of a track before it is waited for no longer. */
  #aheadOf(at: number): number {
    return this.#comes(at) ? Math.max(this.#lookAhead, SURE_AHEAD_SECONDS) : this.#lookAhead
  }

  *#go(): Generator<PacketDecoders.Piece> {
    const heard = this.#heard
    const furthest = this.#furthest
    const isFull = this.#isFull
    if (heard >= 0) {
      const heardAt = this.#heardAt ?? 0
      const isLate = ({ hasFailed, held }: Candidate, at: number) =>
        hasFailed || held.end > heardAt + this.#lookAhead || furthest > heardAt + this.#aheadOf(at)
      if (isFull || this.#tracks.slice(0, heard).every(isLate)) yield* this.#choose(heard)
      return
    }
    const ends = this.#tracks.flatMap(({ hasFailed, held }, at) =>
      hasFailed ? [] : [Math.max(held.end, furthest - this.#aheadOf(at))]
    )
    const until = isFull ? furthest : Math.min(...ends)
    if (isFull || until - this.#given > STEP_SECONDS - ROUNDING_SECONDS) yield* this.#giveSilence(until)
  }

  /** The silence of all tracks, which is that of any that has come so far. */
  *#giveSilence(until: number): Generator<PacketDecoders.Piece> {
    const track = this.#alive.find(({ held }) => held.end >= until - ROUNDING_SECONDS)
    if (track === undefined) return
    yield* this.#give(track, until)
    // Passes over what was given of another.
    for (const { held } of this.#tracks) Array.from(held.take(until, until))
  }

  *#choose(at: number): Generator<PacketDecoders.Piece> {
    const track = this.#tracks[at]
    if (track === undefined) return
    this.#chosen = at
    this.#note(sayTrack(this.#tracks.length, at))
    for (const sentence of track.notes) this.#note(sentence)
    yield* this.#give(track, Number.POSITIVE_INFINITY)
    for (const { held } of this.#tracks) held.clear()
  }

  /** What of a track is before a time, and was not given of another. */
  *#give({ held }: Candidate, until: number): Generator<PacketDecoders.Piece> {
    for (const piece of held.take(this.#given, until)) {
      this.#given += secondsOf([piece])
      yield piece
    }
  }
}
