/**
 * Makes the tiny voice of the tests: units of speech of an embedded voice, in the form in which VITS models are published
 * for sherpa-onnx (numbers of letters to samples, a list of tokens, metadata), with a manifest. It is no network, and
 * nothing is trained: `training/README.md`.
 *
 *     bun training/tinyVoice.ts test/models/tiny-vits
 */
import { toInt16 } from "../src/audio/Samples.ts"
import { units } from "../src/engines/recognizer/AcousticUnits.ts"
import { catalog } from "../src/voice/Catalog.ts"
import { say } from "./measure/Say.ts"
import { fileOf, Graph } from "./onnx/Graph.ts"
import { writeModel } from "./onnx/ModelFolder.ts"
import { addVoice, SPEAKERS } from "./onnx/VoiceGraph.ts"
import { makeSpeech } from "./speech/Speech.ts"
import { cutUnits } from "./speech/SpeechUnits.ts"
import { makeRandom } from "./text/Random.ts"
import { makeSentences } from "./text/Sentences.ts"

const [folder, count = "500"] = process.argv.slice(2)
if (folder === undefined) throw new Error("bun training/tinyVoice.ts FOLDER [SENTENCES]")

const { read, symbols } = units.am
const voice = catalog.find(({ id }) => id === "am-dawit")
if (voice === undefined) throw new Error("the catalog has no such voice")
const { pitch, rate, variant } = voice.timbre

const { resample, speak } = await makeSpeech()
const sentences = makeSentences("am", "train", makeRandom(1))
const cut = await cutUnits(
  Array.from({ length: Number(count) }, () => sentences.next()),
  (text) => toInt16(resample(speak({ text, language: "am", variant, pitch, wordsPerMinute: rate }).samples))
)

/** All letters that have a sound, in the order of Unicode; before them that of blanks, and the space. */
const letters = Array.from({ length: 0x135b - 0x1200 }, (_, at) => String.fromCharCode(0x1200 + at)).filter(
  (letter) => read(letter) !== ""
)
const tokens = ["_", " ", ...letters]
const graph = new Graph()
addVoice(graph, {
  ...cut,
  sounds: symbols.length + 1,
  letters: tokens.map((token, at) => {
    if (at === 0) return []
    return Array.from(token === " " ? token : read(token), (symbol) => symbols.indexOf(symbol) + 1)
  })
})

const files = {
  "model.onnx": fileOf(graph, {
    model_type: "vits",
    comment: "qal units of speech",
    language: "Amharic",
    frontend: "characters",
    add_blank: "1",
    n_speakers: String(SPEAKERS),
    sample_rate: "16000"
  }),
  "tokens.txt": new TextEncoder().encode(tokens.map((token, at) => `${token} ${at}\n`).join(""))
}
await writeModel(folder, files, {
  kind: "synthesizer",
  family: "vits",
  languages: ["am"],
  roles: { model: "model.onnx", tokens: "tokens.txt" },
  voices: [
    { id: "tiny-one", name: "Tiny One", gender: "male", speaker: 0 },
    { id: "tiny-two", name: "Tiny Two", gender: "female", speaker: 1 }
  ],
  source: "training/tinyVoice.ts"
})
say(
  `${cut.frames.length} frames, ${cut.missing} of ${cut.stretches.length} units missing, ${files["model.onnx"].length} bytes`
)
