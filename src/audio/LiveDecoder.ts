/**
 * `AudioDecoder` for sound that is still coming: each is a session on one worker, which is asked with all bytes that
 * have come, and then slice after slice. What a worker knew of a sound cannot be had again: one that dies or hangs ends
 * the sounds that it had.
 */
import { availableParallelism } from "node:os"
import { Duration, Effect, type Scope } from "effect"
import { ProviderUnavailable, UndecodableAudio } from "../Errors.ts"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "./Decoding.ts"
import type { Kind } from "./FirstBytes.ts"
import * as Modules from "./Modules.ts"

/** A slice takes 0.1 s and one packet; past this the worker is taken to hang. */
const TIME_LIMIT = Duration.seconds(8)
/** Sounds that are decoded at once, each with some megabytes in a worker. */
const MOST_SOUNDS = 256

const busy = new ProviderUnavailable({
  message: "too many sessions send sound that must be decoded; send samples, or try again shortly",
  retryAfter: 5,
  isBusy: true
})

export type LiveDecodingFailure = UndecodableAudio | ProviderUnavailable

/** Takes a piece of sound: mono, 16,000 Hz. Says whether more of what came is wanted. */
export type Take = (samples: Int16Array) => Effect.Effect<boolean>

/** Takes short sentences about what was met in the sound and passed over. */
export type OnWarnings = (warnings: ReadonlyArray<string>) => Effect.Effect<void>

/** A sound that is being decoded. */
export interface LiveDecoding {
  /** Has `take` all that is determined by these bytes, which come behind those before. */
  readonly push: (bytes: Uint8Array, take: Take) => Effect.Effect<void, LiveDecodingFailure>
  /** Has it take what waited for the sound's end; more may follow, but where it `isOver`. */
  readonly drain: (take: Take, isOver: boolean) => Effect.Effect<void, LiveDecodingFailure>
}

/** `reason` goes after what the sound is called. */
const undecodable = (reason: string) =>
  new UndecodableAudio({
    message: `the sound ${reason}; send 16-bit PCM, or WebM, Ogg or MP4 (in fragments, or its index first) as it is recorded`
  })

const lost = new ProviderUnavailable({
  message: "the decoder of this sound was lost; open another session and send it again",
  retryAfter: 1
})

type Slice = Extract<DecodingAnswer, { tag: "slice" }>

const sliceOf = (answer: DecodingAnswer): Effect.Effect<Slice, LiveDecodingFailure> =>
  answer.tag === "slice"
    ? Effect.succeed(answer)
    : Effect.fail(undecodable(answer.tag === "undecodable" ? answer.reason : "cannot be decoded"))

const failureOf = (failure: WorkerPool.WorkerFailure | WorkerPool.WorkerLost): LiveDecodingFailure => {
  switch (failure._tag) {
    case "PROVIDER_UNAVAILABLE":
      return failure
    case "WorkerLost":
      return lost
    default:
      return undecodable("cannot be decoded")
  }
}

/** What is needed of a pool of decoding workers. */
export type DecodingPool = Pick<WorkerPool.WorkerPool<DecodingRequest, DecodingAnswer>, "turn" | "open">

/** The decoder with the workers of a pool. */
export const decoderBy = (pool: DecodingPool) => {
  let sessions = 0
  let open = 0
  const enter = Effect.acquireRelease(
    Effect.suspend(() => {
      if (open >= MOST_SOUNDS) return Effect.fail(busy)
      open++
      return Effect.void
    }),
    () =>
      Effect.sync(() => {
        open--
      })
  )

  /** Begins to decode a sound of a kind, with its first bytes; it ends with the scope. */
  const begin = (
    kind: Kind,
    first: Uint8Array,
    take: Take,
    onWarnings: OnWarnings
  ): Effect.Effect<LiveDecoding, LiveDecodingFailure, Scope.Scope> =>
    Effect.gen(function* () {
      yield* enter
      const session = sessions++
      const turn = yield* pool.turn
      let step = 0
      const opened = yield* Effect.mapError(
        pool.open({ tag: "push", session, kind, bytes: first }, { turn, step }, { tag: "release", session }),
        failureOf
      )
      const ask = (request: DecodingRequest) =>
        Effect.suspend(() => Effect.mapError(opened.pin.run(request, { turn, step: ++step }), failureOf))
      /** An answer and all slices behind it. */
      const takeAll = (answer: DecodingAnswer, take: Take): Effect.Effect<void, LiveDecodingFailure> =>
        Effect.flatMap(sliceOf(answer), ({ ended, samples, warnings = [] }) => {
          const warned = warnings.length > 0 ? onWarnings(warnings) : Effect.void
          const taken = samples.length > 0 ? take(samples) : Effect.succeed(true)
          return Effect.flatMap(Effect.zipRight(warned, taken), (wantsMore) =>
            ended || !wantsMore
              ? Effect.void
              : Effect.flatMap(ask({ tag: "next", session }), (answer) => takeAll(answer, take))
          )
        })
      yield* takeAll(opened.response, take)
      return {
        push: (bytes, take) =>
          Effect.flatMap(ask({ tag: "push", session, kind, bytes }), (answer) => takeAll(answer, take)),
        drain: (take, isOver) =>
          Effect.flatMap(ask({ tag: "drain", session, isOver }), (answer) => takeAll(answer, take))
      }
    })

  return { begin }
}

export class LiveDecoder extends Effect.Service<LiveDecoder>()("audio/LiveDecoder", {
  scoped: Effect.gen(function* () {
    const initial: DecodingModules = { resampler: yield* Modules.resampler }
    const pool = yield* WorkerPool.make<DecodingRequest, DecodingAnswer>({
      name: "the decoder of live sound",
      file: workerFile("audio/Decoding.worker.ts"),
      workers: availableParallelism(),
      keep: 0,
      initial,
      timeLimit: () => TIME_LIMIT,
      warmUp: []
    })
    return decoderBy(pool)
  })
}) {}
