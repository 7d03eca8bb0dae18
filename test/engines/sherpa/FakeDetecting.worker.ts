/**
 * A worker that hears somebody in every frame that is no silence. As files of the model's folder say, it takes no sound
 * (`full`), or dies over the frame whose first sample is 1.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { DetectingAnswer, DetectingRequest } from "../../../src/engines/sherpa/DetectingMessages.ts"
import type { StoredModel } from "../../../src/engines/sherpa/StoredModel.ts"
import { serve } from "../../../src/workers/WorkerServer.ts"

const FRAME = 640

serve<StoredModel, DetectingRequest, DetectingAnswer>(async ({ folder }) => {
  const open = new Set<string>()
  return (request) => {
    const answer = (told: Partial<DetectingAnswer>) => ({
      response: { isFull: false, speech: [], seconds: 0, memory: 0, ...told },
      transfer: []
    })
    if (request._tag === "Open") {
      open.add(request.name)
      return answer({ isFull: existsSync(join(folder, "full")) })
    }
    if (request._tag === "Close") {
      open.delete(request.name)
      return undefined
    }
    const { sound } = request
    if (request._tag === "Hear" && !open.has(request.name)) return answer({})
    if (sound[0] === 1) process.kill(process.pid, "SIGABRT")
    const speech = Array.from({ length: sound.length / FRAME }, (_, at) => sound[at * FRAME] !== 0)
    return answer({ speech })
  }
})
