/** Tickets in the memory of the one process: a restart ends them, and the client asks for another. */
import { Effect, Layer, Option } from "effect"
import * as Monotonic from "../runtime/Monotonic.ts"
import { MAX_PER_WALLET, type RedeemedTicket, TicketStore, type TicketTable } from "./Tickets.ts"

interface StoredTicket<Payload> {
  readonly ticket: RedeemedTicket<Payload>
  /** Milliseconds of the monotonic clock: it lives as long, whatever becomes of the time of day. */
  readonly until: number
}

const shelf = <Payload>(): TicketTable<Payload> => {
  const tickets = new Map<string, StoredTicket<Payload>>()
  /** The hashes of each wallet's tickets, oldest first. */
  const ofWallet = new Map<string, Set<string>>()

  const drop = (hash: string, { ticket }: StoredTicket<Payload>) => {
    tickets.delete(hash)
    const held = ofWallet.get(ticket.caller.walletId)
    held?.delete(hash)
    if (held?.size === 0) ofWallet.delete(ticket.caller.walletId)
  }

  /** The oldest expire first, or with those before them: none lives longer than its kind. */
  const dropExpired = (now: number) => {
    for (const [hash, kept] of tickets) {
      if (now < kept.until) return
      drop(hash, kept)
    }
  }

  const add = (hash: string, kept: StoredTicket<Payload>) => {
    const { walletId } = kept.ticket.caller
    const held = ofWallet.get(walletId) ?? new Set()
    const oldest = held.size >= MAX_PER_WALLET ? held.values().next().value : undefined
    const displaced = oldest === undefined ? undefined : tickets.get(oldest)
    if (oldest !== undefined && displaced !== undefined) drop(oldest, displaced)
    ofWallet.set(walletId, held.add(hash))
    tickets.set(hash, kept)
  }

  return {
    keep: (hash, ticket, ttlMillis) =>
      Effect.clockWith((clock) => {
        const now = Monotonic.unsafeMillis(clock)
        const timeOfDay = clock.unsafeCurrentTimeMillis()
        dropExpired(now)
        // A whole second, as the client gets it.
        const expiresAt = Math.ceil((timeOfDay + ttlMillis) / 1000)
        add(hash, { ticket, until: now + expiresAt * 1000 - timeOfDay })
        return Effect.succeed(expiresAt)
      }),
    take: (hash) =>
      Effect.map(Monotonic.millis, (now) => {
        dropExpired(now)
        const kept = tickets.get(hash)
        if (kept === undefined) return Option.none()
        drop(hash, kept)
        return now < kept.until ? Option.some(kept.ticket) : Option.none()
      })
  }
}

export const layer: Layer.Layer<TicketStore> = Layer.succeed(TicketStore, { shelf: () => shelf() })
