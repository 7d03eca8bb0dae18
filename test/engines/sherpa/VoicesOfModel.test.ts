import { expect, test } from "bun:test"
import { voicesOf } from "../../../src/engines/sherpa/VoicesOfModel.ts"
import type { ModelManifest } from "../../../src/models/Manifest.ts"

const manifest: ModelManifest = {
  id: "mms-amh",
  kind: "synthesizer",
  family: "mms",
  languages: ["am"],
  files: { model: "model.onnx", tokens: "tokens.txt" },
  sha256: { "model.onnx": "0".repeat(64), "tokens.txt": "1".repeat(64) },
  sample_rate: 16_000,
  licence: "CC-BY-NC-4.0",
  commercial: false,
  source: "https://example.org"
}
const abeba = { id: "abeba", name: "Abeba", gender: "female", speaker: 0 } as const
const alemu = { id: "alemu", name: "Alemu", gender: "male", speaker: 7 } as const

const idsOf = (changes: Partial<ModelManifest>) =>
  voicesOf({ ...manifest, ...changes }, "free").map(({ id, language, model }) => [id, language, model.speaker])

test("each speaker of a model is a voice of its own", () => {
  expect(idsOf({ voices: [abeba, alemu] })).toEqual([
    ["abeba", "am", 0],
    ["alemu", "am", 7]
  ])
})

test("a model that names no voices has one, of its own name", () => {
  expect(idsOf({})).toEqual([["mms-amh", "am", 0]])
  expect(idsOf({ voices: [] })).toEqual([["mms-amh", "am", 0]])
})

test("a voice of a model of two languages is a voice in each", () => {
  expect(idsOf({ languages: ["am", "om"], voices: [abeba] })).toEqual([
    ["abeba-am", "am", 0],
    ["abeba-om", "om", 0]
  ])
})

test("what does not speak has no voices", () => {
  expect(idsOf({ kind: "recognizer", family: "nemo-ctc" })).toEqual([])
})

test("voices of a model that may not be sold are free, unless the operator has other terms", () => {
  const isFree = (commercial: boolean, rule: "free" | "charge") =>
    voicesOf({ ...manifest, commercial }, rule)[0]?.isFree
  expect([isFree(false, "free"), isFree(false, "charge"), isFree(true, "free")]).toEqual([true, false, false])
})

test("a model with other files in the place of another is another version, whatever the order of its manifest", () => {
  const version = (sha256: ModelManifest["sha256"]) => voicesOf({ ...manifest, sha256 }, "free")[0]?.model.version
  const { "model.onnx": model = "", "tokens.txt": tokens = "" } = manifest.sha256
  expect(version({ "tokens.txt": tokens, "model.onnx": model })).toBe(version(manifest.sha256))
  expect(version({ "model.onnx": tokens, "tokens.txt": tokens })).not.toBe(version(manifest.sha256))
})
