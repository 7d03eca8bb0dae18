/** A worker that dies of the word ሞት and answers everything else with silence. */
import type { PhraseRequest, PhraseSound } from "../../../src/engines/espeak/EspeakMessages.ts"
import { serve } from "../../../src/workers/WorkerServer.ts"

serve<undefined, PhraseRequest, PhraseSound>(async () => ({ text }) => {
  if (text.includes("ሞት")) throw new Error("died of a word")
  return { response: { samples: new Int16Array(576), words: [] }, transfer: [] }
})
