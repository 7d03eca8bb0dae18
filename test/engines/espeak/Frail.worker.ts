/** A worker that dies of the word ሞት and answers everything else with silence. */
import type { Sounded, Sounding } from "../../../src/engines/espeak/Sounding.ts"
import { serve } from "../../../src/workers/Serve.ts"

serve<undefined, Sounding, Sounded>(async () => ({ text }) => {
  if (text.includes("ሞት")) throw new Error("died of a word")
  return { response: { samples: new Int16Array(576), words: [] }, transfer: [] }
})
