/**
 * Tickets: what a client that holds a key gets for one that must not, such as a
 * page that opens a socket. Each opens one session of one kind, once, soon. They
 * live in memory: a restart ends them, and the client asks for another.
 */
import { createHash, randomBytes } from "node:crypto"
import { Duration, Effect } from "effect"
import { Unauthorized } from "../Errors.ts"
import * as Monotonic from "../Monotonic.ts"
import { ApiKeys } from "./ApiKeys.ts"
import type { Identity } from "./Authentication.ts"

/** How long a ticket waits to be used, unless its kind says otherwise (wire contract, sections 7 and 9). */
export const TTL = Duration.seconds(60)

/**
 * Unused tickets of one kind that a wallet may have; the next one ends its
 * oldest. The rate limit allows about as many within a ticket's life, and no
 * wallet can crowd out another's.
 */
export const MAX_PER_WALLET = 1_000

/** 256 bits: it cannot be guessed. */
const TOKEN_BYTES = 32

/** A ticket as its holder gets it. */
export interface IssuedTicket {
  readonly token: string
  /** Unix seconds. */
  readonly expiresAt: number
}

/** What a ticket was good for, and whose it was. */
export interface RedeemedTicket<Payload> {
  readonly caller: Identity
  readonly payload: Payload
}

/** The tickets of one kind: one of another kind opens nothing here. */
export interface Tickets<Payload> {
  /** `ttl`: where it is to expire sooner than others of its kind. */
  readonly issue: (caller: Identity, payload: Payload, ttl?: Duration.Duration) => Effect.Effect<IssuedTicket>
  /** Succeeds once for each ticket; `Unauthorized` when it is unknown, used or expired, or its key, or the secret that was lent of it, has ended since. */
  readonly redeem: (token: string) => Effect.Effect<RedeemedTicket<Payload>, Unauthorized>
}

interface Ticket<Payload> extends RedeemedTicket<Payload> {
  /** Milliseconds of the monotonic clock: it lives as long, whatever becomes of the time of day. */
  readonly until: number
}

/** Only the hash is kept, so that a dump of the memory opens nothing. */
const digest = (token: string): string => createHash("sha256").update(token).digest("base64url")

const refused = () =>
  new Unauthorized({ message: "the ticket is unknown, used or expired; ask for a new one, each opens one session" })

/** Tickets of one kind, for the capability that issues and redeems them. `prefix` shows what a token is for. */
export const make = Effect.fn("Tickets.make")(function* <Payload>(options: {
  readonly prefix: string
  readonly ttl?: Duration.Duration
}) {
  const keys = yield* ApiKeys
  const ttlMillis = Duration.toMillis(options.ttl ?? TTL)
  const tickets = new Map<string, Ticket<Payload>>()
  /** The hashes of each wallet's tickets, oldest first. */
  const ofWallet = new Map<string, Set<string>>()

  const drop = (hash: string, ticket: Ticket<Payload>) => {
    tickets.delete(hash)
    const held = ofWallet.get(ticket.caller.walletId)
    held?.delete(hash)
    if (held?.size === 0) ofWallet.delete(ticket.caller.walletId)
  }

  /** The oldest expire first, or with those before them: none lives longer than its kind. */
  const dropExpired = (now: number) => {
    for (const [hash, ticket] of tickets) {
      if (now < ticket.until) return
      drop(hash, ticket)
    }
  }

  const keep = (hash: string, ticket: Ticket<Payload>) => {
    const held = ofWallet.get(ticket.caller.walletId) ?? new Set()
    const oldest = held.size >= MAX_PER_WALLET ? held.values().next().value : undefined
    const displaced = oldest === undefined ? undefined : tickets.get(oldest)
    if (oldest !== undefined && displaced !== undefined) drop(oldest, displaced)
    ofWallet.set(ticket.caller.walletId, held.add(hash))
    tickets.set(hash, ticket)
  }

  const box: Tickets<Payload> = {
    issue: Effect.fn("Tickets.issue")((caller, payload, ttl) =>
      Effect.clockWith((clock) => {
        const now = Monotonic.unsafeMillis(clock)
        const timeOfDay = clock.unsafeCurrentTimeMillis()
        dropExpired(now)
        const token = `${options.prefix}_${randomBytes(TOKEN_BYTES).toString("base64url")}`
        // A whole second, as the client gets it.
        const own = ttl === undefined ? ttlMillis : Math.min(ttlMillis, Duration.toMillis(ttl))
        const expiresAt = Math.ceil((timeOfDay + own) / 1000)
        keep(digest(token), { caller, payload, until: now + expiresAt * 1000 - timeOfDay })
        return Effect.succeed({ token, expiresAt })
      })
    ),
    redeem: Effect.fn("Tickets.redeem")(function* (token) {
      const now = yield* Monotonic.millis
      dropExpired(now)
      const hash = digest(token)
      const ticket = tickets.get(hash)
      if (ticket === undefined) return yield* refused()
      drop(hash, ticket)
      if (now >= ticket.until) return yield* refused()
      if (!(yield* keys.isLive(ticket.caller))) return yield* refused()
      return { caller: ticket.caller, payload: ticket.payload }
    })
  }
  return box
})
