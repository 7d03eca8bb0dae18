/**
 * Makes the tiny transducer of the tests: the embedded recogniser of Amharic in the form in which icefall's transducers
 * are published for sherpa-onnx (80 bands of Kaldi's; encoder, decoder, joiner; a list of tokens, metadata), with a
 * manifest.
 *
 *     bun training/tinyTransducer.ts test/models/tiny-transducer
 */
import { fileOf, Graph } from "./onnx/Graph.ts"
import { writeModel } from "./onnx/ModelFolder.ts"
import { readRecognizer } from "./onnx/StoredRecognizer.ts"
import { addDecoder, addEncoder, addJoiner, CONTEXT } from "./onnx/TransducerGraph.ts"

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("bun training/tinyTransducer.ts FOLDER")

const [encoder, decoder, joiner] = [new Graph(), new Graph(), new Graph()]
const tokens = addEncoder(encoder, await readRecognizer("am"))
addDecoder(decoder, tokens)
addJoiner(joiner, tokens)

/** As sentence pieces write them. */
const published = tokens.map((token, at) => (at === 0 ? "<blk>" : token.replace(" ", "▁")))
const files = {
  "encoder.onnx": fileOf(encoder, {
    model_type: "zipformer2",
    version: "1",
    model_author: "k2-fsa",
    comment: "qal embedded recogniser"
  }),
  "decoder.onnx": fileOf(decoder, { context_size: String(CONTEXT), vocab_size: String(tokens.length) }),
  "joiner.onnx": fileOf(joiner, { joiner_dim: String(tokens.length) }),
  "tokens.txt": new TextEncoder().encode(published.map((token, at) => `${token} ${at}\n`).join(""))
}
await writeModel(folder, files, {
  kind: "recognizer",
  family: "transducer",
  languages: ["am"],
  roles: { encoder: "encoder.onnx", decoder: "decoder.onnx", joiner: "joiner.onnx", tokens: "tokens.txt" },
  source: "training/tinyTransducer.ts"
})
