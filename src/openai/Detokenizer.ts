/** The queue of the thread that decodes token numbers. The thread starts with the first request that has some. */
import { Duration, Effect } from "effect"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import type { TokenFault } from "./TokenTexts.ts"

/** Lists of token numbers. */
export type DetokenizingRequest = ReadonlyArray<ReadonlyArray<number>>

export type DetokenizingAnswer =
  | { readonly _tag: "Texts"; readonly texts: ReadonlyArray<string> }
  | { readonly _tag: "Fault"; readonly fault: TokenFault }

/** A request full of numbers takes at most a second of processor time. This leaves room for a busy machine. */
const TIME_LIMIT = Duration.seconds(30)

export class Detokenizer extends Effect.Service<Detokenizer>()("openai/Detokenizer", {
  scoped: Effect.gen(function* () {
    const pool = yield* WorkerPool.make<DetokenizingRequest, DetokenizingAnswer>({
      name: "the decoder of token numbers",
      file: workerFile("openai/Detokenizing.worker.ts"),
      workers: 1,
      keep: 0,
      timeLimit: () => TIME_LIMIT,
      warmUp: []
    })
    return {
      /** Their texts by `cl100k_base`, or the first fault. Fails with `ProviderUnavailable` while there is no thread. */
      decode: Effect.fn("Detokenizer.decode")(function* (lists: DetokenizingRequest) {
        const turn = yield* pool.turn
        return yield* pool
          .run(lists, { place: { turn, step: 0 } })
          .pipe(Effect.catchTags({ PROVIDER_ERROR: Effect.die, PROVIDER_TIMEOUT: Effect.die }))
      })
    }
  })
}) {}
