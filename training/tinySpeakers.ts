/**
 * Makes the tiny model of the tests that tells speakers apart: a segmentation and an embedding in the forms of pyannote's
 * and WeSpeaker's models for sherpa-onnx, with a manifest. Neither is a network: `training/README.md`.
 *
 *     bun training/tinySpeakers.ts test/models/tiny-speakers
 */
import { toInt16 } from "../src/audio/Samples.ts"
import { catalog } from "../src/voice/Catalog.ts"
import { say } from "./measure/Say.ts"
import { fileOf, Graph } from "./onnx/Graph.ts"
import { writeModel } from "./onnx/ModelFolder.ts"
import { addEmbedding, addSegmentation, SEGMENTATION, shapeOf } from "./onnx/SpeakerGraphs.ts"
import { discriminantsOf } from "./speech/Discriminants.ts"
import { filterbank } from "./speech/Filterbank.ts"
import { makeSpeech } from "./speech/Speech.ts"
import { makeRandom } from "./text/Random.ts"
import { makeSentences } from "./text/Sentences.ts"

const [folder, count = "25"] = process.argv.slice(2)
if (folder === undefined) throw new Error("bun training/tinySpeakers.ts FOLDER [SENTENCES]")

/** Numbers of an embedding. */
const NUMBERS = 8
/** Frames of 10 ms that one row is of: voices are compared in as little. */
const SLICE = 120

const { resample, speak } = await makeSpeech()

/** Of each slice of what a voice says, its shape. */
const rowsOf = ({ language, timbre: { pitch, rate, variant } }: (typeof catalog)[number]) => {
  const sentences = makeSentences(language, "train", makeRandom(1))
  return Array.from({ length: Number(count) }, () => sentences.next()).flatMap((text) => {
    const spoken = speak({ text, language, variant, pitch, wordsPerMinute: rate })
    const frames = filterbank(toInt16(resample(spoken.samples)))
    const slices = Math.max(1, Math.floor(frames.length / SLICE))
    return Array.from({ length: slices }, (_, at) => shapeOf(frames.slice(at * SLICE, (at + 1) * SLICE)))
  })
}
const classes = catalog.map(rowsOf)
const tables = discriminantsOf(classes, NUMBERS)

const segmentation = new Graph()
addSegmentation(segmentation)
const embedding = new Graph()
addEmbedding(embedding, tables)

const files = {
  "tiny-segmentation.onnx": fileOf(segmentation, {
    model_type: "pyannote-segmentation-3.0",
    version: "1",
    num_speakers: String(SEGMENTATION.speakers),
    powerset_max_classes: String(SEGMENTATION.together),
    num_classes: String(SEGMENTATION.classes),
    sample_rate: String(SEGMENTATION.sampleRate),
    window_size: String(SEGMENTATION.window),
    receptive_field_size: String(SEGMENTATION.field),
    receptive_field_shift: String(SEGMENTATION.shift)
  }),
  "tiny-embedding.onnx": fileOf(embedding, {
    framework: "wespeaker",
    language: "Amharic",
    url: "training/tinySpeakers.ts",
    comment: "qal",
    sample_rate: String(SEGMENTATION.sampleRate),
    output_dim: String(NUMBERS),
    normalize_samples: "0"
  })
}
await writeModel(folder, files, {
  kind: "speakers",
  family: "pyannote",
  languages: [],
  roles: { segmentation: "tiny-segmentation.onnx", embedding: "tiny-embedding.onnx" },
  source: "training/tinySpeakers.ts"
})

/** How alike the embeddings of two rows are: the cosine between them. */
const embedded = classes.map((rows) =>
  rows.map((row) => {
    const numbers = tables.directions.map((direction) =>
      direction.reduce((sum, weight, at) => sum + weight * ((row[at] ?? 0) - (tables.middle[at] ?? 0)), 0)
    )
    const length = Math.hypot(...numbers)
    return numbers.map((number) => number / length)
  })
)
const alike = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
for (const [at, rows] of embedded.entries()) {
  const own = rows.flatMap((row, place) => rows.slice(place + 1).map((other) => alike(row, other)))
  const others = embedded.map((all) => all.flatMap((other) => rows.map((row) => alike(row, other))))
  const mean = (values: ReadonlyArray<number>) =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2)
  say(
    `${catalog[at]?.id}: ${rows.length} slices, own ${mean(own)} (least ${Math.min(...own).toFixed(2)}), others ${others.map(mean).join(" ")}`
  )
}
