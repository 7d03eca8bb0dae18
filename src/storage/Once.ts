/**
 * What is done once, however many nodes share the database. A node that has the
 * database to itself, such as any with SQLite, does it: that is what holds where
 * nothing is provided.
 */
import { Context, type Duration, Effect } from "effect"

export interface OnceShape {
  /**
   * For work that comes again, such as a sweep: does nothing where it was begun, on
   * any node, within the time `every`, less a tenth. Work that failed is begun again
   * by whoever comes next.
   */
  readonly inTurn: (
    name: string,
    every: Duration.Duration
  ) => <E, R>(work: Effect.Effect<unknown, E, R>) => Effect.Effect<void, E, R>
  /** For work of which there is one at a time: waits while another node is at work under this name. */
  readonly alone: (name: string) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

export class Once extends Context.Reference<Once>()("storage/Once", {
  defaultValue: (): OnceShape => ({ inTurn: () => Effect.asVoid, alone: () => (work) => work })
}) {}
