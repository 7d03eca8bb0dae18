/**
 * How often the dashboard's token may be tried. The address is that of the
 * connection: what a client says of itself in a header it could say anew each
 * time. So all who come through one proxy share what it has; and whoever is kept
 * out by others' attempts has the link that `qal dashboard` prints, whose code
 * nobody guesses and whose use is not counted.
 */
import { createHmac } from "node:crypto"
import { isIPv6 } from "node:net"
import { Effect, Option } from "effect"
import { AdminToken } from "../access/AdminToken.ts"
import { RateLimit } from "../access/RateLimit.ts"
import { RateLimited } from "../Errors.ts"

/** Attempts a minute from one address. */
export const PER_MINUTE = 10

/**
 * Addresses are spread over so many buckets by a hash that nobody outside can
 * compute. That bounds the memory and, from however many addresses they come, the
 * attempts: 41,000 a minute, by which 16 hexadecimal digits, the shortest token that
 * may be set, are all tried in 800 million years.
 */
const BUCKETS = 4_096

/** Groups of an IPv6 address that name a network; its owner has all of the addresses below. */
const NETWORK_GROUPS = 4
const ALL_GROUPS = 8

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** Who is counted as one: an IPv4 address, or the network of an IPv6 address. */
export const networkOf = (address: string): string => {
  const [bare = ""] = address.split("%")
  const ipv4 = MAPPED_IPV4.exec(bare)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(bare)) return bare
  const [before = "", after = ""] = bare.split("::")
  const [left, right] = [groupsOf(before), groupsOf(after)]
  const zeros = Array.from({ length: Math.max(0, ALL_GROUPS - left.length - right.length) }, () => "0")
  return [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS).join(":")
}

const tooMany = (retryAfter: number) =>
  new RateLimited({
    message: `too many attempts to sign in from this address; try again in ${retryAfter} s, or use the link that \`qal dashboard\` prints`,
    retryAfter
  })

export class SignInAttempts extends Effect.Service<SignInAttempts>()("dashboard/SignInAttempts", {
  effect: Effect.gen(function* () {
    const { ask } = yield* RateLimit
    // Which nobody outside knows, and all nodes do.
    const { fingerprint: key } = yield* AdminToken
    const bucketOf = (address: string): string =>
      `sign-in ${createHmac("sha256", key).update(networkOf(address)).digest().readUInt32BE() % BUCKETS}`

    /** Counts an attempt, right or wrong, before it is looked at. Fails with `RateLimited`. */
    const count = Effect.fn("SignInAttempts.count")(function* (address: Option.Option<string>) {
      const bucket = bucketOf(Option.getOrElse(address, () => ""))
      const { admitted, retryAfter } = yield* ask(bucket, PER_MINUTE)
      if (!admitted) return yield* tooMany(retryAfter)
    })

    return { count }
  })
}) {}
