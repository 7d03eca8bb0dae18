/**
 * A model is tried in a process of its own before it is live: whatever its files are, the process alone has to do with
 * them. What it takes is measured by the way.
 */
import { Duration, Effect, Option } from "effect"
import type { Language } from "../../Domain.ts"
import type { ModelManifest } from "../../models/Manifest.ts"
import type { Measurement } from "../../models/Measurement.ts"
import { ModelProblem, quote } from "../../models/ModelProblem.ts"
import * as Monotonic from "../../runtime/Monotonic.ts"
import * as Process from "../../workers/Process.ts"
import type { WorkerExit } from "../../workers/Thread.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import type { DetectingAnswer, DetectingRequest } from "./DetectingMessages.ts"
import type { DiarizingAnswer, DiarizingRequest } from "./DiarizingMessages.ts"
import type { HearingAnswer, HearingRequest } from "./HearingMessages.ts"
import type { SpeakingAnswer, SpeakingRequest } from "./SpeakingMessages.ts"
import type { StoredModel } from "./StoredModel.ts"

/** All of it: to load, and to hear or speak. */
const PATIENCE = Duration.seconds(30)
const CPU_SECONDS = 30
const RATE = 16_000
/** Seconds of the sound that it is tried on: most utterances are shorter. */
const SOUND_SECONDS = 10
/** What voices are tried on: plain words in the letters of their language. */
const SENTENCES: Readonly<Record<Language, string>> = {
  am: "ሰላም፣ እንኳን ደህና መጡ። ድምፄን እየሰሙ ነው።",
  om: "Akkam jirtu, baga nagaan dhuftan. Sagalee koo dhaga'aa jirtu."
}
const SPEECHLESS = "the model does not speak: it made no sound of a sentence in its language"

/** A voice without words: a tone with overtones, louder and softer four times a second. */
const soundOf = (seconds: number): Uint8Array => {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, at) => {
    const tone = Math.sin(at / 20) + Math.sin(at / 7) / 2 + Math.sin(at / 3) / 4
    return 4_000 * tone * (0.6 + 0.4 * Math.sin((at / RATE) * 2 * Math.PI * 4))
  })
  return new Uint8Array(samples.buffer)
}

const problemOf = ({ reason }: WorkerExit): ModelProblem => {
  const shown = quote(reason).slice(1, -1).replaceAll('\\"', '"')
  return new ModelProblem({ message: `the model does not run: ${shown}` })
}

const late = (patience: Duration.Duration) =>
  new ModelProblem({ message: `the model did not run within ${Duration.toSeconds(patience)} s` })

export interface TrialOptions {
  /** The folder of the native library. */
  readonly library: string
  /** Bytes of memory that a model may take. */
  readonly memory: number
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
  readonly patience?: Duration.Duration
}

/** Starts the process of `worker`, asks it once, and measures both; `factorOf`: seconds of work for one of sound, of an answer that came after so many. */
const attempt = <Request, Answer extends { readonly memory: number }>(
  worker: URL,
  { file = worker, library, memory, patience = PATIENCE }: TrialOptions,
  model: Omit<StoredModel, "library">,
  request: Request,
  factorOf: (answer: Answer, seconds: number) => Effect.Effect<number, ModelProblem>
): Effect.Effect<Option.Option<Measurement>, ModelProblem> =>
  Effect.gen(function* () {
    const begun = yield* Monotonic.millis
    const initial: StoredModel = { library, ...model }
    const started = Process.spawn({ memory, cpuSeconds: CPU_SECONDS })<Request, Answer>(file, initial)
    const thread = yield* Effect.mapError(started, problemOf)
    const loaded = yield* Monotonic.millis
    const asked = thread.ask({ request, transfer: [], onPiece: () => {}, sent: () => {} })
    const answer = yield* Effect.mapError(asked, problemOf)
    const answered = yield* Monotonic.millis
    return Option.some({
      memory_bytes: answer.memory,
      load_seconds: (loaded - begun) / 1_000,
      real_time_factor: yield* factorOf(answer, (answered - loaded) / 1_000)
    })
  }).pipe(Effect.scoped, Effect.timeoutFail({ duration: patience, onTimeout: () => late(patience) }))

