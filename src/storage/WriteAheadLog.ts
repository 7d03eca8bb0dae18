/**
 * Brings commits to the disk without keeping this thread from its requests.
 *
 * SQLite's own way (`synchronous = FULL`) waits for the disk inside `COMMIT`:
 * some milliseconds in which nobody is answered. Here a commit only appends to
 * the log (`NORMAL`), which survives the death of the process, and whoever must
 * survive the loss of power as well waits for `sync`, that another thread makes.
 * Recovery is SQLite's: it replays the log up to the last commit whose checksums
 * hold, so what was synced is never lost.
 *
 * What is committed cannot be taken back: where the disk fails it is asked again
 * until it takes what there is, and nobody is told of anything meanwhile. Whoever
 * was told to send the same again would be charged twice.
 */
import * as Fs from "node:fs"
import { Duration, Effect, Runtime, type Scope } from "effect"
import * as Datasync from "./Datasync.ts"

/** Returns once all that was committed before the call is on the disk; it does not reject. */
export type Sync = () => Promise<void>

/** How often a write to a disk that fails is tried again. */
const AGAIN_EVERY = Duration.seconds(1)

/**
 * The log of the database at `filename`, while a connection to it is open: the
 * file stays the same so long. `datasync` is the disk, or a test's.
 */
export const make = (filename: string, datasync = Datasync.datasync): Effect.Effect<Sync, never, Scope.Scope> =>
  Effect.gen(function* () {
    const run = Runtime.runPromise(yield* Effect.runtime())
    let opened: number | undefined
    let isClosed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isClosed = true
        if (opened !== undefined) Fs.closeSync(opened)
      })
    )
    /** It appears with the first commit. */
    const file = (): number => {
      opened ??= Fs.openSync(`${filename}-wal`, "r")
      return opened
    }
    const again = (cause: unknown): Promise<void> =>
      run(
        Effect.zipRight(Effect.logError("the disk does not take what was committed", cause), Effect.sleep(AGAIN_EVERY))
      )
        // Whoever still waits when the database is closed gets no answer: the next start knows.
        .then(() => (isClosed ? new Promise(() => {}) : toDisk()))
    const toDisk = async (): Promise<void> => {
      try {
        await datasync(file())
      } catch (cause) {
        await again(cause)
      }
    }
    let underWay = Promise.resolve()
    let next: Promise<void> | undefined
    /** Whoever comes while the disk is at work waits for the next time, which then serves all of them. */
    return () => {
      const begin = () => {
        next = undefined
        underWay = toDisk()
        return underWay
      }
      next ??= underWay.then(begin)
      return next
    }
  })
