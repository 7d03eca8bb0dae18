/** What of SpeexDSP's resampler is used here; the package has no types of its own. */
declare module "@echogarden/speex-resampler-wasm/simd" {
  /** Pointers and states are addresses in the module's memory. */
  export interface SpeexModule {
    readonly HEAPF32: Float32Array
    readonly HEAPU32: Uint32Array
    readonly _malloc: (bytes: number) => number
    readonly _free: (pointer: number) => void
    /** `quality` 0 to 10. Writes an error code, 0 for none. */
    readonly _speex_resampler_init: (
      channels: number,
      from: number,
      to: number,
      quality: number,
      error: number
    ) => number
    readonly _speex_resampler_destroy: (state: number) => void
    readonly _speex_resampler_skip_zeros: (state: number) => number
    /** Input samples by which the output lags. */
    readonly _speex_resampler_get_input_latency: (state: number) => number
    /** The lengths are read as what is given and wanted, and written as what was taken and made. */
    readonly _speex_resampler_process_float: (
      state: number,
      channel: number,
      input: number,
      inputLength: number,
      output: number,
      outputLength: number
    ) => number
  }

  export default function load(options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
    ) => WebAssembly.Exports
  }): Promise<SpeexModule>
}

declare module "wasm-media-encoders/wasm/mp3" {
  const path: string
  export default path
}

declare module "*/speex-resampler-simd.wasm" {
  const path: string
  export default path
}

/** What of the WebRTC voice activity detector is used here; the package has no types of its own. */
declare module "@echogarden/fvad-wasm" {
  /** Pointers and detectors are addresses in the module's memory. */
  export interface FvadModule {
    /** Another one after the memory has grown. */
    readonly HEAP16: Int16Array
    readonly _malloc: (bytes: number) => number
    /** 0 where there is no memory. */
    readonly _fvad_new: () => number
    readonly _fvad_free: (detector: number) => void
    /** 0 to 3: how sure it must be. −1 for any other. */
    readonly _fvad_set_mode: (detector: number, mode: number) => number
    /** In hertz. −1 for a rate that it does not know. */
    readonly _fvad_set_sample_rate: (detector: number, rate: number) => number
    /** A frame of 10, 20 or 30 ms: 1 for voice, 0 for none, −1 for a frame of another length. */
    readonly _fvad_process: (detector: number, frame: number, samples: number) => number
  }

  export default function load(options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
    ) => WebAssembly.Exports
  }): Promise<FvadModule>
}

declare module "*/fvad.wasm" {
  const path: string
  export default path
}

declare module "*/opusscript_native_wasm.wasm" {
  const path: string
  export default path
}
