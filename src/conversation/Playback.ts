/** What the client is playing, as far as it can be known from here: each piece of sound at once, or after those sent before it. */

/** Milliseconds that sound may be sent ahead of its playing; a client that is interrupted throws them away. */
const MOST_AHEAD = 2_000

/** Milliseconds that a piece may come back later: the network's way there and back, the client's buffer, the room. */
const ECHO = 600

interface Piece {
  readonly from: number
  readonly until: number
  readonly level: number
}

/** Times in milliseconds of the monotonic clock. Holds what is being played, may still come back, and was sent ahead. */
export class Playback {
  private pieces: Array<Piece> = []
  private until = 0

  /** So many milliseconds of sound are sent, of this level (`audio/Activity`, as the detector's of its input). */
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

  /** The greatest level of the sound that the client plays now or that may come back as an echo; none where there is none. */
  heard(now: number): number | undefined {
    const heard = this.pieces.filter(({ from, until }) => from <= now && now < until + ECHO)
    return heard.length === 0 ? undefined : Math.max(...heard.map(({ level }) => level))
  }
}
