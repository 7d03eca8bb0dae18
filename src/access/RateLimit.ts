/** How many requests a key may make, and the headers that say so (wire contract, section 1). */
import { Effect } from "effect"
import { RateLimited } from "../Errors.ts"
import { type BucketDecision, TokenBuckets } from "./TokenBuckets.ts"

/** The six headers of an authenticated response: the same three under both names that clients read. */
export const headersOf = ({ limit, remaining, reset }: BucketDecision): Readonly<Record<string, string>> => {
  const [l, r, s] = [String(limit), String(remaining), String(reset)]
  return {
    "x-ratelimit-limit-requests": l,
    "x-ratelimit-remaining-requests": r,
    "x-ratelimit-reset-requests": s,
    "x-ratelimit-limit": l,
    "x-ratelimit-remaining": r,
    "x-ratelimit-reset": s
  }
}

const seconds = (count: number) => (count === 1 ? "1 second" : `${count} seconds`)

/** The error of a request that was not admitted. */
export const refusal = ({ limit, retryAfter }: BucketDecision): RateLimited =>
  new RateLimited({
    message: `this API key may make ${limit} requests a minute; try again in ${seconds(retryAfter)}`,
    retryAfter
  })

export class RateLimit extends Effect.Service<RateLimit>()("access/RateLimit", {
  effect: (options: { readonly perMinute: number }) =>
    Effect.sync(() => {
      const buckets = new TokenBuckets(options.perMinute)
      return {
        /**
         * Counts one request of the key against its bucket at `now` (milliseconds
         * of the monotonic clock). A request that is not admitted has taken nothing.
         * `perMinute`: where the key has a limit of its own.
         */
        take: (keyId: string, now: number, perMinute?: number): BucketDecision => buckets.take(keyId, now, perMinute)
      }
    })
}) {}
