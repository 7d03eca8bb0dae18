/** The recognition worker: loads both models, then hears sessions piece by piece. */
import { serve } from "../../workers/Serve.ts"
import type { Heard, HearingRequest } from "./Hearing.ts"
import { type Listening, listen } from "./Listening.ts"
import { loadModels } from "./Models.ts"

serve<undefined, HearingRequest, Heard>(async () => {
  const models = await loadModels()
  const sessions = new Map<number, Listening>()
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
