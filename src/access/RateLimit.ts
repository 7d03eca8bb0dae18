/** How many requests a key may make, and the headers that say so (wire contract, section 1). */
import { Context, Effect, Layer } from "effect"
import { RateLimited } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
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

export class RateLimit extends Context.Tag("access/RateLimit")<
  RateLimit,
  {
    /**
     * Counts one request under this name, such as a key's id, at `now` (milliseconds
     * of the monotonic clock). A request that is not admitted has taken nothing.
     * `perMinute`: where the name has a limit of its own. Undefined, with nothing
     * counted, where only `ask` can tell.
     */
    readonly take: (name: string, now: number, perMinute?: number) => BucketDecision | undefined
    /** The same, now, also where another has to be asked. */
    readonly ask: (name: string, perMinute?: number) => Effect.Effect<BucketDecision>
  }
>() {
  /** Of this process alone. */
  static readonly Default = (options: { readonly perMinute: number }): Layer.Layer<RateLimit> =>
    Layer.sync(RateLimit, () => {
      const buckets = new TokenBuckets(options.perMinute)
      return {
        take: (name, now, perMinute) => buckets.take(name, now, perMinute),
        ask: (name, perMinute) => Effect.map(Monotonic.millis, (now) => buckets.take(name, now, perMinute))
      }
    })
}
