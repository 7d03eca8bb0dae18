/**
 * `AudioDecoder` over worker threads. A file is a session on one worker, asked
 * for slice after slice, so that short files need not wait for long ones. It is
 * decoded as fast as its turns come, however slowly it is recognised: what waits is
 * at most 180 s of samples, 5.8 MB.
 *
 * A worker that dies takes the sessions of all its files with it. They begin
 * again, and what was given before is left out: each alone on a worker that is
 * kept for them, shares in turn, so that a file that ends workers ends no other's
 * session twice. That whose slice it was gets its second try because it may have
 * been chance. A file over which two workers died, or one hung, is refused.
 */
import { availableParallelism } from "node:os"
import { Duration, Effect, Layer, Option, Stream } from "effect"
import { AudioTooLong, atField, UndecodableAudio, UnsupportedMediaType, ValidationFailed } from "../Errors.ts"
import * as FairSemaphore from "../workers/FairSemaphore.ts"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import { ACCEPTED, AudioDecoder, type DecodeFailure, type DecodeOptions, MAX_SECONDS, TRACK_FIELD } from "./Decode.ts"
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "./Decoding.ts"
import type { DecodingPool } from "./LiveDecoder.ts"
import * as Modules from "./Modules.ts"

export interface DecoderOptions {
  readonly workers: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
  /** For tests of what takes too long. */
  readonly timeLimit?: Duration.Duration
}

/** A slice takes 0.2 s and one packet; past this the worker is taken to hang, as damaged indexes make it. */
const TIME_LIMIT = Duration.seconds(8)
/** Files being decoded at once; each may be 25 MB in a worker. The next waits. */
const MOST_FILES = 16
/** Of one share: so that others find a place. */
const MOST_FILES_OF_ONE = MOST_FILES / 2
/** Files of one share that wait for a place. */
const MOST_WAITING = 64
/** Workers that may die over a slice of one file before it is refused. */
const MOST_DEATHS = 2
/** Slices that wait to be taken: all that a file can have, at 2 s each. */
const MOST_SLICES = MAX_SECONDS / 2 + 1

const unsupported = (name: string | undefined) =>
  new UnsupportedMediaType({
    message:
      name === undefined
        ? `this is not a sound file that can be read here; send ${ACCEPTED}`
        : `this is ${name}, which is not read here; send ${ACCEPTED}`
  })

const undecodable = (reason: string) => new UndecodableAudio({ message: `the file ${reason}; send ${ACCEPTED}` })

const tooLong = () =>
  new AudioTooLong({ message: `the sound is longer than ${MAX_SECONDS} seconds, the most that is taken at once` })

const noSuchTrack = (reason: string) =>
  new ValidationFailed(
    atField({ field: TRACK_FIELD, code: "unknown_track", message: reason }, `${TRACK_FIELD} ${reason}`)
  )

type Slice = Extract<DecodingAnswer, { tag: "slice" }>

/** A slice, and whether it is the last. */
const sliceOf = (answer: DecodingAnswer): Effect.Effect<Slice, DecodeFailure> => {
  switch (answer.tag) {
    case "slice":
      return Effect.succeed(answer)
    case "unsupported":
      return Effect.fail(unsupported(answer.name))
    case "undecodable":
      return Effect.fail(undecodable(answer.reason))
    case "noSuchTrack":
      return Effect.fail(noSuchTrack(answer.reason))
    case "tooLong":
      return Effect.fail(tooLong())
  }
}

/** A file on its way through workers. */
interface Progress {
  readonly file: Uint8Array
  readonly options: DecodeOptions
  /** Samples that were given. */
  given: number
  /** Workers that died over it. */
  deaths: number
}

/** What of a slice that begins at the sample `from` was not given before. */
const unseen = (progress: Progress, from: number, samples: Int16Array): Int16Array => {
  const known = Math.min(samples.length, Math.max(0, progress.given - from))
  progress.given = Math.max(progress.given, from + samples.length)
  return samples.subarray(known)
}

