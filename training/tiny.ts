/**
 * Makes the tiny models of the tests: the embedded recogniser, in the form in which Omnilingual ASR is published for
 * sherpa-onnx (samples to scores, a list of tokens, metadata) and with a manifest.
 *
 *     bun training/tiny.ts am test/models/tiny-ctc
 */
import { units } from "../src/engines/recognizer/AcousticUnits.ts"
import { addLetters } from "./onnx/FidelGraph.ts"
import { fileOf, Graph } from "./onnx/Graph.ts"
import { writeModel } from "./onnx/ModelFolder.ts"
import { addNetwork } from "./onnx/RecognizerGraph.ts"
import { readRecognizer } from "./onnx/StoredRecognizer.ts"

const [language, folder] = process.argv.slice(2)
if ((language !== "am" && language !== "om") || folder === undefined)
  throw new Error("bun training/tiny.ts am|om FOLDER")

const model = await readRecognizer(language)
const graph = new Graph()
const scores = addNetwork(graph, graph.input("x", ["N", "num_samples"]), model)
const written =
  language === "am"
    ? addLetters(graph, scores, model.symbols)
    : { scores, tokens: ["<s>", ...Array.from(model.symbols, (unit) => (unit === " " ? " " : units.om.write(unit)))] }
graph.nodes("Identity", [written.scores], ["logits"])
graph.output("logits", ["N", "num_frames", written.tokens.length])

const files = {
  "model.onnx": fileOf(graph, {
    vocab_size: String(written.tokens.length),
    model_type: "omnilingual-asr",
    version: "1",
    sample_rate: "16000",
    comment: "qal embedded recogniser"
  }),
  "tokens.txt": new TextEncoder().encode(written.tokens.map((token, at) => `${token} ${at}\n`).join(""))
}
await writeModel(folder, files, {
  kind: "recognizer",
  family: "omnilingual-ctc",
  languages: [language],
  roles: { model: "model.onnx", tokens: "tokens.txt" },
  source: "training/tiny.ts"
})
