/** The models' files, embedded in the program. */

import { makeLexicon } from "./Lexicon.ts"
import type { Models } from "./Listening.ts"
import amharicFile from "./models/am.bin" with { type: "file" }
import oromoFile from "./models/om.bin" with { type: "file" }
import { readWeights } from "./Weights.ts"

/** Reads the weights of both languages and makes the lists of words. */
export const loadModels = async (): Promise<Models> => ({
  am: { weights: readWeights(await Bun.file(amharicFile).arrayBuffer()), lexicon: makeLexicon("am") },
  om: { weights: readWeights(await Bun.file(oromoFile).arrayBuffer()), lexicon: makeLexicon("om") }
})
