/** Requests that were answered in each of the last seconds: by this process, or by all nodes of a database (`SharedSeconds`). */
import { Context, Effect, type Scope } from "effect"

/** So many in each of the last whole seconds, oldest first; how many seconds is said by `RECENT_SECONDS`. */
export type PerSecond = ReadonlyArray<number>

export class RecentRequests extends Context.Reference<RecentRequests>()("dashboard/RecentRequests", {
  defaultValue: (): {
    /** Tells other nodes of this process's requests as long as the scope lives, and answers those of all nodes. */
    readonly shared: (own: Effect.Effect<PerSecond>) => Effect.Effect<Effect.Effect<PerSecond>, never, Scope.Scope>
  } => ({ shared: Effect.succeed })
}) {}
