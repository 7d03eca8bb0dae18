/** The native library itself, with models that `training/tiny.ts` made. */
import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Chunk, Duration, Effect, Either, Stream } from "effect"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeProcess } from "../../../src/engines/sherpa/ModelProcess.ts"
import { makeRecognizer } from "../../../src/engines/sherpa/ModelRecognizer.ts"
import { tryRecognizer } from "../../../src/engines/sherpa/ModelTrial.ts"
import { nativeLibrary } from "../../../src/engines/sherpa/NativeLibrary.ts"
import { MANIFEST, readManifest } from "../../../src/models/Manifest.ts"
import { catalog } from "../../../src/voice/Catalog.ts"
import { edits, folded } from "../../../training/measure/Score.ts"
import { fileOf, Graph } from "../../../training/onnx/Graph.ts"
import { natural } from "../../../training/text/Natural.ts"
import { temporary } from "../../support/Folder.ts"
import { longTest } from "../../support/Long.ts"
import { joined } from "../../support/Sound.ts"
import { makeSpeaker } from "../recognizer/sounds.ts"
import { silence } from "./FakeModels.ts"

const MEBIBYTE = 1024 * 1024
const MODELS = join(import.meta.dir, "../../models")

const library = nativeLibrary(join(import.meta.dir, "not-written-to"))

/** What the model in this folder of `test/models` hears in a sound. */
const heardBy = (folder: string, language: "am" | "om", sounds: ReadonlyArray<Int16Array>) =>
  Effect.gen(function* () {
    const place = join(MODELS, folder)
    const model = { library: yield* library, folder: place, manifest: yield* readManifest(join(place, MANIFEST)) }
    const memory = yield* ModelMemory.make(1)
    const options = { workers: 1, idle: Duration.minutes(1) }
    const { recognize } = makeRecognizer(folder, yield* memory.place(1, makeProcess(model, 512 * MEBIBYTE, options)))
    return yield* Effect.forEach(sounds, (sound) =>
      Stream.runCollect(recognize({ language, chunkMillis: 1120, words: true }, Stream.make(sound))).pipe(
        Effect.map((all) => Chunk.unsafeLast(all))
      )
    )
  }).pipe(Effect.scoped, Effect.runPromise)

const speech = async (language: "am" | "om", sentences: ReadonlyArray<string>, voices: number) => {
  const speak = await makeSpeaker()
  return catalog
    .filter((voice) => voice.language === language)
    .slice(0, voices)
    .flatMap(({ timbre: { pitch, rate, variant } }) =>
      sentences.map((text) => ({ text, ...speak({ text, language, variant, pitch, wordsPerMinute: rate }) }))
    )
}

test.each([
  ["tiny-ctc", "0.50"],
  ["tiny-transducer", "0.99"]
] as const)(
  "the model %s in its published format hears a voice of this server, with times of words and confidence %s",
  async (folder, confidence) => {
    const [said] = await speech("am", ["ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።"], 1)
    if (said === undefined) return expect.unreachable()
    const [final] = await heardBy(folder, "am", [said.samples])
    if (final?._tag !== "Final") return expect.unreachable()
    expect(final.text).toBe("ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ")
    const first = said.words[0]
    expect(final.words.map(({ text }) => text)).toEqual(final.text.split(" "))
    expect(final.words[0]?.start).toBeWithin(0, 0.3)
    expect(first).toBeDefined()
    expect([final.confidence, final.words[0]?.confidence].map((sure) => sure?.toFixed(2))).toEqual([
      confidence,
      confidence
    ])
    expect(final.words.at(-1)?.end).toBeWithin(said.samples.length / 16_000 - 0.8, said.samples.length / 16_000)
  }
)

longTest(
  "models in the published format have a character error rate under 5 % on sentences that were not trained on",
  async () => {
    for (const [folder, language] of [
      ["tiny-ctc", "am"],
      ["tiny-transducer", "am"],
      ["tiny-ctc-om", "om"]
    ] as const) {
      const said = await speech(language, natural[language].slice(0, 20), 20)
      const finals = await heardBy(
        folder,
        language,
        said.map(({ samples }) => samples)
      )
      let wrong = 0
      let letters = 0
      for (const [at, { text }] of said.entries()) {
        const [expected, found] = [folded(language, text), folded(language, finals[at]?.text ?? "")]
        wrong += edits([...expected], [...found])
        letters += expected.length
      }
      expect(wrong / letters).toBeLessThan(0.05)
    }
  }
)

/** Adds to features (N, frames, bands) the scores of a blank and of one token, which each fourth frame has that is loud. */
const addLoud = (graph: Graph, features: string, name: string): void => {
  const each = graph.node("Slice", [features, graph.wholes(0), graph.wholes(2 ** 31), graph.wholes(1), graph.wholes(4)])
  const loudest = graph.node("ReduceMax", [each], { axes: [2], keepdims: 1 })
  const over = graph.node("Add", [loudest, graph.floats(5)])
  graph.nodes("Concat", [graph.node("Neg", [over]), over], [name], { axis: 2 })
  graph.output(name, ["N", "num_frames", 2])
}

/** As icefall exports Zipformer with CTC: names, metadata. */
const zipformer = () => {
  const graph = new Graph()
  addLoud(graph, graph.input("x", ["N", "T", 80]), "log_probs")
  const lengths = graph.input("x_lens", ["N"], "int64")
  graph.nodes("Div", [lengths, graph.tensor(BigInt64Array.of(4n), [1])], ["log_probs_len"])
  graph.output("log_probs_len", ["N"], "int64")
  return fileOf(graph, {
    model_type: "zipformer2_ctc",
    version: "1",
    model_author: "k2-fsa",
    comment: "zipformer2 ctc"
  })
}

