/** The encoding worker: LAME and the resampler, from the modules that the pool compiled. */
import loadSpeex from "@echogarden/speex-resampler-wasm/simd"
import { serve } from "../workers/Serve.ts"
import { Encoders, makeCodec } from "./Codec.ts"
import type { CodecModules, Encoded, EncodingRequest } from "./Encoding.ts"
import { workspace } from "./Resampler.ts"

serve<CodecModules, EncodingRequest, Encoded>(async ({ lame, resampler }) => {
  const speex = await loadSpeex({
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(resampler, imports)
      done(instance, resampler)
      return instance.exports
    }
  })
  const encoders = new Encoders(lame)
  const codec = makeCodec(encoders, workspace(speex))
  return async (request) => {
    const response = await codec(request)
    if (response === undefined) return undefined
    return { response, transfer: [response.bytes.buffer], afterwards: encoders.tidy }
  }
})
