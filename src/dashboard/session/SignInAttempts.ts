/**
 * How often the dashboard's token may be tried. The address is that of the
 * connection: what a client says of itself in a header it could say anew each
 * time. So all who come through one proxy share what it has; and whoever is kept
 * out by others' attempts has the link that `qal dashboard` prints, whose code
 * nobody guesses and whose use is not counted.
 */
import { createHmac } from "node:crypto"
import { isIPv6 } from "node:net"
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Either, Option, Schema } from "effect"
import { AdminToken } from "../../access/AdminToken.ts"
import { RateLimit } from "../../access/RateLimit.ts"
import { RateLimited } from "../../Errors.ts"
import { processCommand, publicCommand } from "../../runtime/ProcessCommand.ts"
import { statement } from "../../storage/Statement.ts"
import { type Body, Writer } from "../../storage/Writer.ts"
import * as Audit from "../audit/Audit.ts"

/** How many refused attempts the audit log takes in an hour: of one address, and in all. So a flood cannot fill it. */
export const NOTED_PER_HOUR = { address: 10, all: 100 } as const
const HOUR = Duration.toMillis(Duration.hours(1))

/** Ends where the time in milliseconds since 1970 is to stand: each database writes that place in its own way. */
const NEWEST = `
  SELECT details FROM (
    SELECT at, details FROM audit WHERE action = 'session.refuse' ORDER BY seq DESC LIMIT ${NOTED_PER_HOUR.all}
  ) AS newest WHERE at > `
const decodeNewest = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ details: Schema.parseJson(Schema.Struct({ address: Schema.String })) }))
)

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
    message: `too many attempts to sign in from this address; try again in ${retryAfter} s, or use the link that \`${publicCommand(processCommand)} dashboard\` prints`,
    retryAfter
  })

export class SignInAttempts extends Effect.Service<SignInAttempts>()("dashboard/session/SignInAttempts", {
  effect: Effect.gen(function* () {
    const { ask } = yield* RateLimit
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
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

    /**
     * Writes a refused attempt into the audit log, while that has room for it. The entry that takes the last
     * room says so. What cannot be written does not change the refusal.
     */
    const note = Effect.fn("SignInAttempts.note")(
      function* (by: "token" | "link", from: Option.Option<string>) {
        const now = yield* Clock.currentTimeMillis
        const network = networkOf(Option.getOrElse(from, () => ""))
        const address = network.includes(":") ? `${network}::/64` : network
        const roomIn = (rows: unknown): number => {
          const noted = decodeNewest(rows)
          const own = noted.filter(({ details }) => details.address === address)
          return Math.min(NOTED_PER_HOUR.all - noted.length, NOTED_PER_HOUR.address - own.length)
        }
        const body: Body<void> = function* () {
          const room = roomIn(yield statement(`${NEWEST}?`, now - HOUR))
          const details = { by, address, ...(room === 1 ? { is_last: true } : {}) }
          if (room > 0) yield Audit.entry(Audit.NOBODY, "session.refuse", null, details, now)
          return Either.void
        }
        // Whoever floods is kept from the writer, too.
        const room = roomIn(yield* sql`${sql.literal(NEWEST)}${now - HOUR}`)
        if (room > 0) yield* durable(body)
      },
      Effect.catchAllCause((cause) => Effect.logWarning("an attempt to sign in that was refused was not noted", cause))
    )

    return { count, note }
  })
}) {}
