/** The native library itself, with the model that `training/tinySpeakers.ts` made. */
import { afterAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect, Either, Layer, ManagedRuntime } from "effect"
import { Diarizer, type SpeakerCount } from "../../../src/engines/Diarizer.ts"
import { makeDiarizer } from "../../../src/engines/sherpa/ModelDiarizer.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import { makeDiarizingProcess } from "../../../src/engines/sherpa/ModelProcess.ts"
import { trials } from "../../../src/engines/sherpa/ModelTrial.ts"
import { nativeLibrary } from "../../../src/engines/sherpa/NativeLibrary.ts"
import { MANIFEST, readManifest } from "../../../src/models/Manifest.ts"
import { temporary } from "../../support/Folder.ts"
import { longTest } from "../../support/Long.ts"
import { errorRate, makeDialogue } from "./Dialogue.ts"
import { silence } from "./FakeModels.ts"

const MEBIBYTE = 1024 * 1024
const MODEL = join(import.meta.dir, "../../models/tiny-speakers")

const library = nativeLibrary(join(import.meta.dir, "not-written-to"))

/** The tiny model, in one process for all tests. */
const runtime = ManagedRuntime.make(
  Layer.scoped(
    Diarizer,
    Effect.gen(function* () {
      const model = { library: yield* library, folder: MODEL, manifest: yield* readManifest(join(MODEL, MANIFEST)) }
      const memory = yield* ModelMemory.make(1)
      const options = { workers: 1, idle: Duration.minutes(1) }
      const diarize = makeDiarizer(yield* memory.place(1, makeDiarizingProcess(model, 512 * MEBIBYTE, options)))
      return Diarizer.of({ diarize, models: Effect.succeed([]) })
    })
  )
)
afterAll(() => runtime.dispose())

/** Who speaks when in each sound, by the tiny model. */
const diarized = (asked: ReadonlyArray<readonly [sound: Int16Array, speakers: SpeakerCount]>) =>
  runtime.runPromise(
    Effect.flatMap(Diarizer, ({ diarize }) => Effect.forEach(asked, ([sound, speakers]) => diarize(sound, speakers)))
  )

const speakersIn = (turns: ReadonlyArray<{ readonly speaker: number }> | undefined) =>
  new Set((turns ?? []).map(({ speaker }) => speaker)).size

const VOICES = ["am-dawit", "am-hamen"]

test("a model in the published format tells two voices apart, and one speaker where one is asked for", async () => {
  const dialogue = await makeDialogue(VOICES, 25)
  const [two, one, unknown, nobody] = await diarized([
    [dialogue.samples, 2],
    [dialogue.samples, 1],
    [dialogue.samples, true],
    [silence(3), true]
  ])
  expect(speakersIn(two)).toBe(2)
  expect(errorRate(dialogue, two ?? [])).toBeLessThan(0.1)
  expect(speakersIn(one)).toBe(1)
  expect(speakersIn(unknown)).toBe(2)
  expect(nobody).toEqual([])
})

test("a sound of under ten seconds has as many speakers as are asked for, and no turn goes on behind its end", async () => {
  const { samples } = await makeDialogue(VOICES, 6)
  const seconds = samples.length / 16_000
  const [one, two] = await diarized([
    [samples, 1],
    [samples, 2]
  ])
  expect([speakersIn(one), speakersIn(two)]).toEqual([1, 2])
  for (const { end } of two ?? []) expect(end).toBeLessThanOrEqual(seconds)
  expect(await diarized([[new Int16Array(0), true]])).toEqual([[]])
})

test("where more speakers are asked for than a short sound has, those that are there are told apart", async () => {
  const dialogue = await makeDialogue(VOICES, 12)
  const [twenty] = await diarized([[dialogue.samples, 20]])
  expect(speakersIn(twenty)).toBe(2)
  expect(errorRate(dialogue, twenty ?? [])).toBeLessThan(0.1)
})

longTest("of a dialogue of three minutes under 10 % is told wrongly", async () => {
  const dialogue = await makeDialogue(VOICES, 180, 10)
  const [known, unknown] = await diarized([
    [dialogue.samples, 2],
    [dialogue.samples, true]
  ])
  const rates = [errorRate(dialogue, known ?? []), errorRate(dialogue, unknown ?? [])]
  expect(Math.max(...rates), `error rates ${rates.join(" ")}`).toBeLessThan(0.1)
})

const PATIENCE = Duration.seconds(25)

/** The tiny model with a file changed, tried. */
const tried = (file: string, change: (whole: Buffer) => Uint8Array, patience = PATIENCE) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    cpSync(MODEL, folder, { recursive: true })
    const bytes = change(readFileSync(join(folder, file)))
    writeFileSync(join(folder, file), bytes)
    const manifest = yield* readManifest(join(folder, MANIFEST))
    const sha256 = { ...manifest.sha256, [file]: createHash("sha256").update(bytes).digest("hex") }
    const options = { library: yield* library, memory: 1024 * MEBIBYTE, patience }
    return Either.match(yield* Effect.either(trials.speakers(options, folder, { ...manifest, sha256 })), {
      onLeft: ({ message }) => message,
      onRight: () => "it runs"
    })
  }).pipe(Effect.scoped, Effect.runPromise)

/** With another text of the same length in the place of one, as in the metadata. */
const replaced = (from: string, to: string) => (whole: Buffer) => {
  const at = whole.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error("the file has no such text")
  return Buffer.concat([whole.subarray(0, at), Buffer.from(to), whole.subarray(at + from.length)])
}

test("a model that tells speakers apart is tried, and refused in one line where one of its files is none", async () => {
  expect(await tried("tiny-embedding.onnx", (whole) => whole)).toBe("it runs")
  for (const file of ["tiny-segmentation.onnx", "tiny-embedding.onnx"])
    expect(await tried(file, () => new TextEncoder().encode("no model"))).toMatch(/^the model does not run: [^\n]+$/)
})

longTest(
  "a model that tells speakers apart and is cut short, of another kind or of another rate is refused in one line",
  async () => {
    const refused = /^the model does not run: [^\n]+$/
    expect(await tried("tiny-embedding.onnx", (whole) => whole.subarray(0, 500))).toMatch(refused)
    expect(await tried("tiny-embedding.onnx", replaced("wespeaker", "wespeakes"))).toMatch(refused)
    expect(await tried("tiny-segmentation.onnx", replaced("window_size", "window_sizf"))).toMatch(refused)
    const [segmentation, embedding] = ["tiny-segmentation.onnx", "tiny-embedding.onnx"].map((name) =>
      readFileSync(join(MODEL, name))
    )
    expect(await tried("tiny-segmentation.onnx", () => embedding ?? Buffer.alloc(0))).toMatch(refused)
    expect(await tried("tiny-embedding.onnx", () => segmentation ?? Buffer.alloc(0))).toMatch(refused)
  }
)
