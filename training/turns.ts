/**
 * Measures turn detection on people: `bun training/turns.ts ../shared/data/speech --every 8`, a folder of
 * recordings with `am.tsv`. Each is put into places (noise, a fan, music, others who speak, the answer's echo) and given
 * to the server's detector in pieces of 100 ms, as a microphone does.
 *
 * `--silero silero_vad_v6.onnx --runtime node_modules/onnxruntime-node/dist/index.js` measures Silero's network beside
 * it, of the package `@ricky0123/vad-web`; neither is part of this project.
 */
import { parseArgs } from "node:util"
import { makeOwn, makeSilero } from "./measure/TurnDetection.ts"
import { reportTurns } from "./measure/Turns.ts"
import { makeSpeech } from "./speech/Speech.ts"

const { positionals, values } = parseArgs({
  args: Bun.argv.slice(2),
  allowPositionals: true,
  options: {
    every: { type: "string", default: "8" },
    seed: { type: "string", default: "4001" },
    silero: { type: "string" },
    runtime: { type: "string" }
  }
})
const [folder] = positionals
if (folder === undefined) throw new Error("name a folder of recordings")
const { runtime, silero } = values
const others =
  silero === undefined || runtime === undefined ? [] : [["Silero", await makeSilero(silero, runtime)] as const]

await reportTurns({
  speech: await makeSpeech(),
  folder,
  every: Number(values.every),
  seed: Number(values.seed),
  detectors: [["the server's own", await makeOwn()], ...others]
})
