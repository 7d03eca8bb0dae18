/**
 * Keeps the write-ahead log short without keeping the thread that answers.
 *
 * SQLite brings the log into the database by itself after a thousand pages, in
 * whichever commit comes then, and waits for the disk twice to do so: some
 * milliseconds every hundred requests in which nobody is answered. Here another
 * thread does it, while the line of writers waits and everything else goes on;
 * then no page is left that the log would have to be kept for, and the next
 * commit begins it anew.
 */
import { Duration, Effect, Layer } from "effect"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import { connectionPragmas } from "./Pragmas.ts"
import { Transactions } from "./Transactions.ts"
import { Writer } from "./Writer.ts"

/** Some milliseconds as a rule; a disk that is very busy may take longer. */
const TIME_LIMIT = Duration.seconds(5)

const make = Effect.fnUntraced(function* (filename: string) {
  const { lock } = yield* Transactions
  const writer = yield* Writer
  const pool = yield* WorkerPool.make<"checkpoint", "done">({
    name: "the keeper of the log",
    file: workerFile("storage/Checkpoint.worker.ts"),
    workers: 1,
    load: "when wanted",
    initial: { filename, pragmas: connectionPragmas },
    timeLimit: () => TIME_LIMIT,
    warmUp: []
  })
  const checkpoint = Effect.acquireUseRelease(
    Effect.sync(lock.enter),
    () => Effect.flatMap(pool.turn, (turn) => pool.run("checkpoint", { place: { turn, step: 0 } })),
    () => Effect.sync(lock.leave)
  )
  // A commit does it where the worker cannot: see `connectionPragmas`.
  yield* writer.logIsLong.pipe(Effect.zipRight(Effect.ignore(checkpoint)), Effect.forever, Effect.forkScoped)
})

/** For the process that serves requests; the command line writes too little to need it. */
export const layer = (filename: string): Layer.Layer<never, never, Transactions | Writer> =>
  Layer.scopedDiscard(make(filename))
