/** What is live where nodes share a database: PostgreSQL, and in it all that they have to agree on. Loaded there alone. */
import { Layer, type Redacted } from "effect"
import { AdminTokenKeeper } from "./access/AdminToken.ts"
import * as SharedRateLimit from "./access/SharedRateLimit.ts"
import * as SharedTickets from "./access/SharedTickets.ts"
import * as SharedSlots from "./conversation/SharedSlots.ts"
import * as SharedSeconds from "./dashboard/requests/SharedSeconds.ts"
import type { DatabaseUrl } from "./settings/DatabaseUrl.ts"
import { Freshness, SHARED } from "./storage/Freshness.ts"
import * as Leases from "./storage/postgres/Leases.ts"
import * as Postgres from "./storage/postgres/Postgres.ts"

/** `perMinute`: requests of a key without a limit of its own; `secret`: the signing secret, of all nodes alike. */
export const layer = (
  address: DatabaseUrl,
  { secret, ...options }: { readonly perMinute: number; readonly secret: Redacted.Redacted }
) =>
  Layer.mergeAll(
    SharedTickets.layer(secret),
    SharedRateLimit.layer(options),
    SharedSlots.layer,
    AdminTokenKeeper.inDatabase,
    SharedSeconds.layer,
    Layer.succeed(Freshness, SHARED)
  ).pipe(Layer.provideMerge(Leases.layer), Layer.provideMerge(Postgres.layer(address)))
