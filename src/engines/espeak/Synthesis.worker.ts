/** The synthesis worker: loads eSpeak NG with its voices, then speaks phrase by phrase. */
import { serve } from "../../workers/WorkerServer.ts"
import { makeEngine } from "./Engine.ts"
import type { PhraseRequest, PhraseSound, SoundPiece } from "./EspeakMessages.ts"
import { loadModule } from "./Module.ts"
import * as Tempo from "./Tempo.ts"

serve<undefined, PhraseRequest, PhraseSound, SoundPiece>(async () => {
  const engine = makeEngine(await loadModule(), await Tempo.load())
  return (phrase, sendPiece) => {
    const response = engine(phrase, phrase.inPieces ? (piece) => sendPiece(piece, [piece.buffer]) : undefined)
    return { response, transfer: [response.samples.buffer] }
  }
})
