/** What an edit list has played of a track that is heard as it comes: a pause, then one stretch. */
import type { Edit } from "./IsoFile.ts"
import type * as PacketDecoders from "./PacketDecoders.ts"

/** Samples of silence that are made at once, and the longest pause at the beginning, in seconds. */
const SILENCE = 16_384
const LONGEST_PAUSE_SECONDS = 180

export const SEVERAL_STRETCHES =
  "is an MP4 or M4A file of several stretches, which cannot be decoded before all of it has come"

interface Played {
  readonly pause: number
  /** Seconds of the track. */
  readonly from: number
  readonly to: number
}

/** Undefined where there are several stretches. */
const playedOf = (edits: ReadonlyArray<Edit> = []): Played | undefined => {
  const stretches = edits.filter(({ from }) => from !== undefined)
  if (stretches.length > 1) return undefined
  const [stretch] = stretches
  const before = edits.slice(0, stretch === undefined ? 0 : edits.indexOf(stretch))
  const pause = before.reduce((sum, { seconds }) => sum + seconds, 0)
  const { from = 0, seconds = Number.POSITIVE_INFINITY } = stretch ?? {}
  return { pause: Math.min(pause, LONGEST_PAUSE_SECONDS), from, to: from + seconds }
}

export class PlayedStretch {
  readonly #played: Played
  #pause: number

  private constructor(played: Played) {
    this.#played = played
    this.#pause = played.pause
  }

  /** Undefined where the edits play several stretches, which come in no order. */
  static of(edits: ReadonlyArray<Edit> | undefined): PlayedStretch | undefined {
    const played = playedOf(edits)
    return played === undefined ? undefined : new PlayedStretch(played)
  }

  /** Seconds of the track before what is played. */
  get from(): number {
    return this.#played.from
  }

  /** What is played of a piece that stands at `at`, in seconds of the track, behind the pause. */
  *placed({ channelData, sampleRate }: PacketDecoders.Piece, at: number): Generator<PacketDecoders.Piece> {
    for (let left = Math.round(this.#pause * sampleRate); left > 0; left -= SILENCE)
      yield { channelData: [new Float32Array(Math.min(left, SILENCE))], sampleRate }
    this.#pause = 0
    const { from, to } = this.#played
    const length = channelData[0]?.length ?? 0
    const first = Math.max(0, Math.round((from - at) * sampleRate))
    const end = Number.isFinite(to) ? Math.max(0, Math.round((to - at) * sampleRate)) : length
    if (first < Math.min(end, length))
      yield { channelData: channelData.map((samples) => samples.subarray(first, end)), sampleRate }
  }

  /** The same of pieces behind one another, each as it is asked for. */
  *placedAll(pieces: Iterable<PacketDecoders.Piece>, from: number): Generator<PacketDecoders.Piece> {
    let at = from
    for (const piece of pieces) {
      yield* this.placed(piece, at)
      at += (piece.channelData[0]?.length ?? 0) / piece.sampleRate
    }
  }
}
