/**
 * `AudioEncoder` over worker threads.
 *
 * A clip's pieces that are whole MP3 frames with a silent end (the embedded
 * synthesiser's phrases are) are encoded each for itself, by whichever worker is
 * free: their frames, joined, lie at the same samples as those of one long run,
 * with no bits shared over the seams, and a phrase's bytes are complete when its
 * turn ends. From the first other piece on, one encoder, pinned to one worker,
 * serves the rest of the clip.
 */
import { availableParallelism } from "node:os"
import { Duration, Effect, Layer, Option, Scope, Stream } from "effect"
import lameFile from "wasm-media-encoders/wasm/mp3" with { type: "file" }
import { ProviderError } from "../Errors.ts"
import { workerFile } from "../workers/WorkerFile.ts"
import * as WorkerPool from "../workers/WorkerPool.ts"
import {
  AudioEncoder,
  type AudioEncoderShape,
  type AudioFormat,
  type EncodedPiece,
  formats,
  type OnSound,
  type Sound
} from "./AudioEncoder.ts"
import * as ClipFile from "./ClipFile.ts"
import type { CodecModules, Encoded, EncodingRequest } from "./Encoding.ts"
import * as Modules from "./Modules.ts"
import * as Mp3 from "./Mp3.ts"

export interface EncoderOptions {
  readonly workers: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
}

/** Seconds of sound in one request: some 20 ms of a worker, so that nobody waits long behind a large piece. */
const LONGEST_REQUEST = 2
/** Longer pieces are not encoded as a whole but in a session, request by request. */
const LONGEST_WHOLE = 20
/** Pieces of one clip between the one that was put in line last and the one that is awaited: so four are under way. */
const BUFFERED = 2
/** For who waits on the engine, which has a limit of its own: 16 s for a first phrase. */
const EARLY_LIMIT = Duration.seconds(60)
/** Measured: 0.01 s for a second of sound; ours to a machine a hundred times slower. */
const timeLimit = (request: EncodingRequest): Duration.Duration =>
  request.tag === "early"
    ? EARLY_LIMIT
    : Duration.seconds(10 + ("samples" in request ? request.samples.length / request.sampleRate : 0))

/** Samples at each end of a whole piece's silence that the resampler's filter may reach into: 2 ms. */
const reach = (sampleRate: number): number => Math.ceil(0.002 * sampleRate)

/** Whether the piece is whole frames long, and silent for more than the last of them. */
const isWhole = ({ sampleRate, samples }: Sound): boolean => {
  const length = (samples.length * formats.mp3_44100.sampleRate) / sampleRate
  if (!Number.isInteger(length / Mp3.FRAME_SAMPLES) || length < 2 * Mp3.FRAME_SAMPLES) return false
  const silence = Math.ceil((Mp3.FRAME_SAMPLES * sampleRate) / formats.mp3_44100.sampleRate) + reach(sampleRate)
  return samples.length <= LONGEST_WHOLE * sampleRate && samples.subarray(-silence).every((sample) => sample === 0)
}

/** Speech-like enough to bring every loop of the codecs to speed, for all workers at once: 2 s of a noisy tone. */
const warmUpSound = (): Int16Array => {
  const samples = new Int16Array(75 * 576)
  for (let i = 0; i < samples.length - 1152; i++)
    samples[i] = 6000 * Math.sin(i / 20) * Math.sin(i / 3000) + ((i * 7919) % 1000)
  return samples
}
const warmUps = (): ReadonlyArray<EncodingRequest> =>
  Array.from({ length: 2 }, () => ({
    tag: "whole",
    samples: warmUpSound(),
    sampleRate: 22_050
  }))

type Pool = WorkerPool.WorkerPool<EncodingRequest, Encoded>

const toProviderError = (failure: WorkerPool.WorkerFailure | WorkerPool.WorkerLost): ProviderError =>
  failure._tag === "PROVIDER_ERROR" ? failure : new ProviderError({ message: failure.message })

