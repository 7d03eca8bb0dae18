/**
 * `AudioDecoder` over worker threads. A file is a session on one worker, asked
 * for slice after slice, so that short files need not wait for long ones. It is
 * decoded as fast as its turns come, however slowly it is heard: what waits is
 * at most 180 s of samples, 5.8 MB, and the file itself is soon let go.
 */
import { readFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import resamplerFile from "../../node_modules/@echogarden/speex-resampler-wasm/wasm/speex-resampler-simd.wasm" with {
  type: "file"
}
import { AudioTooLong, type ProviderUnavailable, UndecodableAudio, UnsupportedMediaType } from "../Errors.ts"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import { ACCEPTED, AudioDecoder, type DecodeFailure, MAX_SECONDS } from "./Decode.ts"
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "./Decoding.ts"

export interface DecoderOptions {
  readonly workers: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
  /** For tests of what takes too long. */
  readonly timeLimit?: Duration.Duration
}

/** A slice takes 0.2 s and one packet; past this the worker is taken to hang. */
const TIME_LIMIT = Duration.seconds(15)
/** Files being decoded at once; each may be 25 MB in a worker. The next waits. */
const MOST_FILES = 16
/** Slices that wait to be heard: all that a file can have, at 2 s each. */
const MOST_SLICES = MAX_SECONDS / 2 + 1

const unsupported = () =>
  new UnsupportedMediaType({ message: `this is not a sound file that can be read here; send ${ACCEPTED}` })

const undecodable = (reason: string) => new UndecodableAudio({ message: `the file ${reason}; send ${ACCEPTED}` })

const tooLong = () =>
  new AudioTooLong({ message: `the sound is longer than ${MAX_SECONDS} seconds, the most that is taken at once` })

/** A worker that died or hung over a file says something of the file. */
const toDecodeFailure = (failure: WorkerPool.WorkerFailure): UndecodableAudio | ProviderUnavailable => {
  if (failure._tag === "PROVIDER_UNAVAILABLE") return failure
  return undecodable(failure._tag === "PROVIDER_TIMEOUT" ? "takes too long to decode" : "cannot be decoded")
}

type Pool = WorkerPool.WorkerPool<DecodingRequest, DecodingAnswer>

/** A slice, and whether it is the last. */
const sliceOf = (answer: DecodingAnswer): Effect.Effect<Extract<DecodingAnswer, { tag: "slice" }>, DecodeFailure> => {
  switch (answer.tag) {
    case "slice":
      return Effect.succeed(answer)
    case "unsupported":
      return Effect.fail(unsupported())
    case "undecodable":
      return Effect.fail(undecodable(answer.reason))
    case "tooLong":
      return Effect.fail(tooLong())
  }
}

/** All slices of a file, on one worker. */
const slices = (pool: Pool, session: number, file: Uint8Array): Stream.Stream<Int16Array, DecodeFailure> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const turn = yield* pool.turn
      const pin = yield* Effect.acquireRelease(pool.pin, (held) =>
        Effect.sync(() => held.tell({ tag: "release", session }))
      )
      const ask = (step: number) =>
        pool
          .run(step === 0 ? { tag: "open", session, file } : { tag: "next", session }, {
            place: { turn: turn + step, step },
            pin
          })
          .pipe(Effect.mapError(toDecodeFailure), Effect.flatMap(sliceOf))
      return Stream.paginateEffect(0, (step) =>
        Effect.map(
          ask(step),
          ({ ended, samples }) => [samples, ended ? Option.none<number>() : Option.some(step + 1)] as const
        )
      )
    })
  ).pipe(Stream.filter(({ length }) => length > 0))

const make = (options: DecoderOptions) =>
  Effect.gen(function* () {
    const resampler = yield* Effect.promise(async () => WebAssembly.compile(await readFile(resamplerFile)))
    const initial: DecodingModules = { resampler }
    const limit = options.timeLimit ?? TIME_LIMIT
    const pool = yield* WorkerPool.make<DecodingRequest, DecodingAnswer>({
      name: "the audio decoder",
      file: options.file ?? workerFile("audio/Decoding.worker.ts"),
      workers: options.workers,
      load: "when wanted",
      initial,
      timeLimit: () => limit,
      warmUp: []
    })
    const places = yield* Effect.makeSemaphore(MOST_FILES)
    const place = Effect.acquireRelease(places.take(1), () => places.release(1))
    let sessions = 0
    return AudioDecoder.of({
      decode: (file) =>
        Stream.unwrapScoped(Effect.map(place, () => slices(pool, sessions++, file))).pipe(
          Stream.buffer({ capacity: MOST_SLICES })
        )
    })
  })

/** The decoder with `workers` threads, which load in the background. */
export const layerWith = (options: DecoderOptions): Layer.Layer<AudioDecoder> =>
  Layer.scoped(AudioDecoder, make(options))

/** One worker a core. */
export const layer: Layer.Layer<AudioDecoder> = Layer.suspend(() => layerWith({ workers: availableParallelism() }))
