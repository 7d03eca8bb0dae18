/**
 * The processes of one model: started at first use, ended when they have been idle, replaced when they die. What was
 * asked of one that dies is asked once more.
 */
import { Duration, type Effect, type Scope } from "effect"
import * as Process from "../../workers/Process.ts"
import { workerFile } from "../../workers/WorkerFile.ts"
import * as WorkerPool from "../../workers/WorkerPool.ts"
import type { HearingAnswer, HearingModel, HearingRequest } from "./HearingMessages.ts"

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

export type ModelProcess = WorkerPool.WorkerPool<HearingRequest, HearingAnswer>

/** Bytes of 16-bit samples at 16,000 Hz in a second. */
const BYTES_PER_SECOND = 32_000
/** Seconds that a request may take beside three for each of its sound; a slow machine needs one for each. */
const ALLOWANCE = 20
/** Seconds of processor time of one request or of loading: what goes on is ended by its time limit before. */
const CPU_SECONDS = 120

const timeLimit = ({ sound }: HearingRequest): Duration.Duration =>
  Duration.seconds(ALLOWANCE + (3 * sound.length) / BYTES_PER_SECOND)

/** `memory`: bytes that the model may take. */
export const makeProcess = (
  model: HearingModel,
  memory: number,
  options: ProcessOptions
): Effect.Effect<ModelProcess, never, Scope.Scope> =>
  WorkerPool.make<HearingRequest, HearingAnswer>({
    name: `the model ${model.manifest.id}`,
    file: options.file ?? workerFile("engines/sherpa/Hearing.worker.ts"),
    spawn: Process.spawn({ memory, cpuSeconds: CPU_SECONDS }),
    workers: options.workers,
    keep: 0,
    idle: options.idle,
    initial: model,
    timeLimit: options.timeLimit === undefined ? timeLimit : () => options.timeLimit ?? Duration.infinity,
    warmUp: []
  })