const requestsOf = ({ sampleRate, samples }: Sound): ReadonlyArray<Int16Array> => {
  const most = LONGEST_REQUEST * sampleRate
  // A copy, since a message takes the whole memory that a view looks into.
  return Array.from({ length: Math.ceil(samples.length / most) }, (_, at) => samples.slice(at * most, (at + 1) * most))
}

/** Without a copy where the view is all of its memory. */
const wholeRequest = ({ sampleRate, samples }: Sound): EncodingRequest => ({
  tag: "whole",
  samples: samples.byteLength === samples.buffer.byteLength ? samples : samples.slice(),
  sampleRate
})

const nothing: Encoded = { bytes: new Uint8Array(0), samples: 0 }

/**
 * The part of a clip that one pinned worker encodes, from its first push on. One
 * caller at a time. It fails where the worker dies, also over another clip: what
 * an encoder keeps between two pieces cannot be had again, and of the sound
 * before nothing is kept, which may be long.
 */
const makeSession = (pool: Pool, format: AudioFormat, session: number, turn: WorkerPool.Turn, scope: Scope.Scope) => {
  let pin: WorkerPool.Pin<EncodingRequest, Encoded> | undefined
  const acquire = Effect.acquireRelease(pool.pin, (held) =>
    Effect.sync(() => held.send({ tag: "release", session }))
  ).pipe(
    Scope.extend(scope),
    Effect.tap((held) => {
      pin = held
    })
  )
  const ask = (request: EncodingRequest, step: number) =>
    Effect.flatMap(
      Effect.suspend(() => (pin === undefined ? acquire : Effect.succeed(pin))),
      (held) => held.run(request, { turn, step })
    )
  let begun = false
  return {
    push: (sound: Sound, step: number) =>
      Effect.forEach(requestsOf(sound), (samples) => {
        begun = true
        return ask({ tag: "piece", session, format, samples, sampleRate: sound.sampleRate }, step)
      }).pipe(
        Effect.map((parts) => ({
          bytes: new Uint8Array(Buffer.concat(parts.map(({ bytes }) => bytes))),
          samples: parts.reduce((sum, { samples }) => sum + samples, 0)
        }))
      ),
    finish: (step: number) => (begun ? ask({ tag: "finish", session }, step) : Effect.succeed(nothing))
  }
}

/** A piece that is being encoded, or will be when its turn comes. */
interface Step {
  readonly encoded: Effect.Effect<Encoded, ProviderError>
  readonly whole: boolean
}

/**
 * The first piece of a clip, of which parts may come while it is made. They
 * are encoded at once, by a worker that then waits for the rest.
 */
const makeEarlyEncoding = (pool: Pool, format: AudioFormat, turn: WorkerPool.Turn) => {
  let early: WorkerPool.StartedStreamingTask<EncodingRequest, Encoded> | undefined
  let received = 0
  let over = format !== "mp3_44100"
  const abandon = (): undefined => {
    over = true
    early?.withdraw()
    early?.more({ tag: "abandon" })
    early = undefined
  }
  return {
    onSound: ({ sampleRate, samples }: Sound): void => {
      if (over) return
      received += samples.length
      const request = { tag: "early", samples, sampleRate } as const
      if (early === undefined) early = pool.start(request, { place: { turn, step: 0 } })
      else early.more(request)
    },
    /** Sends what had not come of a whole piece; nothing where nothing had. No more is taken. */
    complete: ({ sampleRate, samples }: Sound): WorkerPool.StartedTask<Encoded> | undefined => {
      const started = early
      if (samples.length < received) return abandon()
      over = true
      early = undefined
      started?.more({ tag: "whole", samples: samples.slice(received), sampleRate })
      return started
    },
    /** The piece is not what had come, or nobody wants it. */
    abandon
  }
}

