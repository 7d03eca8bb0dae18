/** The native library itself with voices: the one that `training/tinyVoice.ts` made, and graphs with the names of others. */
import { expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Chunk, Duration, Effect, Either, Option, Stream } from "effect"
import { loadModule } from "../../../src/engines/espeak/Module.ts"
import { makeIncrementalDecoder } from "../../../src/engines/recognizer/IncrementalDecoder.ts"
import { loadModels } from "../../../src/engines/recognizer/ModelLoading.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeSpeakingProcess } from "../../../src/engines/sherpa/ModelProcess.ts"
import { makeSynthesizer } from "../../../src/engines/sherpa/ModelSynthesizer.ts"
import { trySynthesizer } from "../../../src/engines/sherpa/ModelTrial.ts"
import { nativeLibrary } from "../../../src/engines/sherpa/NativeLibrary.ts"
import type { StoredModel } from "../../../src/engines/sherpa/StoredModel.ts"
import { MANIFEST, type ModelManifest, readManifest } from "../../../src/models/Manifest.ts"
import { phrases } from "../../../src/text/Phrases.ts"
import { edits, folded } from "../../../training/measure/Score.ts"
import { fileOf, Graph } from "../../../training/onnx/Graph.ts"
import { natural } from "../../../training/text/Natural.ts"
import { temporary } from "../../support/Folder.ts"
import { longTest } from "../../support/Long.ts"

const MEBIBYTE = 1024 * 1024
const RATE = 16_000
const TINY = join(import.meta.dir, "../../models/tiny-vits")

const library = nativeLibrary(join(import.meta.dir, "not-written-to"))
const tiny = Effect.gen(function* () {
  return { library: yield* library, folder: TINY, manifest: yield* readManifest(join(TINY, MANIFEST)) }
})

interface Speaking {
  /** The model's first where it is not said. */
  readonly language?: "am" | "om"
  readonly speaker?: number
  readonly speed?: number
}

/** What the model says of each text, its phrases joined. */
const saidBy = (
  model: StoredModel,
  texts: ReadonlyArray<string>,
  { speaker = 0, speed = 1, ...spoken }: Speaking = {}
) =>
  Effect.gen(function* () {
    const { id, languages, sample_rate: sampleRate } = model.manifest
    const { language = languages[0] ?? "am" } = spoken
    const { place } = yield* ModelMemory.make(1)
    const limits = { workers: 1, idle: Duration.minutes(1) }
    const own = yield* place(1, makeSpeakingProcess(model, 512 * MEBIBYTE, limits))
    const durations = () => ({ likely: 1, held: 1, longest: 1 })
    const { speak } = makeSynthesizer({ name: id, sampleRate, durations }, own)
    const voice = { id, language, variant: "", pitch: 50, rate: 165, model: { id, speaker, version: "1" } }
    return yield* Effect.forEach(texts, (text) =>
      Effect.map(Stream.runCollect(speak({ voice, speed, phrases: phrases(text) })), (all) =>
        Int16Array.from(Chunk.toReadonlyArray(all).flatMap(({ samples }) => [...samples]))
      )
    )
  }).pipe(Effect.scoped)

const models = loadModels()

/** The text that the embedded recogniser hears. */
const heard = async (sound: Int16Array): Promise<string> => {
  const decoder = makeIncrementalDecoder(await models, "am")
  decoder.push(sound)
  return decoder.finish().text
}

const SENTENCE = "ወንድሜ ትናንት ከገበያ ትኩስ ዳቦና ወተት ገዛ።"

test("a voice in the published format of VITS is understood, slow and fast, as each of its speakers", async () => {
  const say = (speaking: Speaking) =>
    Effect.runPromise(Effect.flatMap(tiny, (model) => saidBy(model, [SENTENCE], speaking)))
  const [plain = new Int16Array(0)] = await say({})
  const [other = new Int16Array(0)] = await say({ speaker: 1 })
  const [slow = new Int16Array(0)] = await say({ speed: 0.5 })
  const expected = folded("am", SENTENCE)
  for (const sound of [plain, other]) {
    const found = folded("am", await heard(sound))
    expect(edits([...expected], [...found]) / expected.length).toBeLessThan(0.3)
  }
  expect(other).not.toEqual(plain)
  expect(slow.length / plain.length).toBeWithin(1.9, 2.1)
})

longTest("the voice in the published format is read back with a character error rate under 15 %", async () => {
  const texts = natural.am.slice(0, 40)
  for (const speaker of [0, 1]) {
    const sounds = await Effect.runPromise(Effect.flatMap(tiny, (model) => saidBy(model, texts, { speaker })))
    let wrong = 0
    let letters = 0
    for (const [at, text] of texts.entries()) {
      const [expected, found] = [folded("am", text), folded("am", await heard(sounds[at] ?? new Int16Array(0)))]
      wrong += edits([...expected], [...found])
      letters += expected.length
    }
    expect(wrong / letters).toBeLessThan(0.15)
  }
})

