/** The line before the thread that reads what stored responses say; short ones are read at once. */
import { Duration, Effect } from "effect"
import type { ProviderUnavailable } from "../Errors.ts"
import * as FairSemaphore from "../workers/FairSemaphore.ts"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import { type FileRequest, type ReadingAnswer, type ReadingRequest, read } from "./StoredReading.ts"

/** Bytes of a response that are read at once: in half a millisecond. */
export const SHORT = 64 * 1024

/** The longest that is stored takes a second of a processor; the same on a machine that is busy. */
const TIME_LIMIT = Duration.seconds(30)

/** Loads that one wallet has waiting. */
const WAITING = 16

export class StoredReadingPool extends Effect.Service<StoredReadingPool>()("openai/StoredReadingPool", {
  scoped: Effect.gen(function* () {
    const pool = yield* WorkerPool.make<ReadingRequest | FileRequest, ReadingAnswer>({
      name: "the reader of stored responses",
      file: workerFile("openai/StoredReading.worker.ts"),
      workers: 1,
      keep: 0,
      timeLimit: () => TIME_LIMIT,
      warmUp: []
    })
    const line = yield* FairSemaphore.make({
      permits: 1,
      perShare: 1,
      waiting: WAITING,
      message: "too many stored responses are being read for this wallet; send this again when some are done"
    })
    return {
      /**
       * One after the other, so that the texts of one are in memory at a time: they are loaded within. Fails with
       * `ProviderUnavailable` where too many wait.
       */
      inTurn: <A, E, R>(load: Effect.Effect<A, E, R>): Effect.Effect<A, E | ProviderUnavailable, R> =>
        Effect.scoped(Effect.zipRight(line.enter, load)),
      /** Reads at once what is short. */
      readShort: (request: ReadingRequest): Effect.Effect<ReadingAnswer> => Effect.sync(() => read(request)),
      /** Reads in the thread. Fails while there is none. */
      read: Effect.fn("StoredReadingPool.read")(function* (request: ReadingRequest | FileRequest) {
        const turn = yield* pool.turn
        return yield* pool
          .run(request, { place: { turn, step: 0 } })
          .pipe(Effect.catchTags({ PROVIDER_ERROR: Effect.die, PROVIDER_TIMEOUT: Effect.die }))
      })
    }
  })
}) {}
