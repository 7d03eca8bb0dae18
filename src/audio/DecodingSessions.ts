/** What a decoding worker answers: the sounds that it decodes are sessions, each until it is released. */
import type { DecodingAnswer, DecodingRequest } from "./Decoding.ts"
import { DecodingSession } from "./DecodingSession.ts"
import { GrowingSession } from "./GrowingSession.ts"
import type * as Resampler from "./Resampler.ts"

/** Answers requests, for which no more than one may be under way; undefined to a release. */
export const decodingSessions = (space: Resampler.Workspace) => {
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

  return async (request: DecodingRequest): Promise<DecodingAnswer | undefined> => {
    if (request.tag !== "release") return (await sessionOf(request)).next()
    await sessions.get(request.session)?.release()
    sessions.delete(request.session)
    return undefined
  }
}
