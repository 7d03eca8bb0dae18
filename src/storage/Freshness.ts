/**
 * How long, in milliseconds, what was read of the database may be taken for what it
 * holds. For ever where this process alone changes it, and forgets what it changes;
 * where nodes share the database, as little as lets each see within a second what
 * another has changed.
 */
import { Context } from "effect"

/** Where nodes share a database: half a second, and the other half for the asking. */
export const SHARED = 500

export class Freshness extends Context.Reference<Freshness>()("storage/Freshness", {
  defaultValue: (): number => Number.POSITIVE_INFINITY
}) {}
