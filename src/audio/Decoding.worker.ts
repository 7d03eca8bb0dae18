/** The decoding worker: containers, codecs, and the resampler from the module that the pool compiled. */
import { Logging, LogLevel } from "mediabunny"
import { serve } from "../workers/Serve.ts"
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "./Decoding.ts"
import { DecodingSession } from "./DecodingSession.ts"
import * as Resampler from "./Resampler.ts"

// What a client's file is like is the client's to know, not the console's.
Logging.level = LogLevel.Silent

serve<DecodingModules, DecodingRequest, DecodingAnswer>(async ({ resampler }) => {
  const space = await Resampler.load(resampler)
  const sessions = new Map<number, DecodingSession>()

  const sessionOf = (request: Exclude<DecodingRequest, { readonly tag: "release" }>): DecodingSession => {
    const session =
      request.tag === "open" ? new DecodingSession(space, request.file, request.track) : sessions.get(request.session)
    if (session === undefined) throw new Error(`no session ${request.session}`)
    sessions.set(request.session, session)
    return session
  }

  return async (request) => {
    if (request.tag === "release") {
      await sessions.get(request.session)?.release()
      sessions.delete(request.session)
      return undefined
    }
    const response = await sessionOf(request).next()
    return { response, transfer: response.tag === "slice" ? [response.samples.buffer] : [] }
  }
})
