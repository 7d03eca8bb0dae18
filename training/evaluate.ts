/**
 * Measures what the recogniser makes of speech: `bun training/evaluate.ts`.
 *
 * Every number comes from the very code that serves. `--fit` prints the numbers
 * of `Calibration.ts`, found on words that were not trained on, with other
 * sentences than the test's; `--texts` names a file of real sentences for it.
 */
import { parseArgs } from "node:util"
import { loadModels } from "../src/engines/recognizer/ModelLoading.ts"
import { fit } from "./measure/Fit.ts"
import { report } from "./measure/Report.ts"
import { makeSpeech } from "./speech/Speech.ts"

const { values } = parseArgs({
  args: Bun.argv.slice(2),
  options: {
    sentences: { type: "string", default: "40" },
    seed: { type: "string", default: "1001" },
    language: { type: "string", default: "am,om" },
    fit: { type: "boolean", default: false },
    texts: { type: "string" }
  }
})

const models = await loadModels()
const speech = await makeSpeech()
for (const language of ["am", "om"] as const) {
  if (!values.language.includes(language)) continue
  const options = { models, speech, language, sentences: Number(values.sentences), seed: Number(values.seed) }
  const texts = values.texts === undefined ? [] : (await Bun.file(values.texts).text()).trim().split("\n")
  if (values.fit) await fit({ ...options, seed: options.seed + 77_000, texts })
  else await report(options)
}
