/**
 * When the user's sound was recorded, by its own samples. The time at which it is taken says little: what waited at a
 * client or a server that was held up comes in a burst, long after it was recorded; what comes of a file comes before
 * its time. Plain synchronous state for one sound. All times are milliseconds of the monotonic clock.
 *
 * Sound that follows other sound was recorded right behind it, unless that would be `MOST_LATE` before it came. Where
 * what seems late goes on to come at the pace of speech, nothing was late: the microphone had been off.
 */

/** What is known of a piece of sound that has come. */
export interface Capture {
  /** The earliest that its first sample was recorded. */
  readonly from: number
  /** The latest that its last one was: when it came. */
  readonly to: number
  /** Milliseconds that its client, or the line, was held up and has caught up by now. */
  readonly heldUp: number
  /** It comes before its time: no microphone records it now, and no echo is in it. */
  readonly isAhead: boolean
}

/** A piece of sound was recorded at most so long before it came. */
const MOST_LATE = 1_000
/** So many times as fast as sound comes at its pace, it is no longer taken to be late: after 0.2 s at most. */
const RECOVERY = 5

/** What a client recorded before it was connected comes at once, within so long of its first sound, and is not longer than that. */
const CONNECTING = 300
const MOST_KEPT = 5_000
/** Sound is ahead where within a second or two it gains so much on all that came before it. */
const LEAD = 750
const SPAN = 1_000

export class CaptureClock {
  /** Milliseconds of sound so far, when the last of it came, and when that was recorded. */
  private position = 0
  private last = Number.NEGATIVE_INFINITY
  private recorded = Number.NEGATIVE_INFINITY
  /** When sound came less its position: of what was not late, and the greatest since some was not late. */
  private punctual = Number.POSITIVE_INFINITY
  private latest = Number.NEGATIVE_INFINITY
  /** How late the last piece was, and how much was caught up when a piece was not late: many clients send some sound at once. */
  private lateness = 0
  private usual = 0
  /** The least such difference of all but the last second or two, of the second before this one, and of this one. */
  private settled = Number.POSITIVE_INFINITY
  private before = Number.POSITIVE_INFINITY
  private current = Number.POSITIVE_INFINITY
  private begun: number | undefined
  private spanSince = Number.NEGATIVE_INFINITY

  private follow(difference: number, paced: number): void {
    const recovered = Math.min(this.lateness, RECOVERY * paced)
    this.punctual = Math.max(Math.min(difference, this.punctual + recovered), difference - MOST_LATE)
    this.lateness = difference - this.punctual
  }

  private heldUp(difference: number): number {
    this.latest = Math.max(this.latest, difference)
    const caughtUp = this.latest - difference
    const more = Math.max(0, caughtUp - this.usual)
    if (this.lateness === 0) {
      this.latest = difference
      this.usual = caughtUp
    }
    return Math.min(MOST_LATE, more)
  }

  private isAhead(difference: number, now: number): boolean {
    this.begun ??= now
    if (now - this.begun <= CONNECTING)
      this.settled = Math.min(this.settled, Math.max(difference, this.begun - MOST_KEPT))
    if (now - this.spanSince >= SPAN) {
      this.settled = Math.min(this.settled, this.before)
      this.before = this.current
      this.current = Number.POSITIVE_INFINITY
      this.spanSince = now
    }
    this.current = Math.min(this.current, difference)
    return difference < this.settled - LEAD
  }

  /** Takes so many milliseconds of sound that come at `now`. */
  take(millis: number, now: number): Capture {
    this.position += millis
    const difference = now - this.position
    this.follow(difference, Math.max(0, Math.min(millis, now - this.last)))
    this.last = now
    const until = this.position + this.punctual
    const from = Math.max(this.recorded, until - millis)
    this.recorded = until
    return { from, to: now, heldUp: this.heldUp(difference), isAhead: this.isAhead(difference, now) }
  }
}
