/**
 * Finds by what the recogniser tells people from the embedded voices:
 * `bun training/strangers.ts ../shared/data/speech`, a folder of recordings with `am.tsv` (file, seconds, text).
 *
 * Prints the numbers of `understanding` in `Calibration.ts`, and two tables over the
 * threshold: how many recordings of people are refused, and how many of the embedded
 * voices are. The weights are found on some sessions and sentences, the tables made of others.
 */
import { parseArgs } from "node:util"
import { loadModels } from "../src/engines/recognizer/ModelLoading.ts"
import { fitUnderstanding } from "./measure/Strangers.ts"
import { makeSpeech } from "./speech/Speech.ts"

const { positionals, values } = parseArgs({
  args: Bun.argv.slice(2),
  allowPositionals: true,
  options: {
    sentences: { type: "string", default: "40" },
    everyday: { type: "string", default: "60" },
    seed: { type: "string", default: "3001" },
    every: { type: "string", default: "1" }
  }
})
const [folder] = positionals
if (folder === undefined) throw new Error("name a folder of recordings")

await fitUnderstanding({
  models: await loadModels(),
  speech: await makeSpeech(),
  folder,
  sentences: Number(values.sentences),
  everyday: Number(values.everyday),
  seed: Number(values.seed),
  every: Number(values.every)
})
