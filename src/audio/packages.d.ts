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