/** Runs the recogniser in `folder` once, within 30 s. Fails with one line where it does not. */
export const tryRecognizer = (options: TrialOptions, folder: string, manifest: ModelManifest) => {
  const [language = "am"] = manifest.languages
  const request: HearingRequest = { language, sound: soundOf(SOUND_SECONDS) }
  const worker = workerFile("engines/sherpa/Hearing.worker.ts")
  return attempt<HearingRequest, HearingAnswer>(worker, options, { folder, manifest }, request, (_, seconds) =>
    Effect.succeed(seconds / SOUND_SECONDS)
  )
}

const spokenFactor = ({ sampleRate, speech }: SpeakingAnswer, seconds: number): Effect.Effect<number, ModelProblem> =>
  speech > 0 ? Effect.succeed((seconds * sampleRate) / speech) : new ModelProblem({ message: SPEECHLESS })

/** Has the first voice in `folder` say a sentence, within 30 s. Fails with one line where it says nothing. */
export const trySynthesizer = (options: TrialOptions, folder: string, manifest: ModelManifest) => {
  const [language = "am"] = manifest.languages
  const speaker = manifest.voices?.[0]?.speaker ?? 0
  const request: SpeakingRequest = { text: SENTENCES[language], language, speaker, speed: 1, pause: 0 }
  const worker = workerFile("engines/sherpa/Speaking.worker.ts")
  return attempt<SpeakingRequest, SpeakingAnswer>(worker, options, { folder, manifest }, request, spokenFactor)
}

/** Seconds of the sound in which speakers are looked for: enough that voices are compared where somebody is heard. */
const DIARIZED_SECONDS = 20

/** Has what tells speakers apart look for them once, within 30 s, and each of its files work. Fails with one line where it does not. */
const tryDiarizer = (options: TrialOptions, folder: string, manifest: ModelManifest) => {
  const request: DiarizingRequest = { sound: soundOf(DIARIZED_SECONDS), speakers: true, isTrial: true }
  const worker = workerFile("engines/sherpa/Diarizing.worker.ts")
  return attempt<DiarizingRequest, DiarizingAnswer>(worker, options, { folder, manifest }, request, (_, seconds) =>
    Effect.succeed(seconds / DIARIZED_SECONDS)
  )
}

/** Seconds of sound, and then of silence, in which somebody is looked for. */
const DETECTED_SECONDS = 30
const SILENT_SECONDS = 2
/** Frames of 20 ms at the silence's end: what is heard of the sound's end is over by then. */
const SILENT_FRAMES = 50
const HEARS_SILENCE = "the model hears somebody speak in silence"

const detectedFactor = ({ seconds, speech }: DetectingAnswer): Effect.Effect<number, ModelProblem> =>
  speech.slice(-SILENT_FRAMES).some((is) => is)
    ? new ModelProblem({ message: HEARS_SILENCE })
    : Effect.succeed(seconds / (DETECTED_SECONDS + SILENT_SECONDS))

/** Has what hears where somebody speaks hear a sound and silence once, within 30 s. Fails with one line where it does not. */
const tryDetector = (options: TrialOptions, folder: string, manifest: ModelManifest) => {
  const sound = Buffer.concat([soundOf(DETECTED_SECONDS), new Uint8Array(2 * RATE * SILENT_SECONDS)])
  const worker = workerFile("engines/sherpa/Detecting.worker.ts")
  const request: DetectingRequest = { _tag: "Try", sound: new Uint8Array(sound) }
  return attempt<DetectingRequest, DetectingAnswer>(worker, options, { folder, manifest }, request, detectedFactor)
}

/** What runs a model of each kind once. */
export const trials = {
  recognizer: tryRecognizer,
  synthesizer: trySynthesizer,
  speakers: tryDiarizer,
  activity: tryDetector
} as const
