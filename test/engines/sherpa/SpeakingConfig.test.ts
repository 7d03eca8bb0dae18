import { expect, test } from "bun:test"
import { speakingConfigOf } from "../../../src/engines/sherpa/SpeakingConfig.ts"
import type { ModelManifest } from "../../../src/models/Manifest.ts"

const manifest: ModelManifest = {
  id: "voice",
  kind: "synthesizer",
  family: "vits",
  languages: ["am"],
  files: { model: "a.onnx", tokens: "tokens.txt" },
  sha256: {},
  sample_rate: 22_050,
  licence: "MIT",
  commercial: true,
  source: "https://example.org"
}

const configOf = (changes: Partial<ModelManifest>) =>
  speakingConfigOf({ library: "/lib", folder: "/models/voice", manifest: { ...manifest, ...changes } })

const common = { numThreads: 1, provider: "cpu", debug: 0 }
const whole = { maxNumSentences: 1, silenceScale: 1 }

test.each(["vits", "mms"] as const)("the family %s is read as VITS, with what else it has", (family) => {
  const plain = { model: "/models/voice/a.onnx", tokens: "/models/voice/tokens.txt", lexicon: "", dataDir: "" }
  expect(configOf({ family })).toEqual({ model: { ...common, vits: plain }, ...whole })
  const files = { ...manifest.files, lexicon: "lexicon.txt", data_dir: "espeak-ng-data" }
  const further = { lexicon: "/models/voice/lexicon.txt", dataDir: "/models/voice/espeak-ng-data" }
  expect(configOf({ family, files })).toEqual({ model: { ...common, vits: { ...plain, ...further } }, ...whole })
})

test("Matcha's acoustic model and vocoder, and Kokoro's voices, have the library's names", () => {
  const files = { model: "a.onnx", vocoder: "b.onnx", voices: "v.bin", tokens: "t.txt", data_dir: "data" }
  const shared = { tokens: "/models/voice/t.txt", lexicon: "", dataDir: "/models/voice/data" }
  const matcha = { ...shared, acousticModel: "/models/voice/a.onnx", vocoder: "/models/voice/b.onnx" }
  expect(configOf({ family: "matcha", files })).toEqual({ model: { ...common, matcha }, ...whole })
  const kokoro = { ...shared, model: "/models/voice/a.onnx", voices: "/models/voice/v.bin", lang: "am" }
  expect(configOf({ family: "kokoro", files })).toEqual({ model: { ...common, kokoro }, ...whole })
})

test("a family that hears is no voice", () => {
  expect(() => configOf({ family: "whisper" })).toThrow("models of the family whisper do not speak")
})
