/**
 * The embedded recogniser: a small network of the project's own in worker
 * threads. It was trained on the embedded synthesiser's speech alone, and is
 * made for that: what it cannot have understood it refuses (`Understanding`). For
 * recordings of people attach a recogniser by `QAL_RECOGNIZER_URL`.
 */
import { Duration, Effect, Layer, Option, Scope, Stream } from "effect"
import { SAMPLE_RATE } from "../../audio/Decode.ts"
import { joinInt16 } from "../../audio/Samples.ts"
import { ProviderNotConfigured } from "../../Errors.ts"
import * as CapacityLimit from "../../workers/CapacityLimit.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import {
  type Hypothesis,
  RecognitionLost,
  type RecognitionRequest,
  Recognizer,
  type RecognizerShape
} from "../Recognizer.ts"
import type { SessionMessage, SessionText } from "./RecognizerMessages.ts"

export interface RecognizerOptions {
  /** Recognition threads at most. */
  readonly workers: number
  /** Sessions of one share at once for each worker; `SESSIONS` by default. */
  readonly sessions?: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
}

const MODEL = "qal-embedded-1"

/**
 * Sessions of one share at once, for each worker: a live one takes less than a hundredth of a
 * core (`bench hearing`) and 0.5 MB; a slower and busy machine still keeps up.
 */
const SESSIONS = 32

/** Seconds until a session is likely to have ended. */
const RETRY_AFTER = 2

/** Measured: 0.006 s a second of sound; ours to a machine a hundred times slower. */
const timeLimit = (request: SessionMessage): Duration.Duration =>
  Duration.seconds(10 + ("samples" in request ? request.samples.length / SAMPLE_RATE : 0))

/** Two seconds of a noisy tone bring the loops to speed; the session is never ended, and costs nothing. */
const WARM_UP_SESSION = -1
const warmUpSound = (): Int16Array =>
  Int16Array.from(
    { length: 2 * SAMPLE_RATE },
    (_, at) => 3000 * Math.sin(at / 11) * Math.sin(at / 2000) + ((at * 7919) % 500)
  )
const warmUp: ReadonlyArray<SessionMessage> = [
  { tag: "piece", session: WARM_UP_SESSION, language: "am", samples: warmUpSound() },
  { tag: "finish", session: WARM_UP_SESSION, language: "am" }
]

type Pool = WorkerPool.WorkerPool<SessionMessage, SessionText>

/** Cuts a stream of samples into pieces of exactly `length`, the last shorter. */
const inPieces =
  (length: number) =>
  <E, R>(sound: Stream.Stream<Int16Array, E, R>): Stream.Stream<Int16Array, E, R> =>
    Stream.suspend(() => {
      let held = new Int16Array(0)
      const cut = (samples: Int16Array): ReadonlyArray<Int16Array> => {
        const joined = joinInt16([held, samples])
        const whole = Math.floor(joined.length / length)
        held = joined.slice(whole * length)
        return Array.from({ length: whole }, (_, at) => joined.slice(at * length, (at + 1) * length))
      }
      return Stream.concat(
        Stream.mapConcat(sound, cut),
        Stream.suspend(() => (held.length > 0 ? Stream.make(held) : Stream.empty))
      )
    })

/** One worker, held for the session's time, and what is asked of it in order. */
const openSession = (pool: Pool, session: number, { language }: RecognitionRequest) =>
  Effect.gen(function* () {
    const turn = yield* pool.turn
    const pin = yield* pool.pin
    yield* Effect.addFinalizer(() => Effect.sync(() => pin.send({ tag: "release", session })))
    let step = 0
    const ask = (request: SessionMessage) =>
      Effect.suspend(() => {
        const answer = pin.run(request, { turn, step })
        step++
        return Effect.catchTag(answer, "WorkerLost", ({ message }) => new RecognitionLost({ message }))
      })
    return {
      push: (samples: Int16Array) => ask({ tag: "piece", session, language, samples }),
      finish: ask({ tag: "finish", session, language })
    }
  })

/** A partial where the text, or how much of it is settled, is another than before. */
const whenChanged = () => {
  let last = { text: "", settled: 0 }
  return ({ settled, text }: SessionText): Option.Option<Hypothesis> => {
    if (text === last.text && settled === last.settled) return Option.none()
    last = { text, settled }
    return Option.some({ _tag: "Partial", text, settled })
  }
}

const notUnderstood = new ProviderNotConfigured({
  message:
    "This recording is not one of this server's voices; the embedded recogniser hears those alone. " +
    "Attach one for people (QAL_RECOGNIZER_URL) or add a model.",
  isNotUnderstood: true
})

/** What was heard, unless the recogniser cannot have understood it: then nothing of it is worth an answer. */
const finalOf =
  ({ words }: RecognitionRequest) =>
  ({ confidence, isUnderstood, text, words: all }: SessionText): Effect.Effect<Hypothesis, ProviderNotConfigured> =>
    isUnderstood
      ? Effect.succeed({ _tag: "Final", text, words: words ? all : [], confidence })
      : Effect.fail(notUnderstood)

const make = (options: RecognizerOptions) =>
  Effect.gen(function* () {
    const pool = yield* WorkerPool.make<SessionMessage, SessionText>({
      name: "the recogniser",
      file: options.file ?? workerFile("engines/recognizer/Recognition.worker.ts"),
      workers: options.workers,
      keep: 0,
      timeLimit,
      warmUp,
      tasks: "short"
    })
    const admission = yield* CapacityLimit.make({
      capacity: options.workers * (options.sessions ?? SESSIONS),
      retryAfter: RETRY_AFTER,
      message: "the recogniser has as many sessions for you as it takes; try again shortly"
    })
    let sessions = 0

    const recognize: RecognizerShape["recognize"] = (request, sound) =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          yield* admission.enter
          yield* pool.prepare
          // Opened by the first sound: a decoder that the sound comes from loads while the worker does.
          const scope = yield* Effect.scope
          const opened = yield* Effect.cached(Scope.extend(openSession(pool, sessions++, request), scope))
          const partials = sound.pipe(
            inPieces((request.chunkMillis * SAMPLE_RATE) / 1000),
            Stream.mapEffect((samples) => Effect.flatMap(opened, ({ push }) => push(samples))),
            Stream.filterMap(whenChanged())
          )
          const last = Effect.flatMap(opened, ({ finish }) => finish)
          return Stream.concat(partials, Stream.fromEffect(Effect.flatMap(last, finalOf(request))))
        })
      )

    return Recognizer.of({ name: MODEL, recognize, prepare: pool.prepare, ready: pool.ready })
  })

/** The recogniser, whose workers load when they are wanted; `ready` tells whether they do. */
export const layer = (options: RecognizerOptions): Layer.Layer<Recognizer> => Layer.scoped(Recognizer, make(options))