/** All slices of a file that were not given yet, by one worker. */
const attempt = (pool: DecodingPool, session: number, progress: Progress) =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const turn = yield* pool.turn
      const open = { tag: "open", session, file: progress.file, track: progress.options.track } as const
      const { pin, response } = yield* pool.open(open, { turn, step: 0 }, { tag: "release", session })
      const ask = (step: number) =>
        Effect.flatMap(
          step === 0 ? Effect.succeed(response) : pin.run({ tag: "next", session }, { turn, step }),
          sliceOf
        )
      const { onWarnings = () => Effect.void } = progress.options
      const warn = ({ warnings = [] }: Slice) => (warnings.length > 0 ? onWarnings(warnings) : Effect.void)
      return Stream.paginateEffect({ step: 0, from: 0 }, ({ from, step }) =>
        Effect.map(Effect.tap(ask(step), warn), ({ ended, samples }) => {
          const next = { step: step + 1, from: from + samples.length }
          return [unseen(progress, from, samples), ended ? Option.none<typeof next>() : Option.some(next)] as const
        })
      )
    })
  ).pipe(Stream.filter(({ length }) => length > 0))

/** Where files are decoded: at first with others, then each alone. */
interface Workplaces {
  readonly shared: DecodingPool
  readonly reserve: DecodingPool
  /** For one file at a time, as the reserve has one worker. */
  readonly place: FairSemaphore.FairSemaphore
}

/** All slices of a file, by as many workers as it takes. A worker that hung over it says enough of it. */
const slices = (at: Workplaces, nextSession: () => number, progress: Progress) => {
  const from = (isAlone: boolean): Stream.Stream<Int16Array, DecodeFailure> => {
    const tried = isAlone
      ? Stream.unwrapScoped(Effect.map(at.place.enter, () => attempt(at.reserve, nextSession(), progress)))
      : attempt(at.shared, nextSession(), progress)
    return Stream.catchAll(tried, (failure): Stream.Stream<Int16Array, DecodeFailure> => {
      switch (failure._tag) {
        case "WorkerLost":
        case "PROVIDER_ERROR":
          // A worker that had this file alone did not die over another.
          if (isAlone || failure._tag === "PROVIDER_ERROR") progress.deaths++
          return progress.deaths < MOST_DEATHS ? from(true) : Stream.fail(undecodable("cannot be decoded"))
        case "PROVIDER_TIMEOUT":
          return Stream.fail(undecodable("takes too long to decode"))
        default:
          return Stream.fail(failure)
      }
    })
  }
  return from(false)
}

const BUSY = "the audio decoder has as many files waiting for you as it takes; try again shortly"

/** The decoder with the workers of these pools, the second of which has one. */
export const decoderBy = (shared: DecodingPool, reserve: DecodingPool) =>
  Effect.gen(function* () {
    const workplaces: Workplaces = {
      shared,
      reserve,
      place: yield* FairSemaphore.make({ permits: 1, perShare: 1, waiting: MOST_FILES_OF_ONE, message: BUSY })
    }
    const places = yield* FairSemaphore.make({
      permits: MOST_FILES,
      perShare: MOST_FILES_OF_ONE,
      waiting: MOST_WAITING,
      message: BUSY
    })
    let sessions = 0
    const nextSession = () => sessions++
    return AudioDecoder.of({
      decode: (file, options = {}) =>
        Stream.unwrapScoped(
          Effect.map(places.enter, () => slices(workplaces, nextSession, { file, options, given: 0, deaths: 0 }))
        ).pipe(Stream.buffer({ capacity: MOST_SLICES }))
    })
  })

const make = (options: DecoderOptions) =>
  Effect.gen(function* () {
    const initial: DecodingModules = { resampler: yield* Modules.resampler }
    const limit = options.timeLimit ?? TIME_LIMIT
    const poolOf = (workers: number) =>
      WorkerPool.make<DecodingRequest, DecodingAnswer>({
        name: "the audio decoder",
        file: options.file ?? workerFile("audio/Decoding.worker.ts"),
        workers,
        keep: 0,
        initial,
        timeLimit: () => limit,
        warmUp: []
      })
    return yield* decoderBy(yield* poolOf(options.workers), yield* poolOf(1))
  })

/** The decoder with up to `workers` threads, which load when they are wanted. */
export const layerWith = (options: DecoderOptions): Layer.Layer<AudioDecoder> =>
  Layer.scoped(AudioDecoder, make(options))

/** One worker a core. */
export const layer: Layer.Layer<AudioDecoder> = Layer.suspend(() => layerWith({ workers: availableParallelism() }))
