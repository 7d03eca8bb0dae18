/**
 * Makes the tiny models of the tests: the embedded recogniser, in the form in which Omnilingual ASR is published for
 * sherpa-onnx (samples to scores, a list of tokens, metadata) and with a manifest.
 *
 *     bun training/tiny.ts am test/models/tiny-ctc
 */
import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { units } from "../src/engines/recognizer/AcousticUnits.ts"
import { addLetters } from "./onnx/FidelGraph.ts"
import { fileOf, Graph } from "./onnx/Graph.ts"
import { addNetwork, type StoredLayer, type StoredModel } from "./onnx/RecognizerGraph.ts"

const [language, folder] = process.argv.slice(2)
if ((language !== "am" && language !== "om") || folder === undefined)
  throw new Error("bun training/tiny.ts am|om FOLDER")

/** Reads what `export.py` writes. */
const readModel = (file: Buffer): StoredModel => {
  const headerBytes = file.readUInt32LE(4)
  const header = JSON.parse(file.toString("utf8", 8, 8 + headerBytes))
  let at = 8 + headerBytes
  const floats = (count: number): Float32Array => {
    const values = Float32Array.from({ length: count }, (_, index) => file.readFloatLE(at + 4 * index))
    at += 4 * count
    return values
  }
  const layer = (outputs: number, inputs: number, taps: number): StoredLayer => {
    const scales = floats(outputs)
    const biases = floats(outputs)
    const weights = Int8Array.from(file.subarray(at, at + outputs * inputs * taps))
    at += weights.length
    return { outputs, inputs, taps, scales, biases, weights }
  }
  const { dilations, symbols, width }: { dilations: ReadonlyArray<number>; symbols: string; width: number } = header
  return {
    symbols,
    first: layer(width, 40, 5),
    blocks: dilations.map((dilation) => ({ layer: layer(width, width, 3), dilation })),
    last: layer(symbols.length + 1, width, 1)
  }
}

const model = readModel(await readFile(`src/engines/recognizer/models/${language}.bin`))
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
const sha256 = Object.entries(files).map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")])
const manifest = {
  id: folder.split("/").at(-1),
  kind: "recognizer",
  family: "omnilingual-ctc",
  languages: [language],
  files: { model: "model.onnx", tokens: "tokens.txt" },
  sha256: Object.fromEntries(sha256),
  sample_rate: 16_000,
  licence: "GPL-3.0-or-later",
  commercial: true,
  source: "training/tiny.ts"
}
await mkdir(folder, { recursive: true })
for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
await writeFile(join(folder, "model.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
