/** The synthesis worker: loads eSpeak NG with its voices, then speaks phrase by phrase. */
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { serve } from "../../workers/Serve.ts"
import { keepSpoken } from "./Dictionaries.ts"
import { makeEngine } from "./Engine.ts"
import type { PhraseRequest, PhraseSound, SoundPiece } from "./Protocol.ts"

serve<undefined, PhraseRequest, PhraseSound, SoundPiece>(async () => {
  let data = await Bun.file(voices).arrayBuffer()
  const takeData = () => {
    const all = data
    data = new ArrayBuffer(0)
    return all
  }
  const module = await load({ getPreloadedPackage: takeData })
  keepSpoken(module.FS)
  // The data's 24 MB, which nobody holds any more.
  Bun.gc(true)
  const engine = makeEngine(module)
  return (phrase, tell) => {
    const response = engine(phrase, phrase.inPieces ? (piece) => tell(piece, [piece.buffer]) : undefined)
    return { response, transfer: [response.samples.buffer] }
  }
})
