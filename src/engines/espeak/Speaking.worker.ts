/** The synthesis worker: loads eSpeak NG with its voices, then speaks phrase by phrase. */
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { serve } from "../../workers/Serve.ts"
import { makeEngine } from "./Engine.ts"
import type { Sounded, Sounding } from "./Sounding.ts"

serve<undefined, Sounding, Sounded>(async () => {
  const data = await Bun.file(voices).arrayBuffer()
  const engine = makeEngine(await load({ getPreloadedPackage: () => data }))
  return (sounding) => {
    const response = engine(sounding)
    return { response, transfer: [response.samples.buffer] }
  }
})
