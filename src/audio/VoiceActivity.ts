/**
 * The WebRTC voice activity detector (libfvad) over its WebAssembly module: for
 * each 20 ms whether there may be voice in it. It knows noise that it has heard
 * for a while; loud noise that has just begun it takes for voice (measured: all
 * of 4 s of white noise at −15 dBFS), so that who asks needs other measures too.
 */
import loadFvad, { type FvadModule } from "@echogarden/fvad-wasm"
import { FRAME } from "./Activity.ts"
import { SAMPLE_RATE } from "./Decoding.ts"

export interface VoiceActivity {
  /** Whether there may be voice in the next frame, of `FRAME` samples. */
  readonly hear: (frame: Int16Array) => boolean
  /** How sure it must be, 0 to 1, of which the library has four steps. */
  readonly configure: (threshold: number) => void
  /** Gives its memory back; it hears nothing from then on. */
  readonly release: () => void
}

const MODES = 4

/** The module with memory for one frame, shared by all detectors of a thread. Each of them has some 700 bytes of it. */
export interface Detection {
  readonly module: FvadModule
  readonly frame: number
}

/** The module at work, for one thread. Its memory of 16 MB is reserved but not used: in use are some 100 KB. */
export const load = async (code: WebAssembly.Module): Promise<Detection> => {
  const module = await loadFvad({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(code, imports)
      done(instance, code)
      return instance.exports
    }
  })
  return { module, frame: module._malloc(2 * FRAME) }
}

/** A detector for one sound of 16,000 Hz. */
export const make = ({ frame, module }: Detection, threshold: number): VoiceActivity => {
  const detector = module._fvad_new()
  if (detector === 0 || module._fvad_set_sample_rate(detector, SAMPLE_RATE) !== 0)
    throw new Error("no voice activity detector")
  let released = false
  const configure = (sure: number): void => {
    module._fvad_set_mode(detector, Math.max(0, Math.min(MODES - 1, Math.floor(sure * MODES))))
  }
  configure(threshold)
  return {
    hear: (samples) => {
      if (released) return false
      module.HEAP16.set(samples, frame / 2)
      return module._fvad_process(detector, frame, FRAME) === 1
    },
    configure: (sure) => {
      if (!released) configure(sure)
    },
    release: () => {
      // Twice would free what belongs to another by then.
      if (released) return
      released = true
      module._fvad_free(detector)
    }
  }
}
