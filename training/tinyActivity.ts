/**
 * Makes the tiny model of the tests that hears where somebody speaks, in the form of Silero's models for sherpa-onnx, with
 * a manifest. It is no network: `training/README.md`.
 *
 *     bun training/tinyActivity.ts test/models/tiny-activity
 */
import { createHash } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { addActivity } from "./onnx/ActivityGraph.ts"
import { fileOf, Graph } from "./onnx/Graph.ts"

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("bun training/tinyActivity.ts FOLDER")

const FILE = "model.onnx"
const graph = new Graph()
addActivity(graph)
// Silero's models say nothing of themselves.
const bytes = fileOf(graph, {})
const manifest = {
  id: folder.split("/").at(-1),
  kind: "activity",
  family: "silero-vad",
  languages: [],
  files: { model: FILE },
  sha256: { [FILE]: createHash("sha256").update(bytes).digest("hex") },
  sample_rate: 16_000,
  licence: "GPL-3.0-or-later",
  commercial: true,
  source: "training/tinyActivity.ts"
}
await mkdir(folder, { recursive: true })
await writeFile(join(folder, FILE), bytes)
await writeFile(join(folder, "model.json"), `${JSON.stringify(manifest, undefined, 2)}\n`)
