/** Turn detectors that are measured: the server's own, without and with a model of voice activity. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import moduleFile from "../../node_modules/@echogarden/fvad-wasm/fvad.wasm" with { type: "file" }
import { FRAME } from "../../src/audio/Activity.ts"
import * as VoiceActivity from "../../src/audio/VoiceActivity.ts"
import { defaults, turnDetector } from "../../src/conversation/TurnDetector.ts"
import { loadAddon } from "../../src/engines/sherpa/Addon.ts"
import { nativeLibrary } from "../../src/engines/sherpa/NativeLibrary.ts"
import { makeSpeechFrames } from "../../src/engines/sherpa/SpeechFrames.ts"
import { MANIFEST, readManifest } from "../../src/models/Manifest.ts"

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
const PIECE = 5 * FRAME
const FULL_SCALE = 32_768

/** `hear`: in which frames of a piece somebody speaks, where a model says so. */
export const makeOwn = async (hear: (piece: Int16Array) => ReadonlyArray<boolean> = () => []): Promise<Detect> => {
  const detection = await VoiceActivity.load(await WebAssembly.compile(await readFile(moduleFile)))
  return async (sound, playing) => {
    const detector = turnDetector(VoiceActivity.make(detection, defaults.threshold), defaults)
    const turns: Array<DetectedTurn> = []
    let start = 0
    for (let at = 0; at < sound.length; at += PIECE) {
      const piece = sound.subarray(at, at + PIECE)
      for (const event of detector.push(piece, playing(at, at + PIECE), hear(piece))) {
        if (event._tag === "Started") start = event.at
        if (event._tag === "Stopped") turns.push({ start, end: event.at })
      }
    }
    if (detector.finish().length > 0) turns.push({ start, end: sound.length })
    detector.release()
    return turns
  }
}

/** The server's detector with a model of voice activity in `folder`, as the native library runs it. */
export const makeWithModel = async (folder: string): Promise<Detect> => {
  const manifest = await Effect.runPromise(readManifest(join(folder, MANIFEST)))
  const library = await Effect.runPromise(nativeLibrary(folder))
  const frames = makeSpeechFrames(loadAddon(library), { library, folder, manifest }, defaults.threshold)
  const hear = (piece: Int16Array): ReadonlyArray<boolean> =>
    Array.from({ length: Math.floor(piece.length / FRAME) }, (_, at) =>
      frames.hear(Float32Array.from(piece.subarray(at * FRAME, (at + 1) * FRAME), (sample) => sample / FULL_SCALE))
    )
  const detect = await makeOwn(hear)
  return (sound, playing) => {
    frames.reset()
    return detect(sound, playing)
  }
}
