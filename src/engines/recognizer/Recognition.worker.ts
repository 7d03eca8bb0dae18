/** The recognition worker: loads both models, then decodes sessions piece by piece. */
import { serve } from "../../workers/WorkerServer.ts"
import { type IncrementalDecoder, makeIncrementalDecoder } from "./IncrementalDecoder.ts"
import { loadModels } from "./ModelLoading.ts"
import type { SessionMessage, SessionText } from "./RecognizerMessages.ts"

serve<undefined, SessionMessage, SessionText>(async () => {
  const models = await loadModels()
  const sessions = new Map<number, IncrementalDecoder>()
  return (request) => {
    if (request.tag === "release") {
      sessions.delete(request.session)
      return undefined
    }
    const decoder = sessions.get(request.session) ?? makeIncrementalDecoder(models, request.language)
    sessions.set(request.session, decoder)
    if (request.tag === "finish") return { response: decoder.finish(), transfer: [] }
    decoder.push(request.samples)
    return { response: decoder.soFar(), transfer: [] }
  }
})
