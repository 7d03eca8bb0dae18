/** What the client is playing, by assumption: it plays each piece of sound at once, or after the pieces before it. */
import type { Capture } from "./CaptureClock.ts"

/** Milliseconds that sound may be sent ahead of its playing. A client throws them away when it is interrupted. */
const MOST_AHEAD = 2_000

/**
 * Milliseconds after its playing within which the echo of a piece may come: the network both ways, the client's buffer,
 * a headset's or a loudspeaker's, the room. With the 300 that the detector adds (`FrameAnalysis`) it is heard through
 * a delay of a second.
 */
const ECHO = 800

/** Milliseconds that what may be of use to nobody is kept: one message has some seconds of sound. */
const KEPT = 10_000

interface Piece {
  readonly from: number
  readonly until: number
  /** From when on no echo of it can come. */
  readonly goneAt: number
  readonly level: number
}

/** Keeps the pieces that are played now, that may still come back as an echo, or that were sent ahead. Times in milliseconds of the monotonic clock. */
export class Playback {
  private pieces: Array<Piece> = []
  private until = 0
  /** Milliseconds that the client was held up while these pieces were under way, which it may play so much later. */
  private heldUp = 0

  /** Records that so many milliseconds of sound of this level were sent (the level of `audio/Activity`, as the detector's). */
  sent(millis: number, level: number, now: number): void {
    const from = Math.max(this.until, now)
    this.until = from + millis
    this.pieces = this.pieces.filter(({ goneAt }) => now < goneAt + KEPT)
    this.pieces.push({ from, until: this.until, goneAt: this.until + ECHO, level })
  }

  /** The client is told to throw away what it has not played. Until it has heard of that it plays on. */
  stop(now: number): void {
    this.pieces = this.pieces.map((piece) => ({ ...piece, goneAt: Math.min(piece.goneAt, now + ECHO) }))
    this.until = Math.min(this.until, now)
  }

  /** Milliseconds until more may be sent; none or less: at once. */
  wait(now: number): number {
    return this.until - now - MOST_AHEAD
  }

  /** The greatest level of the sound whose echo may be in what was captured so. None where there is no such sound. */
  heard({ from, heldUp, isAhead, to }: Capture): number | undefined {
    this.heldUp = Math.max(this.heldUp, heldUp)
    this.pieces = this.pieces.filter(({ goneAt }) => from < goneAt + this.heldUp)
    if (this.pieces.length === 0) this.heldUp = 0
    if (isAhead) return undefined
    const levels = this.pieces.filter((piece) => piece.from <= to).map(({ level }) => level)
    return levels.length === 0 ? undefined : Math.max(...levels)
  }
}
