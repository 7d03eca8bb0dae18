/** The decoding worker: containers, codecs, and the resampler from the module that the pool compiled. */
import { Logging, LogLevel } from "mediabunny"
import { serve } from "../workers/WorkerServer.ts"
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "./Decoding.ts"
import { DecodingSession } from "./DecodingSession.ts"
import { GrowingSession } from "./GrowingSession.ts"
import * as Resampler from "./Resampler.ts"

// What a client's file is like is the client's to know, not the console's.
Logging.level = LogLevel.Silent

serve<DecodingModules, DecodingRequest, DecodingAnswer>(async ({ resampler }) => {
  const space = await Resampler.load(resampler)
  const sessions = new Map<number, DecodingSession | GrowingSession>()

  const keep = <Session extends DecodingSession | GrowingSession>(id: number, session: Session): Session => {
    sessions.set(id, session)
    return session
  }

  const known = (id: number): DecodingSession | GrowingSession => {
    const session = sessions.get(id)
    if (session === undefined) throw new Error(`no session ${id}`)
    return session
  }

  const growing = (id: number): GrowingSession => {
    const session = known(id)
    if (session instanceof GrowingSession) return session
    throw new Error(`session ${id} is of a whole file`)
  }

  const sessionOf = async (request: Exclude<DecodingRequest, { readonly tag: "release" }>) => {
    const { session: id } = request
    switch (request.tag) {
      case "open":
        return keep(id, new DecodingSession(space, request.file, request.track))
      case "next":
        return known(id)
      case "push": {
        const session = sessions.has(id) ? growing(id) : keep(id, new GrowingSession(space, request.kind))
        await session.push(request.bytes)
        return session
      }
      case "drain": {
        const session = growing(id)
        await session.drain(request.isOver)
        return session
      }
    }
  }

  return async (request) => {
    if (request.tag === "release") {
      await sessions.get(request.session)?.release()
      sessions.delete(request.session)
      return undefined
    }
    const session = await sessionOf(request)
    const response = await session.next()
    return { response, transfer: response.tag === "slice" ? [response.samples.buffer] : [] }
  }
})
