/** SpeexDSP's resampler over its WebAssembly module: 16-bit samples in, floating point out. */
import loadSpeex, { type SpeexModule } from "@echogarden/speex-resampler-wasm/simd"
import { joinFloat32 } from "./Samples.ts"

export interface Resampler {
  /** The samples (−1 to 1) at the new rate, as far as they are determined by what has come. */
  readonly push: (samples: Int16Array) => Float32Array
  /** The rest: together with all before it, as long as what came, to the nearest sample, or to that which `whole` gives. */
  readonly finish: (whole?: (samples: number) => number) => Float32Array
  /** Gives its memory back. */
  readonly release: () => void
}

/** Of 0 to 10: its filter passes 0.94 of the lower band and stops 80 dB of what would fold. */
const QUALITY = 5

/**
 * SpeexDSP's own for calls (`SPEEX_RESAMPLER_QUALITY_VOIP`), in two thirds of the
 * time: level to 0.8 of the lower band, 3 dB down at 0.88 where quality 5 is at
 * 0.91; what would fold is stopped by 84 dB too.
 */
export const LIVE_QUALITY = 3

/** Samples given to the module at once. */
const CHUNK = 8192
const FULL_SCALE = 32_768

/** A loop: `Float32Array.from` with a function takes sixteen times as long. */
const toFloat32 = (samples: Int16Array, into: Float32Array, at: number): void => {
  for (let i = 0; i < samples.length; i++) into[at + i] = (samples[i] ?? 0) / FULL_SCALE
}

const unchanged: Resampler = {
  push: (samples) => {
    const floats = new Float32Array(samples.length)
    toFloat32(samples, floats, 0)
    return floats
  },
  finish: () => new Float32Array(0),
  release: () => {}
}

/** The module's memory for one chunk and its lengths, shared by all resamplers of a thread. */
export interface Workspace {
  readonly module: SpeexModule
  readonly input: number
  readonly output: number
  readonly inputLength: number
  readonly outputLength: number
}

/** The greatest ratio of the rates: from 8,000 to 48,000 Hz. */
const GREATEST_RATIO = 6

const workspace = (module: SpeexModule): Workspace => ({
  module,
  input: module._malloc(4 * CHUNK),
  output: module._malloc(4 * CHUNK * GREATEST_RATIO),
  inputLength: module._malloc(4),
  outputLength: module._malloc(4)
})

/** The module at work, for one thread. */
export const load = async (code: WebAssembly.Module): Promise<Workspace> =>
  workspace(
    await loadSpeex({
      instantiateWasm: (imports, done) => {
        const instance = new WebAssembly.Instance(code, imports)
        done(instance, code)
        return instance.exports
      }
    })
  )

/** Converts one chunk; the result is a copy. */
const convert = (space: Workspace, state: number, samples: Int16Array): Float32Array => {
  const { input, inputLength, module, output, outputLength } = space
  const { HEAPF32, HEAPU32 } = module
  toFloat32(samples, HEAPF32, input / 4)
  HEAPU32[inputLength / 4] = samples.length
  HEAPU32[outputLength / 4] = CHUNK * GREATEST_RATIO
  module._speex_resampler_process_float(state, 0, input, inputLength, output, outputLength)
  if (HEAPU32[inputLength / 4] !== samples.length) throw new Error("the resampler left samples behind")
  return HEAPF32.slice(output / 4, output / 4 + (HEAPU32[outputLength / 4] ?? 0))
}

/** From `from` to `to` hertz, both whole. Its delay is taken out: sample 0 stays at time 0. */
export const make = (space: Workspace, from: number, to: number, quality = QUALITY): Resampler => {
  if (from === to) return unchanged
  const { module } = space
  const state = module._speex_resampler_init(1, from, to, quality, space.inputLength)
  if (state === 0) throw new Error(`no resampler from ${from} to ${to} Hz`)
  module._speex_resampler_skip_zeros(state)
  let taken = 0
  let produced = 0
  const push = (samples: Int16Array): Float32Array => {
    const pieces: Array<Float32Array> = []
    for (let at = 0; at < samples.length; at += CHUNK)
      pieces.push(convert(space, state, samples.subarray(at, at + CHUNK)))
    const converted = joinFloat32(pieces)
    taken += samples.length
    produced += converted.length
    return converted
  }
  return {
    push,
    finish: (whole = Math.round) => {
      const left = Math.max(0, whole((taken * to) / from) - produced)
      const rest = new Float32Array(left)
      rest.set(push(new Int16Array(module._speex_resampler_get_input_latency(state) + 1)).subarray(0, left))
      return rest
    },
    release: () => module._speex_resampler_destroy(state)
  }
}

/**
 * A resampler to `to` hertz of sound whose rate may change on the way: each stretch of one rate has a resampler of its
 * own. A sample that is begun is whole: what is paid for by the second is as long as it is.
 */
export const following = (space: Workspace, to: number, quality = QUALITY) => {
  let current: Resampler | undefined
  let rate = 0
  const release = (): void => {
    current?.release()
    current = undefined
  }
  const finish = (): Float32Array => {
    const rest = current?.finish(Math.ceil) ?? new Float32Array(0)
    release()
    return rest
  }
  return {
    push: (samples: Int16Array, from: number): Float32Array => {
      const before = from === rate ? undefined : finish()
      rate = from
      current ??= make(space, from, to, quality)
      const converted = current.push(samples)
      return before === undefined ? converted : joinFloat32([before, converted])
    },
    finish,
    release
  }
}
export type Following = ReturnType<typeof following>
