/** WebAssembly that comes with the program, beside its source or inside the binary, compiled: threads share what was compiled. */
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import resamplerFile from "../../node_modules/@echogarden/speex-resampler-wasm/wasm/speex-resampler-simd.wasm" with {
  type: "file"
}

export const compile = (file: string): Effect.Effect<WebAssembly.Module> =>
  Effect.promise(async () => WebAssembly.compile(await readFile(file)))

/** What `Resampler.load` takes. */
export const resampler = compile(resamplerFile)
