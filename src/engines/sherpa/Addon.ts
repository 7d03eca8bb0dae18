/**
 * The native library's functions, for a process that does nothing else: a file that is no model ends the process that
 * loads it, and now and then another does.
 */
import { join } from "node:path"
import { ADDON } from "./NativeLibrary.ts"

/** What the library has made, and knows by this object. */
type Handle = object

/** Some of them; their arguments are those of the package `sherpa-onnx-node`. */
export interface Addon {
  readonly createOfflineRecognizer: (config: object) => Handle
  readonly offlineRecognizerSetConfig: (recognizer: Handle, config: object) => void
  readonly createOfflineStream: (recognizer: Handle) => Handle
  readonly acceptWaveformOffline: (stream: Handle, sound: { samples: Float32Array; sampleRate: number }) => void
  readonly decodeOfflineStream: (recognizer: Handle, stream: Handle) => void
  readonly getOfflineStreamResultAsJson: (stream: Handle) => string
}

const isWhole = (exported: Partial<Addon>): exported is Addon =>
  typeof exported.createOfflineRecognizer === "function" && typeof exported.decodeOfflineStream === "function"

/** Loads the library from its folder. Throws where it does not load. */
export const loadAddon = (folder: string): Addon => {
  const loaded: { exports: Partial<Addon> } = { exports: {} }
  process.dlopen(loaded, join(folder, ADDON))
  if (!isWhole(loaded.exports)) throw new Error("the native library lacks functions")
  return loaded.exports
}
