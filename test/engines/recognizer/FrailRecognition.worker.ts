/** A worker that dies of a sound that begins with a "D", and hears the number of pieces in any other, each after some time. */
import type { SessionMessage, SessionText } from "../../../src/engines/recognizer/RecognizerMessages.ts"
import { serve } from "../../../src/workers/WorkerServer.ts"

serve<undefined, SessionMessage, SessionText>(async () => {
  const pieces = new Map<number, number>()
  return (request) => {
    if (request.tag === "release") return undefined
    const heard = (pieces.get(request.session) ?? 0) + (request.tag === "piece" ? 1 : 0)
    pieces.set(request.session, heard)
    if (request.tag === "piece") {
      if (request.samples[0] === "D".charCodeAt(0)) throw new Error("died of a sound")
      if (request.session >= 0) Bun.sleepSync(20)
    }
    return { response: { text: `${heard}`, settled: 0, words: [], confidence: 1, isUnderstood: true }, transfer: [] }
  }
})
