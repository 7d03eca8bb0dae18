/** The synthesis worker: loads eSpeak NG with its voices, then speaks phrase by phrase. */
import load from "@echogarden/espeak-ng-emscripten"
import voices from "@echogarden/espeak-ng-emscripten/espeak-ng.data" with { type: "file" }
import { serve } from "../../workers/Serve.ts"
import { makeEngine } from "./Engine.ts"
import type { PhraseRequest, PhraseSound, SoundPiece } from "./Protocol.ts"
import * as Tempo from "./Tempo.ts"

serve<undefined, PhraseRequest, PhraseSound, SoundPiece>(async () => {
  const data = await Bun.file(voices).arrayBuffer()
  const engine = makeEngine(await load({ getPreloadedPackage: () => data }), await Tempo.load())
  return (phrase, sendPiece) => {
    const response = engine(phrase, phrase.inPieces ? (piece) => sendPiece(piece, [piece.buffer]) : undefined)
    return { response, transfer: [response.samples.buffer] }
  }
})
