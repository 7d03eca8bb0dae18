/**
 * The embedded synthesiser: eSpeak NG, compiled by Emscripten, in a pool of
 * worker threads. (The package carries plain JavaScript, not WebAssembly, so
 * each worker compiles it for itself.)
 */
import { Duration, Effect, Layer, Stream } from "effect"
import type { Language } from "../../Domain.ts"
import * as CapacityLimit from "../../workers/CapacityLimit.ts"
import * as Prefetch from "../../workers/Prefetch.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import { type SynthesisRequest, Synthesizer, type SynthesizerShape } from "../Synthesizer.ts"
import { durations } from "./EspeakDurations.ts"
import {
  type PhraseRequest,
  type PhraseSound,
  type SoundPiece,
  sampleRate,
  tempoOf,
  wordsPerMinute
} from "./EspeakMessages.ts"

export interface EspeakOptions {
  /** Synthesis threads at most. */
  readonly workers: number
  /** Jobs of one share that may wait for each worker; `WAITING_JOBS` by default. */
  readonly waitingJobs?: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
}

/**
 * Jobs of one share that may wait, for each worker. The longest text takes a worker 2 s
 * (5,000 characters, 6 minutes of sound), an ordinary one 0.1 s, and first
 * phrases overtake: a full line means some seconds until the first sound.
 */
const WAITING_JOBS = 32

/** Seconds until a worker is likely to be free. */
const RETRY_AFTER = 2

/** Phrases of one job that are made ahead of its listener: enough for a job alone to use several workers. */
const LOOK_AHEAD = 4

/** Measured: 0.1 ms a character once compiled, ten times that before; ours to a machine fifty times slower. */
const timeLimit = ({ text }: PhraseRequest): Duration.Duration => Duration.millis(10_000 + 50 * text.length)

const warmUpText: Readonly<Record<Language, string>> = {
  am: "ሰላም፣ እንኳን ደህና መጡ። ዛሬ 25 ሰዎች ወደ ከተማው መጥተው ትልቅ ስብሰባ አደረጉ።",
  om: "Akkam jirtu, baga nagaan dhuftan. Har'a namoonni 25 gara magaalaa dhufanii walga'ii guddaa taasisan."
}

/**
 * Four sentences take the worst from a cold engine: each of the first two costs
 * ten times what the hundredth does (measured), and 0.7 s of a core in all.
 */
const warmUp: ReadonlyArray<PhraseRequest> = (["am", "om"] as const).flatMap((language) =>
  ["f2", "m3"].map((variant) => ({
    text: warmUpText[language],
    language,
    variant,
    pitch: 50,
    wordsPerMinute: 160,
    inPieces: true
  }))
)

const requestOf = (
  { lexicon, speed, voice }: SynthesisRequest,
  phrase: SynthesisRequest["phrases"][number],
  inPieces: boolean
): PhraseRequest => ({
  text: phrase.text,
  language: voice.language,
  ...("reading" in phrase ? { reading: phrase.reading } : lexicon === undefined ? {} : { lexicon }),
  variant: voice.variant,
  pitch: voice.pitch,
  wordsPerMinute: wordsPerMinute(voice.rate, speed),
  tempo: tempoOf(speed),
  inPieces
})

const make = (options: EspeakOptions) =>
  Effect.gen(function* () {
    const pool = yield* WorkerPool.make<PhraseRequest, PhraseSound, SoundPiece>({
      name: "the speech engine",
      file: options.file ?? workerFile("engines/espeak/Synthesis.worker.ts"),
      workers: options.workers,
      keep: 1,
      timeLimit,
      warmUp,
      tasks: "short"
    })
    const admission = yield* CapacityLimit.make({
      capacity: options.workers * (1 + (options.waitingJobs ?? WAITING_JOBS)),
      retryAfter: RETRY_AFTER,
      message: "every voice is busy and the queue for you is full; try again shortly"
    })

    const speak: SynthesizerShape["speak"] = (request) =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          yield* admission.enter
          const turn = yield* pool.turn
          return yield* Prefetch.inOrder(
            request.phrases.entries(),
            ([index, phrase]) => {
              const place = { turn, step: index }
              const onSound = index === 0 ? request.onSound : undefined
              const onPiece = (samples: SoundPiece) => onSound?.({ samples, sampleRate })
              const { answer, withdraw } = pool.start(requestOf(request, phrase, onSound !== undefined), {
                place,
                onPiece
              })
              return {
                answer: Effect.map(answer, ({ samples, words }) => ({ index, samples, sampleRate, words })),
                withdraw
              }
            },
            LOOK_AHEAD
          )
        })
      )

    return Synthesizer.of({
      name: "espeak-ng",
      speak,
      durations,
      ready: pool.ready
    })
  })

/** The synthesiser with one worker, which loads in the background, and more when they are wanted; `ready` tells when it can speak. */
export const layer = (options: EspeakOptions): Layer.Layer<Synthesizer> => Layer.scoped(Synthesizer, make(options))
