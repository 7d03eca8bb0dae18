/** A worker that dies of silence and encodes everything else to one byte. */
import type { CodecModules, Encoded, EncodingRequest } from "../../src/audio/Encoding.ts"
import { serve } from "../../src/workers/WorkerServer.ts"

serve<CodecModules, EncodingRequest, Encoded>(async () => (request) => {
  if (request.tag === "release") return undefined
  if ("samples" in request && request.samples.every((sample) => sample === 0)) throw new Error("died of silence")
  return { response: { bytes: Uint8Array.of(7), samples: 0 }, transfer: [] }
})
