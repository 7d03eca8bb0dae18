/** What the client is playing, by assumption: it plays each piece of sound at once, or after the pieces before it. */

/** Milliseconds that sound may be sent ahead of its playing. A client throws them away when it is interrupted. */
const MOST_AHEAD = 2_000

/** Milliseconds after its playing within which the echo of a piece may come: the network both ways, the client's buffer, the room. */
const ECHO = 600

interface Piece {
  readonly from: number
  readonly until: number
  readonly level: number
}

/** Keeps the pieces that are played now, that may still come back as an echo, or that were sent ahead. Times in milliseconds of the monotonic clock. */
export class Playback {
  private pieces: Array<Piece> = []
  private until = 0

  /** Records that so many milliseconds of sound of this level were sent (the level of `audio/Activity`, as the detector's). */
  sent(millis: number, level: number, now: number): void {
    const from = Math.max(this.until, now)
    this.until = from + millis
    this.pieces = this.pieces.filter((piece) => now < piece.until + ECHO)
    this.pieces.push({ from, until: this.until, level })
  }

  /** The client throws away what it has not played. */
  stop(now: number): void {
    this.pieces = this.pieces.filter(({ from }) => from < now)
    this.until = Math.min(this.until, now)
  }

  /** Milliseconds until more may be sent; none or less: at once. */
  wait(now: number): number {
    return this.until - now - MOST_AHEAD
  }

  /** The greatest level of the sound that is played now or may come back as an echo. None where there is no such sound. */
  heard(now: number): number | undefined {
    const heard = this.pieces.filter(({ from, until }) => from <= now && now < until + ECHO)
    return heard.length === 0 ? undefined : Math.max(...heard.map(({ level }) => level))
  }
}
