/**
 * Brings commits to the disk without keeping this thread from its requests.
 *
 * SQLite's own way (`synchronous = FULL`) waits for the disk inside `COMMIT`:
 * some milliseconds in which nobody is answered. Here a commit only appends to
 * the log (`NORMAL`), which survives the death of the process, and whoever must
 * survive the loss of power as well waits for `sync`, that another thread makes.
 * Recovery is SQLite's: it replays the log up to the last commit whose checksums
 * hold, so what was synced is never lost.
 */
import * as Fs from "node:fs"
import { Effect, type Scope } from "effect"
import { datasync } from "./Datasync.ts"

export interface WriteAheadLog {
  /** Returns once all that was committed before the call is on the disk. A fault of the disk is a defect. */
  readonly sync: Effect.Effect<void>
  /** The same, for who waits without a fiber; it rejects on a fault of the disk. */
  readonly syncNow: () => Promise<void>
}

/** The log of the database at `filename`, while a connection to it is open: the file stays the same so long. */
export const make = (filename: string): Effect.Effect<WriteAheadLog, never, Scope.Scope> =>
  Effect.gen(function* () {
    let opened: number | undefined
    yield* Effect.addFinalizer(() => Effect.sync(() => opened !== undefined && Fs.closeSync(opened)))
    /** It appears with the first commit. */
    const file = (): number => {
      opened ??= Fs.openSync(`${filename}-wal`, "r")
      return opened
    }
    let underWay = Promise.resolve()
    let next: Promise<void> | undefined
    /** Whoever comes while the disk is at work waits for the next time, which then serves all of them. */
    const syncNow = (): Promise<void> => {
      const begin = () => {
        next = undefined
        underWay = datasync(file())
        return underWay
      }
      next ??= underWay.then(begin, begin)
      return next
    }
    return { sync: Effect.promise(syncNow), syncNow }
  })
