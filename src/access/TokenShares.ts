/**
 * A node's part of token buckets that all nodes share, as plain arithmetic over
 * the time that is passed in. The bucket itself is in the database (function
 * `qal_take_tokens`); a node has some tokens of it at hand, which it uses without
 * asking, and asks for more before they are gone. So nobody is ever given a token
 * twice, and most requests cost no round trip. What the bucket did not have is not
 * asked for again at once, so that whoever is over the limit costs none either.
 */
import { type BucketDecision, secondsToGain, TokenBuckets, UNITS_PER_TOKEN } from "./TokenBuckets.ts"

/** How long tokens at hand may be used. The database counts them for a minute; this is less, so that no token is counted again while it is used. */
const HELD_FOR_MILLIS = 55_000

/** After an answer that left requests without a token. In that time a limit of 600 gains one. */
const ASKED_AGAIN_AFTER_MILLIS = 100

/** More tokens are asked for when fewer than this part is left of those that were at hand, where these last less than a minute. */
const LOW = 1 / 4
const FEW = 4

/** Idle names looked for at each request: more than one, so that they go faster than they come. */
const DROPPED_PER_TAKE = 2

/** How long a database that did not answer is left alone. */
const CUT_OFF_MILLIS = 1_000

/** The part of its limit that a name has on a node which cannot ask. */
const PART_WHEN_CUT_OFF = 1 / 10

/** A request to the database for tokens of one bucket. */
export interface TokenRequest {
  readonly name: string
  readonly limit: number
  /** Requests that wait. */
  readonly need: number
  /** Tokens still at hand. */
  readonly held: number
}

/** The tokens for waiting requests, the tokens to keep, and what is left in the bucket, in units of `TokenBuckets`. */
export interface TokenResponse {
  readonly name: string
  readonly given: number
  readonly spare: number
  readonly units: number
}

type Waiter = (decision: BucketDecision) => void

interface TokenShare {
  perMinute: number
  tokens: number
  /** Tokens at hand after the last answer. */
  most: number
  /** Until when they are good. All times in milliseconds of the monotonic clock. */
  until: number
  /** What the bucket held when it was last asked. */
  units: number
  at: number
  /** Refused without asking until then. */
  barredUntil: number
  usedAt: number
  waiting: Array<Waiter>
  /** How many of them the question under way is for; undefined where there is none. */
  asked: number | undefined
}

const unasked = (perMinute: number, now: number): TokenShare => ({
  perMinute,
  tokens: 0,
  most: 0,
  until: now,
  units: perMinute * UNITS_PER_TOKEN,
  at: now,
  barredUntil: now,
  usedAt: now,
  waiting: [],
  asked: undefined
})

/** What the node knows of the bucket and what it has of it. */
const unitsOf = ({ at, perMinute, tokens, units }: TokenShare, now: number): number => {
  const capacity = perMinute * UNITS_PER_TOKEN
  const left = Math.min(capacity, units + Math.max(0, Math.floor(now - at)) * perMinute)
  return Math.min(capacity, left + tokens * UNITS_PER_TOKEN)
}

const decisionOf = (share: TokenShare, now: number, admitted: boolean): BucketDecision => {
  const { barredUntil, perMinute } = share
  const units = unitsOf(share, now)
  const barred = Math.ceil((barredUntil - now) / 1_000)
  return {
    admitted,
    limit: perMinute,
    remaining: Math.floor(units / UNITS_PER_TOKEN),
    reset: secondsToGain(perMinute * UNITS_PER_TOKEN - units, perMinute),
    retryAfter: admitted ? 0 : Math.max(1, barred, secondsToGain(UNITS_PER_TOKEN - units, perMinute))
  }
}

export class TokenShares {
  /** The least recently used first. */
  readonly #slices = new Map<string, TokenShare>()
  readonly #wanting = new Set<string>()
  readonly #alone = new TokenBuckets(1)
  #cutOffUntil = Number.NEGATIVE_INFINITY

  /** `onWanting` is called when there is something to ask for; it must not throw. */
  constructor(private readonly onWanting: () => void) {}

