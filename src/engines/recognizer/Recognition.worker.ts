/** The recognition worker: loads both models, then hears sessions piece by piece. */
import { serve } from "../../workers/Serve.ts"
import { type IncrementalDecoder, listen } from "./IncrementalDecoder.ts"
import { loadModels } from "./Models.ts"
import type { SessionMessage, SessionText } from "./Protocol.ts"

serve<undefined, SessionMessage, SessionText>(async () => {
  const models = await loadModels()
  const sessions = new Map<number, IncrementalDecoder>()
  return (request) => {
    if (request.tag === "release") {
      sessions.delete(request.session)
      return undefined
    }
    const listening = sessions.get(request.session) ?? listen(models, request.language)
    sessions.set(request.session, listening)
    if (request.tag === "finish") return { response: listening.finish(), transfer: [] }
    listening.push(request.samples)
    return { response: { text: listening.text(), words: [], confidence: 0 }, transfer: [] }
  }
})
