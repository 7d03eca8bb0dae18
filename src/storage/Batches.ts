/** Deletes much a little at a time, so that whoever wants an answer meanwhile waits for a few milliseconds at most. */
import { Effect } from "effect"

/** Lets everything else that waits for this thread have its turn. */
const othersFirst = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Runs `batch`, which answers how many rows it deleted, until there was nothing to delete; answers how many in all. */
export const untilNone = <E, R>(batch: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    let all = 0
    return Effect.zipLeft(batch, othersFirst).pipe(
      Effect.repeat({
        until: (count) => {
          all += count
          return count === 0
        }
      }),
      Effect.map(() => all)
    )
  })
