/** Turn detectors that are measured: the server's own, and Silero's network with the rules that are published with it. */
import { readFile } from "node:fs/promises"
import moduleFile from "../../node_modules/@echogarden/fvad-wasm/fvad.wasm" with { type: "file" }
import { joinFloat32 } from "../../src/audio/Samples.ts"
import * as VoiceActivity from "../../src/audio/VoiceActivity.ts"
import { defaults, turnDetector } from "../../src/conversation/TurnDetector.ts"

/** A turn as it was detected, in samples from the sound's beginning. */
export interface DetectedTurn {
  readonly start: number
  /** Up to which its sound goes; then it was known to be over. */
  readonly end: number
}

/** Takes a sound as it comes from a microphone, and the level of what is played in each of its pieces. */
export type Detect = (
  sound: Int16Array,
  playing: (from: number, to: number) => number | undefined
) => Promise<ReadonlyArray<DetectedTurn>>

/** Samples that a microphone gives at once: 100 ms. */
const PIECE = 1_600

export const makeOwn = async (): Promise<Detect> => {
  const detection = await VoiceActivity.load(await WebAssembly.compile(await readFile(moduleFile)))
  return async (sound, playing) => {
    const detector = turnDetector(VoiceActivity.make(detection, defaults.threshold), defaults)
    const turns: Array<DetectedTurn> = []
    let start = 0
    for (let at = 0; at < sound.length; at += PIECE)
      for (const event of detector.push(sound.subarray(at, at + PIECE), playing(at, at + PIECE))) {
        if (event._tag === "Started") start = event.at
        if (event._tag === "Stopped") turns.push({ start, end: event.at })
      }
    if (detector.finish().length > 0) turns.push({ start, end: sound.length })
    detector.release()
    return turns
  }
}

/** What is used of `onnxruntime-web` or `onnxruntime-node`. */
interface Runtime {
  readonly InferenceSession: { readonly create: (file: string) => Promise<Session> }
  readonly Tensor: new (
    type: "float32" | "int64",
    data: Float32Array | BigInt64Array,
    shape: ReadonlyArray<number>
  ) => Tensor
}
interface Tensor {
  readonly data: ArrayLike<number>
}
interface Session {
  readonly run: (
    inputs: Readonly<Record<string, Tensor>>
  ) => Promise<{ readonly output: Tensor; readonly stateN: Tensor }>
}

/** Samples of a window, and of the one before that are given with it. */
const WINDOW = 512
const CONTEXT = 64
/** Rules of `get_speech_timestamps`: a turn begins from this probability and goes on down to the other. */
const SPEECH = 0.5
const SILENCE = 0.35
const FULL_SCALE = 32_768
const STATE = [2, 1, 128]

/** Silero's network of a file; a turn ends after as much silence as the server's own. */
export const makeSilero = async (file: string, runtimePath: string): Promise<Detect> => {
  const runtime: Runtime = await import(runtimePath)
  const session = await runtime.InferenceSession.create(file)
  const sr = new runtime.Tensor("int64", BigInt64Array.of(16_000n), [])
  const silence = (16 * defaults.silenceMillis) / WINDOW
  const prefix = 16 * defaults.prefixMillis
  return async (sound) => {
    let state = new runtime.Tensor("float32", new Float32Array(256), STATE)
    let context = new Float32Array(CONTEXT)
    const turns: Array<DetectedTurn> = []
    let start = -1
    let quiet = 0
    for (let at = 0; at + WINDOW <= sound.length; at += WINDOW) {
      const window = Float32Array.from(sound.subarray(at, at + WINDOW), (sample) => sample / FULL_SCALE)
      const input = new runtime.Tensor("float32", joinFloat32([context, window]), [1, CONTEXT + WINDOW])
      const { output, stateN } = await session.run({ input, state, sr })
      state = stateN
      context = window.slice(-CONTEXT)
      const probability = output.data[0] ?? 0
      if (start < 0 && probability >= SPEECH) start = Math.max(0, at - prefix)
      quiet = probability < SILENCE ? quiet + 1 : 0
      if (start < 0 || quiet < silence) continue
      turns.push({ start, end: at + WINDOW })
      start = -1
    }
    if (start >= 0) turns.push({ start, end: sound.length })
    return turns
  }
}