/** A voice that says of each letter for how many samples it is spoken: 100 times its number. */
const counting = (metadata: Readonly<Record<string, string>>): Uint8Array => {
  const graph = new Graph()
  const x = graph.input("x", ["N", "L"], "int64")
  graph.input("x_length", ["N"], "int64")
  graph.input("noise_scale", [1])
  const slowness = graph.input("length_scale", [1])
  graph.input("noise_scale_w", [1])
  const sum = graph.node("ReduceSum", [x, graph.wholes(0, 1)], { keepdims: 0 })
  const length = graph.node("Mul", [graph.node("Cast", [sum], { to: 1 }), graph.floats(100)])
  const count = graph.node("Cast", [graph.node("Mul", [length, slowness])], { to: 7 })
  const shape = graph.node("Concat", [graph.wholes(1, 1), graph.node("Reshape", [count, graph.wholes(1)])], { axis: 0 })
  graph.nodes("Add", [graph.node("ConstantOfShape", [shape]), graph.floats(0.5)], ["y"])
  graph.output("y", ["N", 1, "T"])
  return fileOf(graph, { model_type: "vits", sample_rate: String(RATE), n_speakers: "0", ...metadata })
}

/** The metadata of MMS as its models are converted for sherpa-onnx. */
const mms = { comment: "mms", language: "Amharic", add_blank: "1", frontend: "characters" }

const modelOf = (graph: Uint8Array, tokens: string, changes: Partial<ModelManifest> = {}) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const files = { "model.onnx": graph, "tokens.txt": new TextEncoder().encode(tokens) }
    const hashes = Object.entries(files).map(([name, bytes]) => {
      writeFileSync(join(folder, name), bytes)
      return [name, createHash("sha256").update(bytes).digest("hex")] as const
    })
    const { voices: _, ...manifest } = yield* readManifest(join(TINY, MANIFEST))
    return {
      library: yield* library,
      folder,
      manifest: { ...manifest, family: "mms" as const, sha256: Object.fromEntries(hashes), ...changes }
    }
  })

test("an MMS voice gets Amharic as uroman writes it, and Oromo in its own letters", async () => {
  const lengthOf = (tokens: string, text: string, changes: Partial<ModelManifest>) =>
    Effect.flatMap(modelOf(counting(mms), tokens, changes), (model) => saidBy(model, [text])).pipe(
      Effect.map(([sound]) => sound?.findLastIndex((sample) => sample !== 0)),
      Effect.scoped,
      Effect.runPromise
    )
  // ሰላም is salaame: three times a, twice nothing else of these.
  const amharic = await lengthOf("_ 0\na 10\nl 1\n", "ሰላም", { languages: ["am"] })
  expect(amharic).toBeWithin(3_090, 3_100)
  const oromo = await lengthOf("_ 0\nr 20\n' 1\n", "Har’a", { languages: ["om"] })
  expect(oromo).toBeWithin(2_090, 2_100)
})

test("a text without a letter that the voice knows is silent for its pause, and one without sound that has some is a failure", async () => {
  const say = (tokens: string) =>
    Effect.flatMap(modelOf(counting(mms), tokens, { languages: ["om"] }), (model) => saidBy(model, ["Nama."])).pipe(
      Effect.either,
      Effect.scoped,
      Effect.runPromise
    )
  const [sound = new Int16Array(0)] = Either.getOrThrow(await say("_ 0\nж 1\n"))
  expect(sound.length).toBeGreaterThan(0)
  expect(sound.every((sample) => sample === 0)).toBe(true)
  // Each of its letters is spoken for no time at all.
  expect(Either.flip(await say("_ 0\nn 0\na 0\n"))).toMatchObject({ right: { _tag: "PROVIDER_ERROR" } })
})

/** What is said of a model when it is tried. */
const tried = (graph: Uint8Array, tokens: string, changes: Partial<ModelManifest> = {}) =>
  Effect.gen(function* () {
    const model = yield* modelOf(graph, tokens, changes)
    const options = { library: model.library, memory: 1024 * MEBIBYTE, patience: Duration.seconds(25) }
    const result = yield* Effect.either(trySynthesizer(options, model.folder, model.manifest))
    return Either.match(result, { onLeft: ({ message }) => message, onRight: () => "it speaks" })
  }).pipe(Effect.scoped, Effect.runPromise)