  /** Takes a token that is at hand, or refuses where there can be none. Undefined, and nothing taken, where only the bucket knows. */
  take(name: string, now: number, perMinute: number): BucketDecision | undefined {
    const share = this.#sliceOf(name, now, perMinute)
    if (share.tokens > 0) {
      share.tokens--
      if (share.most >= FEW && share.tokens < share.most * LOW) this.#want(name, share, now)
      return decisionOf(share, now, true)
    }
    if (now < share.barredUntil) return decisionOf(share, now, false)
    return now < this.#cutOffUntil ? this.#takeAlone(name, now, perMinute) : undefined
  }

  /** Calls `onDecided` with the decision: at once where the tokens at hand are enough to know it, else once the bucket has answered. */
  ask(name: string, now: number, perMinute: number, onDecided: Waiter): void {
    const decision = this.take(name, now, perMinute)
    if (decision !== undefined) onDecided(decision)
    else {
      const share = this.#sliceOf(name, now, perMinute)
      share.waiting.push(onDecided)
      this.#want(name, share, now)
    }
  }

  /** All that is to be asked now. Each is to be followed by `answered` or `failed` before the next. */
  questions(now: number): ReadonlyArray<TokenRequest> {
    const asks = Array.from(this.#wanting, (name) => {
      const share = this.#slices.get(name) ?? unasked(1, now)
      share.asked = share.waiting.length
      return { name, limit: share.perMinute, need: share.asked, held: share.tokens }
    })
    this.#wanting.clear()
    return asks
  }

  /** `askedAt`: when the question was asked. */
  answered(answers: ReadonlyArray<TokenResponse>, askedAt: number, now: number): void {
    for (const { given, name, spare, units } of answers) {
      const slice = this.#slices.get(name)
      if (slice === undefined) continue
      slice.tokens += spare
      slice.most = slice.tokens
      slice.until = askedAt + HELD_FOR_MILLIS
      slice.units = units
      slice.at = askedAt
      const isEmpty = given < (slice.asked ?? 0)
      if (isEmpty) slice.barredUntil = now + ASKED_AGAIN_AFTER_MILLIS
      const served = slice.waiting.splice(0, given)
      // Whoever came since would find the bucket as empty.
      const refused = isEmpty ? slice.waiting.splice(0) : []
      slice.asked = undefined
      for (const decide of served) decide(decisionOf(slice, now, true))
      for (const decide of refused) decide(decisionOf(slice, now, false))
      // Some came while the bucket was asked for others.
      if (slice.waiting.length > 0) this.#want(name, slice, now)
    }
  }

  /** The database could not be asked: whoever waits is decided upon without it. */
  failed(asks: ReadonlyArray<TokenRequest>, now: number): void {
    this.#cutOffUntil = now + CUT_OFF_MILLIS
    const names = [...asks.map(({ name }) => name), ...this.#wanting]
    this.#wanting.clear()
    for (const name of names) {
      const slice = this.#slices.get(name)
      if (slice === undefined) continue
      slice.asked = undefined
      for (const decide of slice.waiting.splice(0)) decide(this.#takeAlone(name, now, slice.perMinute))
    }
  }

  /** Names in memory: at most one for each used within the last minute, and a few on their way out. */
  get size(): number {
    return this.#slices.size
  }

  #takeAlone(name: string, now: number, perMinute: number): BucketDecision {
    const decision = this.#alone.take(name, now, Math.max(1, Math.floor(perMinute * PART_WHEN_CUT_OFF)))
    return { ...decision, limit: perMinute }
  }

  #sliceOf(name: string, now: number, perMinute: number): TokenShare {
    const share = this.#slices.get(name) ?? unasked(perMinute, now)
    if (now >= share.until) share.tokens = 0
    if (share.perMinute !== perMinute) {
      share.perMinute = perMinute
      share.tokens = Math.min(share.tokens, perMinute)
      share.barredUntil = now
    }
    share.usedAt = now
    this.#slices.delete(name)
    this.#slices.set(name, share)
    this.#dropIdle(now)
    return share
  }

  #want(name: string, share: TokenShare, now: number): void {
    if (share.asked !== undefined || now < this.#cutOffUntil) return
    this.#wanting.add(name)
    this.onWanting()
  }

  #dropIdle(now: number): void {
    let looked = 0
    for (const [name, { usedAt, waiting }] of this.#slices) {
      if (looked++ === DROPPED_PER_TAKE || now - usedAt < HELD_FOR_MILLIS || waiting.length > 0) return
      this.#slices.delete(name)
    }
  }
}
