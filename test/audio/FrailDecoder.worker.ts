/**
 * A worker that dies of files that begin with "D", hangs over "H", gives ten
 * slices of "L", each numbered and after some time, and decodes everything else
 * to a second of silence.
 */
import type { DecodingAnswer, DecodingModules, DecodingRequest } from "../../src/audio/Decoding.ts"
import { serve } from "../../src/workers/WorkerServer.ts"

const SLICES = 10

serve<DecodingModules, DecodingRequest, DecodingAnswer>(async () => {
  /** The slice that comes next of each long file. */
  const long = new Map<number, number>()
  return async (request) => {
    if (request.tag === "release") return undefined
    const first = request.tag === "open" ? String.fromCharCode(request.file[0] ?? 0) : ""
    if (first === "D") throw new Error("died of a file")
    if (first === "H") await new Promise(() => {})
    const slice = first === "L" ? 0 : long.get(request.session)
    if (slice !== undefined) {
      long.set(request.session, slice + 1)
      Bun.sleepSync(20)
      const samples = new Int16Array(100).fill(slice)
      return { response: { tag: "slice", samples, ended: slice === SLICES - 1 }, transfer: [] }
    }
    return { response: { tag: "slice", samples: new Int16Array(16_000), ended: true }, transfer: [] }
  }
})
