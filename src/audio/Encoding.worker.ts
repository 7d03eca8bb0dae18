/** The encoding worker: LAME and the resampler, from the modules that the pool compiled. */
import { serve } from "../workers/WorkerServer.ts"
import { Encoders, makeCodec } from "./Codec.ts"
import type { CodecModules, Encoded, EncodingRequest } from "./Encoding.ts"
import * as Resampler from "./Resampler.ts"

serve<CodecModules, EncodingRequest, Encoded>(async ({ lame, resampler }) => {
  const encoders = new Encoders(lame)
  const codec = makeCodec(encoders, await Resampler.load(resampler))
  return async (request) => {
    const response = await codec(request)
    if (response === undefined) return undefined
    return { response, transfer: [response.bytes.buffer], afterwards: encoders.tidy }
  }
})
