/** A worker that dies of files that begin with "D", hangs over "H", and decodes everything else to a second of silence. */
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "../../src/audio/Decoding.ts"
import { serve } from "../../src/workers/Serve.ts"

serve<DecodingModules, DecodingRequest, DecodingAnswer>(async () => async (request) => {
  if (request.tag === "release") return undefined
  const first = request.tag === "open" ? String.fromCharCode(request.file[0] ?? 0) : ""
  if (first === "D") throw new Error("died of a file")
  if (first === "H") await new Promise(() => {})
  return { response: { tag: "slice", samples: new Int16Array(16_000), ended: true }, transfer: [] }
})
