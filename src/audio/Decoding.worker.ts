/** The decoding worker: containers, codecs, and the resampler from the module that the pool compiled. */
import { Logging, LogLevel } from "mediabunny"
import { serve } from "../workers/WorkerServer.ts"
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "./Decoding.ts"
import { decodingSessions } from "./DecodingSessions.ts"
import * as Resampler from "./Resampler.ts"

// What a client's file is like is the client's to know, not the console's.
Logging.level = LogLevel.Silent

serve<DecodingModules, DecodingRequest, DecodingAnswer>(async ({ resampler }) => {
  const answerTo = decodingSessions(await Resampler.load(resampler))
  return async (request) => {
    const response = await answerTo(request)
    if (response === undefined) return undefined
    return { response, transfer: response.tag === "slice" ? [response.samples.buffer] : [] }
  }
})