/** As NeMo's models are exported for the library. */
const nemo = () => {
  const graph = new Graph()
  const features = graph.node("Transpose", [graph.input("audio_signal", ["N", 80, "T"])], { perm: [0, 2, 1] })
  graph.input("length", ["N"], "int64")
  addLoud(graph, features, "logprobs")
  return fileOf(graph, {
    model_type: "EncDecCTCModelBPE",
    vocab_size: "2",
    subsampling_factor: "4",
    normalize_type: "NA",
    version: "1"
  })
}

longTest("models of the families zipformer-ctc and nemo-ctc run, and time their words", async () => {
  const tone = Int16Array.from({ length: 16_000 }, (_, at) => 8_000 * Math.sin(at / 7))
  const sound = joined([tone, silence(0.4), tone])
  for (const [family, graph] of [
    ["zipformer-ctc", zipformer()],
    ["nemo-ctc", nemo()]
  ] as const) {
    const final = await Effect.gen(function* () {
      const folder = yield* temporary
      const files = { "model.onnx": graph, "tokens.txt": new TextEncoder().encode("<blk> 0\n▁ሰላም 1\n") }
      const hashes = Object.entries(files).map(([name, bytes]) => {
        writeFileSync(join(folder, name), bytes)
        return [name, createHash("sha256").update(bytes).digest("hex")] as const
      })
      const manifest = yield* readManifest(join(MODELS, "tiny-ctc", MANIFEST))
      const model = {
        library: yield* library,
        folder,
        manifest: { ...manifest, family, sha256: Object.fromEntries(hashes) }
      }
      const memory = yield* ModelMemory.make(1)
      const options = { workers: 1, idle: Duration.minutes(1) }
      const { recognize } = makeRecognizer("own", yield* memory.place(1, makeProcess(model, 512 * MEBIBYTE, options)))
      return Chunk.unsafeLast(
        yield* Stream.runCollect(recognize({ language: "am", chunkMillis: 1120, words: true }, Stream.make(sound)))
      )
    }).pipe(Effect.scoped, Effect.runPromise)
    if (final._tag !== "Final") return expect.unreachable()
    expect(`${family}: ${final.text}`).toBe(`${family}: ሰላም ሰላም`)
    expect(final.words[1]?.start).toBeWithin(1.2, 1.6)
  }
})

/** A model whose graph makes its scores by `build` of the samples. */
const graphOf = (build: (graph: Graph, samples: string) => string): Uint8Array => {
  const graph = new Graph()
  const scores = build(graph, graph.input("x", ["N", "num_samples"]))
  graph.nodes("Identity", [scores], ["logits"])
  graph.output("logits", ["N", "num_frames", 200])
  return fileOf(graph, {})
}

/** Adds to a number for ever. */
const endless = graphOf((graph, samples) => {
  const body = new Graph("body_")
  body.input("body_at", [], "int64")
  body.input("body_on", [], "bool")
  const before = body.input("body_before", ["N", "num_samples"])
  body.nodes("Add", [before, body.floats(1)], ["body_after"])
  body.nodes("Cast", [body.floats(1)], ["body_goes_on"], { to: 9 })
  body.output("body_goes_on", [], "bool")
  body.output("body_after", ["N", "num_samples"])
  const trips = graph.tensor(BigInt64Array.of(2n ** 62n), [])
  const on = graph.node("Cast", [graph.floats(1)], { to: 9 })
  graph.nodes("Loop", [trips, on, samples], ["summed"], { body })
  return graph.node("Unsqueeze", ["summed", graph.wholes(2)])
})
const enormous = graphOf((graph, samples) =>
  graph.node("Add", [graph.node("ConstantOfShape", [graph.wholes(1, 2 ** 20, 2 ** 20)]), samples])
)

/** The tiny model with this in the place of its graph, tried; its hash is what its manifest says unless `hash` is another. */
const tried = (model: (whole: Buffer) => Uint8Array, patience: Duration.Duration, hash?: string) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    cpSync(join(MODELS, "tiny-ctc"), folder, { recursive: true })
    const graph = model(readFileSync(join(folder, "model.onnx")))
    writeFileSync(join(folder, "model.onnx"), graph)
    const manifest = yield* readManifest(join(folder, MANIFEST))
    const sha256 = hash ?? createHash("sha256").update(graph).digest("hex")
    const changed = { ...manifest, sha256: { ...manifest.sha256, "model.onnx": sha256 } }
    const options = { library: yield* library, memory: 1024 * MEBIBYTE, patience }
    return Either.match(yield* Effect.either(tryRecognizer(options, folder, changed)), {
      onLeft: ({ message }) => message,
      onRight: () => "it runs"
    })
  }).pipe(Effect.scoped, Effect.runPromise)

const PATIENCE = Duration.seconds(25)

test("a file that is no model is refused in one line when it is tried", async () => {
  expect(await tried(() => new TextEncoder().encode("no model"), PATIENCE)).toMatch(/^the model does not run: [^\n]+$/)
})

longTest("broken, mislabelled and hostile models are refused in one line each, and the tiny one runs", async () => {
  expect(await tried((whole) => whole, PATIENCE)).toBe("it runs")
  expect(await tried((whole) => whole.subarray(0, 300_000), PATIENCE)).toMatch(/^the model does not run: [^\n]+$/)
  expect(await tried((whole) => whole, PATIENCE, "0".repeat(64))).toContain("another SHA-256 than the manifest says")
  expect(await tried(() => enormous, PATIENCE)).toMatch(/^the model does not run: [^\n]+$/)
  expect(await tried(() => endless, Duration.seconds(8))).toBe("the model did not run within 8 s")
})
