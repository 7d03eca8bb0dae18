/**
 * Tickets: what a client that holds a key gets for one that must not, such as a
 * page that opens a socket. Each opens one session of one kind, once, soon.
 */
import { randomBytes } from "node:crypto"
import { Context, Duration, Effect, Option, type Schema } from "effect"
import { Unauthorized } from "../Errors.ts"
import { ApiKeys } from "./ApiKeys.ts"
import type { Identity } from "./Authentication.ts"
import { digest } from "./SecretDigest.ts"

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
interface IssuedTicket {
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
  /** Succeeds once for each ticket. Fails with `Unauthorized` where it is unknown, used or expired, or its key or lent secret has ended since. */
  readonly redeem: (token: string) => Effect.Effect<RedeemedTicket<Payload>, Unauthorized>
}

/** Where the tickets of one kind are kept, by their hashes: a dump of it opens nothing. */
export interface TicketTable<Payload> {
  /** Keeps a ticket for so many milliseconds, rounded up to a whole second. Answers when it expires, in Unix seconds. */
  readonly keep: (hash: string, ticket: RedeemedTicket<Payload>, ttlMillis: number) => Effect.Effect<number>
  /** Takes a ticket that has not expired: one of those who ask for it gets it. */
  readonly take: (hash: string) => Effect.Effect<Option.Option<RedeemedTicket<Payload>>>
}

/** Where tickets are kept: in memory (`TicketMemory`), or where all nodes find them (`SharedTickets`). */
export class TicketStore extends Context.Tag("access/TicketStore")<
  TicketStore,
  { readonly shelf: <Payload, Encoded>(kind: string, payload: Schema.Schema<Payload, Encoded>) => TicketTable<Payload> }
>() {}

const hashOf = (token: string): string => digest(token, "base64url")

const refused = () =>
  new Unauthorized({ message: "the ticket is unknown, used or expired; ask for a new one, each opens one session" })

/** Tickets of one kind, for the capability that issues and redeems them. `prefix` names the kind: a token shows by it what it is for. */
export const make = Effect.fn("Tickets.make")(function* <Payload, Encoded>(options: {
  readonly prefix: string
  readonly payload: Schema.Schema<Payload, Encoded>
  readonly ttl?: Duration.Duration
}) {
  const keys = yield* ApiKeys
  const { keep, take } = (yield* TicketStore).shelf(options.prefix, options.payload)
  const ttlMillis = Duration.toMillis(options.ttl ?? TTL)

  const box: Tickets<Payload> = {
    issue: Effect.fn("Tickets.issue")((caller, payload, ttl) => {
      const token = `${options.prefix}_${randomBytes(TOKEN_BYTES).toString("base64url")}`
      const own = ttl === undefined ? ttlMillis : Math.min(ttlMillis, Duration.toMillis(ttl))
      return Effect.map(keep(hashOf(token), { caller, payload }, own), (expiresAt) => ({ token, expiresAt }))
    }),
    redeem: Effect.fn("Tickets.redeem")(function* (token) {
      const ticket = yield* take(hashOf(token))
      if (Option.isNone(ticket) || !(yield* keys.isLive(ticket.value.caller))) return yield* refused()
      return ticket.value
    })
  }
  return box
})
