/** WebAssembly that comes with the program, beside its source or inside the binary, compiled: threads share what was compiled. */
import { readFile } from "node:fs/promises"
import { Duration, Effect } from "effect"
import voiceActivityFile from "../../node_modules/@echogarden/fvad-wasm/fvad.wasm" with { type: "file" }
import resamplerFile from "../../node_modules/@echogarden/speex-resampler-wasm/wasm/speex-resampler-simd.wasm" with {
  type: "file"
}

export const compile = (file: string): Effect.Effect<WebAssembly.Module> =>
  Effect.promise(async () => WebAssembly.compile(await readFile(file)))

/** What `Resampler.load` takes. */
export const resampler = compile(resamplerFile)

/** What `VoiceActivity.load` takes. */
export const voiceActivity = compile(voiceActivityFile)

/** Something that is loaded when it is first asked for, once for all who ask; again where that failed. */
export const shared = <A>(load: Effect.Effect<A>): Effect.Effect<Effect.Effect<A>> =>
  Effect.map(Effect.cachedInvalidateWithTTL(Effect.uninterruptible(load), Duration.infinity), ([loaded, forget]) =>
    Effect.onError(loaded, () => forget)
  )
