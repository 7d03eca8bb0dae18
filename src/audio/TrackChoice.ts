/**
 * Which of several tracks of a sound that is decoded as it comes is heard: the first that is not silent, as of a file. As
 * long as none has anything to hear, what they have in common is given, which is silence; so nobody waits for the choice.
 * Where a later track is heard first, those before it have a while to be heard too.
 */
import { secondsOf, withoutFirst } from "./GrowingClock.ts"
import type * as PacketDecoders from "./PacketDecoders.ts"
import type { Note } from "./Pieces.ts"
import { isHeard, sayTrack } from "./Tracks.ts"

/** Tracks of which one is chosen; further ones are passed over. */
export const MOST_TRACKS = 8
/** Seconds that a track may be heard later than another one behind it, and that a track may be behind the others. */
const LOOK_AHEAD_SECONDS = 2
/** Samples, of all channels, that wait for the choice, and as how many a piece counts besides: it may be short. */
const MOST_HELD = 4_000_000
const SAMPLES_OF_A_PIECE = 64
/** Seconds of common silence that are given at once. */
const STEP_SECONDS = 0.1
/** Seconds by which times differ that are the same. */
const ROUNDING_SECONDS = 1e-6
/** Sentences about a track that wait for the choice. */
const MOST_NOTES = 8

interface Candidate {
  /** What came of it and is not given. */
  pieces: Array<PacketDecoders.Piece>
  /** Seconds before those, and all seconds of it. */
  start: number
  end: number
  isHeard: boolean
  hasFailed: boolean
  notes: Array<string>
}

const heldBy = ({ channelData }: PacketDecoders.Piece): number =>
  channelData.length * (channelData[0]?.length ?? 0) + SAMPLES_OF_A_PIECE

export class TrackChoice {
  readonly #note: Note
  readonly #tracks: ReadonlyArray<Candidate>
  #chosen: number | undefined
  /** Seconds that were given. */
  #given = 0
  /** Seconds at which the first sound of any track was heard. */
  #heardAt: number | undefined
  #held = 0

  constructor(count: number, note: Note) {
    this.#note = note
    this.#tracks = Array.from({ length: Math.min(count, MOST_TRACKS) }, () => ({
      pieces: [],
      start: 0,
      end: 0,
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
    this.#drop(track)
    if (this.#heard < 0) this.#heardAt = undefined
  }

  /** What is to be given with more of a track. */
  *add(at: number, pieces: Iterable<PacketDecoders.Piece>): Generator<PacketDecoders.Piece> {
    if (this.#chosen === at) return yield* pieces
    const track = this.#tracks[at]
    if (this.#chosen !== undefined || track === undefined) return
    for (const piece of pieces) {
      track.pieces.push(piece)
      this.#held += heldBy(piece)
      if (!track.isHeard && isHeard(piece)) {
        track.isHeard = true
        this.#heardAt ??= track.end
      }
      track.end += secondsOf([piece])
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
    return Math.max(...this.#alive.map(({ end }) => end))
  }

  *#go(): Generator<PacketDecoders.Piece> {
    const heard = this.#heard
    const furthest = this.#furthest
    const isFull = this.#held > MOST_HELD
    if (heard >= 0) {
      const isFirst = this.#tracks.slice(0, heard).every(({ hasFailed }) => hasFailed)
      if (isFirst || isFull || furthest - (this.#heardAt ?? 0) > LOOK_AHEAD_SECONDS) yield* this.#choose(heard)
      return
    }
    const common = Math.min(...this.#alive.map(({ end }) => end))
    const until = isFull ? furthest : Math.max(common, furthest - LOOK_AHEAD_SECONDS)
    if (isFull || until - this.#given > STEP_SECONDS - ROUNDING_SECONDS) yield* this.#giveSilence(until)
  }

  /** The silence of all tracks, which is that of any that has come so far. */
  *#giveSilence(until: number): Generator<PacketDecoders.Piece> {
    const track = this.#alive.find(({ end }) => end >= until - ROUNDING_SECONDS)
    if (track === undefined) return
    yield* this.#give(track, until)
    for (const other of this.#tracks) if (other !== track) this.#pass(other)
  }

  *#choose(at: number): Generator<PacketDecoders.Piece> {
    const track = this.#tracks[at]
    if (track === undefined) return
    this.#chosen = at
    this.#note(sayTrack(this.#tracks.length, at))
    for (const sentence of track.notes) this.#note(sentence)
    yield* this.#give(track, Number.POSITIVE_INFINITY)
    for (const other of this.#tracks) this.#drop(other)
  }

  /** What of a track is whole before a time, and was not given of another. */
  *#give(track: Candidate, until: number): Generator<PacketDecoders.Piece> {
    let count = 0
    for (const piece of track.pieces) {
      const end = track.start + secondsOf([piece])
      if (end > until + ROUNDING_SECONDS) break
      const [rest] = withoutFirst(piece, Math.max(0, this.#given - track.start))
      track.start = end
      this.#held -= heldBy(piece)
      count++
      if (end <= this.#given + ROUNDING_SECONDS) continue
      this.#given = end
      yield rest
    }
    track.pieces.splice(0, count)
  }

  /** Passes over what was given of another track. */
  #pass(track: Candidate): void {
    let count = 0
    for (const piece of track.pieces) {
      const end = track.start + secondsOf([piece])
      if (end > this.#given + ROUNDING_SECONDS) break
      track.start = end
      this.#held -= heldBy(piece)
      count++
    }
    track.pieces.splice(0, count)
  }

  #drop(track: Candidate | undefined): void {
    for (const piece of track?.pieces ?? []) this.#held -= heldBy(piece)
    track?.pieces.splice(0)
  }
}