/** Puts a clip's pieces in line, in the scope that the clip has. */
const makeClip = (pool: Pool, format: AudioFormat, id: number, scope: Scope.Scope, turn: WorkerPool.Turn) => {
  const session = makeSession(pool, format, id, turn, scope)
  const file = ClipFile.make(format)
  const early = makeEarlyEncoding(pool, format, turn)
  const underWay = new Set<WorkerPool.StartedTask<Encoded>>()
  let steps = 0
  let allWhole = format === "mp3_44100"
  const startWhole = (piece: Sound, step: number) => {
    const begun = step === 0 ? early.complete(piece) : undefined
    const started = begun ?? pool.start(wholeRequest(piece), { place: { turn, step } })
    underWay.add(started)
    return Effect.tap(started.answer, () => underWay.delete(started))
  }
  return {
    onSound: early.onSound,
    /** Numbers the pieces. Up to the first that cannot be encoded for itself, each is put in line at once. */
    begin: (piece: Sound): Step => {
      const step = steps++
      const empty = piece.samples.length === 0
      allWhole &&= empty || isWhole(piece)
      if (empty || !allWhole) early.abandon()
      const encoded = empty ? Effect.succeed(nothing) : allWhole ? startWhole(piece, step) : session.push(piece, step)
      return { encoded: Effect.mapError(encoded, toProviderError), whole: allWhole }
    },
    finish: ({ encoded, whole }: Step) => Effect.map(encoded, (made) => file.piece(made, whole)),
    last: Effect.suspend(() => session.finish(steps)).pipe(Effect.mapError(toProviderError), Effect.map(file.last)),
    giveUp: Effect.sync(() => {
      early.abandon()
      for (const { withdraw } of underWay) withdraw()
    })
  }
}

const makeEncode =
  (pool: Pool, nextSession: () => number): AudioEncoderShape["encode"] =>
  (format) =>
  <E, R>(makeSound: (onSound: OnSound) => Stream.Stream<Sound, E, R>) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const scope = yield* Effect.scope
        const { begin, finish, giveUp, onSound, last } = makeClip(pool, format, nextSession(), scope, yield* pool.turn)
        yield* Effect.addFinalizer(() => giveUp)
        const pull = yield* Stream.toPull(makeSound(onSound))
        const finishOne = (piece: Sound): Effect.Effect<EncodedPiece, Option.Option<E | ProviderError>> =>
          Effect.mapError(finish(begin(piece)), Option.some)
        // Until the first is encoded nothing more is asked for: it would take time from it.
        const first = Effect.flatMap(pull, (pieces) => Effect.forEach(pieces, finishOne))
        const rest = Stream.repeatEffectChunkOption(pull).pipe(
          Stream.map(begin),
          Stream.buffer({ capacity: BUFFERED }),
          Stream.mapEffect(finish)
        )
        return Stream.flattenIterables(
          Stream.fromEffectOption<ReadonlyArray<EncodedPiece>, E | ProviderError, R>(first)
        ).pipe(Stream.concat(rest), Stream.concat(last))
      })
    )

const make = (options: EncoderOptions) =>
  Effect.gen(function* () {
    const initial: CodecModules = { lame: yield* Modules.compile(lameFile), resampler: yield* Modules.resampler }
    const pool = yield* WorkerPool.make<EncodingRequest, Encoded>({
      name: "the audio encoder",
      file: options.file ?? workerFile("audio/Encoding.worker.ts"),
      workers: options.workers,
      keep: 1,
      initial,
      timeLimit,
      warmUp: warmUps(),
      tasks: "short"
    })
    let sessions = 0
    return AudioEncoder.of({ encode: makeEncode(pool, () => sessions++) })
  })

/** The encoder with one thread, which loads in the background, and up to `workers` when they are wanted. */
export const layerWith = (options: EncoderOptions): Layer.Layer<AudioEncoder> =>
  Layer.scoped(AudioEncoder, make(options))

/** One worker a core. */
export const layer: Layer.Layer<AudioEncoder> = Layer.suspend(() => layerWith({ workers: availableParallelism() }))
