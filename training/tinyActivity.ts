/**
 * Makes the tiny model of the tests that hears where somebody speaks, in the form of Silero's models for sherpa-onnx, with
 * a manifest. It is no network: `training/README.md`.
 *
 *     bun training/tinyActivity.ts test/models/tiny-activity
 */
import { addActivity } from "./onnx/ActivityGraph.ts"
import { fileOf, Graph } from "./onnx/Graph.ts"
import { writeModel } from "./onnx/ModelFolder.ts"

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error("bun training/tinyActivity.ts FOLDER")

const FILE = "model.onnx"
const graph = new Graph()
addActivity(graph)
// Silero's models say nothing of themselves.
const bytes = fileOf(graph, {})
await writeModel(
  folder,
  { [FILE]: bytes },
  { kind: "activity", family: "silero-vad", languages: [], roles: { model: FILE }, source: "training/tinyActivity.ts" }
)
