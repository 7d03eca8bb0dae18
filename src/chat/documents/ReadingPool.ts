/** The line before the processes that read attachments. */
import { Duration, Effect } from "effect"
import { AttachmentUploadFailed, atField, type ProviderUnavailable, UnreadableAttachment } from "../../Errors.ts"
import * as Process from "../../workers/Process.ts"
import type { ProcessLimits } from "../../workers/ProcessLimits.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import type { ReadingAnswer, ReadingRequest } from "./DocumentReading.ts"

export interface ReadingOptions {
  /** Files that are read at once, each by a process of its own, so that one that takes long does not hold up all others. */
  readonly workers: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
  /** For tests of what takes too long, or too much. */
  readonly timeLimit?: Duration.Duration
  readonly limits?: ProcessLimits
}

/** Whatever a file of 10 MB may be; a large honest one takes two or three seconds of a processor. */
const TIME_LIMIT = Duration.seconds(30)
/**
 * What the operating system holds a reader to. PDFium may take 512 MB of it, a
 * picture of 50 million pixels 200 MB, and its scaled copy.
 */
const LIMITS: ProcessLimits = { memory: 768 * 1024 * 1024, cpuSeconds: 10 }

/** What a client is told of the file that came in the field `field`. */
export const unreadable = (field: string, reason: string): UnreadableAttachment => {
  const message = `the file ${reason}`
  return new UnreadableAttachment(atField({ field, code: "unreadable", message }, `${field}: ${message}`))
}

const unavailable = ({ retryAfter }: ProviderUnavailable) =>
  new AttachmentUploadFailed({
    message: "attachments cannot be read at the moment; try again",
    retryAfter: retryAfter ?? 5
  })

export class ReadingPool extends Effect.Service<ReadingPool>()("chat/documents/ReadingPool", {
  scoped: Effect.fnUntraced(function* (options: ReadingOptions) {
    const limit = options.timeLimit ?? TIME_LIMIT
    const pool = yield* WorkerPool.make<ReadingRequest, ReadingAnswer>({
      name: "the reader of attachments",
      file: options.file ?? workerFile("chat/documents/DocumentReading.worker.ts"),
      spawn: Process.spawn(options.limits ?? LIMITS),
      workers: options.workers,
      keep: 0,
      timeLimit: () => limit,
      warmUp: []
    })
    return {
      /**
       * Reads a file that came in the field `field`. Fails with
       * `UnreadableAttachment` where it cannot be read, kills a worker or keeps
       * it too long; with `AttachmentUploadFailed` where there is no worker, and
       * with `ProviderUnavailable` where all have too much to do.
       */
      read: Effect.fn("ReadingPool.read")(function* (field: string, request: ReadingRequest) {
        const turn = yield* pool.turn
        const answer = yield* pool.run(request, { place: { turn, step: 0 } }).pipe(
          Effect.catchTags({
            PROVIDER_ERROR: () => Effect.fail(unreadable(field, "cannot be read")),
            PROVIDER_TIMEOUT: () => Effect.fail(unreadable(field, "takes too long to read")),
            // One that has too much to do says so itself; one that does not start is a fault of the server's files.
            PROVIDER_UNAVAILABLE: (failure) => Effect.fail(failure.isBusy === true ? failure : unavailable(failure))
          })
        )
        if (answer._tag === "Unreadable") return yield* unreadable(field, answer.reason)
        return answer
      }),
      /** Succeeds once a worker lives. */
      ready: pool.ready
    }
  })
}) {}
