/**
 * Measures turn detection on people: `bun training/turns.ts ../shared/data/speech --every 8`, a folder of
 * recordings with `am.tsv`. Each is put into places (noise, a fan, music, others who speak, the answer's echo) and given
 * to the server's detector in pieces of 100 ms, as a microphone does.
 *
 * `--model FOLDER` measures it beside that with the model of voice activity in this folder (`docs/models.md`).
 */
import { parseArgs } from "node:util"
import { makeOwn, makeWithModel } from "./measure/TurnDetection.ts"
import { reportTurns } from "./measure/Turns.ts"
import { makeSpeech } from "./speech/Speech.ts"

const { positionals, values } = parseArgs({
  args: Bun.argv.slice(2),
  allowPositionals: true,
  options: {
    every: { type: "string", default: "8" },
    seed: { type: "string", default: "4001" },
    model: { type: "string" }
  }
})
const [folder] = positionals
if (folder === undefined) throw new Error("name a folder of recordings")
const { model } = values
const others = model === undefined ? [] : [[`with ${model}`, await makeWithModel(model)] as const]

await reportTurns({
  speech: await makeSpeech(),
  folder,
  every: Number(values.every),
  seed: Number(values.seed),
  detectors: [["the server's own", await makeOwn()], ...others]
})
