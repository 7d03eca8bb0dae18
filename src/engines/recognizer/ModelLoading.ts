/** The models' files, embedded in the program. */

import type { Models } from "./IncrementalDecoder.ts"
import { loadKernel } from "./Kernel.ts"
import amharicFile from "./models/am.bin" with { type: "file" }
import oromoFile from "./models/om.bin" with { type: "file" }
import { readWeights } from "./Weights.ts"
import { makeLexicon } from "./WordLexicon.ts"

/** Reads the weights of both languages and makes the lists of words; for one thread. */
export const loadModels = async (): Promise<Models> => {
  const productOf = await loadKernel()
  const load = async (file: string) => readWeights(await Bun.file(file).arrayBuffer(), productOf)
  return {
    am: { weights: await load(amharicFile), lexicon: makeLexicon("am") },
    om: { weights: await load(oromoFile), lexicon: makeLexicon("om") }
  }
}
