/**
 * Token buckets, one per key, as plain arithmetic over the time that is passed
 * in. Each holds `perMinute` tokens, its own or everybody's, and gains as many a minute. All in whole
 * numbers, so that no rounding ever admits one too many: a token is
 * `UNITS_PER_TOKEN` units, and a millisecond brings `perMinute` of them.
 */
export const UNITS_PER_TOKEN = 60_000

/** After this long without a request any bucket is full, which is what a missing one is. */
const FULL_AFTER_MILLIS = 60_000

/** Idle buckets looked for at each request: more than one, so that they go faster than they come. */
const DROPPED_PER_TAKE = 2

/** What the bucket says of a request. */
export interface BucketDecision {
  readonly admitted: boolean
  /** Requests that a full bucket holds. */
  readonly limit: number
  /** Requests that would be admitted now. */
  readonly remaining: number
  /** Whole seconds until the bucket is full. */
  readonly reset: number
  /** Whole seconds until a refused request would be admitted; 0 when it was. */
  readonly retryAfter: number
}

interface Bucket {
  units: number
  /** When `units` was right, in milliseconds. */
  at: number
}

/** Whole seconds in which a bucket gains so many units. */
export const secondsToGain = (units: number, perMinute: number): number => Math.ceil(units / (perMinute * 1_000))

export class TokenBuckets {
  readonly #perMinute: number
  /** The least recently used first. */
  readonly #buckets = new Map<string, Bucket>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /**
   * Takes a token of `key`'s bucket, if there is one, at `now` (milliseconds of the
   * monotonic clock). With another `perMinute` than before, the bucket keeps its
   * tokens, as far as it still holds them.
   */
  take(key: string, now: number, perMinute: number = this.#perMinute): BucketDecision {
    const capacity = perMinute * UNITS_PER_TOKEN
    const millis = Math.floor(now)
    const bucket = this.#buckets.get(key) ?? { units: capacity, at: millis }
    const elapsed = Math.max(0, millis - bucket.at)
    bucket.units = Math.min(capacity, bucket.units + elapsed * perMinute)
    bucket.at += elapsed
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    this.#dropIdle(now)

    const admitted = bucket.units >= UNITS_PER_TOKEN
    if (admitted) bucket.units -= UNITS_PER_TOKEN
    return {
      admitted,
      limit: perMinute,
      remaining: Math.floor(bucket.units / UNITS_PER_TOKEN),
      reset: secondsToGain(capacity - bucket.units, perMinute),
      retryAfter: admitted ? 0 : secondsToGain(UNITS_PER_TOKEN - bucket.units, perMinute)
    }
  }

  /** Buckets in memory: at most one for each key used within the last minute, and a few on their way out. */
  get size(): number {
    return this.#buckets.size
  }

  #dropIdle(now: number): void {
    let looked = 0
    for (const [key, bucket] of this.#buckets) {
      if (looked++ === DROPPED_PER_TAKE || now - bucket.at < FULL_AFTER_MILLIS) return
      this.#buckets.delete(key)
    }
  }
}
