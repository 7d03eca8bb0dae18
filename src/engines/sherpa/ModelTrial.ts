/**
 * A model is tried in a process of its own before it is live: whatever its files are, the process alone has to do with
 * them. What it takes is measured by the way.
 */
import { Duration, Effect, Option } from "effect"
import type { ModelManifest } from "../../models/Manifest.ts"
import type { Measurement } from "../../models/Measurement.ts"
import { ModelProblem, quote } from "../../models/ModelProblem.ts"
import * as Monotonic from "../../runtime/Monotonic.ts"
import * as Process from "../../workers/Process.ts"
import type { WorkerExit } from "../../workers/Thread.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import type { HearingAnswer, HearingModel, HearingRequest } from "./HearingMessages.ts"

/** All of it: to load, and to hear. */
const PATIENCE = Duration.seconds(30)
const CPU_SECONDS = 30
const RATE = 16_000
/** Seconds of the sound that it is tried on: most utterances are shorter. */
const SOUND_SECONDS = 10

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

/** Runs the recogniser in `folder` once, within 30 s. Fails with one line where it does not. */
export const tryRecognizer = (
  { file = workerFile("engines/sherpa/Hearing.worker.ts"), library, memory, patience = PATIENCE }: TrialOptions,
  folder: string,
  manifest: ModelManifest
): Effect.Effect<Option.Option<Measurement>, ModelProblem> =>
  Effect.gen(function* () {
    const model: HearingModel = { library, folder, manifest }
    const begun = yield* Monotonic.millis
    const started = Process.spawn({ memory, cpuSeconds: CPU_SECONDS })<HearingRequest, HearingAnswer>(file, model)
    const thread = yield* Effect.mapError(started, problemOf)
    const loaded = yield* Monotonic.millis
    const [language = "am"] = manifest.languages
    const request = { language, sound: soundOf(SOUND_SECONDS) }
    const asked = thread.ask({ request, transfer: [], onPiece: () => {}, sent: () => {} })
    const answer = yield* Effect.mapError(asked, problemOf)
    const heard = yield* Monotonic.millis
    return Option.some({
      memory_bytes: answer.memory,
      load_seconds: (loaded - begun) / 1_000,
      real_time_factor: (heard - loaded) / 1_000 / SOUND_SECONDS
    })
  }).pipe(Effect.scoped, Effect.timeoutFail({ duration: patience, onTimeout: () => late(patience) }))