test("a voice that knows none of its language's letters is refused in one line when it is tried", async () => {
  expect(await tried(counting(mms), "_ 0\na 1\n")).toBe("it speaks")
  expect(await tried(counting(mms), "_ 0\nж 1\n")).toBe(
    "the model does not speak: it made no sound of a sentence in its language"
  )
})

longTest("voices that are none, or are not what their manifest says, are refused in one line each", async () => {
  const line = /^the model does not run: [^\n]+$/
  expect(await tried(new TextEncoder().encode("no model"), "_ 0\na 1\n")).toMatch(line)
  expect(await tried(counting({ ...mms, frontend: "" }), "_ 0\na 1\n")).toMatch(line)
  expect(await tried(counting(mms), "no tokens at all\n")).toMatch(line)
  expect(await tried(counting(mms), "_ 0\na 1\n", { sample_rate: 22_050 })).toContain(
    "the manifest says 22050 Hz, and the model makes 16000 Hz"
  )
  const voices = [{ id: "second", name: "Second", gender: "male", speaker: 1 } as const]
  expect(await tried(counting(mms), "_ 0\na 1\n", { voices })).toContain(
    "the voice second is the speaker 1 of a model that has 1"
  )
})

test("what a voice takes is measured when it is tried", async () => {
  const measured = await Effect.runPromise(
    Effect.flatMap(tiny, ({ folder, manifest, library }) =>
      trySynthesizer({ library, memory: 1024 * MEBIBYTE, patience: Duration.seconds(25) }, folder, manifest)
    )
  )
  const { memory_bytes = 0, real_time_factor = 0 } = Option.getOrUndefined(measured) ?? {}
  expect(memory_bytes).toBeGreaterThan(MEBIBYTE)
  expect(real_time_factor).toBeGreaterThan(0)
})

const ESPEAK = "/usr/share/espeak-ng-data"

/** Writes eSpeak NG's data of Amharic and Oromo, which Matcha and Kokoro get their phonemes from. */
const writeEspeak = (FS: Awaited<ReturnType<typeof loadModule>>["FS"], from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const name of FS.readdir(from)) {
    if (name === "." || name === "..") continue
    if (name.endsWith("_dict") && !["am_dict", "om_dict", "en_dict"].includes(name)) continue
    const { contents } = FS.lookupPath(`${from}/${name}`).node
    if (contents instanceof Uint8Array) writeFileSync(join(to, name), contents)
    else writeEspeak(FS, `${from}/${name}`, join(to, name))
  }
}

/** A row of so many samples as the sum of the numbers of letters says, a hundred for each, as slow as it is said. */
const addLength = (graph: Graph, x: string, slowness: string, each: number): string => {
  const sum = graph.node("Cast", [graph.node("ReduceSum", [x, graph.wholes(0, 1)], { keepdims: 0 })], { to: 1 })
  const length = graph.node("Mul", [graph.node("Mul", [sum, graph.floats(each)]), slowness])
  return graph.node("Reshape", [graph.node("Cast", [length], { to: 7 }), graph.wholes(1)])
}

/** Matcha's acoustic model as icefall exports it: letters to 80 bands of as many frames as the letters' numbers say. */
const matchaGraph = (): Uint8Array => {
  const graph = new Graph()
  const x = graph.input("x", ["N", "L"], "int64")
  graph.input("x_length", ["N"], "int64")
  graph.input("noise_scale", [1])
  const frames = addLength(graph, x, graph.input("length_scale", [1]), 1)
  const shape = graph.node("Concat", [graph.wholes(1, 80), frames], { axis: 0 })
  graph.nodes("Add", [graph.node("ConstantOfShape", [shape]), graph.floats(0.5)], ["mel"])
  graph.output("mel", ["N", 80, "T"])
  return fileOf(graph, {
    model_type: "matcha-tts",
    language: "Amharic",
    voice: "am",
    has_espeak: "1",
    jieba: "0",
    n_speakers: "1",
    sample_rate: String(RATE),
    version: "1",
    pad_id: "0",
    use_icefall: "1",
    use_eos_bos: "1",
    num_ode_steps: "3"
  })
}

/** A HiFi-GAN: 100 samples of each frame, as loud as its first band. */
const vocoderGraph = (): Uint8Array => {
  const graph = new Graph()
  const mel = graph.input("mel", ["N", 80, "T"])
  const band = graph.node("Slice", [mel, graph.wholes(0), graph.wholes(1), graph.wholes(1)])
  const column = graph.node("Reshape", [band, graph.wholes(-1, 1)])
  const wide = graph.node("Expand", [column, graph.wholes(1, 100)])
  graph.nodes("Reshape", [wide, graph.wholes(1, 1, -1)], ["audio"])
  graph.output("audio", ["N", 1, "T"])
  return fileOf(graph, { model_type: "hifigan" })
}

