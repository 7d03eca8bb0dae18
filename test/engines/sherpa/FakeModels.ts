/** Recognisers of models whose process is `FakeHearing.worker.ts`. */
import { Duration, Effect } from "effect"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeProcess, type ProcessOptions } from "../../../src/engines/sherpa/ModelProcess.ts"
import type { ModelManifest } from "../../../src/models/Manifest.ts"

const MEBIBYTE = 1024 * 1024

const RATE = 16_000

export const voice = (seconds: number): Int16Array =>
  Int16Array.from(
    { length: Math.round(seconds * RATE) },
    (_, at) => 8_000 * Math.sin(at / 7) * Math.abs(Math.sin(at / 2_500))
  )
export const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * RATE))

/** Of a model that is not there. */
export const fakeManifest: ModelManifest = {
  id: "fake",
  kind: "recognizer",
  family: "nemo-ctc",
  languages: ["am", "om"],
  files: { model: "model.onnx", tokens: "tokens.txt" },
  sha256: {},
  sample_rate: RATE,
  licence: "MIT",
  commercial: true,
  source: "https://example.org"
}

/** The processes of the model in `folder`. */
export const fakeProcess = (folder: string, options: Partial<ProcessOptions> = {}) =>
  makeProcess({ library: "", folder, manifest: fakeManifest }, 512 * MEBIBYTE, {
    workers: 1,
    idle: Duration.minutes(1),
    file: new URL("./FakeHearing.worker.ts", import.meta.url),
    ...options
  })

/** A place for them, alone in a memory of one byte. */
export const fakePlace = (folder: string, options: Partial<ProcessOptions> = {}) =>
  Effect.flatMap(ModelMemory.make(1), ({ place }) => place(1, fakeProcess(folder, options)))
