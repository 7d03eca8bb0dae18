/** Deletes much a little at a time, so that whoever wants an answer meanwhile waits for a few milliseconds at most. */
import { Effect } from "effect"
import type { Rows } from "./Statement.ts"

/** Runs `batch`, a write that answers the rows it deleted, until there was nothing to delete; answers how many in all. */
export const deleteUntilNone = Effect.fnUntraced(function* <E, R>(batch: Effect.Effect<Rows, E, R>) {
  let all = 0
  while (true) {
    const { length } = yield* batch
    if (length === 0) return all
    all += length
  }
})