const STYLES = [40, 1, 4] as const

/** Kokoro: as loud as the speaker's style says. */
const kokoroGraph = (version: "1" | "2"): Uint8Array => {
  const graph = new Graph()
  const x = graph.input("tokens", ["N", "L"], "int64")
  const style = graph.input("style", [1, STYLES[2]])
  const slowness = graph.node("Reciprocal", [graph.input("speed", [1])])
  const level = graph.node("ReduceMean", [style], { keepdims: 0 })
  graph.nodes("Add", [graph.node("ConstantOfShape", [addLength(graph, x, slowness, 100)]), level], ["audio"])
  graph.output("audio", ["T"])
  return fileOf(graph, {
    model_type: "kokoro",
    language: "Amharic",
    has_espeak: "1",
    sample_rate: String(RATE),
    version,
    voice: "en-us",
    style_dim: STYLES.join(","),
    n_speakers: "2",
    speaker_names: "one,two"
  })
}

/** Of two speakers: the first softer than the second. */
const kokoroVoices = (): Uint8Array => {
  const each = STYLES[0] * STYLES[2]
  return new Uint8Array(Float32Array.from({ length: 2 * each }, (_, at) => (at < each ? 0.25 : 0.5)).buffer)
}

/** A model of such files, with eSpeak NG's data beside them. */
const espeakModel = (
  files: Readonly<Record<string, Uint8Array>>,
  manifest: Pick<ModelManifest, "family" | "files" | "languages">
) =>
  Effect.gen(function* () {
    const model = yield* modelOf(new Uint8Array(0), TOKENS, {})
    const { FS } = yield* Effect.promise(loadModule)
    writeEspeak(FS, ESPEAK, join(model.folder, "espeak-ng-data"))
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(model.folder, name), bytes)
    const all = { tokens: "tokens.txt", data_dir: "espeak-ng-data", ...manifest.files }
    return { ...model, manifest: { ...model.manifest, ...manifest, files: all, sha256: {} } }
  })

/** Phonemes with their numbers: s and l of ሰላም, and r of Har’a. */
const TOKENS = "_ 0\n^ 1\n$ 2\ns 10\nl 3\nr 7\n"

/** Samples of speech, and how loud the loudest is, of 1. */
const measure = (sound: Int16Array | undefined) => ({
  samples: (sound ?? new Int16Array(0)).findLastIndex((sample) => sample !== 0) + 1,
  level: Math.max(...(sound ?? [])) / 32_767
})

longTest("a voice in the published format of Matcha is read by eSpeak NG's data, and its vocoder makes the sound", () =>
  Effect.gen(function* () {
    const files = { model: "matcha.onnx", vocoder: "hifigan.onnx" }
    const model = yield* espeakModel(
      { "matcha.onnx": matchaGraph(), "hifigan.onnx": vocoderGraph() },
      { family: "matcha", files, languages: ["am"] }
    )
    const [plain] = yield* saidBy(model, ["ሰላም"])
    const [slow] = yield* saidBy(model, ["ሰላም"], { speed: 0.5 })
    // Its beginning, ten, three, its end: 16 frames of 100 samples.
    expect(measure(plain).samples).toBeWithin(1_590, 1_601)
    expect(measure(plain).level).toBeCloseTo(0.5, 2)
    expect(measure(slow).samples).toBeWithin(3_190, 3_201)
  }).pipe(Effect.scoped, Effect.runPromise)
)

for (const version of ["1", "2"] as const)
  longTest(
    `a voice in Kokoro's published format, version ${version}, reads each language as itself, as each of its speakers`,
    () =>
      Effect.gen(function* () {
        const files = { model: "kokoro.onnx", voices: "voices.bin" }
        const model = yield* espeakModel(
          { "kokoro.onnx": kokoroGraph(version), "voices.bin": kokoroVoices() },
          { family: "kokoro", files, languages: ["am", "om"] }
        )
        const [first] = yield* saidBy(model, ["ሰላም"])
        const [second] = yield* saidBy(model, ["ሰላም"], { speaker: 1 })
        const [slow] = yield* saidBy(model, ["ሰላም"], { speed: 0.5 })
        expect(measure(first).samples).toBeWithin(1_290, 1_301)
        expect([measure(first).level, measure(second).level]).toEqual([expect.closeTo(0.25, 2), expect.closeTo(0.5, 2)])
        expect(measure(slow).samples).toBeWithin(2_590, 2_601)
        // English, and Amharic of what is in Latin letters, has another r.
        const [oromo] = yield* saidBy(model, ["Har’a"], { language: "om" })
        expect(measure(oromo).samples).toBeWithin(690, 701)
      }).pipe(Effect.scoped, Effect.runPromise)
  )
