/**
 * The processes of one model: started at first use, ended when they have been idle, replaced when they die. What was
 * asked of one that dies is asked once more.
 */
import { Duration, type Effect, type Scope } from "effect"
import * as Process from "../../workers/Process.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import type { DetectingAnswer, DetectingRequest } from "./DetectingMessages.ts"
import type { DiarizingAnswer, DiarizingRequest } from "./DiarizingMessages.ts"
import type { HearingAnswer, HearingRequest } from "./HearingMessages.ts"
import type { SpeakingAnswer, SpeakingRequest } from "./SpeakingMessages.ts"
import type { StoredModel } from "./StoredModel.ts"

export interface ProcessOptions {
  /** Processes of one model at most. */
  readonly workers: number
  /** After what time without work one is ended. */
  readonly idle: Duration.Duration
  /** Another worker in the place of the real one, for tests of what goes wrong. */
  readonly file?: URL
  /** For tests of what takes too long. */
  readonly timeLimit?: Duration.Duration
}

export type HearingProcess = WorkerPool.WorkerPool<HearingRequest, HearingAnswer>
export type SpeakingProcess = WorkerPool.WorkerPool<SpeakingRequest, SpeakingAnswer>
export type DiarizingProcess = WorkerPool.WorkerPool<DiarizingRequest, DiarizingAnswer>
export type DetectingProcess = WorkerPool.WorkerPool<DetectingRequest, DetectingAnswer>

/** Bytes of 16-bit samples at 16,000 Hz in a second. */
const BYTES_PER_SECOND = 32_000
/** Seconds that a request may take beside three for each of its sound; a slow machine needs one for each. */
const ALLOWANCE = 20
/** Seconds of processor time of one request or of loading: what goes on is ended by its time limit before. */
const CPU_SECONDS = 120
/** The same where a whole sound is one request: what 180 s of it may take on a slow machine. */
const WHOLE_SOUND_CPU_SECONDS = 600

const soundLimit = ({ sound }: Pick<HearingRequest, "sound">): Duration.Duration =>
  Duration.seconds(ALLOWANCE + (3 * sound.length) / BYTES_PER_SECOND)

/** Seconds that a character is spoken for, at neutral pace, at most; a slow machine takes as long for three of sound. */
const CHARACTER = 0.3

const speakingLimit = ({ speed, text }: SpeakingRequest): Duration.Duration =>
  Duration.seconds(ALLOWANCE + (3 * CHARACTER * text.length) / speed)

/** Of ten seconds of sound at most, which take some hundredths of one. */
const DETECTING_LIMIT = Duration.seconds(5)

interface Kind<Request> {
  readonly file: URL
  readonly timeLimit: (request: Request) => Duration.Duration
  readonly cpuSeconds?: number
  /** As the pool's; long where nothing is said. */
  readonly tasks?: "short" | "long"
}

const make = <Request, Answer>(
  { cpuSeconds = CPU_SECONDS, file, tasks = "long", timeLimit }: Kind<Request>,
  model: StoredModel,
  memory: number,
  options: ProcessOptions
) =>
  WorkerPool.make<Request, Answer>({
    name: `the model ${model.manifest.id}`,
    file: options.file ?? file,
    spawn: Process.spawn({ memory, cpuSeconds }),
    workers: options.workers,
    keep: 0,
    idle: options.idle,
    initial: model,
    tasks,
    timeLimit: options.timeLimit === undefined ? timeLimit : () => options.timeLimit ?? Duration.infinity,
    warmUp: []
  })

/** Of a recogniser; `memory`: bytes that the model may take. */
export const makeProcess = (
  model: StoredModel,
  memory: number,
  options: ProcessOptions
): Effect.Effect<HearingProcess, never, Scope.Scope> =>
  make({ file: workerFile("engines/sherpa/Hearing.worker.ts"), timeLimit: soundLimit }, model, memory, options)

/** Of a voice. */
export const makeSpeakingProcess = (
  model: StoredModel,
  memory: number,
  options: ProcessOptions
): Effect.Effect<SpeakingProcess, never, Scope.Scope> =>
  make({ file: workerFile("engines/sherpa/Speaking.worker.ts"), timeLimit: speakingLimit }, model, memory, options)

/** Of what tells speakers apart. */
export const makeDiarizingProcess = (
  model: StoredModel,
  memory: number,
  options: ProcessOptions
): Effect.Effect<DiarizingProcess, never, Scope.Scope> =>
  make(
    {
      file: workerFile("engines/sherpa/Diarizing.worker.ts"),
      timeLimit: soundLimit,
      cpuSeconds: WHOLE_SOUND_CPU_SECONDS
    },
    model,
    memory,
    options
  )

/** Of what hears where somebody speaks: sounds of many share it, each with a few milliseconds of work at a time. */
export const makeDetectingProcess = (
  model: StoredModel,
  memory: number,
  options: ProcessOptions
): Effect.Effect<DetectingProcess, never, Scope.Scope> =>
  make(
    { file: workerFile("engines/sherpa/Detecting.worker.ts"), timeLimit: () => DETECTING_LIMIT, tasks: "short" },
    model,
    memory,
    options
  )
